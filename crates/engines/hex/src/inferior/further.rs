//! Fill-in that looks further than single rings: stones that are dead, and pairs that need not
//! touch. Slower than `fill`, so the solver does without.
//!
//! ```text
//!     top edge            After Red's b the blue stone is dead: its colour does not matter any
//!      a B b              more, so it may be taken for red, and then a is dead as well. The same
//!       r r               with a and b exchanged, so Red captures both.
//! ```

use super::fill::{Filled, fill};
use crate::field::Field;
use crate::lattice::Lattice;
use game::Side;
use hexgrid::{Cell, CellSet};

/// Fills in everything whose fate is sealed.
pub(crate) fn fill_further<const W: usize>(
    lattice: &Lattice<W>,
    field: &mut Field<W>,
) -> Filled<W> {
    let mut filled = fill(lattice, field, lattice.cells());
    while let Some((side, pair)) = captured_pair(lattice, field) {
        for cell in pair {
            field.place_captured(lattice, side, cell);
            filled.captured[side].insert(cell);
        }
        filled.dead |= bury(lattice, field, side, lattice.cells());
        let more = fill(lattice, field, lattice.cells());
        filled.dead |= more.dead;
        for side in Side::BOTH {
            filled.captured[side] |= more.captured[side];
        }
    }
    filled
}

/// A side and two empty cells that each kill the other when the side moves there.
fn captured_pair<const W: usize>(
    lattice: &Lattice<W>,
    field: &Field<W>,
) -> Option<(Side, [Cell; 2])> {
    Side::BOTH.into_iter().find_map(|side| {
        let victims: Vec<(Cell, CellSet<W>)> = field
            .empties()
            .into_iter()
            .map(|cell| (cell, killed_by(lattice, field, side, cell)))
            .filter(|(_, killed)| !killed.is_empty())
            .collect();
        victims.iter().enumerate().find_map(|(i, (a, killed))| {
            let back = |(b, by_b): &&(Cell, CellSet<W>)| killed.contains(*b) && by_b.contains(*a);
            victims[i..].iter().find(back).map(|(b, _)| (side, [*a, *b]))
        })
    })
}

/// The empty cells that a stone of `side` on `cell` makes dead.
fn killed_by<const W: usize>(
    lattice: &Lattice<W>,
    field: &Field<W>,
    side: Side,
    cell: Cell,
) -> CellSet<W> {
    let mut next = field.clone();
    next.place(lattice, side, cell);
    bury(lattice, &mut next, side, lattice.beside(cell))
}

/// Gives dead cells and dead stones of the opponent to `side`, those of `fresh` and those that
/// follow; says which of them were empty.
fn bury<const W: usize>(
    lattice: &Lattice<W>,
    field: &mut Field<W>,
    side: Side,
    fresh: CellSet<W>,
) -> CellSet<W> {
    let mut buried = CellSet::EMPTY;
    let mut fresh = fresh;
    while let Some(cell) = fresh.lowest() {
        fresh.remove(cell);
        if field.stones(side).contains(cell) || !field.ring(cell).is_dead() {
            continue;
        }
        if field.empties().contains(cell) {
            field.place(lattice, side, cell);
            buried.insert(cell);
        } else {
            field.turn(lattice, side, cell);
        }
        fresh |= lattice.beside(cell);
    }
    buried
}
