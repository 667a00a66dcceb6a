//! Positions set up by hand: `AB`, `AW`, `AE` and `PL`.

use crate::dialect::CellNames;
use crate::raw::{RawNode, Value};
use crate::{ReadError, SgfGame, StoneMove};
use game::{BySide, InvalidPosition, Side, excerpt};
use hexgrid::Cell;
use placement::{Board, CellSet};
use std::marker::PhantomData;

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

/// The stones set up before the game, on a board that was empty.
pub(crate) fn start<P: SgfGame>(
    text: &str,
    root: &RawNode,
    names: CellNames,
    empty: P,
) -> Result<P, ReadError> {
    let setup = Setup::<P>::new(text, root, names);
    let stones = setup.stones(&empty)?;
    let turn = setup.turn();
    if stones.first.is_empty() && stones.second.is_empty() && turn != Some(Side::Second) {
        return Ok(empty);
    }
    let usual = if stones.first.len() > stones.second.len() { Side::Second } else { Side::First };
    let to_move = turn.unwrap_or(usual);
    P::from_setup(placement::Setup { stones, to_move, ..empty.to_setup() })
        .map_err(|error| ReadError::at(text, at(root), error.why))
}

/// The same stones with another side to move.
pub(crate) fn with_turn<P: SgfGame>(position: &P, side: Side) -> Result<P, InvalidPosition> {
    P::from_setup(placement::Setup { to_move: side, ..position.to_setup() })
}

/// A node that sets up stones, and how its colours and cells are to be read.
pub(crate) struct Setup<'a, P> {
    text: &'a str,
    node: &'a RawNode,
    names: CellNames,
    /// Cells are seen in the mirror.
    mirrored: bool,
    /// The colours are called by each other's names.
    exchanged: bool,
    game: PhantomData<P>,
}

impl<'a, P: SgfGame> Setup<'a, P> {
    /// Colours and cells as they are called where nothing was swapped.
    pub(crate) fn new(text: &'a str, node: &'a RawNode, names: CellNames) -> Self {
        Self { text, node, names, mirrored: false, exchanged: false, game: PhantomData }
    }

    /// The same, with cells in the mirror or colours by each other's names.
    pub(crate) fn seen(self, mirrored: bool, exchanged: bool) -> Self {
        Self { mirrored, exchanged, ..self }
    }

    /// A position with stones put on it and taken off.
    pub(crate) fn applied_to(&self, position: &P) -> Result<P, ReadError> {
        let stones = self.stones(position)?;
        let to_move = self.turn().unwrap_or(position.side_to_move());
        P::from_setup(placement::Setup { stones, to_move, ..position.to_setup() })
            .map_err(|error| ReadError::at(self.text, at(self.node), error.why))
    }

    fn stones(&self, position: &P) -> Result<BySide<CellSet>, ReadError> {
        let mut stones = position.to_setup().stones;
        for (name, colour) in [("AE", None), ("AB", Some(P::BLACK)), ("AW", Some(P::BLACK.other()))]
        {
            for value in self.node.values(name) {
                for cell in self.cells(position.tables(), value)? {
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
        Some(self.side(if text.starts_with('W') { P::BLACK.other() } else { P::BLACK }))
    }

    /// `c4`, or `a1:c4` for a rectangle.
    fn cells(&self, board: &Board, value: &Value) -> Result<Vec<Cell>, ReadError> {
        let wrong = || {
            let what = format!("no such cell: {}", excerpt(&value.text));
            ReadError::at(self.text, value.at, what)
        };
        let (from, to) = value.text.split_once(':').unwrap_or((&value.text, &value.text));
        let corner = |text: &str| {
            let mv = self.names.read::<P::Move>(text).ok_or_else(wrong)?;
            mv.axial().and_then(|at| board.cell(at)).ok_or_else(wrong)?;
            mv.column_and_row().ok_or_else(wrong)
        };
        let ((left, top), (right, bottom)) = (corner(from)?, corner(to)?);
        let cells = (top..=bottom).flat_map(|row| (left..=right).map(move |column| (column, row)));
        let cell = |(column, row)| {
            let mv = P::Move::place(column, row);
            let mv = if self.mirrored { P::swap_image(mv) } else { mv };
            mv.axial().and_then(|at| board.cell(at)).ok_or_else(wrong)
        };
        cells.map(cell).collect()
    }
}
