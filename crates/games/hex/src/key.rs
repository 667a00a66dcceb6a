//! The features of a position that make up its Zobrist key (Zobrist 1970).

use crate::SwapRule;
use game::{Key, Side};
use hexgrid::Cell;

const STONES: u64 = 0x4e01;
const SIZES: u64 = 0x4e03;
const SECOND_TO_MOVE: Key = Key::feature(0x4e04, 0);
const SWAP_ON: Key = Key::feature(0x4e04, 1);

/// A stone of `side` on `cell`.
#[inline]
pub(crate) fn stone(side: Side, cell: Cell) -> Key {
    Key::feature(STONES + side.index() as u64, cell.index() as u64)
}

/// The turn passing to the other side.
#[inline]
pub(crate) const fn turn() -> Key {
    SECOND_TO_MOVE
}

/// The empty board of this size under this rule, with `to_move` to move.
pub(crate) fn empty(size: usize, swap: SwapRule, to_move: Side) -> Key {
    let rule = if swap == SwapRule::On { SWAP_ON } else { Key::default() };
    let side = if to_move == Side::Second { SECOND_TO_MOVE } else { Key::default() };
    Key::feature(SIZES, size as u64) ^ rule ^ side
}
