//! Moves that can be left out because the opponent's answer kills them.
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

use super::fill::fill;
use crate::field::Field;
use crate::lattice::Lattice;
use game::Side;
use hexgrid::{Cell, CellSet};

/// The empty cells at which a stone of `side` would be killed by the answer.
pub(crate) fn killed<const W: usize>(field: &Field<W>, side: Side) -> CellSet<W> {
    let is_killed = |cell: &Cell| field.ring(*cell).killers(side.other()) != 0;
    field.empties().into_iter().filter(is_killed).collect()
}

/// The empty cells of which another one, not killed, is as good a move for `side`: a move that
/// lets a cell be filled for its own side is as good as a move to that cell and more.
///
/// Only cells that are not dominated themselves so far are taken for better ones, so no two
/// cells go because of each other: if any move wins, one wins that is neither killed nor here.
pub(crate) fn dominated<const W: usize>(
    lattice: &Lattice<W>,
    field: &Field<W>,
    side: Side,
) -> CellSet<W> {
    let mut dominated = CellSet::EMPTY;
    for cell in field.empties() & !killed(field, side) {
        if !dominated.contains(cell) {
            let mut next = field.clone();
            next.place(lattice, side, cell);
            let filled = fill(lattice, &mut next, lattice.beside(cell));
            dominated |= filled.captured[side] | filled.dead;
        }
    }
    dominated
}
