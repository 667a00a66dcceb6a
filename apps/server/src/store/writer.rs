//! Group commit (DeWitt et al. 1984): one writer for all, on a connection of its own.
//!
//! Jobs that wait at the same time become one transaction; each is answered after the
//! commit, and only if the commit is known to be durable. A job whose values cannot be stored fails
//! alone. When the database itself fails, the whole batch fails at once, nothing is tried again on the
//! same connection, and jobs are refused until a new connection has committed something.

mod connection;
mod faults;

pub(crate) use connection::{Dialect, WriterConnection, WriterSource};
pub(crate) use faults::NoFaults;
pub use faults::{Fault, FaultPlan, Operation};

pub(super) use super::statement::{Arg, Statement, statement};

use super::StoreError;
use super::closing::{self, Closing};
use super::events::{self, Append};
use crate::tasks::spawn_essential;
use protocol::GameId;
use std::collections::HashSet;
use std::ops::Range;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, timeout};

/// How many may wait; whoever comes then waits for a place.
const QUEUE: usize = 4_096;

/// How many are committed together at most.
const BATCH: usize = 512;

/// How long a batch may take; longer means that the database does not answer.
const BATCH_TIME: Duration = Duration::from_secs(10);

/// How often the lock of ratings is tried while a process of another node holds it, and for how long.
const RATINGS_PAUSE: Duration = Duration::from_millis(5);
const RATINGS_PATIENCE: Duration = Duration::from_secs(4);

/// How many games a transaction ends at most. It holds the lock of ratings, for which other nodes do not wait
/// long, and the renewal of this node's lease waits for its commit.
const MOST_ENDS: usize = 32;

/// How many jobs of a batch may wait for a lock in vain; those after them are not tried.
const MOST_LOCKED: u32 = 5;

/// How long to wait before connecting again: the first time, and at most.
const PAUSES: Range<Duration> = Duration::from_millis(25)..Duration::from_secs(1);

#[derive(Clone)]
enum Work {
    Statements(Vec<Statement>),
    Append(Box<Append>),
    AppendWith(Box<Append>, Vec<Statement>),
    Close(Closing),
}

impl Work {
    /// Events that end no game: most of what is ever written.
    fn as_move(&self) -> Option<&Append> {
        match self {
            Self::Append(append) if append.game_end.is_none() => Some(append),
            _ => None,
        }
    }

    /// Whether it ends games: ratings and counts are read and written again.
    fn changes_ratings(&self) -> bool {
        match self {
            Self::Append(append) | Self::AppendWith(append, _) => append.game_end.is_some(),
            Self::Close(_) => true,
            Self::Statements(_) => false,
        }
    }
}

/// What a job is answered: the rating changes of a game that it has ended.
type JobResult = Result<Option<(i32, i32)>, StoreError>;

struct WriteJob {
    work: Work,
    answer: oneshot::Sender<JobResult>,
    since: Instant,
}

impl WriteJob {
    fn answer(self, result: JobResult) {
        // Whoever asked may have gone; it is done all the same.
        let _ = self.answer.send(result);
    }
}

/// When something was last committed.
#[derive(Debug)]
struct LastCommit {
    start: Instant,
    /// Milliseconds after `start`.
    at: AtomicU64,
}

impl LastCommit {
    fn now() -> Self {
        Self { start: Instant::now(), at: AtomicU64::new(0) }
    }

    fn set(&self) {
        self.at.store(self.start.elapsed().as_millis() as u64, Ordering::Release);
    }

    fn age(&self) -> Duration {
        self.start.elapsed().saturating_sub(Duration::from_millis(self.at.load(Ordering::Acquire)))
    }
}

/// Handle of the writer task: submits jobs and waits for their results.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    queue: mpsc::Sender<WriteJob>,
    last_commit: Arc<LastCommit>,
}

impl Writer {
    /// Connects, and writes from now on.
    ///
    /// # Errors
    /// If nothing can be committed.
    pub(super) async fn start(source: WriterSource) -> Result<Self, StoreError> {
        let db = WriterConnection::open(&source).await.map_err(StoreError::Broken)?;
        let (queue, jobs) = mpsc::channel(QUEUE);
        let last_commit = Arc::new(LastCommit::now());
        let task = WriterTask { source, jobs, last_commit: Arc::clone(&last_commit) };
        spawn_essential(task.run(db));
        Ok(Self { queue, last_commit })
    }

    pub(super) async fn statements(&self, statements: Vec<Statement>) -> Result<(), StoreError> {
        self.ask(Work::Statements(statements)).await.map(|_| ())
    }

    pub(super) async fn close(&self, closing: Closing) -> Result<(), StoreError> {
        self.ask(Work::Close(closing)).await.map(|_| ())
    }

    pub(super) async fn append(&self, append: Append) -> JobResult {
        self.ask(Work::Append(Box::new(append))).await
    }

    pub(super) async fn append_with(&self, append: Append, with: Vec<Statement>) -> JobResult {
        self.ask(Work::AppendWith(Box::new(append), with)).await
    }

    /// How long ago something was last committed.
    pub(super) fn last_commit_age(&self) -> Duration {
        self.last_commit.age()
    }

    async fn ask(&self, work: Work) -> JobResult {
        let stopped = || StoreError::Broken("the database is closed".into());
        let (answer, answered) = oneshot::channel();
        let since = Instant::now();
        self.queue.send(WriteJob { work, answer, since }).await.map_err(|_| stopped())?;
        answered.await.map_err(|_| stopped())?
    }
}

struct WriterTask {
    source: WriterSource,
    jobs: mpsc::Receiver<WriteJob>,
    last_commit: Arc<LastCommit>,
}

impl WriterTask {
    async fn run(mut self, mut db: WriterConnection) {
        let mut batch = Vec::with_capacity(BATCH);
        while self.next_jobs(&mut batch).await {
            let works: Vec<&Work> = batch.iter().map(|job| &job.work).collect();
            let done = timeout(BATCH_TIME, commit_batch(&mut db, &works)).await;
            if let Ok(Ok(results)) = done {
                self.last_commit.set();
                batch = answer_batch(batch, results);
                continue;
            }
            let cause = db.failure().unwrap_or("it does not answer").to_owned();
            batch.drain(..).for_each(|job| job.answer(Err(StoreError::Unavailable)));
            let Some(next) = self.reconnect(db, &cause).await else { return };
            db = next;
        }
    }

    /// Waits for jobs, in a pause only if some are left that wait for the lock of ratings. False when
    /// there is nobody left who could send any.
    async fn next_jobs(&mut self, batch: &mut Vec<WriteJob>) -> bool {
        if batch.is_empty() {
            return self.jobs.recv_many(batch, BATCH).await > 0;
        }
        if let Ok(0) = timeout(RATINGS_PAUSE, self.jobs.recv_many(batch, BATCH)).await {
            sleep(RATINGS_PAUSE).await;
        }
        true
    }

    /// Gives a connection up and opens another, however often that takes. Jobs that come meanwhile
    /// are refused. None when there is nobody left who could send any.
    async fn reconnect(&mut self, db: WriterConnection, cause: &str) -> Option<WriterConnection> {
        tracing::error!(cause, "the database cannot be written to; connecting again");
        let (source, mut pause) = (self.source.clone(), PAUSES.start);
        self.refusing(db.close()).await;
        while !self.jobs.is_closed() {
            let opening = timeout(BATCH_TIME, WriterConnection::open(&source));
            match self.refusing(opening).await {
                Ok(Ok(db)) => {
                    self.last_commit.set();
                    tracing::info!("the database can be written to again");
                    return Some(db);
                }
                Ok(Err(cause)) => tracing::debug!(cause, "the database still cannot be written to"),
                Err(_) => tracing::debug!("the database still does not answer"),
            }
            self.refusing(sleep(pause)).await;
            pause = (pause * 2).min(PAUSES.end);
        }
        None
    }

    /// Waits for something and refuses every job until then.
    async fn refusing<T>(&mut self, waiting: impl Future<Output = T>) -> T {
        let mut waiting = pin!(waiting);
        loop {
            tokio::select! {
                done = &mut waiting => return done,
                Some(job) = self.jobs.recv() => job.answer(Err(StoreError::Unavailable)),
            }
        }
    }
}

/// Answers what is done; what is left waits for the lock of ratings, and not for ever.
fn answer_batch(batch: Vec<WriteJob>, results: Vec<Option<JobResult>>) -> Vec<WriteJob> {
    let mut left = Vec::with_capacity(BATCH);
    for (job, result) in batch.into_iter().zip(results) {
        match result {
            Some(result) => job.answer(result),
            None if job.since.elapsed() < RATINGS_PATIENCE => left.push(job),
            None => job.answer(Err(StoreError::Unavailable)),
        }
    }
    left
}

/// Runs all jobs in one transaction and returns the result of each, or none for those that have to wait for the
/// lock of ratings. An error means that the connection is of no use any more, and that nothing may be
/// acknowledged.
///
/// The order of locks is the same on every node: rows of moves by the name of their game, then what other
/// jobs lock; the lock of ratings is never waited for, so that no node waits for one that was stopped
/// while it held it, and no two for each other.
async fn commit_batch(
    db: &mut WriterConnection,
    works: &[&Work],
) -> Result<Vec<Option<JobResult>>, StoreError> {
    let mut results: Vec<Option<JobResult>> = vec![Some(Ok(None)); works.len()];
    let (moves, others) = apart(works);
    let (ends, others): (Vec<usize>, Vec<usize>) =
        others.into_iter().partition(|&i| works[i].changes_ratings());
    db.begin().await?;
    append_moves(db, works, &moves, &mut results).await?;
    for i in others {
        results[i] = Some(in_savepoint(db, works[i]).await?);
    }
    let locked = ends.is_empty() || db.try_lock_ratings().await?;
    for (place, i) in ends.into_iter().enumerate() {
        let now = locked && place < MOST_ENDS;
        results[i] = if now { Some(in_savepoint(db, works[i]).await?) } else { None };
    }
    db.commit().await?;
    Ok(results)
}

/// The jobs that append moves, at most one for each game and in the order of their games, and the others.
fn apart(works: &[&Work]) -> (Vec<usize>, Vec<usize>) {
    let mut games: HashSet<&GameId> = HashSet::new();
    let (mut moves, others): (Vec<usize>, Vec<usize>) = (0..works.len())
        .partition(|&i| works[i].as_move().is_some_and(|mv| games.insert(&mv.game)));
    moves.sort_by_key(|&i| works[i].as_move().map(|mv| &mv.game));
    (moves, others)
}

/// Appends moves in as few statements as that takes. Of a group that cannot be stored each half is
/// tried, until those are found whose fault it is. A group that has waited for a lock in vain is not
/// tried again: that would take as long for each half.
async fn append_moves(
    db: &mut WriterConnection,
    works: &[&Work],
    moves: &[usize],
    results: &mut [Option<JobResult>],
) -> Result<(), StoreError> {
    let mut groups = vec![moves];
    while let Some(group) = groups.pop().filter(|group| !group.is_empty()) {
        let appends: Vec<&Append> = group.iter().filter_map(|&i| works[i].as_move()).collect();
        db.savepoint().await?;
        match events::append_many(&appends, None, db).await {
            Ok(()) => db.release().await?,
            Err(error) => {
                still_usable(db)?;
                db.undo().await?;
                match group {
                    _ if error == StoreError::Unavailable => {
                        for &i in group {
                            results[i] = Some(Err(error.clone()));
                        }
                    }
                    [one] => results[*one] = Some(Err(error)),
                    _ => groups.extend(<[_; 2]>::from(group.split_at(group.len() / 2))),
                }
            }
        }
    }
    Ok(())
}

/// Does one job, which is undone alone if it fails.
async fn in_savepoint(db: &mut WriterConnection, work: &Work) -> Result<JobResult, StoreError> {
    if db.lock_timeouts() >= MOST_LOCKED {
        return Ok(Err(StoreError::Unavailable));
    }
    db.savepoint().await?;
    let result = run_job(work.clone(), db).await;
    still_usable(db)?;
    match result {
        Ok(_) => db.release().await?,
        Err(_) => db.undo().await?,
    }
    Ok(result)
}

fn still_usable(db: &WriterConnection) -> Result<(), StoreError> {
    db.failure().map_or(Ok(()), |_| Err(StoreError::Unavailable))
}

async fn run_job(work: Work, db: &mut WriterConnection) -> JobResult {
    match work {
        Work::Append(append) => events::append(*append, db).await,
        Work::AppendWith(append, with) => {
            let change = events::append(*append, db).await?;
            run_statements(with, db).await?;
            Ok(change)
        }
        Work::Close(closing) => closing::close(&closing, db).await.map(|()| None),
        Work::Statements(statements) => run_statements(statements, db).await.map(|()| None),
    }
}

async fn run_statements(
    statements: Vec<Statement>,
    db: &mut WriterConnection,
) -> Result<(), StoreError> {
    for statement in statements {
        db.run(statement).await?;
    }
    Ok(())
}
