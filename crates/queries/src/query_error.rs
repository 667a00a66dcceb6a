//! Why a question has no answer: a code for programs, a sentence for people, and the place in the input.

use game::{MoveError, ParseError};
use serde::{Deserialize, Serialize};

/// Error codes, for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum QueryErrorCode {
    /// There is no game of this name.
    UnknownGame,
    /// The question itself cannot be read, or contradicts itself.
    BadQuestion,
    /// The options cannot be read.
    BadOptions,
    /// The position cannot be read, or cannot stand on a board.
    BadPosition,
    /// The record cannot be read.
    BadRecord,
    /// A move cannot be read.
    BadMove,
    /// A move can be read and is not legal.
    IllegalMove,
    /// The game is over: nothing can be played.
    GameOver,
    /// A text is too long, or there are too many moves.
    TooLong,
}

impl QueryErrorCode {
    /// The code as it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Self::UnknownGame => "unknown_game",
            Self::BadQuestion => "bad_question",
            Self::BadOptions => "bad_options",
            Self::BadPosition => "bad_position",
            Self::BadRecord => "bad_record",
            Self::BadMove => "bad_move",
            Self::IllegalMove => "illegal_move",
            Self::GameOver => "game_over",
            Self::TooLong => "too_long",
        }
    }
}

/// A part of the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum InputPart {
    Game,
    Options,
    Position,
    Record,
    Moves,
    Move,
    Question,
}

/// Where in the input something is wrong. All numbers count from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Place {
    /// In which part.
    pub part: InputPart,
    /// Which move of `moves` or of the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// Which line of the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Which character of the text, or of the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

impl Place {
    /// A part as a whole.
    pub const fn of(part: InputPart) -> Self {
        Self { part, index: None, line: None, column: None }
    }
}

/// Error: the answer to a query that cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[error("{message}")]
pub struct QueryError {
    /// The code, for programs.
    pub code: QueryErrorCode,
    /// The message, for people: a sentence without its full stop.
    pub message: String,
    /// The place in the input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

impl QueryError {
    /// An error in a part of the input.
    pub fn new(code: QueryErrorCode, part: InputPart, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), place: Some(Place::of(part)) }
    }

    /// A question that cannot be read.
    pub fn bad_question(message: impl Into<String>) -> Self {
        Self::new(QueryErrorCode::BadQuestion, InputPart::Question, message)
    }

    /// A text that cannot be read.
    pub(crate) fn unreadable(code: QueryErrorCode, part: InputPart, error: ParseError) -> Self {
        let place = Place { column: Some(error.at + 1), ..Place::of(part) };
        Self { code, message: error.what, place: Some(place) }
    }

    /// A move that cannot be read or played.
    pub(crate) fn of_move(part: InputPart, error: MoveError) -> Self {
        match error {
            MoveError::Unreadable(error) => Self::unreadable(QueryErrorCode::BadMove, part, error),
            MoveError::Illegal(error) => Self::new(QueryErrorCode::IllegalMove, part, error.why),
        }
    }

    /// The same error, of the move with this number.
    pub(crate) fn at_index(mut self, index: usize) -> Self {
        if let Some(place) = &mut self.place {
            place.index = Some(index);
        }
        self
    }

    /// The error with its place, in one line.
    pub fn in_words(&self) -> String {
        let Some(place) = self.place else { return self.message.clone() };
        let mut words = Vec::new();
        words.extend(place.line.map(|line| format!("line {line}")));
        words.extend(place.index.map(|index| format!("move {index}")));
        words.extend(place.column.map(|column| format!("character {column}")));
        if words.is_empty() {
            self.message.clone()
        } else {
            format!("{}: {}", words.join(", "), self.message)
        }
    }
}
