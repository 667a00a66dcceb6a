//! What can be wrong with the text of a record.

use crate::{MoveError, Outcome, ParseError, Position, Record, excerpt};
use std::error::Error;
use std::fmt;

/// A record that could be read only in part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError<P: Position> {
    /// What could be read: the game up to the fault.
    pub partial: Box<Record<P>>,
    /// The number of the line with the fault, from 1.
    pub line: usize,
    /// What is wrong.
    pub fault: RecordFault,
}

impl<P: Position> RecordError<P> {
    /// A fault in a line before the first move.
    pub(crate) fn in_header(line: usize, fault: RecordFault) -> Self {
        Self { partial: Box::new(Record::new(P::Options::default())), line, fault }
    }
}

impl<P: Position> fmt::Display for RecordError<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl<P: Position> Error for RecordError<P> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.fault)
    }
}

/// What is wrong with the text of a record. Its text is a sentence without its full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordFault {
    /// A line among the tags that is none.
    NotATag(String),
    /// A result that is none of `1-0`, `0-1`, `1/2-1/2` and `*`.
    UnknownResult(String),
    /// The record of another game.
    OtherGame {
        /// The game that it names.
        found: String,
        /// The game that was expected.
        expected: &'static str,
    },
    /// The position that it starts from, or the options, cannot be read.
    Start(ParseError),
    /// A move that cannot be read or played.
    Move {
        /// The number of the ply, from 1.
        number: usize,
        /// The move as it is written.
        word: String,
        /// What is wrong with it.
        error: MoveError,
    },
    /// An ending outside the rules that does not say who won.
    EndingWithoutResult(String),
    /// An ending outside the rules, of a game that is over by the rules.
    AlreadyOver,
    /// Another result than that of the moves and the ending.
    ResultDiffers {
        /// The result that is written.
        written: Option<Outcome>,
        /// The result of the game.
        played: Option<Outcome>,
    },
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = |outcome: &Option<Outcome>| outcome.map_or("*", Outcome::text);
        match self {
            Self::NotATag(line) => {
                write!(f, "expected a tag such as [Game \"hex\"], found {}", excerpt(line))
            }
            Self::UnknownResult(word) => write!(f, "no such result: {}", excerpt(word)),
            Self::OtherGame { found, expected } => {
                write!(f, "this is a game of {}, not of {expected}", excerpt(found))
            }
            Self::Start(error) => error.fmt(f),
            Self::Move { number, word, error } => {
                write!(f, "move {number} {}: {error}", excerpt(word))
            }
            Self::EndingWithoutResult(word) => {
                write!(f, "an ending by {} needs a result", excerpt(word))
            }
            Self::AlreadyOver => f.write_str("the game was over before it was ended"),
            Self::ResultDiffers { written, played } => {
                write!(f, "the result says {}, the moves say {}", result(written), result(played))
            }
        }
    }
}

impl Error for RecordFault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Start(error) => Some(error),
            Self::Move { error, .. } => Some(error),
            _ => None,
        }
    }
}

impl From<ParseError> for RecordFault {
    fn from(error: ParseError) -> Self {
        Self::Start(error)
    }
}
