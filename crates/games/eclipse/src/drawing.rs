//! A position as a drawing, for people and for tests. `*` is Light's comet, `@` Dark's, a letter
//! a satellite of that chain, a dot an empty cell; the last line is the tail of the one-line text.
//!
//! ```text
//!   g . . . . a
//!  g . . . . . a
//! h i j . . e d c
//!  @ . . . . . *
//! h i j . . e d c
//!  f . . . . . b
//!   f . . . . b
//! l - standard
//! ```

use crate::board::{ROWS, number};
use crate::chain::Chain;
use crate::notation::{Tokens, read_tail, write_tail};
use crate::parsed_setup::ParsedSetup;
use crate::position::{Piece, Position};
use crate::setup::side_name;
use game::{ParseError, Side, excerpt};
use hexgrid::Cell;
use std::fmt;

const fn comet_mark(side: Side) -> char {
    match side {
        Side::First => '*',
        Side::Second => '@',
    }
}

/// Writes the drawing.
pub(crate) fn draw(position: &Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut index = 0;
    for length in ROWS {
        write!(f, "{:indent$}", "", indent = 8 - length)?;
        for i in 0..length {
            let mark = match position.piece(Cell::new(index)) {
                Some(Piece::Comet(side)) => comet_mark(side),
                Some(Piece::Satellite(chain)) => chain.letter(),
                None => '.',
            };
            write!(f, "{}{mark}", if i == 0 { "" } else { " " })?;
            index += 1;
        }
        writeln!(f)?;
    }
    write_tail(position, f)
}

/// Reads a drawing; only the order of the marks counts, not the spaces between them.
pub(crate) fn read(text: &str) -> Result<Position, ParseError> {
    let mut words = Tokens::new(text);
    let mut found = Found::default();
    for index in 0..ROWS.iter().sum() {
        let cell = Cell::new(index);
        let (at, mark) = words.next(&format!("cell {} of the drawing", number(cell)))?;
        found.take(at, mark, cell)?;
    }
    let mut parsed = found.parsed()?;
    read_tail(&mut words, &mut parsed)?;
    parsed.position()
}

/// The pieces met so far: the cell of each, with the bytes before it.
#[derive(Default)]
struct Found {
    comets: [Vec<(usize, Cell)>; 2],
    chains: [Vec<(usize, Cell)>; Chain::COUNT],
}

impl Found {
    fn take(&mut self, at: usize, mark: &str, cell: Cell) -> Result<(), ParseError> {
        let mut letters = mark.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            let what = format!("expected one mark a cell, found {}", excerpt(mark));
            return Err(ParseError::new(at, what));
        };
        let comet = Side::BOTH.into_iter().find(|&side| comet_mark(side) == letter);
        if let Some(side) = comet {
            self.comets[side.index()].push((at, cell));
        } else if let Some(chain) = Chain::lettered(letter) {
            self.chains[chain.index()].push((at, cell));
        } else if letter != '.' {
            let what = format!("expected *, @, a dot or a letter from a to j, found “{letter}”");
            return Err(ParseError::new(at, what));
        }
        Ok(())
    }

    fn parsed(&self) -> Result<ParsedSetup, ParseError> {
        let mut parsed = ParsedSetup::default();
        for side in Side::BOTH {
            let [(at, cell)] = self.comets[side.index()][..] else {
                let found = self.comets[side.index()].len();
                let what = format!("{} has one comet, found {found}", side_name(side));
                return Err(ParseError::new(0, what));
            };
            parsed.put_comet(side, at, cell);
        }
        for chain in Chain::ALL {
            let [(at, first), (_, second)] = self.chains[chain.index()][..] else {
                let found = self.chains[chain.index()].len();
                let what = format!("chain {chain} has two satellites, found {found}");
                return Err(ParseError::new(0, what));
            };
            parsed.put_chain(chain, at, [first, second]);
        }
        Ok(parsed)
    }
}
