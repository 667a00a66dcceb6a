//! Why work on a whole database was not done.

use crate::store::StoreError;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why it was not done.
#[derive(Debug)]
pub enum AdminError {
    /// The database failed or refused.
    Store(StoreError),
    /// There is no database in this folder.
    NoDatabase(PathBuf),
    /// A file cannot be read or written.
    File(PathBuf, io::Error),
    /// A file is no whole backup: what is wrong, and in which line.
    Damaged(PathBuf, usize, String),
    /// The database that was to be filled holds something already.
    NotEmpty,
    /// A backup of a newer version: how many steps of the schema it has, and how many are known.
    Newer(usize, usize),
    /// The database that was to be filled with synthetic games holds others.
    HoldsOthers,
    /// Synthetic games were made with this seed before.
    SeedUsed(u16),
    /// What was written differs from what was read; the name of the table.
    Differs(String),
}

impl AdminError {
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::File(path.to_owned(), error)
    }
}

impl From<StoreError> for AdminError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl fmt::Display for AdminError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::NoDatabase(folder) => write!(
                f,
                "there is no sixfold.db in {}; give the folder with --data, or --database URL",
                folder.display()
            ),
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Damaged(path, line, what) => {
                write!(f, "{} is no whole backup: line {line}: {what}", path.display())
            }
            Self::NotEmpty => f.write_str(
                "the database holds something already; name a new folder or an empty database",
            ),
            Self::Newer(theirs, ours) => write!(
                f,
                "the backup is of a newer version (schema {theirs}, this version knows {ours})"
            ),
            Self::HoldsOthers => f.write_str(
                "the database holds games or people already; name a new folder or an empty database, or \
                 say --among-others",
            ),
            Self::SeedUsed(seed) => {
                write!(f, "people of seed {seed} are there already; choose another --seed")
            }
            Self::Differs(table) => {
                write!(f, "what was written to the table {table} differs from what was read")
            }
        }
    }
}

impl std::error::Error for AdminError {}
