//! What can go wrong with a database.

use std::fmt;
use std::io;
use std::path::Path;

/// Why something could not be stored or read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// It is there already: a number, an id, a name is taken.
    Taken,
    /// It is not there, or not any more what it was.
    Gone,
    /// Somebody else owns the game by now: the epoch under which it was to be appended is stale.
    Fenced,
    /// The database cannot be written to or does not answer at the moment. Whether what was asked for
    /// is done is not known; whoever depends on it reads it again.
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
        let taken = error.as_database_error().is_some_and(|e| {
            e.is_unique_violation() || e.message().contains("UNIQUE constraint failed")
        });
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
