//! Why a request of the page has no answer.

use catalog::GameName;
use std::fmt;

/// The reason, which the page shows as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RequestError {
    /// The name of the game or the record cannot be read.
    Unreadable(String),
    /// The session plays another game than this one.
    OtherGame(GameName),
    /// No level has this number.
    UnknownLevel(u8),
    /// The game is over: there is nothing to search.
    GameOver,
    /// The search was stopped before it found a move.
    NoMove,
    /// The game of this name has nothing left to place.
    NothingToPlace(String),
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(what) => f.write_str(what),
            Self::OtherGame(game) => write!(f, "this is a game of {}", game.title()),
            Self::UnknownLevel(level) => write!(f, "levels go from 1 to 8, not {level}"),
            Self::GameOver => f.write_str("the game is over"),
            Self::NoMove => f.write_str("no move was found"),
            Self::NothingToPlace(game) => write!(f, "{game} has nothing left to place"),
        }
    }
}

impl std::error::Error for RequestError {}
