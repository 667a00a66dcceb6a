//! The one who writes. What many ask for at the same time becomes one transaction; each is answered
//! after the commit, and not before.

use super::StoreError;
use super::events::{self, Append};
use protocol::GameId;
use sqlx::any::{AnyArguments, AnyQueryResult};
use sqlx::{Any, AnyConnection, AnyPool};
use std::collections::HashSet;
use tokio::sync::{mpsc, oneshot};

/// How many may wait; whoever comes then waits for a place.
const QUEUE: usize = 4_096;

/// How many are committed together at most.
const BATCH: usize = 512;

/// A value for a statement.
#[derive(Clone, PartialEq, Debug)]
pub enum Arg {
    /// A text.
    Text(String),
    /// A number.
    Int(i64),
    /// A number with a fraction.
    Real(f64),
    /// No text.
    NoText,
    /// No number.
    NoInt,
}

impl Arg {
    /// A number that is never large enough to be negative as the database holds it.
    pub fn int(number: u64) -> Self {
        Self::Int(i64::try_from(number).unwrap_or(i64::MAX))
    }

    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A text or none.
    pub fn maybe_text(text: Option<impl Into<String>>) -> Self {
        text.map_or(Self::NoText, Self::text)
    }

    /// A number or none.
    pub fn maybe_int(number: Option<i64>) -> Self {
        number.map_or(Self::NoInt, Self::Int)
    }
}

/// One thing to do, as SQL that both databases understand, with `$1`, `$2`, ….
#[derive(Clone, PartialEq, Debug)]
pub struct Statement {
    sql: &'static str,
    args: Vec<Arg>,
    one_row: bool,
}

/// One thing to do.
pub fn statement(sql: &'static str, args: impl Into<Vec<Arg>>) -> Statement {
    Statement { sql, args: args.into(), one_row: false }
}

impl Statement {
    /// The same, and [`StoreError::Gone`] unless it changes exactly one row.
    pub fn once(self) -> Self {
        Self { one_row: true, ..self }
    }

    pub(super) async fn run(self, db: &mut AnyConnection) -> sqlx::Result<AnyQueryResult> {
        run(self.sql, self.args, db).await
    }
}

/// Runs a statement with these values.
pub(super) async fn run(
    sql: &str,
    args: Vec<Arg>,
    db: &mut AnyConnection,
) -> sqlx::Result<AnyQueryResult> {
    args.into_iter().fold(sqlx::query(sql), bind).execute(db).await
}

pub(super) type Query<'q> = sqlx::query::Query<'q, Any, AnyArguments<'q>>;

pub(super) fn bind(query: Query<'_>, arg: Arg) -> Query<'_> {
    match arg {
        Arg::Text(text) => query.bind(text),
        Arg::Int(number) => query.bind(number),
        Arg::Real(number) => query.bind(number),
        Arg::NoText => query.bind(None::<String>),
        Arg::NoInt => query.bind(None::<i64>),
    }
}

#[derive(Clone)]
enum Work {
    Statements(Vec<Statement>),
    Append(Box<Append>),
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

type Answer = Result<Option<(i32, i32)>, StoreError>;

struct Job {
    work: Work,
    answer: oneshot::Sender<Answer>,
}

/// A way to the one who writes.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    queue: mpsc::Sender<Job>,
}

impl Writer {
    pub(super) fn start(pool: AnyPool) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE);
        tokio::spawn(writer_loop(pool, jobs));
        Self { queue }
    }

    pub(super) async fn statements(&self, statements: Vec<Statement>) -> Result<(), StoreError> {
        self.ask(Work::Statements(statements)).await.map(|_| ())
    }

    pub(super) async fn append(&self, append: Append) -> Answer {
        self.ask(Work::Append(Box::new(append))).await
    }

    async fn ask(&self, work: Work) -> Answer {
        let stopped = || StoreError::Broken("the database is closed".into());
        let (answer, answered) = oneshot::channel();
        self.queue.send(Job { work, answer }).await.map_err(|_| stopped())?;
        answered.await.map_err(|_| stopped())?
    }
}

async fn writer_loop(pool: AnyPool, mut jobs: mpsc::Receiver<Job>) {
    let mut batch = Vec::with_capacity(BATCH);
    while jobs.recv_many(&mut batch, BATCH).await > 0 {
        let works: Vec<&Work> = batch.iter().map(|job| &job.work).collect();
        match commit_batch(&pool, &works).await {
            Ok(answers) => {
                for (job, answer) in batch.drain(..).zip(answers) {
                    // Whoever asked may have gone; it is done all the same.
                    let _ = job.answer.send(Ok(answer));
                }
            }
            // One of them cannot be done: each for itself, so that only that one fails.
            Err(_) => {
                for job in batch.drain(..) {
                    let done = commit_batch(&pool, &[&job.work]).await;
                    let _ = job.answer.send(done.map(|answers| answers[0]));
                }
            }
        }
    }
}

async fn commit_batch(
    pool: &AnyPool,
    works: &[&Work],
) -> Result<Vec<Option<(i32, i32)>>, StoreError> {
    let mut transaction = pool.begin().await?;
    let moves: Vec<&Append> = works.iter().filter_map(|work| work.as_move()).collect();
    let games: HashSet<&GameId> = moves.iter().map(|append| &append.game).collect();
    let at_once = games.len() == moves.len();
    if at_once {
        events::append_many(&moves, None, &mut transaction).await?;
    }
    let mut answers = Vec::with_capacity(works.len());
    for work in works {
        let done = at_once && work.as_move().is_some();
        answers.push(if done { None } else { run_job((*work).clone(), &mut transaction).await? });
    }
    transaction.commit().await?;
    Ok(answers)
}

async fn run_job(work: Work, db: &mut AnyConnection) -> Answer {
    match work {
        Work::Append(append) => events::append(*append, db).await,
        Work::Statements(statements) => {
            for statement in statements {
                let one_row = statement.one_row;
                let done = statement.run(db).await?;
                if one_row && done.rows_affected() != 1 {
                    return Err(StoreError::Gone);
                }
            }
            Ok(None)
        }
    }
}
