//! The writer's connection: transactions by explicit statements, and a commit that is known to be
//! durable or is not acknowledged.
//!
//! sqlx counts nested transactions itself. A rollback that fails leaves its count wrong, and a later
//! "commit" then releases a savepoint of a transaction that never ends. So nothing here uses sqlx's
//! transactions, and nothing is repaired: after a failure that is not the fault of one job's values
//! the connection is of no use any more, and [the writer](super) opens another.

use super::faults::{Fault, FaultPlan, Operation, injected};
use crate::store::statement::bind;
use crate::store::{Arg, Statement, StoreError};
use sqlx::any::{AnyConnectOptions, AnyRow};
use sqlx::{AnyConnection, ConnectOptions, Connection, Executor, Row, SqlSafeStr};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// How long closing a connection may take; then it is dropped.
const CLOSING: Duration = Duration::from_secs(1);

/// Which database it is, where they differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    /// SQLite.
    Sqlite,
    /// PostgreSQL.
    Postgres,
}

/// How the writer connects.
#[derive(Clone, Debug)]
pub(crate) struct WriterSource {
    pub(crate) options: AnyConnectOptions,
    pub(crate) dialect: Dialect,
    /// Run on every new connection.
    pub(crate) settings: &'static [&'static str],
    pub(crate) faults: Arc<dyn FaultPlan>,
}

/// A connection on which one transaction after the other is run.
pub(crate) struct WriterConnection {
    db: AnyConnection,
    dialect: Dialect,
    faults: Arc<dyn FaultPlan>,
    /// How many statements of this transaction have waited for a lock in vain.
    lock_timeouts: u32,
    /// Why it is of no use any more.
    failure: Option<String>,
}

/// What shows that something can be written. On PostgreSQL it is a row that no other connection has, so that
/// nobody waits for a process that was stopped in a transaction.
const fn probes(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::Sqlite => &["UPDATE alive SET at = at WHERE id = 1"],
        Dialect::Postgres => &[
            "INSERT INTO alive (id, at) VALUES (-pg_backend_pid(), 0)",
            "DELETE FROM alive WHERE id = -pg_backend_pid()",
        ],
    }
}

impl WriterConnection {
    /// Connects, and commits a transaction that writes before anything else is trusted to it.
    ///
    /// # Errors
    /// What failed, for the log.
    pub(super) async fn open(source: &WriterSource) -> Result<Self, String> {
        let fault = source.faults.next(Operation::Connect);
        if let Some(fault) = fault {
            return Err(injected(Operation::Connect, fault).to_string());
        }
        let db =
            source.options.connect().await.map_err(|error| StoreError::from(error).to_string());
        let (dialect, faults) = (source.dialect, Arc::clone(&source.faults));
        let mut connection = Self { db: db?, dialect, faults, lock_timeouts: 0, failure: None };
        match connection.prepare(source.settings).await {
            Ok(()) => Ok(connection),
            Err(error) => {
                let cause = connection.failure.clone().unwrap_or_else(|| error.to_string());
                connection.close().await;
                Err(cause)
            }
        }
    }

    async fn prepare(&mut self, settings: &[&'static str]) -> Result<(), StoreError> {
        for setting in settings {
            self.control(Operation::Statement, setting).await?;
        }
        self.begin().await?;
        for probe in probes(self.dialect) {
            if self.execute(*probe, Vec::new()).await? != 1 {
                return Err(self.fail("the table alive has no row"));
            }
        }
        self.commit().await
    }

    /// Why it is of no use any more, if it is not.
    pub(super) fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Whether no other process ends games, until the transaction is over: ratings and counts are read and
    /// written again, and those who end games of the same person on several nodes must not overwrite each
    /// other. SQLite has one writer only.
    pub(super) async fn try_lock_ratings(&mut self) -> Result<bool, StoreError> {
        if self.dialect == Dialect::Sqlite {
            return Ok(true);
        }
        // "ratings" in ASCII.
        let sql = "SELECT CASE WHEN pg_try_advisory_xact_lock(32199642168584051) \
            THEN CAST(1 AS BIGINT) ELSE CAST(0 AS BIGINT) END AS locked";
        let row = self.fetch(Operation::Check, sql, Vec::new()).await?;
        Ok(row.is_some_and(|row| row.try_get("locked").is_ok_and(|locked: i64| locked == 1)))
    }

    /// How many statements of this transaction have waited for a lock in vain.
    pub(super) const fn lock_timeouts(&self) -> u32 {
        self.lock_timeouts
    }

    /// Gives it up: whatever is not committed is rolled back by the database.
    pub(super) async fn close(self) {
        // Dropped when it takes longer, or fails: the same, a little later.
        let _ = timeout(CLOSING, self.db.close()).await;
    }

    /// Begins a transaction. On SQLite success proves that none was open.
    pub(super) async fn begin(&mut self) -> Result<(), StoreError> {
        let sql = match self.dialect {
            // At once a writer: two that are readers first could not both become one.
            Dialect::Sqlite => "BEGIN IMMEDIATE",
            Dialect::Postgres => "BEGIN",
        };
        self.lock_timeouts = 0;
        self.control(Operation::Begin, sql).await
    }

    /// What comes next can be undone alone.
    pub(super) async fn savepoint(&mut self) -> Result<(), StoreError> {
        self.control(Operation::Savepoint, "SAVEPOINT job").await
    }

    /// Keeps what came after the savepoint.
    pub(super) async fn release(&mut self) -> Result<(), StoreError> {
        self.control(Operation::Release, "RELEASE SAVEPOINT job").await
    }

    /// Undoes what came after the savepoint, and the savepoint. Once a lock was waited for in vain, no other
    /// is waited for as long in this transaction.
    pub(super) async fn undo(&mut self) -> Result<(), StoreError> {
        self.control(Operation::RollbackTo, "ROLLBACK TO SAVEPOINT job").await?;
        self.release().await?;
        if self.lock_timeouts > 0 {
            self.control(Operation::Statement, "SET LOCAL lock_timeout = '20ms'").await?;
        }
        Ok(())
    }

    /// Commits; success means that everything since [`begin`](Self::begin) is durable.
    pub(super) async fn commit(&mut self) -> Result<(), StoreError> {
        match self.dialect {
            Dialect::Sqlite => self.commit_sqlite().await,
            Dialect::Postgres => self.commit_postgres().await,
        }
    }

    /// SQLite's COMMIT has ended the transaction if it succeeds. The pragma is refused inside a
    /// transaction, and so is the check for that.
    async fn commit_sqlite(&mut self) -> Result<(), StoreError> {
        self.control(Operation::Commit, "COMMIT").await?;
        self.control(Operation::Check, "PRAGMA synchronous = FULL").await
    }

    /// PostgreSQL's COMMIT of a transaction that has failed succeeds, and rolls back: so the
    /// transaction's number is asked for before, and what became of it afterwards.
    async fn commit_postgres(&mut self) -> Result<(), StoreError> {
        let sql = "SELECT txid_current_if_assigned() AS id";
        let row = self.fetch(Operation::Check, sql, Vec::new()).await?;
        // Without a number nothing was written.
        let id: Option<i64> = row.and_then(|row| row.try_get("id").ok());
        self.control(Operation::Commit, "COMMIT").await?;
        let Some(id) = id else { return Ok(()) };
        let sql = "SELECT txid_status($1) AS status";
        let row = self.fetch(Operation::Check, sql, vec![Arg::Int(id)]).await?;
        let status: Option<String> = row.and_then(|row| row.try_get("status").ok());
        match status.as_deref() {
            Some("committed") => Ok(()),
            other => Err(self.fail(&format!("a commit became {other:?}"))),
        }
    }

    /// Runs a statement of a job; how many rows it changed.
    ///
    /// # Errors
    /// If the job's values cannot be stored, or if the connection has [failed](Self::failure).
    pub(crate) async fn execute(
        &mut self,
        sql: impl SqlSafeStr,
        args: Vec<Arg>,
    ) -> Result<u64, StoreError> {
        let fault = self.before(Operation::Statement)?;
        let query = args.into_iter().fold(sqlx::query(sql), bind);
        let done = query.execute(&mut self.db).await;
        let done = self.after(Operation::Statement, fault, done)?;
        Ok(done.rows_affected())
    }

    /// Runs a statement of a job.
    ///
    /// # Errors
    /// The same, and [`StoreError::Gone`] if it was to change one row and did not.
    pub(crate) async fn run(&mut self, statement: Statement) -> Result<(), StoreError> {
        let one_row = statement.one_row;
        let changed = self.execute(statement.sql, statement.args).await?;
        if one_row && changed != 1 { Err(StoreError::Gone) } else { Ok(()) }
    }

    /// The first row that a query of a job finds.
    pub(crate) async fn row(
        &mut self,
        sql: impl SqlSafeStr,
        args: Vec<Arg>,
    ) -> Result<Option<AnyRow>, StoreError> {
        self.fetch(Operation::Statement, sql, args).await
    }

    async fn fetch(
        &mut self,
        operation: Operation,
        sql: impl SqlSafeStr,
        args: Vec<Arg>,
    ) -> Result<Option<AnyRow>, StoreError> {
        let fault = self.before(operation)?;
        let query = args.into_iter().fold(sqlx::query(sql), bind);
        let row = query.fetch_optional(&mut self.db).await;
        self.after(operation, fault, row)
    }

    /// Runs a statement that is not a job's: it succeeds, or the connection is of no use.
    async fn control(&mut self, operation: Operation, sql: &'static str) -> Result<(), StoreError> {
        let fault = self.before(operation)?;
        // Never prepared: SQLite checks a pragma when it is compiled.
        let done = self.db.execute(sqlx::raw_sql(sql)).await;
        match self.after(operation, fault, done) {
            Err(error) if self.failure.is_none() => Err(self.fail(&error.to_string())),
            done => done.map(|_| ()),
        }
    }

    fn before(&mut self, operation: Operation) -> Result<Option<Fault>, StoreError> {
        if self.failure.is_some() {
            return Err(StoreError::Unavailable);
        }
        let fault = self.faults.next(operation);
        if fault == Some(Fault::Before) {
            return Err(self.fail(&injected(operation, Fault::Before).to_string()));
        }
        Ok(fault)
    }

    fn after<T>(
        &mut self,
        operation: Operation,
        fault: Option<Fault>,
        done: sqlx::Result<T>,
    ) -> Result<T, StoreError> {
        let done = match fault {
            Some(fault) => Err(injected(operation, fault)),
            None => done,
        };
        done.map_err(|error| match cause(self.dialect, &error) {
            Cause::Values => StoreError::from(error),
            Cause::Lock => {
                self.lock_timeouts += 1;
                StoreError::Unavailable
            }
            Cause::Database => self.fail(&StoreError::from(error).to_string()),
        })
    }

    fn fail(&mut self, cause: &str) -> StoreError {
        self.failure = Some(cause.to_owned());
        StoreError::Unavailable
    }
}

/// What the error of a statement says something of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cause {
    /// The values that were to be stored: a constraint, or a value that a column cannot hold.
    Values,
    /// A row or table that another connection has locked: the statement failed, the connection did not.
    Lock,
    /// The database.
    Database,
}

fn cause(dialect: Dialect, error: &sqlx::Error) -> Cause {
    let Some(code) = error.as_database_error().and_then(sqlx::error::DatabaseError::code) else {
        return Cause::Database;
    };
    match dialect {
        // SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH; the higher bits say more.
        Dialect::Sqlite => match code.parse::<u32>() {
            Ok(code) if matches!(code & 0xff, 18..=20) => Cause::Values,
            _ => Cause::Database,
        },
        // Data exceptions, and violated constraints.
        Dialect::Postgres if code.starts_with("22") || code.starts_with("23") => Cause::Values,
        // lock_not_available, deadlock_detected
        Dialect::Postgres if code == "55P03" || code == "40P01" => Cause::Lock,
        Dialect::Postgres => Cause::Database,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_check_after_a_commit_is_refused_inside_a_transaction() {
        sqlx::any::install_default_drivers();
        let options: AnyConnectOptions = "sqlite::memory:".parse().unwrap();
        let mut db = options.connect().await.unwrap();
        let check = || sqlx::raw_sql("PRAGMA synchronous = FULL");
        db.execute(check()).await.unwrap();
        db.execute(sqlx::raw_sql("SAVEPOINT job")).await.unwrap();
        assert!(db.execute(check()).await.is_err(), "a savepoint alone is a transaction too");
        db.execute(sqlx::raw_sql("RELEASE SAVEPOINT job")).await.unwrap();
        db.execute(check()).await.unwrap();
    }
}
