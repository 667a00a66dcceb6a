//! Fill-in of dead and captured cells (Hayward and van Rijswijck 2006).
//!
//! **Dead** cells (see `ring`) are given to the side with more stones around them; their owner does
//! not matter.
//!
//! **Captured** pairs. Let a and b be empty neighbours such that a stone of one side on either
//! makes the other dead:
//!
//! ```text
//!     top edge            If Blue moves to a, Red answers b and a is dead, and the other way
//!      a   b              round; if neither side moves there, Red is as well off. So Red loses
//!        r                nothing by never moving there first, and Blue gains nothing: both
//!                         cells may be filled with red stones without changing who wins.
//! ```
//!
//! Each filled cell may make its neighbours dead or captured; they are checked again until nothing
//! changes.

use crate::geometry::BoardGeometry;
use crate::solver_board::SolverBoard;
use game::{BySide, Side};
use hexgrid::{Cell, CellSet, Direction};

/// The cells that were filled in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FillIn<const W: usize> {
    pub(crate) captured: BySide<CellSet<W>>,
    pub(crate) dead: CellSet<W>,
}

impl<const W: usize> FillIn<W> {
    pub(crate) const NOTHING: Self =
        Self { captured: BySide::new(CellSet::EMPTY, CellSet::EMPTY), dead: CellSet::EMPTY };

    /// All cells that were filled in.
    pub(crate) fn cells(&self) -> CellSet<W> {
        self.captured[Side::First] | self.captured[Side::Second] | self.dead
    }

    /// Adds cells that were filled in later.
    pub(crate) fn add(&mut self, more: &Self) {
        for side in Side::BOTH {
            self.captured[side] |= more.captured[side];
        }
        self.dead |= more.dead;
    }
}

/// Fills in the dead and captured cells among `fresh`, and those that follow from them.
pub(crate) fn fill_in<const W: usize>(
    geometry: &BoardGeometry<W>,
    state: &mut SolverBoard<W>,
    fresh: CellSet<W>,
) -> FillIn<W> {
    let mut filled = FillIn::NOTHING;
    let mut fresh = fresh & state.empties();
    while let Some(cell) = fresh.lowest() {
        fresh.remove(cell);
        if state.ring(cell).is_dead() {
            state.place(geometry, majority(state, cell), cell);
            filled.dead.insert(cell);
            fresh |= geometry.neighbours(cell);
        } else if let Some((side, other)) = captured_with(geometry, state, cell) {
            for cell in [cell, other] {
                state.place_captured(geometry, side, cell);
                filled.captured[side].insert(cell);
                fresh |= geometry.neighbours(cell);
            }
        }
        fresh &= state.empties();
    }
    filled
}

/// The side with more stones around a cell.
fn majority<const W: usize>(state: &SolverBoard<W>, cell: Cell) -> Side {
    let ring = state.ring(cell);
    let stones = |side| ring.stones(side).count_ones();
    if stones(Side::First) >= stones(Side::Second) { Side::First } else { Side::Second }
}

/// The side that captures an empty cell together with a neighbour, and that neighbour.
fn captured_with<const W: usize>(
    geometry: &BoardGeometry<W>,
    state: &SolverBoard<W>,
    cell: Cell,
) -> Option<(Side, Cell)> {
    Side::BOTH.into_iter().find_map(|side| {
        let killers = state.ring(cell).killers(side);
        Direction::ALL.into_iter().filter(|d| killers >> d.index() & 1 == 1).find_map(|d| {
            let other = geometry.by_direction(cell)[d.index()]?;
            let back = state.ring(other).killers(side) >> d.opposite().index() & 1;
            (back == 1).then_some((side, other))
        })
    })
}
