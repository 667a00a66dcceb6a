//! Every link that can stand on the board, and what crosses what (EC-3.2, EC-3.3).
//!
//! A link joins two neighbours, or two cells a diagonal apart:
//!
//! ```text
//!        C               A and B are a diagonal apart. The link between them passes between C
//!      A   B             and D, so it crosses the link C–D, and no comet steps from C to D: the
//!        D               two are the gate that the link A–B closes.
//! ```
//!
//! All tables are made at compile time from exact integer geometry. Which link belongs to whom is
//! a position's business.

use crate::board::{BOARD, CELLS};
use crate::chain::Kind;
use hexgrid::{Cell, CellSet, Segment};

/// A pair of cells that a link can join, by number: first the pairs of neighbours, then the
/// diagonals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Link(u8);

impl Link {
    /// How many links there are.
    pub const COUNT: usize = count_links(Kind::Long);

    /// How many of them join neighbours; they come first.
    pub const SHORT: usize = count_links(Kind::Short);

    /// Every link.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(|i| Self(i as u8))
    }

    /// The link between two cells, if a chain of some kind can join them.
    #[inline]
    pub fn between(a: Cell, b: Cell) -> Option<Self> {
        let known = BETWEEN.get(a.index()).and_then(|row| row.get(b.index()));
        known.copied().filter(|&link| link != NO_LINK).map(Self)
    }

    /// The link between two cells that are known to have one.
    #[inline]
    pub(crate) fn joining(a: Cell, b: Cell) -> Self {
        Self(BETWEEN[a.index()][b.index()])
    }

    /// The two cells it joins, the lower number first.
    #[inline]
    pub fn ends(self) -> [Cell; 2] {
        ENDS[self.index()]
    }

    /// The two cells it joins.
    #[inline]
    pub(crate) fn cells(self) -> CellSet {
        END_SETS[self.index()]
    }

    /// The other of the two cells it joins.
    #[inline]
    pub(crate) fn partner(self, end: Cell) -> Cell {
        let [a, b] = self.ends();
        if a == end { b } else { a }
    }

    /// Whether this link and `other` cross (EC-3.3).
    #[inline]
    pub fn crosses(self, other: Self) -> bool {
        CROSSED[self.index()].contains(other.index())
    }

    /// The two cells between which no opposing comet can step; none for a link between neighbours.
    #[inline]
    pub fn gate(self) -> CellSet {
        GATES[self.index()]
    }

    /// Whether a chain of this kind can have this link (EC-3.2).
    pub fn suits(self, kind: Kind) -> bool {
        kind == Kind::Long || self.index() < Self::SHORT
    }

    /// A number below [`COUNT`](Self::COUNT), for tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a satellite can stand whose partner stands on `cell` (EC-3.2).
#[inline]
pub(crate) fn reach(kind: Kind, cell: Cell) -> CellSet {
    REACH[kind as usize][cell.index()]
}

/// The cells next to `cell`.
#[inline]
pub(crate) fn neighbours(cell: Cell) -> CellSet {
    reach(Kind::Short, cell)
}

const NO_LINK: u8 = u8::MAX;
const _: () = assert!(Link::COUNT < NO_LINK as usize, "a link's number must fit a byte");

/// A set of links by their numbers. Bits, not an array of `bool`: a row of [`CROSSED`] is asked for every
/// chain at every move, and this way it takes half a cache line instead of several.
#[derive(Clone, Copy)]
struct LinkSet([u64; LinkSet::WORDS]);

impl LinkSet {
    const WORDS: usize = Link::COUNT.div_ceil(64);

    const fn insert(&mut self, link: usize) {
        self.0[link / 64] |= 1 << (link % 64);
    }

    #[inline]
    const fn contains(&self, link: usize) -> bool {
        self.0[link / 64] >> (link % 64) & 1 == 1
    }
}

static ENDS: [[Cell; 2]; Link::COUNT] = list_links();
static END_SETS: [CellSet; Link::COUNT] = end_sets();
static BETWEEN: [[u8; CELLS]; CELLS] = number_pairs();
static CROSSED: [LinkSet; Link::COUNT] = crossings();
static GATES: [CellSet; Link::COUNT] = gates();
static REACH: [[CellSet; CELLS]; 2] = [reaches(Kind::Short), reaches(Kind::Long)];

/// EC-3.2: distance 1, or for a long chain distance 2 without a common axis.
const fn allowed(kind: Kind, a: Cell, b: Cell) -> bool {
    let (a, b) = (BOARD.axial(a), BOARD.axial(b));
    match (kind, a.distance(b)) {
        (_, 1) => true,
        (Kind::Long, 2) => !a.shares_axis(b),
        _ => false,
    }
}

const fn segment(link: [Cell; 2]) -> Segment {
    Segment::new(BOARD.axial(link[0]), BOARD.axial(link[1]))
}

const fn count_links(kind: Kind) -> usize {
    let (mut count, mut a) = (0, 0);
    while a < CELLS {
        let mut b = a + 1;
        while b < CELLS {
            count += allowed(kind, Cell::new(a), Cell::new(b)) as usize;
            b += 1;
        }
        a += 1;
    }
    count
}

const fn list_links() -> [[Cell; 2]; Link::COUNT] {
    let mut list = [[Cell::new(0); 2]; Link::COUNT];
    let (mut count, mut pass) = (0, 0);
    while pass < 2 {
        let mut pair = 0;
        while pair < CELLS * CELLS {
            let (a, b) = (Cell::new(pair / CELLS), Cell::new(pair % CELLS));
            let listed = pass == 1 && allowed(Kind::Short, a, b);
            let kind = if pass == 0 { Kind::Short } else { Kind::Long };
            if a.index() < b.index() && !listed && allowed(kind, a, b) {
                list[count] = [a, b];
                count += 1;
            }
            pair += 1;
        }
        pass += 1;
    }
    list
}

const fn end_sets() -> [CellSet; Link::COUNT] {
    let mut sets = [CellSet::EMPTY; Link::COUNT];
    let mut i = 0;
    while i < Link::COUNT {
        sets[i] = CellSet::EMPTY.with(ENDS[i][0]).with(ENDS[i][1]);
        i += 1;
    }
    sets
}

const fn number_pairs() -> [[u8; CELLS]; CELLS] {
    let mut numbers = [[NO_LINK; CELLS]; CELLS];
    let mut i = 0;
    while i < Link::COUNT {
        let [a, b] = ENDS[i];
        numbers[a.index()][b.index()] = i as u8;
        numbers[b.index()][a.index()] = i as u8;
        i += 1;
    }
    numbers
}

/// Two links between neighbours never cross, and links far apart neither: asking about those
/// would only make the compiler slow.
const fn crossings() -> [LinkSet; Link::COUNT] {
    let mut crossed = [LinkSet([0; LinkSet::WORDS]); Link::COUNT];
    let mut a = Link::SHORT;
    while a < Link::COUNT {
        let own = segment(ENDS[a]);
        let mut b = 0;
        while b < a {
            let other = segment(ENDS[b]);
            if own.from.distance(other.from) <= 2 && own.crosses(other) {
                crossed[a].insert(b);
                crossed[b].insert(a);
            }
            b += 1;
        }
        a += 1;
    }
    crossed
}

/// A comet's step is itself a link between neighbours, and a diagonal crosses at most one of those.
const fn gates() -> [CellSet; Link::COUNT] {
    let mut gates = [CellSet::EMPTY; Link::COUNT];
    let mut link = Link::SHORT;
    while link < Link::COUNT {
        let mut step = 0;
        while step < Link::SHORT {
            if CROSSED[link].contains(step) {
                gates[link] = END_SETS[step];
            }
            step += 1;
        }
        link += 1;
    }
    gates
}

const fn reaches(kind: Kind) -> [CellSet; CELLS] {
    let mut sets = [CellSet::EMPTY; CELLS];
    let mut pair = 0;
    while pair < CELLS * CELLS {
        let (a, b) = (Cell::new(pair / CELLS), Cell::new(pair % CELLS));
        if allowed(kind, a, b) {
            sets[a.index()] = sets[a.index()].with(b);
        }
        pair += 1;
    }
    sets
}

#[cfg(test)]
mod tests;
