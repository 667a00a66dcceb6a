//! Games by name.

use crate::with_game;
use game::{ParseError, Position, excerpt};
use std::fmt;
use std::str::FromStr;

/// A game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GameName {
    /// Comets, and chains that pin what they cross.
    Eclipse,
    /// Eleven kinds of piece and a hidden Fool.
    HexChess,
    /// The connection game.
    Hex,
}

impl GameName {
    /// All games, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Eclipse, Self::HexChess, Self::Hex];

    /// The name as commands, files and addresses write it.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Eclipse => "eclipse",
            Self::HexChess => "hexchess",
            Self::Hex => "hex",
        }
    }

    /// The name as people read it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Eclipse => "Eclipse",
            Self::HexChess => "Hex Chess",
            Self::Hex => "Hex",
        }
    }

    /// Whether a game can end in a draw.
    pub fn has_draws(self) -> bool {
        with_game!(self, P => <P as Position>::HAS_DRAWS)
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl FromStr for GameName {
    type Err = ParseError;

    /// Forgiving in case, spaces and hyphens: `Hex Chess` is `hexchess`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let plain: String = text
            .chars()
            .filter(|c| !matches!(c, ' ' | '-' | '_'))
            .map(|c| c.to_ascii_lowercase())
            .collect();
        Self::ALL.into_iter().find(|game| game.text() == plain).ok_or_else(|| {
            let names = Self::ALL.map(Self::text).join(", ");
            ParseError::new(0, format!("no game is called {}; there are {names}", excerpt(text)))
        })
    }
}
