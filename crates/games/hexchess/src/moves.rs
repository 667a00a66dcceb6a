//! Moves and their machine notation. What a move does is in `effects`; how people write moves is
//! in `notation`.
//!
//! `17-21` a step from cell to cell · `K@4` a piece placed · `all:KCDGF` all empty cells of the
//! back rank filled from left to right.

use crate::Kind;
use crate::board::{number, read_number};
use game::{ParseError, excerpt};
use hexgrid::Cell;
use std::fmt;
use std::str::FromStr;

/// A turn. Captures, swaps and promotions follow from the position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A piece goes from one cell to another (HC-3).
    Step {
        /// Where it stands.
        from: Cell,
        /// Where it goes.
        to: Cell,
    },
    /// A piece of the pool is placed (HC-2.4).
    Place {
        /// What is placed.
        kind: Kind,
        /// Where.
        cell: Cell,
    },
    /// All that are still to be placed, in one turn (HC-2.6).
    PlaceAll(Lineup),
}

/// One to five kinds in order: what goes on the empty cells of a back rank from left to right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lineup([Option<Kind>; Lineup::MOST]);

impl Lineup {
    /// The most kinds a back rank takes.
    pub const MOST: usize = 5;

    /// These kinds in this order; `None` unless there are one to five.
    pub fn new(kinds: &[Kind]) -> Option<Self> {
        if kinds.is_empty() || kinds.len() > Self::MOST {
            return None;
        }
        let mut lineup = [None; Self::MOST];
        for (place, &kind) in lineup.iter_mut().zip(kinds) {
            *place = Some(kind);
        }
        Some(Self(lineup))
    }

    /// The kinds in order.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        self.0.into_iter().flatten()
    }

    /// How many kinds there are.
    pub fn count(self) -> usize {
        self.iter().count()
    }

    /// The same lineup with every fool looking like a knight (HC-5.1).
    pub(crate) fn disguised(self) -> Self {
        Self(self.0.map(|kind| kind.map(Kind::disguised)))
    }
}

impl fmt::Display for Lineup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self.iter().map(Kind::letter).collect();
        f.pad(&letters)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step { from, to } => write!(f, "{}-{}", number(*from), number(*to)),
            Self::Place { kind, cell } => write!(f, "{}@{}", kind.letter(), number(*cell)),
            Self::PlaceAll(lineup) => write!(f, "all:{lineup}"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;

    /// Exact: what [`Display`](fmt::Display) writes, and nothing else.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        if let Some(letters) = text.strip_prefix("all:") {
            return read_lineup(letters).map(Self::PlaceAll).map_err(|e| e.shifted(4));
        }
        if let Some((kind, cell)) = text.split_once('@') {
            let cell = read_number(cell).map_err(|e| e.shifted(kind.len() + 1))?;
            return Ok(Self::Place { kind: read_kind(kind)?, cell });
        }
        let Some((from, to)) = text.split_once('-') else {
            let what = "expected a move such as 17-21, K@4 or all:KCDGF";
            return Err(ParseError::new(0, format!("{what}, found {}", excerpt(text))));
        };
        let to = read_number(to).map_err(|e| e.shifted(from.len() + 1))?;
        Ok(Self::Step { from: read_number(from)?, to })
    }
}

fn read_kind(text: &str) -> Result<Kind, ParseError> {
    let mut letters = text.chars();
    let kind = letters.next().filter(char::is_ascii_uppercase).and_then(Kind::from_letter);
    kind.filter(|_| letters.next().is_none()).ok_or_else(|| {
        ParseError::new(0, format!("expected a piece's capital letter, found {}", excerpt(text)))
    })
}

fn read_lineup(text: &str) -> Result<Lineup, ParseError> {
    let mut kinds = Vec::with_capacity(Lineup::MOST);
    for (at, letter) in text.char_indices().take(Lineup::MOST + 1) {
        kinds.push(read_kind(letter.encode_utf8(&mut [0; 4])).map_err(|e| e.shifted(at))?);
    }
    Lineup::new(&kinds).ok_or_else(|| {
        ParseError::new(0, format!("expected one to five pieces, not {}", excerpt(text)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_small() {
        assert!(size_of::<Move>() <= 8);
    }

    #[test]
    fn machine_notation_is_exact() {
        for text in ["17-21", "1-37", "K@4", "P@5", "all:KCDGF", "all:K", "all:NNNNN"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        for text in
            ["", "-", "17", "17-", "17-38", "0-1", "017-21", " 17-21", "17-21 ", "17--21", "k@4"]
        {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
        for text in ["K@", "@4", "KK@4", "all:", "all:KCDGFM", "all:kcdgf", "ALL:K", "é@4", "all:é"]
        {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }

    #[test]
    fn errors_say_where() {
        assert_eq!("17-99".parse::<Move>().unwrap_err().at, 3);
        assert_eq!("all:KxD".parse::<Move>().unwrap_err().at, 5);
    }
}
