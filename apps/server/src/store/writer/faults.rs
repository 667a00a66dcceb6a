//! Injected failures of the writer's connection, for tests: every operation on the database can be
//! made to fail, before it is run or after.

use std::fmt;

/// What the writer does on its connection.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// Opens a connection.
    Connect,
    /// Begins a transaction.
    Begin,
    /// Sets a savepoint.
    Savepoint,
    /// Runs a statement or a query of a job.
    Statement,
    /// Releases a savepoint.
    Release,
    /// Rolls back to a savepoint.
    RollbackTo,
    /// Commits.
    Commit,
    /// Checks that a commit is durable.
    Check,
}

/// How an operation fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It is not run.
    Before,
    /// It is run, and what it said is lost.
    After,
}

/// Which operations fail.
pub trait FaultPlan: Send + Sync + 'static {
    /// Whether and how the operation that comes now fails.
    fn next(&self, operation: Operation) -> Option<Fault>;
}

/// Nothing fails but what fails by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoFaults;

impl FaultPlan for NoFaults {
    fn next(&self, _: Operation) -> Option<Fault> {
        None
    }
}

/// An injected failure, as the database's own would be told.
pub(super) fn injected(operation: Operation, fault: Fault) -> sqlx::Error {
    sqlx::Error::Protocol(format!("injected: {operation:?} failed {fault:?}"))
}

impl fmt::Debug for dyn FaultPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FaultPlan")
    }
}
