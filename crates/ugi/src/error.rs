//! Why a line is refused, and why an engine cannot be made.

use bots::NoSuchLevel;
use game::{MoveError, ParseError, excerpt};

/// Why a line is refused: the text behind `error`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum LineError {
    #[error("no command is called {}; there are {known}", excerpt(name))]
    UnknownCommand { name: String, known: &'static str },
    #[error("expected nothing after {word}, found {}", excerpt(found))]
    TooMuch { word: String, found: String },
    #[error("expected setoption name NAME value VALUE")]
    SetOptionForm,
    #[error("expected a position after fen")]
    NoPosition,
    #[error("expected position startpos or position fen TEXT")]
    PositionForm,
    #[error("expected query gameover, p1turn or result, found {}", excerpt(.0))]
    UnknownQuery(String),
    #[error("go has no word {}; it has {known}", excerpt(word))]
    UnknownGoWord { word: String, known: &'static str },
    #[error("{0} is given twice")]
    GivenTwice(String),
    #[error("expected a number after {word}, found {}", excerpt(found))]
    NotANumber { word: String, found: String },
    #[error("{word} must be at least 1, not {number}")]
    BelowOne { word: String, number: i64 },
    #[error("still thinking; say stop first")]
    StillThinking,
    #[error("position: {0}")]
    Position(ParseError),
    #[error("move {number}: {error}")]
    Move { number: usize, error: MoveError },
    #[error("{}", .0.what)]
    Rules(ParseError),
    #[error("no option is called {}; there are {}", excerpt(name), known.join(", "))]
    UnknownOption { name: String, known: Vec<String> },
    #[error("{option} is of {offer}, not {}", excerpt(found))]
    NotOffered { option: String, offer: String, found: String },
    #[error("{name} is a number from {least} to {most}, not {}", excerpt(found))]
    OutOfRange { name: String, least: u64, most: u64, found: String },
    #[error(transparent)]
    Level(#[from] NoSuchLevel),
}

/// The tables of an engine do not fit into memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no memory for tables of {mib} MiB; choose a smaller size")]
pub struct NoMemory {
    /// Their size in MiB.
    pub mib: usize,
}
