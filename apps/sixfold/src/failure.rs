//! What can go wrong with a command, and the exit code that says so.

use queries::QueryError;
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Why a command did not succeed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something was checked and found wrong; the command has said what.
    Found,
    /// The request makes no sense: one line that says why.
    Request(String),
    /// A question about a game that has no answer: why, and where in the input.
    Query(QueryError),
    /// A file could not be read or written: one line that says which and why.
    File(String),
    /// Nobody listens any more: not worth a word.
    Hangup,
}

impl Failure {
    pub(crate) fn request(what: impl Display) -> Self {
        Self::Request(what.to_string())
    }

    pub(crate) fn file(path: &Path, error: &io::Error) -> Self {
        Self::File(format!("{}: {error}", path.display()))
    }

    /// Says what is wrong and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        let (code, what) = match self {
            Self::Hangup => return ExitCode::SUCCESS,
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
            Self::Hangup
        } else {
            Self::File(error.to_string())
        }
    }
}

/// What a command comes to.
pub(crate) type Done = Result<(), Failure>;
