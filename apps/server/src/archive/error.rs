//! Why a game cannot be exported or imported.

use super::import::LONGEST_TEXT;
use catalog::GameName;
use std::fmt;

/// The format is not for games of this name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExportError {
    /// The game, by its name.
    pub game: &'static str,
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SGF is not for games of {}; use text or pgn", self.game)
    }
}

impl std::error::Error for ExportError {}

/// Why a text was not imported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ImportError {
    /// It is too long.
    TooLong,
    /// It does not say which game it is.
    Unnamed,
    /// It is of this game, and not of the one that was named.
    OtherGame(GameName),
    /// It cannot be read: a sentence that says what is wrong and where.
    Unreadable(String),
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "a game has at most {LONGEST_TEXT} bytes"),
            Self::Unnamed => f.write_str("the text does not say which game it is; name one"),
            Self::OtherGame(game) => write!(f, "the text is a game of {}", game.title()),
            Self::Unreadable(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for ImportError {}
