//! Wins learned on the way, for use in other positions.
//!
//! A *claim* of a side says: with these stones, and with every cell outside the carrier in the
//! hands of the opponent, the side wins even if the opponent moves first. That is true or false
//! of the stones and the carrier alone, so a claim shown in one position holds in every position
//! in which the side has the stones and the opponent has none of the carrier:
//!
//! - all stones stand: the opponent, to move, has lost;
//! - one stone is missing and its cell is empty: the side, to move, wins by placing it. If the
//!   opponent is to move, it must move there or into the carrier.
//!
//! Virtual connections are claims that the rules of H-search show; the search learns others.

use crate::field::Field;
use crate::lattice::Lattice;
use game::{BySide, Side};
use hexgrid::CellSet;

#[derive(Clone, Copy, Debug)]
struct Claim<const W: usize> {
    /// Stones and carrier together.
    union: CellSet<W>,
    stones: CellSet<W>,
}

/// A claim as it applies to a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Applied<const W: usize> {
    /// The stone that is missing, if one is.
    pub(crate) missing: CellSet<W>,
    /// The cells of the carrier that are empty.
    pub(crate) carrier: CellSet<W>,
}

/// The claims of both sides.
#[derive(Debug)]
pub(crate) struct Claims<const W: usize> {
    lists: BySide<Vec<Claim<W>>>,
    /// How much each was worth so far.
    worths: BySide<Vec<u32>>,
    most: usize,
}

impl<const W: usize> Claims<W> {
    /// Room for `most` claims a side.
    pub(crate) fn new(most: usize) -> Self {
        Self {
            lists: BySide::from_fn(|_| Vec::new()),
            worths: BySide::from_fn(|_| Vec::new()),
            most,
        }
    }

    /// Learns that `winner` wins `field` within `carrier`, a set of its empty cells, though the
    /// opponent moves first; the same after half a turn.
    pub(crate) fn learn(
        &mut self,
        lattice: &Lattice<W>,
        field: &Field<W>,
        winner: Side,
        carrier: CellSet<W>,
        worth: u32,
    ) {
        let claim = essence(lattice, field, winner, carrier);
        let turned =
            Claim { union: lattice.rotated(claim.union), stones: lattice.rotated(claim.stones) };
        for claim in [claim, turned] {
            self.add(winner, claim, worth);
        }
    }

    fn add(&mut self, winner: Side, claim: Claim<W>, worth: u32) {
        let list = &mut self.lists[winner];
        if list.iter().any(|known| implies(*known, claim)) {
            return;
        }
        if list.len() >= self.most {
            self.forget_half(winner);
        }
        self.lists[winner].push(claim);
        self.worths[winner].push(worth);
    }

    /// Keeps the better half.
    fn forget_half(&mut self, side: Side) {
        let worths = &self.worths[side];
        let mut order: Vec<usize> = (0..worths.len()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse((worths[i], i)));
        order.truncate(self.most / 2);
        order.sort_unstable();
        self.lists[side] = order.iter().map(|&i| self.lists[side][i]).collect();
        // What was worth much long ago must prove itself again.
        self.worths[side] = order.iter().map(|&i| self.worths[side][i] / 2).collect();
    }

    /// Calls `tell` for every claim of `winner` that applies to `field` with at most one stone
    /// missing, until it answers that it has heard enough.
    pub(crate) fn apply(
        &mut self,
        field: &Field<W>,
        winner: Side,
        mut tell: impl FnMut(Applied<W>) -> Heard,
    ) {
        let (own, opponent) = (field.stones(winner), field.stones(winner.other()));
        for (i, claim) in self.lists[winner].iter().enumerate() {
            if claim.union.meets(opponent) {
                continue;
            }
            let missing = claim.stones & !own;
            if missing.len() > 1 {
                continue;
            }
            let carrier = claim.union & !claim.stones & field.empties();
            match tell(Applied { missing, carrier }) {
                Heard::Nothing => {}
                Heard::News => self.worths[winner][i] = self.worths[winner][i].saturating_add(1),
                Heard::Enough => {
                    self.worths[winner][i] = self.worths[winner][i].saturating_add(4);
                    return;
                }
            }
        }
    }

    /// All claims of a side: stones and carrier.
    #[cfg(test)]
    pub(crate) fn all(&self, side: Side) -> impl Iterator<Item = (CellSet<W>, CellSet<W>)> {
        self.lists[side].iter().map(|claim| (claim.stones, claim.union & !claim.stones))
    }
}

/// What an applied claim was good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Heard {
    Nothing,
    News,
    Enough,
}

/// Whether the first claim says more: fewer stones needed, and no more room.
#[inline]
fn implies<const W: usize>(a: Claim<W>, b: Claim<W>) -> bool {
    ((a.stones & !b.stones) | (a.union & !b.union)).is_empty()
}

/// The claim in a won position: only the groups that touch the carrier count, for no other can
/// be joined to anything, unless one group joins the edges already; and captured cells are carrier
/// rather than stones.
///
/// A captured pair stays captured with everything else in the opponent's hands: its own side's
/// stones around it are of the same group, so they are in the claim.
fn essence<const W: usize>(
    lattice: &Lattice<W>,
    field: &Field<W>,
    winner: Side,
    carrier: CellSet<W>,
) -> Claim<W> {
    let stones = field.stones(winner);
    let start = match field.chain(lattice, winner) {
        Some(chain) => chain,
        None => lattice.fringe(carrier) & stones,
    };
    let groups = lattice.flood(start, stones);
    Claim { union: groups | carrier, stones: groups & !field.captured(winner) }
}
