//! Everything that is claimed, against searches of small boards to their end.

mod claims;
mod filling;
mod keys;
mod player;
mod proofs;
mod rings;
mod solves;
mod surveys;
mod webs;

use crate::field::Field;
use crate::lattice::{Lattice, widen};
use crate::plain::{Bits, bits, set};
use game::{BySide, Dice, Side};
use hex::{Board, Position, SwapRule};

/// Stones on a small board, with red to move; turns do not matter here.
pub(crate) fn position(size: usize, red: Bits, blue: Bits) -> Position {
    let stones = BySide::new(set(red), set(blue));
    Position::setup(size, stones, Side::First, SwapRule::Off).expect("the stones fit")
}

pub(crate) fn lattice(size: usize) -> Lattice<1> {
    Lattice::new(Board::sized(size).expect("the size exists"))
}

/// The stones of a field, red and blue.
pub(crate) fn stones(field: &Field<1>) -> (Bits, Bits) {
    (bits(widen(field.stones(Side::First))), bits(widen(field.stones(Side::Second))))
}

/// Every way to put stones on the 3×3 board.
pub(crate) fn all_of_3x3() -> impl Iterator<Item = (Bits, Bits)> {
    (0..3_u32.pow(9)).map(|mut code| {
        let (mut red, mut blue) = (0, 0);
        for i in 0..9 {
            match code % 3 {
                1 => red |= 1 << i,
                2 => blue |= 1 << i,
                _ => {}
            }
            code /= 3;
        }
        (red, blue)
    })
}

/// Random stones on a board of `size`: each cell is empty with a chance of `empty` in 100.
pub(crate) fn random(dice: &mut Dice, size: usize, empty: usize) -> (Bits, Bits) {
    let (mut red, mut blue) = (0, 0);
    for i in 0..size * size {
        if dice.below(100) >= empty {
            if dice.below(2) == 0 { red |= 1 << i } else { blue |= 1 << i }
        }
    }
    (red, blue)
}
