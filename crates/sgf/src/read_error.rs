//! Error of the readers: what is wrong with a text, and where.

use std::error::Error;
use std::fmt;

/// A text that could not be read: the place, counted from 1, and a sentence without its full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
    /// The message.
    pub what: String,
}

impl ReadError {
    /// An error `at` bytes into `text`.
    pub(crate) fn at(text: &str, at: usize, what: impl Into<String>) -> Self {
        let before = text.get(..at.min(text.len())).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            what: what.into(),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, character {}: {}", self.line, self.column, self.what)
    }
}

impl Error for ReadError {}
