//! The writer: the only one who writes, on a connection of its own.
//!
//! Jobs that wait at the same time become one transaction (group commit); each is answered after the
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

/// How long to wait before connecting again: the first time, and at most.
const PAUSES: Range<Duration> = Duration::from_millis(25)..Duration::from_secs(1);

#[derive(Clone)]
enum Work {
    Statements(Vec<Statement>),
    Append(Box<Append>),
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
}

/// What a job is answered: the rating changes of a game that it has ended.
type JobResult = Result<Option<(i32, i32)>, StoreError>;

struct WriteJob {
    work: Work,
    answer: oneshot::Sender<JobResult>,
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

/// A way to the writer.
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

    /// How long ago something was last committed.
    pub(super) fn last_commit_age(&self) -> Duration {
        self.last_commit.age()
    }

    async fn ask(&self, work: Work) -> JobResult {
        let stopped = || StoreError::Broken("the database is closed".into());
        let (answer, answered) = oneshot::channel();
        self.queue.send(WriteJob { work, answer }).await.map_err(|_| stopped())?;
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
        while self.jobs.recv_many(&mut batch, BATCH).await > 0 {
            let works: Vec<&Work> = batch.iter().map(|job| &job.work).collect();
            let done = timeout(BATCH_TIME, commit_batch(&mut db, &works)).await;
            if let Ok(Ok(results)) = done {
                self.last_commit.set();
                batch.drain(..).zip(results).for_each(|(job, result)| job.answer(result));
                continue;
            }
            let cause = db.failure().unwrap_or("it does not answer").to_owned();
            batch.drain(..).for_each(|job| job.answer(Err(StoreError::Unavailable)));
            let Some(next) = self.reconnect(db, &cause).await else { return };
            db = next;
        }
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

/// Does all of these in one transaction; what became of each. An error means that the connection is
/// of no use any more, and that nothing may be acknowledged.
async fn commit_batch(
    db: &mut WriterConnection,
    works: &[&Work],
) -> Result<Vec<JobResult>, StoreError> {
    let mut results: Vec<JobResult> = vec![Ok(None); works.len()];
    let (moves, others) = apart(works);
    db.begin().await?;
    append_moves(db, works, &moves, &mut results).await?;
    for i in others {
        results[i] = in_savepoint(db, works[i]).await?;
    }
    db.commit().await?;
    Ok(results)
}

/// The jobs that append moves, at most one for each game, and the others.
fn apart(works: &[&Work]) -> (Vec<usize>, Vec<usize>) {
    let mut games: HashSet<&GameId> = HashSet::new();
    (0..works.len()).partition(|&i| works[i].as_move().is_some_and(|mv| games.insert(&mv.game)))
}

/// Appends moves in as few statements as that takes. Of a group that cannot be stored each half is
/// tried, until those are found whose fault it is.
async fn append_moves(
    db: &mut WriterConnection,
    works: &[&Work],
    moves: &[usize],
    results: &mut [JobResult],
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
                    [one] => results[*one] = Err(error),
                    _ => groups.extend(<[_; 2]>::from(group.split_at(group.len() / 2))),
                }
            }
        }
    }
    Ok(())
}

/// Does one job, which is undone alone if it fails.
async fn in_savepoint(db: &mut WriterConnection, work: &Work) -> Result<JobResult, StoreError> {
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
        Work::Close(closing) => closing::close(&closing, db).await.map(|()| None),
        Work::Statements(statements) => {
            for statement in statements {
                db.run(statement).await?;
            }
            Ok(None)
        }
    }
}
