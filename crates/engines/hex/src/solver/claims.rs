//! Claims: wins proven by the search, stored as patterns of stones and carrier for use in other
//! positions.
//!
//! A *claim* of a side says: with these stones, and with every cell outside the carrier in the
//! hands of the opponent, the side wins even if the opponent moves first. That depends on stones
//! and carrier alone, so a claim proven in one position holds in every position in which the side
//! has the stones and the opponent has none of the carrier:
//!
//! - all stones are there: the opponent, to move, has lost;
//! - one stone is missing and its cell is empty: the side, to move, wins by placing it. If the
//!   opponent is to move, its must-play region is that cell and the carrier.
//!
//! Virtual connections are claims that H-search proves; the search adds others.

use crate::geometry::BoardGeometry;
use crate::solver_board::SolverBoard;
use game::{BySide, Side};
use hexgrid::CellSet;

#[derive(Clone, Copy, Debug)]
struct Claim<const W: usize> {
    /// Stones and carrier together.
    union: CellSet<W>,
    stones: CellSet<W>,
}

/// A claim applied to a position.
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
    /// Usefulness of each so far, for replacement.
    usefulness: BySide<Vec<u32>>,
    most: usize,
}

impl<const W: usize> Claims<W> {
    /// Capacity for `most` claims per side.
    pub(crate) fn new(most: usize) -> Self {
        Self {
            lists: BySide::from_fn(|_| Vec::new()),
            usefulness: BySide::from_fn(|_| Vec::new()),
            most,
        }
    }

    /// Adds that `winner` wins a position within `carrier`, a set of its empty cells, though the
    /// opponent moves first; and the same rotated by half a turn.
    pub(crate) fn add_win(
        &mut self,
        geometry: &BoardGeometry<W>,
        state: &SolverBoard<W>,
        winner: Side,
        carrier: CellSet<W>,
        value: u32,
    ) {
        let claim = claim_of(geometry, state, winner, carrier);
        let rotated =
            Claim { union: geometry.rotated(claim.union), stones: geometry.rotated(claim.stones) };
        for claim in [claim, rotated] {
            self.add(winner, claim, value);
        }
    }

    fn add(&mut self, winner: Side, claim: Claim<W>, value: u32) {
        let list = &mut self.lists[winner];
        if list.iter().any(|known| implies(*known, claim)) {
            return;
        }
        if list.len() >= self.most {
            self.drop_less_useful(winner);
        }
        self.lists[winner].push(claim);
        self.usefulness[winner].push(value);
    }

    /// Keeps the more useful half.
    fn drop_less_useful(&mut self, side: Side) {
        let usefulness = &self.usefulness[side];
        let mut order: Vec<usize> = (0..usefulness.len()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse((usefulness[i], i)));
        order.truncate(self.most / 2);
        order.sort_unstable();
        self.lists[side] = order.iter().map(|&i| self.lists[side][i]).collect();
        // Aging: usefulness decays, so that old claims must prove useful again.
        self.usefulness[side] = order.iter().map(|&i| self.usefulness[side][i] / 2).collect();
    }

    /// Calls `tell` with every claim of `winner` that applies to the position with at most one
    /// stone missing, until it returns [`ClaimUse::Solved`].
    pub(crate) fn apply(
        &mut self,
        state: &SolverBoard<W>,
        winner: Side,
        mut tell: impl FnMut(Applied<W>) -> ClaimUse,
    ) {
        let (own, opponent) = (state.stones(winner), state.stones(winner.other()));
        for (i, claim) in self.lists[winner].iter().enumerate() {
            if claim.union.meets(opponent) {
                continue;
            }
            let missing = claim.stones & !own;
            if missing.len() > 1 {
                continue;
            }
            let carrier = claim.union & !claim.stones & state.empties();
            match tell(Applied { missing, carrier }) {
                ClaimUse::Unused => {}
                ClaimUse::Narrowed => {
                    self.usefulness[winner][i] = self.usefulness[winner][i].saturating_add(1);
                }
                ClaimUse::Solved => {
                    self.usefulness[winner][i] = self.usefulness[winner][i].saturating_add(4);
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

/// The use of an applied claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClaimUse {
    Unused,
    Narrowed,
    Solved,
}

/// Whether the first claim implies the second: no more stones, and no more carrier.
#[inline]
fn implies<const W: usize>(a: Claim<W>, b: Claim<W>) -> bool {
    ((a.stones & !b.stones) | (a.union & !b.union)).is_empty()
}

/// The claim of a won position: only the groups adjacent to the carrier count, unless one group
/// connects the edges already; and captured cells are carrier rather than stones.
///
/// A captured pair stays captured with everything else in the opponent's hands: its own side's
/// stones around it are of the same group, so they are in the claim.
fn claim_of<const W: usize>(
    geometry: &BoardGeometry<W>,
    state: &SolverBoard<W>,
    winner: Side,
    carrier: CellSet<W>,
) -> Claim<W> {
    let stones = state.stones(winner);
    let start = match state.chain(geometry, winner) {
        Some(chain) => chain,
        None => geometry.adjacent(carrier) & stones,
    };
    let groups = geometry.flood_fill(start, stones);
    Claim { union: groups | carrier, stones: groups & !state.captured(winner) }
}
