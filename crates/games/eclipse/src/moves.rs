//! A move, and how machines write it: `17-24`. Whether it is legal is for a position to say.

use crate::board::number;
use crate::scanner::Scanner;
use game::ParseError;
use hexgrid::Cell;
use std::fmt;
use std::str::FromStr;

/// The piece on `from`, a comet or a satellite, goes to `to`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// Where the piece stands.
    pub from: Cell,
    /// Where it goes.
    pub to: Cell,
}

impl Move {
    /// From one cell to another.
    pub const fn new(from: Cell, to: Cell) -> Self {
        Self { from, to }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", number(self.from), number(self.to))
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut scanner = Scanner::new(text);
        let from = scanner.cell()?;
        scanner.expect('-')?;
        let to = scanner.cell()?;
        scanner.end()?;
        Ok(Self::new(from, to))
    }
}
