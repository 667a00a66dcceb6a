//! The features of a position that make up its key.

use crate::SwapRule;
use crate::board::{Board, MOST_CELLS};
use game::{Key, Side};
use hexgrid::Cell;

static STONES: [[Key; MOST_CELLS]; 2] = [Key::table(0x4e01), Key::table(0x4e02)];
static SIZES: [Key; Board::LARGEST + 1] = Key::table(0x4e03);
const SECOND_TO_MOVE: Key = Key::feature(0x4e04, 0);
const SWAP_ON: Key = Key::feature(0x4e04, 1);

/// A stone of `side` on `cell`.
#[inline]
pub(crate) fn stone(side: Side, cell: Cell) -> Key {
    STONES[side.index()][cell.index()]
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
    SIZES[size] ^ rule ^ side
}
