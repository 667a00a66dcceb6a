//! Fill-in: cells whose fate is sealed are filled before anybody thinks about them.
//!
//! **Dead** cells (see `ring`) are given to the side with more stones around them; who has them
//! does not matter.
//!
//! **Captured** pairs. Let a and b be empty neighbours such that a stone of one side on either
//! makes the other dead:
//!
//! ```text
//!     top edge            If Blue moves to a, Red answers b and a is dead, and the other way
//!      a   b              round; if nobody moves there, Red is as well off. So Red loses
//!        r                nothing by never moving there first, and Blue gains nothing: both
//!                         cells may be filled with red stones without changing who wins.
//! ```
//!
//! Each filled cell may seal the fate of its neighbours; they are looked at again until nothing
//! changes.

use crate::field::Field;
use crate::lattice::Lattice;
use game::{BySide, Side};
use hexgrid::{Cell, CellSet, Direction};

/// What was filled in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Filled<const W: usize> {
    pub(crate) captured: BySide<CellSet<W>>,
    pub(crate) dead: CellSet<W>,
}

impl<const W: usize> Filled<W> {
    pub(crate) const NOTHING: Self =
        Self { captured: BySide::new(CellSet::EMPTY, CellSet::EMPTY), dead: CellSet::EMPTY };

    /// All cells that were filled in.
    pub(crate) fn cells(&self) -> CellSet<W> {
        self.captured[Side::First] | self.captured[Side::Second] | self.dead
    }

    /// Takes what was filled in later as well.
    pub(crate) fn add(&mut self, more: &Self) {
        for side in Side::BOTH {
            self.captured[side] |= more.captured[side];
        }
        self.dead |= more.dead;
    }
}

/// Fills in the cells of `fresh` whose fate is sealed, and those that follow from them.
pub(crate) fn fill<const W: usize>(
    lattice: &Lattice<W>,
    field: &mut Field<W>,
    fresh: CellSet<W>,
) -> Filled<W> {
    let mut filled = Filled::NOTHING;
    let mut fresh = fresh & field.empties();
    while let Some(cell) = fresh.lowest() {
        fresh.remove(cell);
        if field.ring(cell).is_dead() {
            field.place(lattice, majority(field, cell), cell);
            filled.dead.insert(cell);
            fresh |= lattice.beside(cell);
        } else if let Some((side, other)) = captured_with(lattice, field, cell) {
            for cell in [cell, other] {
                field.place_captured(lattice, side, cell);
                filled.captured[side].insert(cell);
                fresh |= lattice.beside(cell);
            }
        }
        fresh &= field.empties();
    }
    filled
}

/// The side with more stones around a cell.
fn majority<const W: usize>(field: &Field<W>, cell: Cell) -> Side {
    let ring = field.ring(cell);
    let stones = |side| ring.stones(side).count_ones();
    if stones(Side::First) >= stones(Side::Second) { Side::First } else { Side::Second }
}

/// The side that captures an empty cell together with a neighbour, and that neighbour.
fn captured_with<const W: usize>(
    lattice: &Lattice<W>,
    field: &Field<W>,
    cell: Cell,
) -> Option<(Side, Cell)> {
    Side::BOTH.into_iter().find_map(|side| {
        let killers = field.ring(cell).killers(side);
        Direction::ALL.into_iter().filter(|d| killers >> d.index() & 1 == 1).find_map(|d| {
            let other = lattice.around(cell)[d.index()]?;
            let back = field.ring(other).killers(side) >> d.opposite().index() & 1;
            (back == 1).then_some((side, other))
        })
    })
}
