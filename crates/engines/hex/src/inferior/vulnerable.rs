//! Vulnerable and dominated cells (Hayward and van Rijswijck 2006): moves that can be left out
//! because a reply makes them dead, or because another move is as good.
//!
//! ```text
//!      b k          If Red moves to v, Blue answers k and the ring of v is such that v is dead.
//!     b v ?         Red has then moved for nothing, and Blue has a stone more on k.
//!      r r
//! ```
//!
//! **Killed moves are never needed.** Say Red, to move, wins by v, which Blue kills by k. With v
//! dead it may as well be blue, so Red to move also wins the position with blue stones on v and k
//! added, by some other move w; and w wins the original position too, which is better for Red. If
//! w is killed in turn, by k', the same holds with blue stones on w and k' added; dead cells stay
//! dead when more stones come. Stones only ever come, so this ends: with a winning move that is
//! not killed, for a position without moves to make is not one that Red wins by moving. So *all*
//! killed moves may be left out at once.
//!
//! **What a refutation needs.** Blue shows a win by answering the moves that are left. If such a
//! win is to hold in a carrier even when everything outside of it is red, every killed cell in
//! the carrier needs a killer in it as well.

use super::fill_in::fill_in;
use crate::geometry::BoardGeometry;
use crate::solver_board::SolverBoard;
use game::Side;
use hexgrid::{Cell, CellSet};

/// Vulnerable cells of `side`: empty cells at which its stone is made dead by the reply.
pub(crate) fn vulnerable_cells<const W: usize>(state: &SolverBoard<W>, side: Side) -> CellSet<W> {
    let is_killed = |cell: &Cell| state.ring(*cell).killers(side.other()) != 0;
    state.empties().into_iter().filter(is_killed).collect()
}

/// Dominated cells of `side`: a move that lets a cell be filled in for its own side is as good as a
/// move to that cell.
///
/// Only cells that are not dominated themselves so far count as dominating, so no two cells are
/// left out because of each other: if any move wins, one wins that is neither vulnerable nor
/// dominated.
pub(crate) fn dominated<const W: usize>(
    geometry: &BoardGeometry<W>,
    state: &SolverBoard<W>,
    side: Side,
) -> CellSet<W> {
    let mut dominated = CellSet::EMPTY;
    for cell in state.empties() & !vulnerable_cells(state, side) {
        if !dominated.contains(cell) {
            let mut next = state.clone();
            next.place(geometry, side, cell);
            let filled = fill_in(geometry, &mut next, geometry.neighbours(cell));
            dominated |= filled.captured[side] | filled.dead;
        }
    }
    dominated
}
