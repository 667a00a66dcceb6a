//! Errors of commands and their exit codes.

use queries::QueryError;
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// The reason why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A check failed; the command has printed the details.
    Found,
    /// Invalid arguments, with the reason in one line.
    Request(String),
    /// An invalid query: the reason and its place in the input.
    Query(QueryError),
    /// A file could not be read or written: its name and the reason in one line.
    File(String),
    /// Broken pipe: exit silently.
    BrokenPipe,
}

impl Failure {
    pub(crate) fn request(what: impl Display) -> Self {
        Self::Request(what.to_string())
    }

    pub(crate) fn file(path: &Path, error: &io::Error) -> Self {
        Self::File(format!("{}: {error}", path.display()))
    }

    /// Prints the error and returns the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        let (code, what) = match self {
            Self::BrokenPipe => return ExitCode::SUCCESS,
            Self::Found => return ExitCode::from(1),
            Self::Request(what) => (2, what.clone()),
            Self::Query(error) => (2, error.in_words()),
            Self::File(what) => (3, what.clone()),
        };
        anstream::eprintln!("\x1b[1;31merror:\x1b[0m {what}");
        ExitCode::from(code)
    }
}

impl From<QueryError> for Failure {
    fn from(error: QueryError) -> Self {
        Self::Query(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::BrokenPipe
        } else {
            Self::File(error.to_string())
        }
    }
}

/// What a command comes to.
pub(crate) type Done = Result<(), Failure>;
