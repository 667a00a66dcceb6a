//! Dead regions of a whole group, by clique cutsets (Björnsson, Hayward, Johanson and van Rijswijck
//! 2007), and the captured pairs and vulnerable cells that follow.
//!
//! Take a group of one side, with its edge and everything else at that edge if it has reached one.
//! The liberties of the group are pairwise connected through it: a clique. A chain of the side
//! through two of them can go through the group instead. So of all empty cells the side only needs
//!
//! - those not adjacent to the group that can be reached from an edge the group has not reached,
//!   without passing next to it;
//! - liberties of the group that are adjacent to one of these, or to such an edge.
//!
//! ```text
//!     r r r r         The cells x are adjacent to the group and each other only: no chain of
//!    r x x · ·        Red needs them. Cells that no chain of one side needs cannot block a
//!     r r r r         chain of the other: they are dead, and may be filled in.
//! ```
//!
//! The argument uses one side's stones and the cells that are not its opponent's; so it stays true
//! when the opponent gets more of these, as long as the group stands.
//!
//! **Captured** pairs: two liberties of the group such that a stone of its side on either makes the
//! other dead (see `fill_in` for the argument). **Vulnerable** cells: the reply makes them dead
//! (see `vulnerable`).
//! `prune`).

use super::fill_in::{FillIn, fill_in};
use crate::geometry::BoardGeometry;
use crate::solver_board::SolverBoard;
use game::Side;
use hexgrid::{Cell, CellSet};

/// A group, and all that is connected to it by the edges it has reached.
#[derive(Clone, Copy, Debug)]
struct Group<const W: usize> {
    stones: CellSet<W>,
    /// The empty cells adjacent to it.
    liberties: CellSet<W>,
    /// The cells at edges that it has not reached.
    edge_cells: CellSet<W>,
    is_winning: bool,
}

/// The group of `start`, which counts as stones of `side`.
fn group<const W: usize>(
    geometry: &BoardGeometry<W>,
    state: &SolverBoard<W>,
    side: Side,
    start: CellSet<W>,
) -> Group<W> {
    let own = state.stones(side) | start;
    let mut stones = geometry.flood_fill(start, own);
    let (mut liberties, mut edge_cells, mut reached) = (CellSet::EMPTY, CellSet::EMPTY, 0);
    for &rim in geometry.edge_cells(side) {
        if stones.meets(rim) {
            stones |= geometry.flood_fill(rim & own, own);
            liberties |= rim;
            reached += 1;
        } else {
            edge_cells |= rim;
        }
    }
    liberties |= geometry.adjacent(stones);
    Group {
        stones,
        liberties: liberties & state.empties() & !stones,
        edge_cells,
        is_winning: reached == 2,
    }
}

/// The empty cells that are dead because of a group: no chain of `side` needs them.
fn dead_by_group<const W: usize>(
    geometry: &BoardGeometry<W>,
    state: &SolverBoard<W>,
    side: Side,
    group: &Group<W>,
) -> CellSet<W> {
    if group.is_winning {
        return CellSet::EMPTY;
    }
    let open = geometry.cells() & !state.stones(side.other()) & !group.stones & !group.liberties;
    let live = geometry.flood_fill(group.edge_cells & open, open);
    let touching = group.liberties & (geometry.adjacent(live) | group.edge_cells);
    state.empties() & !(live | touching | group.stones)
}

/// The empty cells that a stone of `side` on `cell` makes dead.
fn dead_after_move<const W: usize>(
    geometry: &BoardGeometry<W>,
    state: &SolverBoard<W>,
    side: Side,
    cell: Cell,
) -> CellSet<W> {
    let group = group(geometry, state, side, CellSet::EMPTY.with(cell));
    dead_by_group(geometry, state, side, &group)
}

/// Fills in what `fill_in` does and what groups adjacent to the cells of `fresh` make dead or
/// capture, until nothing changes.
pub(crate) fn fill_in_groups<const W: usize>(
    geometry: &BoardGeometry<W>,
    state: &mut SolverBoard<W>,
    fresh: CellSet<W>,
) -> FillIn<W> {
    let mut filled = fill_in(geometry, state, fresh);
    let mut changed = fresh | filled.cells();
    while let Some(more) = Side::BOTH
        .into_iter()
        .find_map(|side| fill_in_near(geometry, state, side, geometry.adjacent(changed) | changed))
    {
        filled.add(&more);
        let more = fill_in(geometry, state, geometry.adjacent(more.cells()));
        filled.add(&more);
        changed |= filled.cells();
    }
    filled
}

/// Fills in what one of the groups of `side` in `near` makes dead or captures.
fn fill_in_near<const W: usize>(
    geometry: &BoardGeometry<W>,
    state: &mut SolverBoard<W>,
    side: Side,
    near: CellSet<W>,
) -> Option<FillIn<W>> {
    let mut rest = state.stones(side) & near;
    while let Some(cell) = rest.lowest() {
        let group = group(geometry, state, side, CellSet::EMPTY.with(cell));
        rest &= !group.stones;
        let dead = dead_by_group(geometry, state, side, &group);
        if !dead.is_empty() {
            dead.into_iter().for_each(|cell| state.place(geometry, side, cell));
            return Some(FillIn { dead, ..FillIn::NOTHING });
        }
        if let Some(pair) = captured_pair(geometry, state, side, &group) {
            pair.into_iter().for_each(|cell| state.place_captured(geometry, side, cell));
            let mut filled = FillIn::NOTHING;
            filled.captured[side] = pair;
            return Some(filled);
        }
    }
    None
}

/// Two liberties of a group such that a stone on either makes the other dead.
fn captured_pair<const W: usize>(
    geometry: &BoardGeometry<W>,
    state: &SolverBoard<W>,
    side: Side,
    group: &Group<W>,
) -> Option<CellSet<W>> {
    let mut victims: Vec<(Cell, CellSet<W>)> = Vec::new();
    for cell in group.liberties {
        let dead_by_group = dead_after_move(geometry, state, side, cell) & group.liberties;
        if dead_by_group.is_empty() {
            continue;
        }
        let is_back = |(other, killers): &&(Cell, CellSet<W>)| {
            dead_by_group.contains(*other) && killers.contains(cell)
        };
        if let Some((other, _)) = victims.iter().find(is_back) {
            return Some(CellSet::EMPTY.with(cell).with(*other));
        }
        victims.push((cell, dead_by_group));
    }
    None
}

/// Vulnerable cells of a side with their killers.
#[derive(Clone, Debug)]
pub(crate) struct VulnerableCells<const W: usize> {
    killers: Vec<(Cell, CellSet<W>)>,
    /// All vulnerable cells.
    pub(crate) victims: CellSet<W>,
}

impl<const W: usize> VulnerableCells<W> {
    /// The vulnerable cells of `side`.
    pub(crate) fn of(geometry: &BoardGeometry<W>, state: &SolverBoard<W>, side: Side) -> Self {
        let killed = |cell| (cell, dead_after_move(geometry, state, side.other(), cell));
        let killers: Vec<_> = state.empties().into_iter().map(killed).collect();
        let killers: Vec<_> =
            killers.into_iter().filter(|(_, killed)| !killed.is_empty()).collect();
        let victims = killers.iter().fold(CellSet::EMPTY, |sum, (_, killed)| sum | *killed);
        Self { killers, victims }
    }

    /// `carrier`, with a killer of every vulnerable cell in it.
    pub(crate) fn with_killers(&self, mut carrier: CellSet<W>) -> CellSet<W> {
        let mut fresh = carrier & self.victims;
        while let Some(cell) = fresh.lowest() {
            fresh.remove(cell);
            let mut killers = self.killers.iter().filter(|(_, killed)| killed.contains(cell));
            if killers.clone().any(|(killer, _)| carrier.contains(*killer)) {
                continue;
            }
            if let Some((killer, _)) = killers.next() {
                carrier.insert(*killer);
                fresh |= CellSet::EMPTY.with(*killer) & self.victims;
            }
        }
        carrier
    }
}
