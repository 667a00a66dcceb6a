//! What can be wrong with a text or a move. A text that cannot be read is not an illegal move,
//! and neither is a move that is not permitted: the last is a matter of who is asking.

use std::error::Error;
use std::fmt;

/// A text that does not say what it should: where, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// Bytes before the error.
    pub at: usize,
    /// What is wrong, as a sentence without its full stop.
    pub what: String,
}

impl ParseError {
    /// An error `at` bytes into the text.
    pub fn new(at: usize, what: impl Into<String>) -> Self {
        Self { at, what: what.into() }
    }

    /// The same error in a text that has `by` more bytes in front.
    ///
    /// ```
    /// let error = game::ParseError::new(2, "a cell is missing");
    /// assert_eq!(error.to_string(), "a cell is missing (at character 3)");
    /// assert_eq!(error.shifted(10).at, 12);
    /// ```
    pub fn shifted(mut self, by: usize) -> Self {
        self.at += by;
        self
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at character {})", self.what, self.at + 1)
    }
}

impl Error for ParseError {}

/// A well-formed move that the rules do not allow here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalMove {
    /// The move, as written by machines.
    pub mv: String,
    /// Why not, as a sentence without its full stop.
    pub why: String,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not legal: {}", self.mv, self.why)
    }
}

impl Error for IllegalMove {}

/// A position, set up by hand or read, that cannot stand on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidPosition {
    /// Why not, as a sentence without its full stop.
    pub why: String,
}

impl InvalidPosition {
    /// A position that is invalid for this reason.
    pub fn new(why: impl Into<String>) -> Self {
        Self { why: why.into() }
    }

    /// The same error in a text, `at` bytes into it.
    ///
    /// ```
    /// use game::{InvalidPosition, ParseError};
    /// let error = InvalidPosition::new("there are two kings");
    /// assert_eq!(error.in_text(4), ParseError::new(4, "there are two kings"));
    /// ```
    pub fn in_text(self, at: usize) -> ParseError {
        ParseError::new(at, self.why)
    }
}

impl fmt::Display for InvalidPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl Error for InvalidPosition {}

/// Why a typed move was not played.
///
/// ```
/// use game::{MoveError, NoOptions, Record};
/// let mut record = Record::<hex::Position>::new("size=3 swap=off".parse().unwrap());
/// record.play_text("b2").unwrap();
/// assert!(matches!(record.play_text("zz9"), Err(MoveError::Unreadable(_))));
/// assert!(matches!(record.play_text("b2"), Err(MoveError::Illegal(_))), "taken");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// It cannot be read.
    Unreadable(ParseError),
    /// It can be read, but not played.
    Illegal(IllegalMove),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => error.fmt(f),
            Self::Illegal(error) => error.fmt(f),
        }
    }
}

impl Error for MoveError {}

impl From<ParseError> for MoveError {
    fn from(error: ParseError) -> Self {
        Self::Unreadable(error)
    }
}

impl From<IllegalMove> for MoveError {
    fn from(error: IllegalMove) -> Self {
        Self::Illegal(error)
    }
}

/// `text` in quotes, cut short: ten megabytes of garbage must not become the error message.
///
/// ```
/// assert_eq!(game::excerpt(" zz9 "), "“zz9”");
/// assert_eq!(game::excerpt(&"x".repeat(1_000_000)).chars().count(), 27);
/// ```
pub fn excerpt(text: &str) -> String {
    const MOST: usize = 24;
    let text = text.trim();
    let short: String = text.chars().filter(|c| !c.is_control()).take(MOST).collect();
    let more = if text.chars().nth(MOST).is_some() { "…" } else { "" };
    format!("“{short}{more}”")
}
