//! What a position comes down to.
use crate::field::Field;
use crate::lattice::Lattice;
use game::Side;
use hexgrid::CellSet;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    pub(crate) slot: u64,
    pub(crate) check: u64,
    /// Whether the key is that of the position after half a turn.
    pub(crate) turned: bool,
}

#[inline]
const fn mix(mut x: u64) -> u64 {
    x ^= x >> 30;
    x = x.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^= x >> 27;
    x = x.wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

fn hash<const W: usize>(set: CellSet<W>, salt: u64) -> [u64; 2] {
    let mut a = mix(salt.wrapping_add(0x9e37_79b9_7f4a_7c15));
    let mut b = mix(a ^ 0x5851_f42d_4c95_7f2d);
    for word in set.words() {
        a = mix(a ^ word);
        b = mix(b.wrapping_add(word));
    }
    [a, b]
}

/// A group as the rest of the game sees it.
#[derive(Clone, Copy, Debug)]
struct Reach<const W: usize> {
    liberties: CellSet<W>,
    edges: u8,
}

#[derive(Debug)]
pub(crate) struct Keys<const W: usize> {
    reaches: Vec<Reach<W>>,
}

impl<const W: usize> Keys<W> {
    pub(crate) const fn new() -> Self {
        Self { reaches: Vec::new() }
    }

    pub(crate) fn key(&mut self, lattice: &Lattice<W>, field: &Field<W>, to_move: Side) -> Key {
        let empties = field.empties();
        let salt = 7 + to_move.index() as u64;
        let mut plain = hash(empties, salt);
        let mut turned = hash(lattice.rotated(empties), salt);
        for side in Side::BOTH {
            self.collect(lattice, field, side);
            for (i, reach) in self.reaches.iter().enumerate() {
                if self.reaches.iter().enumerate().any(|(j, other)| covers(j, other, i, reach)) {
                    continue;
                }
                let salt = 16 + 8 * side.index() as u64;
                let a = hash(reach.liberties, salt + u64::from(reach.edges));
                let swapped = (reach.edges >> 1 & 1) | (reach.edges << 1 & 2);
                let b = hash(lattice.rotated(reach.liberties), salt + u64::from(swapped));
                for k in 0..2 {
                    plain[k] = plain[k].wrapping_add(a[k]);
                    turned[k] = turned[k].wrapping_add(b[k]);
                }
            }
        }
        if plain <= turned {
            Key { slot: plain[0], check: plain[1], turned: false }
        } else {
            Key { slot: turned[0], check: turned[1], turned: true }
        }
    }

    fn collect(&mut self, lattice: &Lattice<W>, field: &Field<W>, side: Side) {
        self.reaches.clear();
        let empties = field.empties();
        let mut rest = field.stones(side);
        let [near, far] = *lattice.rims(side);
        // A chain from edge to edge makes them one.
        let edges = match field.chain(lattice, side) {
            Some(_) => [(near | far, 3), (CellSet::EMPTY, 0)],
            None => [(near, 1), (far, 2)],
        };
        for (rim, edges) in edges {
            let group = lattice.flood(rim & rest, rest);
            rest &= !group;
            let liberties = (lattice.fringe(group) | rim) & empties;
            self.reaches.push(Reach { liberties, edges });
        }
        while let Some(cell) = rest.lowest() {
            let group = lattice.flood(CellSet::EMPTY.with(cell), rest);
            rest &= !group;
            let liberties = lattice.fringe(group) & empties;
            if liberties.len() > 1 {
                self.reaches.push(Reach { liberties, edges: 0 });
            }
        }
    }
}

/// Whether the group `j` does all that the group `i` does.
fn covers<const W: usize>(j: usize, other: &Reach<W>, i: usize, reach: &Reach<W>) -> bool {
    j != i
        && (reach.liberties & !other.liberties).is_empty()
        && reach.edges & !other.edges == 0
        && (other.liberties != reach.liberties || other.edges != reach.edges || j < i)
}
