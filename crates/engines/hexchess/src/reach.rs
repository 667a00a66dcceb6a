//! Where pieces reach, from tables made at compile time: the rules' own attacks, laid out for a
//! search that asks a million times a second. Held to [`hexchess::attacks`] by a test.
//!
//! Cell numbers rise along five of the ten rays and fall along the others, so the first piece met
//! is the lowest or the highest bit.

use game::{BySide, Side};
use hexchess::board::{CELLS, SHAPE};
use hexchess::{Kind, Parity};
use hexgrid::{Axial, Cell, CellSet};

const N: Axial = Axial::new(0, -1);
const NW: Axial = Axial::new(-1, 0);
const SW: Axial = Axial::new(-1, 1);
const S: Axial = Axial::new(0, 1);
const SE: Axial = Axial::new(1, 0);
const NE: Axial = Axial::new(1, -1);

type Table = [CellSet; CELLS];

/// One step to each edge.
static STEPS: Table = leaps(&[N, NW, SW, S, SE, NE]);
/// Two steps straight.
static LEAPS: Table =
    leaps(&[N.times(2), NW.times(2), SW.times(2), S.times(2), SE.times(2), NE.times(2)]);
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
static PAWN: BySide<Table> = BySide::new(leaps(&[NW, NE]), leaps(&[SW, SE]));

static NORTH: Table = rays(N);
static NORTH_EAST: Table = rays(NE);
static SOUTH_EAST: Table = rays(SE);
static STEEP_NORTH_EAST: Table = rays(Axial::new(1, -2));
static STEEP_SOUTH_EAST: Table = rays(Axial::new(1, 1));
static SOUTH: Table = rays(S);
static SOUTH_WEST: Table = rays(SW);
static NORTH_WEST: Table = rays(NW);
static STEEP_SOUTH_WEST: Table = rays(Axial::new(-1, 2));
static STEEP_NORTH_WEST: Table = rays(Axial::new(-1, -1));

const fn leaps(steps: &[Axial]) -> Table {
    let mut table = [CellSet::EMPTY; CELLS];
    let mut i = 0;
    while i < CELLS * steps.len() {
        let from = Cell::new(i / steps.len());
        if let Some(to) = SHAPE.step(from, steps[i % steps.len()]) {
            table[from.index()] = table[from.index()].with(to);
        }
        i += 1;
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

/// A ray of rising numbers up to the first piece, which is included.
#[inline]
fn rising(table: &Table, from: Cell, occupied: CellSet) -> CellSet {
    let ray = table[from.index()];
    let [blockers] = (ray & occupied).words();
    // Without blockers the mask is all ones.
    ray & CellSet::from_words([blockers ^ blockers.wrapping_sub(1)])
}

/// A ray of falling numbers up to the first piece, which is included.
#[inline]
fn falling(table: &Table, from: Cell, occupied: CellSet) -> CellSet {
    let ray = table[from.index()];
    let [blockers] = (ray & occupied).words();
    // Bit 0 as a blocker changes nothing: the ray ends there anyhow.
    ray & CellSet::from_words([u64::MAX << (blockers | 1).ilog2()])
}

/// One step to each edge: king and guardian.
#[inline]
pub(crate) fn steps(from: Cell) -> CellSet {
    STEPS[from.index()]
}

/// Two steps straight, over anything: what a dragon does besides stepping.
#[inline]
pub(crate) fn leaps_of_dragon(from: Cell) -> CellSet {
    LEAPS[from.index()]
}

/// One or two steps straight.
#[inline]
pub(crate) fn dragon(from: Cell) -> CellSet {
    STEPS[from.index()] | LEAPS[from.index()]
}

/// The cell between two cells that are two steps apart in a straight line.
#[inline]
pub(crate) fn between(from: Cell, to: Cell) -> Option<Cell> {
    if LEAPS[from.index()].contains(to) {
        (STEPS[from.index()] & STEPS[to.index()]).lowest()
    } else {
        None
    }
}

/// The cell on the other side of `middle`, one step from it, as seen from a neighbour of it.
#[inline]
pub(crate) fn beyond(from: Cell, middle: Cell) -> Option<Cell> {
    let step = SHAPE.axial(middle) - SHAPE.axial(from);
    SHAPE.step(middle, step)
}

/// Knight and fool.
#[inline]
pub(crate) fn horse(from: Cell) -> CellSet {
    HORSE[from.index()]
}

/// Where a pawn captures.
#[inline]
pub(crate) fn pawn(side: Side, from: Cell) -> CellSet {
    PAWN[side][from.index()]
}

/// North and south.
#[inline]
pub(crate) fn upright(from: Cell, occupied: CellSet) -> CellSet {
    rising(&NORTH, from, occupied) | falling(&SOUTH, from, occupied)
}

/// The four slanted edges.
#[inline]
pub(crate) fn slanted(from: Cell, occupied: CellSet) -> CellSet {
    rising(&NORTH_EAST, from, occupied)
        | rising(&SOUTH_EAST, from, occupied)
        | falling(&NORTH_WEST, from, occupied)
        | falling(&SOUTH_WEST, from, occupied)
}

/// All six edges.
#[inline]
pub(crate) fn queen(from: Cell, occupied: CellSet) -> CellSet {
    slanted(from, occupied) | upright(from, occupied)
}

/// The four steep corners.
#[inline]
pub(crate) fn steep(from: Cell, occupied: CellSet) -> CellSet {
    rising(&STEEP_NORTH_EAST, from, occupied)
        | rising(&STEEP_SOUTH_EAST, from, occupied)
        | falling(&STEEP_NORTH_WEST, from, occupied)
        | falling(&STEEP_SOUTH_WEST, from, occupied)
}

/// The three forward edges of a side.
#[inline]
pub(crate) fn forward(side: Side, from: Cell, occupied: CellSet) -> CellSet {
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

/// The moon on a turn of this parity.
#[inline]
pub(crate) fn moon(parity: Parity, from: Cell, occupied: CellSet) -> CellSet {
    match parity {
        Parity::Even => slanted(from, occupied),
        Parity::Odd => steep(from, occupied),
    }
}

/// The cells on which a piece would capture; see [`hexchess::attacks`].
#[inline]
pub(crate) fn attacks(
    kind: Kind,
    side: Side,
    from: Cell,
    occupied: CellSet,
    parity: Parity,
) -> CellSet {
    match kind {
        Kind::King | Kind::Guardian => steps(from),
        Kind::Charger => forward(side, from, occupied),
        Kind::Dragon => dragon(from),
        Kind::Fool | Kind::Knight => horse(from),
        Kind::Moon => moon(parity, from, occupied),
        Kind::Bishop => slanted(from, occupied),
        Kind::Queen => queen(from, occupied),
        Kind::Rook => upright(from, occupied),
        Kind::Pawn => pawn(side, from),
    }
}

/// The parity of the turn in which the *other* side of the one to move moves next: it changes when
/// Black has moved (HC-2.7).
#[inline]
pub(crate) fn parity_after(to_move: Side, parity: Parity) -> Parity {
    match (to_move, parity) {
        (Side::First, same) => same,
        (Side::Second, Parity::Even) => Parity::Odd,
        (Side::Second, Parity::Odd) => Parity::Even,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Dice;
    use hexchess::Piece;
    use hexchess::board::BOARD;

    #[test]
    fn reaches_are_the_attacks_of_the_rules() {
        let mut dice = Dice::new(1);
        for _ in 0..300 {
            let occupied = CellSet::from_words([dice.roll() & dice.roll()]) & BOARD;
            for from in SHAPE.cells() {
                for side in Side::BOTH {
                    for kind in Kind::ALL {
                        for parity in [Parity::Even, Parity::Odd] {
                            let rule =
                                hexchess::attacks(Piece::new(side, kind), from, occupied, parity);
                            assert_eq!(attacks(kind, side, from, occupied, parity), rule);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_middle_lies_between_its_ends() {
        for from in SHAPE.cells() {
            for middle in steps(from) {
                let to = beyond(from, middle);
                assert_eq!(to.and_then(|to| between(from, to)), to.map(|_| middle));
            }
        }
    }
}
