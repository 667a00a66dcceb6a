//! Where each kind of piece attacks (HC-1.3, HC-1.4, HC-3.1 to HC-3.9), from tables made at
//! compile time. Whose pieces stand there, and so what may be played, is in `generate`.
//!
//! Cells are numbered column by column and upwards inside a column, so the numbers along a ray
//! rise or fall all the way; the first piece met is the lowest or the highest set bit.
//!
//! ```text
//!             N                 steep NW'   steep NE'
//!       NW  ╱───╲  NE                   ╲ ___ ╱
//!          ╱     ╲                      ╱     ╲
//!          ╲     ╱                      ╲     ╱
//!       SW  ╲───╱  SE                   ╱ ‾‾‾ ╲
//!             S                 steep SW'   steep SE'
//! ```

use crate::board::{CELLS, SHAPE};
use crate::{Kind, Parity, Piece};
use game::{BySide, Side};
use hexgrid::{Axial, Cell, CellSet};

const N: Axial = Axial::new(0, -1);
const NW: Axial = Axial::new(-1, 0);
const SW: Axial = Axial::new(-1, 1);
const S: Axial = Axial::new(0, 1);
const SE: Axial = Axial::new(1, 0);
const NE: Axial = Axial::new(1, -1);
const EDGES: [Axial; 6] = [N, NW, SW, S, SE, NE];
const STEEP_NE: Axial = Axial::new(1, -2);
const STEEP_NW: Axial = Axial::new(-1, -1);
const STEEP_SW: Axial = Axial::new(-1, 2);
const STEEP_SE: Axial = Axial::new(1, 1);

type Table = [CellSet; CELLS];

/// One step in the six edge directions: king and guardian (HC-3.2, HC-3.7).
static STEPS: Table = leaps(&EDGES);

/// Two steps straight: the dragon's leap (HC-3.6).
static LEAPS: Table = leaps(&doubled(EDGES));

/// Knight and fool (HC-3.3, HC-3.8).
static HORSE: Table = leaps(&[
    Axial::new(1, -3),
    Axial::new(2, -3),
    Axial::new(3, -2),
    Axial::new(3, -1),
    Axial::new(2, 1),
    Axial::new(1, 2),
    Axial::new(-1, 3),
    Axial::new(-2, 3),
    Axial::new(-3, 2),
    Axial::new(-3, 1),
    Axial::new(-2, -1),
    Axial::new(-1, -2),
]);

/// Where a pawn captures (HC-3.1).
static PAWN: BySide<Table> = BySide::new(leaps(&[NW, NE]), leaps(&[SW, SE]));

/// Rays along which cell numbers rise, then those along which they fall.
static NORTH: Table = rays(N);
static NORTH_EAST: Table = rays(NE);
static SOUTH_EAST: Table = rays(SE);
static STEEP_NORTH_EAST: Table = rays(STEEP_NE);
static STEEP_SOUTH_EAST: Table = rays(STEEP_SE);
static SOUTH: Table = rays(S);
static SOUTH_WEST: Table = rays(SW);
static NORTH_WEST: Table = rays(NW);
static STEEP_SOUTH_WEST: Table = rays(STEEP_SW);
static STEEP_NORTH_WEST: Table = rays(STEEP_NW);

/// Every cell in the six edge directions, however far.
static LINES: Table = {
    let (mut table, mut i) = ([CellSet::EMPTY; CELLS], 0);
    while i < CELLS * EDGES.len() {
        let (from, step) = (i / EDGES.len(), EDGES[i % EDGES.len()]);
        let mut next = SHAPE.step(Cell::new(from), step);
        while let Some(cell) = next {
            table[from] = table[from].with(cell);
            next = SHAPE.step(cell, step);
        }
        i += 1;
    }
    table
};

const fn doubled(steps: [Axial; 6]) -> [Axial; 6] {
    let mut twice = steps;
    let mut i = 0;
    while i < 6 {
        twice[i] = steps[i].times(2);
        i += 1;
    }
    twice
}

const fn leaps(steps: &[Axial]) -> Table {
    let mut table = [CellSet::EMPTY; CELLS];
    let mut from = 0;
    while from < CELLS {
        let mut i = 0;
        while i < steps.len() {
            if let Some(to) = SHAPE.step(Cell::new(from), steps[i]) {
                table[from] = table[from].with(to);
            }
            i += 1;
        }
        from += 1;
    }
    table
}

const fn rays(step: Axial) -> Table {
    let mut table = [CellSet::EMPTY; CELLS];
    let mut from = 0;
    while from < CELLS {
        let mut next = SHAPE.step(Cell::new(from), step);
        while let Some(cell) = next {
            table[from] = table[from].with(cell);
            next = SHAPE.step(cell, step);
        }
        from += 1;
    }
    table
}

/// The part of a ray of rising numbers up to the first piece, which is included.
#[inline]
fn rising(table: &Table, from: Cell, occupied: CellSet) -> CellSet {
    let ray = table[from.index()];
    let [blockers] = (ray & occupied).words();
    // Without blockers the mask is all ones.
    ray & CellSet::from_words([blockers ^ blockers.wrapping_sub(1)])
}

/// The part of a ray of falling numbers up to the first piece, which is included.
#[inline]
fn falling(table: &Table, from: Cell, occupied: CellSet) -> CellSet {
    let ray = table[from.index()];
    let [blockers] = (ray & occupied).words();
    // Bit 0 as a blocker changes nothing: the ray ends there anyhow.
    let highest = (blockers | 1).ilog2();
    ray & CellSet::from_words([u64::MAX << highest])
}

/// One step in an edge direction.
#[inline]
pub fn steps(from: Cell) -> CellSet {
    STEPS[from.index()]
}

/// One or two steps straight, over anything.
#[inline]
pub fn dragon(from: Cell) -> CellSet {
    STEPS[from.index()] | LEAPS[from.index()]
}

/// Two steps straight, over anything: what a dragon does besides stepping.
#[inline]
pub fn leaps_of_dragon(from: Cell) -> CellSet {
    LEAPS[from.index()]
}

/// The cell on the other side of `middle`, one step from it, as seen from a neighbour of it.
#[inline]
pub fn beyond(from: Cell, middle: Cell) -> Option<Cell> {
    let step = SHAPE.axial(middle).minus(SHAPE.axial(from));
    SHAPE.step(middle, step)
}

/// The cell that a dragon's two-step move passes over; `None` for a single step.
#[inline]
pub fn leapt(from: Cell, to: Cell) -> Option<Cell> {
    if LEAPS[from.index()].contains(to) {
        // Cells two steps apart in a straight line have one neighbour in common.
        (STEPS[from.index()] & STEPS[to.index()]).lowest()
    } else {
        None
    }
}

/// A knight's leaps.
#[inline]
pub fn horse(from: Cell) -> CellSet {
    HORSE[from.index()]
}

/// Where a pawn of `side` captures.
#[inline]
pub fn pawn(side: Side, from: Cell) -> CellSet {
    PAWN[side][from.index()]
}

/// North and south: rook, and half a queen.
#[inline]
pub fn upright(from: Cell, occupied: CellSet) -> CellSet {
    rising(&NORTH, from, occupied) | falling(&SOUTH, from, occupied)
}

/// The four slanted edges: bishop, the other half of a queen, the moon on even turns.
#[inline]
pub fn slanted(from: Cell, occupied: CellSet) -> CellSet {
    rising(&NORTH_EAST, from, occupied)
        | rising(&SOUTH_EAST, from, occupied)
        | falling(&NORTH_WEST, from, occupied)
        | falling(&SOUTH_WEST, from, occupied)
}

/// All cells that a queen could reach on an empty board.
#[inline]
pub(crate) fn lines(from: Cell) -> CellSet {
    LINES[from.index()]
}

/// All six edges: queen.
#[inline]
pub fn queen(from: Cell, occupied: CellSet) -> CellSet {
    slanted(from, occupied) | upright(from, occupied)
}

/// The four steep corners: the moon on odd turns.
#[inline]
pub fn steep(from: Cell, occupied: CellSet) -> CellSet {
    rising(&STEEP_NORTH_EAST, from, occupied)
        | rising(&STEEP_SOUTH_EAST, from, occupied)
        | falling(&STEEP_NORTH_WEST, from, occupied)
        | falling(&STEEP_SOUTH_WEST, from, occupied)
}

/// The three forward edges: charger.
#[inline]
pub fn forward(side: Side, from: Cell, occupied: CellSet) -> CellSet {
    match side {
        Side::First => {
            rising(&NORTH, from, occupied)
                | rising(&NORTH_EAST, from, occupied)
                | falling(&NORTH_WEST, from, occupied)
        }
        Side::Second => {
            falling(&SOUTH, from, occupied)
                | rising(&SOUTH_EAST, from, occupied)
                | falling(&SOUTH_WEST, from, occupied)
        }
    }
}

/// The moon on a turn of this parity (HC-3.9).
#[inline]
pub fn moon(parity: Parity, from: Cell, occupied: CellSet) -> CellSet {
    match parity {
        Parity::Even => slanted(from, occupied),
        Parity::Odd => steep(from, occupied),
    }
}

/// The cells that a piece on `from` attacks when `occupied` cells stop slides: every cell where it
/// would capture an enemy, whoever stands there now.
///
/// A pawn's steps forward are not attacks, and neither does a guardian's swap count as one: a
/// guardian attacks all its neighbours.
#[inline]
pub fn attacks(piece: Piece, from: Cell, occupied: CellSet, parity: Parity) -> CellSet {
    match piece.kind {
        Kind::King | Kind::Guardian => steps(from),
        Kind::Charger => forward(piece.side, from, occupied),
        Kind::Dragon => dragon(from),
        Kind::Fool | Kind::Knight => horse(from),
        Kind::Moon => moon(parity, from, occupied),
        Kind::Bishop => slanted(from, occupied),
        Kind::Queen => queen(from, occupied),
        Kind::Rook => upright(from, occupied),
        Kind::Pawn => pawn(piece.side, from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BOARD, numbered};
    use game::Dice;

    fn cell(number: usize) -> Cell {
        numbered(number).unwrap()
    }

    fn numbers(set: CellSet) -> Vec<usize> {
        set.into_iter().map(crate::board::number).collect()
    }

    /// The slow way: walk until a piece or the rim.
    fn walked(from: Cell, steps: &[Axial], occupied: CellSet) -> CellSet {
        let mut reached = CellSet::EMPTY;
        for &step in steps {
            for next in SHAPE.ray(from, step) {
                reached.insert(next);
                if occupied.contains(next) {
                    break;
                }
            }
        }
        reached
    }

    #[test]
    fn slides_are_walks() {
        let mut dice = Dice::new(1);
        for round in 0..2000 {
            let sparse = dice.roll() & dice.roll();
            let occupied = CellSet::from_words([if round % 2 == 0 { sparse } else { dice.roll() }]);
            for from in SHAPE.cells() {
                let occupied = occupied & BOARD;
                assert_eq!(upright(from, occupied), walked(from, &[N, S], occupied));
                assert_eq!(slanted(from, occupied), walked(from, &[NW, SW, SE, NE], occupied));
                let corners = [STEEP_NE, STEEP_NW, STEEP_SW, STEEP_SE];
                assert_eq!(steep(from, occupied), walked(from, &corners, occupied));
                for (side, ahead) in [(Side::First, [NW, N, NE]), (Side::Second, [SW, S, SE])] {
                    assert_eq!(forward(side, from, occupied), walked(from, &ahead, occupied));
                }
            }
        }
    }

    #[test]
    fn numbers_rise_or_fall_along_every_ray() {
        for from in SHAPE.cells() {
            for step in [N, NE, SE, STEEP_NE, STEEP_SE] {
                assert!(SHAPE.ray(from, step).is_sorted());
                assert!(SHAPE.ray(from, -step).is_sorted_by(|a, b| a > b));
            }
        }
    }

    #[test]
    fn a_middle_lies_between_its_ends() {
        for from in SHAPE.cells() {
            for middle in steps(from) {
                let to = beyond(from, middle);
                assert_eq!(to.and_then(|to| leapt(from, to)), to.map(|_| middle));
            }
        }
    }

    #[test]
    fn no_leap_of_the_dragon_crosses_a_gap_in_the_star() {
        for from in SHAPE.cells() {
            for step in EDGES {
                if let Some(to) = SHAPE.step(from, step * 2) {
                    assert_eq!(leapt(from, to), SHAPE.step(from, step));
                    assert!(leapt(from, to).is_some());
                }
                assert!(SHAPE.step(from, step).is_none_or(|to| leapt(from, to).is_none()));
            }
        }
    }

    #[test]
    fn pieces_attack_as_drawn() {
        let on_19 = |kind, parity| {
            numbers(attacks(Piece::new(Side::First, kind), cell(19), CellSet::EMPTY, parity))
        };
        assert_eq!(on_19(Kind::King, Parity::Even), [13, 14, 18, 20, 24, 25]);
        assert_eq!(on_19(Kind::Pawn, Parity::Even), [14, 25]);
        assert_eq!(on_19(Kind::Rook, Parity::Even), [17, 18, 20, 21]);
        assert_eq!(on_19(Kind::Moon, Parity::Odd), [4, 10, 12, 15, 23, 26, 28, 34]);
        assert_eq!(on_19(Kind::Bishop, Parity::Odd), on_19(Kind::Moon, Parity::Even));
        assert_eq!(on_19(Kind::Charger, Parity::Odd), [8, 14, 20, 21, 25, 32]);
        assert_eq!(on_19(Kind::Knight, Parity::Even), on_19(Kind::Fool, Parity::Even));
        assert_eq!(on_19(Kind::Knight, Parity::Even).len(), 12);
    }
}
