//! Everything that is proven, against exhaustive search of small boards.

mod claims;
mod countdown;
mod fill_in;
mod h_search;
mod keys;
mod player;
mod proofs;
mod rings;
mod solves;
mod surveys;

use crate::exhaustive::{Bits, bits, set};
use crate::geometry::{BoardGeometry, widen};
use crate::solver_board::SolverBoard;
use game::{BySide, Dice, Side};
use hex::{Board, Position, SwapRule};

/// Stones on a small board, with red to move; turns do not matter here.
pub(crate) fn position(size: usize, red: Bits, blue: Bits) -> Position {
    let stones = BySide::new(set(red), set(blue));
    Position::setup(size, stones, Side::First, SwapRule::Off).expect("the stones fit")
}

pub(crate) fn geometry(size: usize) -> BoardGeometry<1> {
    BoardGeometry::new(Board::sized(size).expect("the size exists"))
}

/// The stones of a solver board, red and blue.
pub(crate) fn stones(state: &SolverBoard<1>) -> (Bits, Bits) {
    (bits(widen(state.stones(Side::First))), bits(widen(state.stones(Side::Second))))
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
