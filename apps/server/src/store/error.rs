//! Errors of the store.

use sqlx::error::DatabaseError;
use std::fmt;
use std::io;
use std::path::Path;

/// Why a read or a write failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// A unique constraint is violated: a number, an id or a name exists already.
    Taken,
    /// The row does not exist, or has changed since it was read.
    Gone,
    /// The epoch of the append is stale: another node owns the game by now.
    Fenced,
    /// The database cannot be written to or does not answer at the moment. Whether the write was committed is not
    /// known: a caller who depends on it reads it again.
    Unavailable,
    /// The database failed; the line says how.
    Broken(String),
}

impl StoreError {
    pub(super) fn folder(folder: &Path, error: &io::Error) -> Self {
        Self::Broken(format!("cannot keep anything in {}: {error}", folder.display()))
    }

    pub(super) fn unnameable(folder: &Path) -> Self {
        Self::Broken(format!("the folder {} has a name that is no text", folder.display()))
    }

    pub(crate) fn nonsense(what: &str) -> Self {
        Self::Broken(format!("the database holds what cannot be read: {what}"))
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Taken => f.write_str("it is taken"),
            Self::Gone => f.write_str("it is not there"),
            Self::Fenced => f.write_str("another node owns the game"),
            Self::Unavailable => f.write_str("the database is not available; try again"),
            Self::Broken(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let taken = error.as_database_error().is_some_and(DatabaseError::is_unique_violation);
        match error {
            _ if taken => Self::Taken,
            sqlx::Error::RowNotFound => Self::Gone,
            sqlx::Error::PoolTimedOut => Self::Unavailable,
            // The words of a driver may name the address it connects to, with its password.
            sqlx::Error::Configuration(_) => Self::Broken("the database's address is wrong".into()),
            other => Self::Broken(format!("the database failed: {other}")),
        }
    }
}
