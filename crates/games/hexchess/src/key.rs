//! The features that make up a position's Zobrist key (Zobrist 1970; HC-4.3): every piece on its cell, the side to move,
//! the turn's parity, and whether the setup is going on. Pools follow from what has been placed.

use crate::board::CELLS;
use crate::{Kind, Piece};
use game::Key;
use hexgrid::Cell;

const PIECES: u64 = 0x6865_7863_6865_7373;

/// Black is to move.
pub(crate) const SECOND_TO_MOVE: Key = Key::feature(0x6865_7863_7475_726e, 0);
/// The turn is odd.
pub(crate) const ODD: Key = Key::feature(0x6865_7863_7475_726e, 1);
/// Pieces are still being placed.
pub(crate) const SETUP: Key = Key::feature(0x6865_7863_7475_726e, 2);

/// A piece on a cell.
#[inline]
pub(crate) fn piece_on(piece: Piece, cell: Cell) -> Key {
    let kind = piece.side.index() * Kind::COUNT + piece.kind.index();
    Key::feature(PIECES, (kind * CELLS + cell.index()) as u64)
}
