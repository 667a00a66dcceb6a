//! Hashing with the finaliser of `SplitMix64` (Steele, Lea and Flood 2014), canonical modulo rotation by half
//! a turn: position keys of the solver, of what matters for the rest of the game.
//!
//! Not Zobrist keys (1970): positions are equal if their empty cells and the liberties and edges of their
//! groups are, wherever the stones are. Groups that another one covers, or with a single liberty,
//! do not matter.

use crate::geometry::BoardGeometry;
use crate::solver_board::SolverBoard;
use game::Side;
use game::splitmix64::{GAMMA, finalise};
use hexgrid::CellSet;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SolverKey {
    pub(crate) slot: u64,
    pub(crate) check: u64,
    /// Whether the key is that of the position rotated by half a turn.
    pub(crate) rotated: bool,
}

fn hash<const W: usize>(set: CellSet<W>, salt: u64) -> [u64; 2] {
    let mut a = finalise(salt.wrapping_add(GAMMA));
    let mut b = finalise(a ^ 0x5851_f42d_4c95_7f2d);
    for word in set.words() {
        a = finalise(a ^ word);
        b = finalise(b.wrapping_add(word));
    }
    [a, b]
}

/// A group as far as it matters: its liberties and the edges it is connected to.
#[derive(Clone, Copy, Debug)]
struct GroupLiberties<const W: usize> {
    liberties: CellSet<W>,
    edges: u8,
}

#[derive(Debug)]
pub(crate) struct KeyBuilder<const W: usize> {
    groups: Vec<GroupLiberties<W>>,
}

impl<const W: usize> KeyBuilder<W> {
    pub(crate) const fn new() -> Self {
        Self { groups: Vec::new() }
    }

    pub(crate) fn key(
        &mut self,
        geometry: &BoardGeometry<W>,
        state: &SolverBoard<W>,
        to_move: Side,
    ) -> SolverKey {
        let empties = state.empties();
        let salt = 7 + to_move.index() as u64;
        let mut plain = hash(empties, salt);
        let mut rotated = hash(geometry.rotated(empties), salt);
        for side in Side::BOTH {
            self.collect(geometry, state, side);
            for (i, group) in self.groups.iter().enumerate() {
                if self.groups.iter().enumerate().any(|(j, other)| covers(j, other, i, group)) {
                    continue;
                }
                let salt = 16 + 8 * side.index() as u64;
                let a = hash(group.liberties, salt + u64::from(group.edges));
                let swapped = (group.edges >> 1 & 1) | (group.edges << 1 & 2);
                let b = hash(geometry.rotated(group.liberties), salt + u64::from(swapped));
                for k in 0..2 {
                    plain[k] = plain[k].wrapping_add(a[k]);
                    rotated[k] = rotated[k].wrapping_add(b[k]);
                }
            }
        }
        if plain <= rotated {
            SolverKey { slot: plain[0], check: plain[1], rotated: false }
        } else {
            SolverKey { slot: rotated[0], check: rotated[1], rotated: true }
        }
    }

    fn collect(&mut self, geometry: &BoardGeometry<W>, state: &SolverBoard<W>, side: Side) {
        self.groups.clear();
        let empties = state.empties();
        let mut rest = state.stones(side);
        let [near, far] = *geometry.edge_cells(side);
        // A winning chain makes the edges one group.
        let edges = match state.chain(geometry, side) {
            Some(_) => [(near | far, 3), (CellSet::EMPTY, 0)],
            None => [(near, 1), (far, 2)],
        };
        for (rim, edges) in edges {
            let group = geometry.flood_fill(rim & rest, rest);
            rest &= !group;
            let liberties = (geometry.adjacent(group) | rim) & empties;
            self.groups.push(GroupLiberties { liberties, edges });
        }
        while let Some(cell) = rest.lowest() {
            let group = geometry.flood_fill(CellSet::EMPTY.with(cell), rest);
            rest &= !group;
            let liberties = geometry.adjacent(group) & empties;
            if liberties.len() > 1 {
                self.groups.push(GroupLiberties { liberties, edges: 0 });
            }
        }
    }
}

/// Whether the group `j` makes the group `i` redundant.
fn covers<const W: usize>(
    j: usize,
    other: &GroupLiberties<W>,
    i: usize,
    group: &GroupLiberties<W>,
) -> bool {
    j != i
        && (group.liberties & !other.liberties).is_empty()
        && group.edges & !other.edges == 0
        && (other.liberties != group.liberties || other.edges != group.edges || j < i)
}
