//! SQLite and PostgreSQL, by the same queries.
//!
//! Reading goes through a pool. Everything that is written goes through one [writer](super::writer)
//! with a connection of its own, so that no reader is in its way.

use super::database::{Answer, Database};
use super::schema::MigrationError;
use super::statement::bind;
use super::writer::{Dialect, FaultPlan, NoFaults, Writer, WriterSource};
use super::{Append, Arg, Closing, Statement, StoreError, files, opening, schema};
use sqlx::any::{AnyConnectOptions, AnyPoolOptions, AnyRow};
use sqlx::{AnyPool, Connection, SqlStr};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// Where it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DatabaseLocation {
    /// A folder with an SQLite file in it; made if it is not there.
    Folder(std::path::PathBuf),
    /// A PostgreSQL database: `postgres://…`.
    Postgres(String),
}

/// How many may read at once, and one who looks after SQLite's log.
const READERS: u32 = 5;

/// How long a reader may wait for a connection, and a query may take.
const READING: Duration = Duration::from_secs(10);

/// An open database of either kind.
#[derive(Clone, Debug)]
pub struct Sql {
    readers: AnyPool,
    writer: Writer,
    dialect: Dialect,
}

impl Sql {
    /// Opens the database and brings its tables up to date.
    ///
    /// # Errors
    /// If it cannot be reached, made or changed.
    pub async fn open(place: &DatabaseLocation) -> Result<Self, StoreError> {
        Self::open_with_faults(place, Arc::new(NoFaults)).await
    }

    /// The same, with a writer whose operations fail by a plan; for tests.
    ///
    /// # Errors
    /// If it cannot be reached, made or changed.
    pub async fn open_with_faults(
        place: &DatabaseLocation,
        faults: Arc<dyn FaultPlan>,
    ) -> Result<Self, StoreError> {
        sqlx::any::install_default_drivers();
        let (url, dialect) = match place {
            DatabaseLocation::Folder(folder) => (files::prepare(folder)?, Dialect::Sqlite),
            DatabaseLocation::Postgres(url) => (url.clone(), Dialect::Postgres),
        };
        let options: AnyConnectOptions = url.parse().map_err(|_| opening::unreadable_address())?;
        let failed = |error| opening::failed(place, &error);
        bring_up_to_date(&options, dialect).await.map_err(|error| match error {
            MigrationError::Database(error) => failed(error),
            MigrationError::Newer { taken } => opening::newer(place, taken),
        })?;
        let readers = readers(&options, dialect).await.map_err(failed)?;
        let settings = writer_settings(dialect);
        let writer = Writer::start(WriterSource { options, dialect, settings, faults }).await?;
        Ok(Self { readers, writer, dialect })
    }
}

impl Database for Sql {
    fn read(&self, sql: SqlStr, args: Vec<Arg>) -> Answer<'_, Vec<AnyRow>> {
        Box::pin(async move {
            let query = args.into_iter().fold(sqlx::query(sql), bind);
            let rows = timeout(READING, query.fetch_all(&self.readers)).await;
            Ok(rows.map_err(|_| StoreError::Unavailable)??)
        })
    }

    fn write(&self, statements: Vec<Statement>) -> Answer<'_, ()> {
        Box::pin(self.writer.statements(statements))
    }

    fn append(&self, append: Append) -> Answer<'_, Option<(i32, i32)>> {
        Box::pin(self.writer.append(append))
    }

    fn append_with(&self, append: Append, with: Vec<Statement>) -> Answer<'_, Option<(i32, i32)>> {
        Box::pin(self.writer.append_with(append, with))
    }

    fn close(&self, closing: Closing) -> Answer<'_, ()> {
        Box::pin(self.writer.close(closing))
    }

    fn maintain(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            if self.dialect == Dialect::Sqlite {
                sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&self.readers).await?;
            }
            Ok(())
        })
    }

    fn last_commit_age(&self) -> Duration {
        self.writer.last_commit_age()
    }
}

/// Full: what was acknowledged outlives even a power cut, not only the process. The log is folded in
/// by [`Database::maintain`]; the writer, whom all wait for, does it only if it has grown to 80 MB.
/// The writer waits a second for a lock of another program, and then says so.
const SQLITE_WRITER: &[&str] = &[
    "PRAGMA busy_timeout = 1000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA wal_autocheckpoint = 20000",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
];

/// Another process may be building indexes.
const SQLITE_MIGRATION: &[&str] = &["PRAGMA busy_timeout = 600000"];

/// Readers change nothing; a checkpoint is no change.
const SQLITE_READER: &[&str] =
    &["PRAGMA busy_timeout = 5000", "PRAGMA synchronous = FULL", "PRAGMA query_only = ON"];

/// What the cluster's owner may have set for other uses must not make an acknowledged commit less
/// than durable. A process that is stopped in a transaction (SIGSTOP, a paused machine) loses it, and its locks
/// with it, before its [lease](super::LEASE) of 5 s ends and others want what it owned.
const POSTGRES_WRITER: &[&str] = &[
    "SET statement_timeout = '5s'",
    "SET lock_timeout = '1s'",
    "SET idle_in_transaction_session_timeout = '3s'",
    "SELECT set_config('synchronous_commit', 'on', false) \
     WHERE current_setting('synchronous_commit') = 'off'",
];

const POSTGRES_READER: &[&str] = &[
    "SET statement_timeout = '10s'",
    "SET lock_timeout = '1s'",
    "SET default_transaction_read_only = on",
];

fn writer_settings(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::Sqlite => SQLITE_WRITER,
        Dialect::Postgres => POSTGRES_WRITER,
    }
}

fn reader_settings(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::Sqlite => SQLITE_READER,
        Dialect::Postgres => POSTGRES_READER,
    }
}

/// On a connection of its own, on which building an index may take its time.
async fn bring_up_to_date(
    options: &AnyConnectOptions,
    dialect: Dialect,
) -> Result<(), MigrationError> {
    let settings = match dialect {
        Dialect::Sqlite => [SQLITE_WRITER, SQLITE_MIGRATION].concat(),
        Dialect::Postgres => Vec::new(),
    };
    let mut db = opening::connect_when_unlocked(options, &settings).await?;
    schema::bring_up_to_date(&mut db, dialect).await?;
    Ok(db.close().await?)
}

async fn readers(options: &AnyConnectOptions, dialect: Dialect) -> Result<AnyPool, sqlx::Error> {
    // The pool would try again for ten seconds and then only tell that they are over.
    opening::connect(options, reader_settings(dialect)).await?.close().await?;
    let pool = AnyPoolOptions::new().max_connections(READERS).acquire_timeout(READING);
    let pool = pool.after_connect(move |db, _| {
        Box::pin(async move {
            for setting in reader_settings(dialect) {
                sqlx::query(*setting).execute(&mut *db).await?;
            }
            Ok(())
        })
    });
    pool.connect_with(options.clone()).await
}
