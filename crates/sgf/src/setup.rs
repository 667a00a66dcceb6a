//! Positions set up by hand: `AB`, `AW`, `AE` and `PL`.

use crate::ReadError;
use crate::raw::{RawNode, Value};
use crate::read::{mirror, read_move};
use game::{BySide, InvalidPosition, Position as _, Side, excerpt};
use hex::{Board, CellSet, Move, Options, Position};
use hexgrid::{Axial, Cell};

fn is_setup_name(name: &str) -> bool {
    matches!(name, "AB" | "AW" | "AE" | "PL")
}

/// Whether a node sets something up.
pub(crate) fn is_setup(node: &RawNode) -> bool {
    node.properties.iter().any(|(name, _)| is_setup_name(name))
}

/// Where in the text a node sets something up.
pub(crate) fn at(node: &RawNode) -> usize {
    let found = node.properties.iter().find(|(name, _)| is_setup_name(name));
    found.and_then(|(_, values)| values.first()).map_or(0, |value| value.at)
}

/// Whether a node sets up stones and does not say whose turn it is.
pub(crate) fn is_turn_open(node: &RawNode) -> bool {
    is_setup(node) && node.value("PL").is_none()
}

/// The stones set up before the game.
pub(crate) fn start(text: &str, root: &RawNode, options: Options) -> Result<Position, ReadError> {
    let empty = Position::start(options);
    let setup = Setup { text, node: root, mirrored: false, exchanged: false };
    let stones = setup.stones(&empty)?;
    let turn = setup.turn();
    if stones.first.is_empty() && stones.second.is_empty() && turn != Some(Side::Second) {
        return Ok(empty);
    }
    let usual = if stones.first.len() > stones.second.len() { Side::Second } else { Side::First };
    let to_move = turn.unwrap_or(usual);
    Position::setup(options.size(), stones, to_move, options.swap())
        .map_err(|error| ReadError::at(text, at(root), error.why))
}

/// The same stones with another side to move.
pub(crate) fn with_turn(position: &Position, side: Side) -> Result<Position, InvalidPosition> {
    let stones = BySide::new(position.stones(Side::First), position.stones(Side::Second));
    Position::setup(position.size(), stones, side, position.swap_rule())
}

/// A node that sets up stones, and how its colours and cells are to be read.
pub(crate) struct Setup<'a> {
    pub(crate) text: &'a str,
    pub(crate) node: &'a RawNode,
    /// Cells are seen in the mirror.
    pub(crate) mirrored: bool,
    /// Black is the second side.
    pub(crate) exchanged: bool,
}

impl Setup<'_> {
    /// A position with stones put on it and taken off.
    pub(crate) fn applied_to(&self, position: &Position) -> Result<Position, ReadError> {
        let stones = self.stones(position)?;
        let to_move = self.turn().unwrap_or(position.side_to_move());
        Position::setup(position.size(), stones, to_move, position.swap_rule())
            .map_err(|error| ReadError::at(self.text, at(self.node), error.why))
    }

    fn stones(&self, position: &Position) -> Result<BySide<CellSet>, ReadError> {
        let mut stones = BySide::new(position.stones(Side::First), position.stones(Side::Second));
        for (name, colour) in [("AE", None), ("AB", Some(Side::First)), ("AW", Some(Side::Second))]
        {
            for value in self.node.values(name) {
                for cell in self.cells(position.board(), value)? {
                    stones.first.remove(cell);
                    stones.second.remove(cell);
                    if let Some(colour) = colour {
                        stones[self.side(colour)].insert(cell);
                    }
                }
            }
        }
        Ok(stones)
    }

    fn side(&self, colour: Side) -> Side {
        if self.exchanged { colour.other() } else { colour }
    }

    fn turn(&self) -> Option<Side> {
        let text = self.node.value("PL")?.text.trim().to_ascii_uppercase();
        Some(self.side(if text.starts_with('W') { Side::Second } else { Side::First }))
    }

    /// `c4`, or `a1:c4` for a rectangle.
    fn cells(&self, board: &Board, value: &Value) -> Result<Vec<Cell>, ReadError> {
        let wrong = || {
            let what = format!("no such cell: {}", excerpt(&value.text));
            ReadError::at(self.text, value.at, what)
        };
        let (from, to) = value.text.split_once(':').unwrap_or((&value.text, &value.text));
        let corner = |text: &str| match read_move(text) {
            Some(Move::Place(at)) if board.cell(at).is_some() => Ok(at),
            _ => Err(wrong()),
        };
        let (from, to) = (corner(from)?, corner(to)?);
        let cells = (from.r..=to.r).flat_map(|r| (from.q..=to.q).map(move |q| Axial::new(q, r)));
        let cell = |at: Axial| {
            let at = if self.mirrored { mirror(Move::Place(at)) } else { Move::Place(at) };
            match at {
                Move::Place(at) => board.cell(at).ok_or_else(wrong),
                Move::Swap => Err(wrong()),
            }
        };
        cells.map(cell).collect()
    }
}
