//! Cells that a whole group seals off, and what follows: pairs it captures, moves it kills.
//!
//! Take a group of one side, with its edge and everything else at that edge if it has reached one.
//! A chain of the side that comes to two cells beside the group may as well run through the group
//! from one to the other. So of all empty cells the side only ever needs
//!
//! - those not beside the group that can be reached from an edge the group has not reached,
//!   without passing beside it;
//! - those beside the group that touch one of these, or such an edge.
//!
//! ```text
//!     r r r r         The cells x touch nothing but the group and each other: whoever has them,
//!    r x x · ·        no chain of Red needs them. What no chain of one side needs, no chain of
//!     r r r r         the other can be stopped by: they are dead, and may be filled.
//! ```
//!
//! All of this is said of one side's stones and of the cells that are not its opponent's; so it
//! stays true when the opponent gets more of these, as long as the group stands.
//!
//! **Captured** pairs: two cells beside the group such that a stone of its side on either seals
//! off the other (see `fill` for the argument). **Killed** moves: the answer seals them off (see
//! `prune`).

use super::fill::{Filled, fill};
use crate::field::Field;
use crate::lattice::Lattice;
use game::Side;
use hexgrid::{Cell, CellSet};

/// A group, and all that is joined to it by the edges it has reached.
#[derive(Clone, Copy, Debug)]
struct Body<const W: usize> {
    stones: CellSet<W>,
    /// The empty cells beside it.
    liberties: CellSet<W>,
    /// The cells at edges that it has not reached.
    rims: CellSet<W>,
    is_chain: bool,
}

/// The body of the stones that are joined to `start`, which count as stones of `side`.
fn body<const W: usize>(
    lattice: &Lattice<W>,
    field: &Field<W>,
    side: Side,
    start: CellSet<W>,
) -> Body<W> {
    let own = field.stones(side) | start;
    let mut stones = lattice.flood(start, own);
    let (mut liberties, mut rims, mut reached) = (CellSet::EMPTY, CellSet::EMPTY, 0);
    for &rim in lattice.rims(side) {
        if stones.meets(rim) {
            stones |= lattice.flood(rim & own, own);
            liberties |= rim;
            reached += 1;
        } else {
            rims |= rim;
        }
    }
    liberties |= lattice.fringe(stones);
    Body { stones, liberties: liberties & field.empties() & !stones, rims, is_chain: reached == 2 }
}

/// The empty cells that no chain of `side` needs because of its body.
fn sealed<const W: usize>(
    lattice: &Lattice<W>,
    field: &Field<W>,
    side: Side,
    body: &Body<W>,
) -> CellSet<W> {
    if body.is_chain {
        return CellSet::EMPTY;
    }
    let open = lattice.cells() & !field.stones(side.other()) & !body.stones & !body.liberties;
    let live = lattice.flood(body.rims & open, open);
    let touching = body.liberties & (lattice.fringe(live) | body.rims);
    field.empties() & !(live | touching | body.stones)
}

/// The empty cells that a stone of `side` on `cell` seals off.
fn sealed_by<const W: usize>(
    lattice: &Lattice<W>,
    field: &Field<W>,
    side: Side,
    cell: Cell,
) -> CellSet<W> {
    let body = body(lattice, field, side, CellSet::EMPTY.with(cell));
    sealed(lattice, field, side, &body)
}

/// Fills in what `fill` does and what bodies beside the cells of `fresh` seal off or capture, until
/// nothing follows any more.
pub(crate) fn fill_deep<const W: usize>(
    lattice: &Lattice<W>,
    field: &mut Field<W>,
    fresh: CellSet<W>,
) -> Filled<W> {
    let mut filled = fill(lattice, field, fresh);
    let mut changed = fresh | filled.cells();
    while let Some(more) = Side::BOTH
        .into_iter()
        .find_map(|side| fill_beside(lattice, field, side, lattice.fringe(changed) | changed))
    {
        filled.add(&more);
        let more = fill(lattice, field, lattice.fringe(more.cells()));
        filled.add(&more);
        changed |= filled.cells();
    }
    filled
}

/// Fills in what one of the bodies of `side` in `near` seals off or captures.
fn fill_beside<const W: usize>(
    lattice: &Lattice<W>,
    field: &mut Field<W>,
    side: Side,
    near: CellSet<W>,
) -> Option<Filled<W>> {
    let mut rest = field.stones(side) & near;
    while let Some(cell) = rest.lowest() {
        let body = body(lattice, field, side, CellSet::EMPTY.with(cell));
        rest &= !body.stones;
        let dead = sealed(lattice, field, side, &body);
        if !dead.is_empty() {
            dead.into_iter().for_each(|cell| field.place(lattice, side, cell));
            return Some(Filled { dead, ..Filled::NOTHING });
        }
        if let Some(pair) = captured_pair(lattice, field, side, &body) {
            pair.into_iter().for_each(|cell| field.place_captured(lattice, side, cell));
            let mut filled = Filled::NOTHING;
            filled.captured[side] = pair;
            return Some(filled);
        }
    }
    None
}

/// Two cells beside a body that each seal off the other.
fn captured_pair<const W: usize>(
    lattice: &Lattice<W>,
    field: &Field<W>,
    side: Side,
    body: &Body<W>,
) -> Option<CellSet<W>> {
    let mut victims: Vec<(Cell, CellSet<W>)> = Vec::new();
    for cell in body.liberties {
        let sealed = sealed_by(lattice, field, side, cell) & body.liberties;
        if sealed.is_empty() {
            continue;
        }
        let is_back =
            |(other, by): &&(Cell, CellSet<W>)| sealed.contains(*other) && by.contains(cell);
        if let Some((other, _)) = victims.iter().find(is_back) {
            return Some(CellSet::EMPTY.with(cell).with(*other));
        }
        victims.push((cell, sealed));
    }
    None
}

/// Which moves of a side are killed, and by which answers.
#[derive(Clone, Debug)]
pub(crate) struct Kills<const W: usize> {
    by: Vec<(Cell, CellSet<W>)>,
    /// All killed moves.
    pub(crate) victims: CellSet<W>,
}

impl<const W: usize> Kills<W> {
    /// What the opponent of `side` can kill.
    pub(crate) fn of(lattice: &Lattice<W>, field: &Field<W>, side: Side) -> Self {
        let killed = |cell| (cell, sealed_by(lattice, field, side.other(), cell));
        let by: Vec<_> = field.empties().into_iter().map(killed).collect();
        let by: Vec<_> = by.into_iter().filter(|(_, killed)| !killed.is_empty()).collect();
        let victims = by.iter().fold(CellSet::EMPTY, |sum, (_, killed)| sum | *killed);
        Self { by, victims }
    }

    /// `carrier`, with a killer of every killed move in it.
    pub(crate) fn with_killers(&self, mut carrier: CellSet<W>) -> CellSet<W> {
        let mut fresh = carrier & self.victims;
        while let Some(cell) = fresh.lowest() {
            fresh.remove(cell);
            let mut killers = self.by.iter().filter(|(_, killed)| killed.contains(cell));
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
