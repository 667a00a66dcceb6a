//! The playout board: groups by union-find (Galler and Fischer 1964) with the borders and corners that
//! each touches, and rings found in the neighbourhood of the last stone.
//!
//! A stone closes a ring in one of two ways:
//! - two of its neighbours belong to one group, and on both ways around the stone between them there
//!   is a cell that is not own. One of the two is enclosed by the group and the stone;
//! - the six cells around an own neighbour are all own now: a ring around an own stone. Any other ring
//!   around own stones can be shortened past the new one, and so was there before.
//!
//! So only the stone's neighbours and theirs are looked at (as in Teytaud and Teytaud 2009).

use crate::geometry::{Ends, Geometry, PLACES, STEPS};
use crate::place_set::PlaceSet;
use game::Side;
use hexgrid::Direction;

/// Contents of a place without a stone.
const EMPTY: u8 = 4;

/// Contents of the frame.
const FRAME: u8 = 0;

/// Contents of a place with a stone.
const fn stone(side: Side) -> u8 {
    1 << side.index()
}

/// What a stone has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placed {
    /// Whether the stone wins.
    pub(crate) wins: bool,
    /// Representative of its group.
    pub(crate) root: usize,
    /// Number of groups that it joined.
    pub(crate) groups: usize,
    /// Whether its group touches more borders or corners than each group that it joined.
    pub(crate) gains: bool,
}

/// What a stone would do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Join {
    /// What its group would touch.
    pub(crate) ends: Ends,
    /// Stones of its group.
    pub(crate) size: u32,
    /// Number of groups that it would join.
    pub(crate) groups: usize,
    /// Whether its group would touch more than each of them.
    pub(crate) gains: bool,
}

/// Stones and groups. Stones are only added, and undone by copying.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    geometry: &'static Geometry,
    contents: [u8; PLACES],
    /// Union-find by size: the parent of every stone, itself for a representative.
    parents: [u16; PLACES],
    /// Stones of the group, at its representative.
    sizes: [u16; PLACES],
    /// Ends of the group, at its representative; of the cell alone where there is no stone.
    ends: [Ends; PLACES],
}

/// Up to three groups that a stone would join.
struct Joined {
    roots: [usize; 3],
    count: usize,
    closes_ring: bool,
}

impl Board {
    /// An empty board.
    pub(crate) fn new(geometry: &'static Geometry) -> Self {
        let mut contents = [FRAME; PLACES];
        geometry.cells.iter().for_each(|&place| contents[usize::from(place)] = EMPTY);
        Self {
            geometry,
            contents,
            parents: std::array::from_fn(|place| place as u16),
            sizes: [1; PLACES],
            ends: geometry.ends,
        }
    }

    pub(crate) const fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    #[inline]
    pub(crate) const fn is_empty(&self, place: usize) -> bool {
        self.contents[place] == EMPTY
    }

    #[inline]
    pub(crate) const fn is_of(&self, place: usize, side: Side) -> bool {
        self.contents[place] == stone(side)
    }

    /// Places of the empty cells.
    pub(crate) fn empties(&self) -> impl Iterator<Item = usize> {
        let cells = self.geometry.cells.iter().map(|&place| usize::from(place));
        cells.filter(|&place| self.is_empty(place))
    }

    /// The cells on a border or corner and, if wanted, those next to a border with two empty cells
    /// between.
    pub(crate) fn near_end(&self, end: usize, beside: bool) -> PlaceSet {
        let mut near = PlaceSet::default();
        for (place, between) in &self.geometry.near_end[end] {
            let is_near = between.is_empty() || beside;
            if is_near && between.iter().all(|&cell| self.is_empty(cell.into())) {
                near.insert(usize::from(*place));
            }
        }
        near
    }

    /// Representative of the group of a stone.
    #[inline]
    pub(crate) const fn root(&self, mut place: usize) -> usize {
        while self.parents[place] as usize != place {
            place = self.parents[place] as usize;
        }
        place
    }

    /// Number of stones of a group, given its representative.
    #[inline]
    pub(crate) const fn size(&self, root: usize) -> u16 {
        self.sizes[root]
    }

    /// Ends of a group, given its representative, or of an empty cell.
    #[inline]
    pub(crate) const fn ends(&self, root: usize) -> Ends {
        self.ends[root]
    }

    /// The neighbours with these contents, a bit each.
    #[inline]
    fn around(&self, place: usize, contents: u8) -> u32 {
        let bit = contents.trailing_zeros();
        STEPS.iter().enumerate().fold(0, |sum, (i, step)| {
            sum | (u32::from(self.contents[place.wrapping_add(*step)]) >> bit & 1) << i
        })
    }

    /// The neighbours with stones of `side`, a bit each, in the order of [`STEPS`].
    #[inline]
    pub(crate) fn own_around(&self, place: usize, side: Side) -> u32 {
        self.around(place, stone(side))
    }

    /// The empty neighbours.
    #[inline]
    pub(crate) fn empty_around(&self, place: usize) -> u32 {
        self.around(place, EMPTY)
    }

    /// The groups of `side` around a cell: one for each run of neighbouring stones.
    #[inline]
    fn joined(&self, place: usize, own: u32) -> Joined {
        let mut joined = Joined { roots: [0; 3], count: 0, closes_ring: false };
        let mut starts = own & !Direction::turned_set(own, 1);
        if own == 63 {
            starts = 1;
        }
        while starts != 0 {
            let step = STEPS[starts.trailing_zeros() as usize];
            starts &= starts - 1;
            let root = self.root(place.wrapping_add(step));
            if joined.roots[..joined.count].contains(&root) {
                joined.closes_ring = true;
            } else {
                joined.roots[joined.count] = root;
                joined.count += 1;
            }
        }
        joined
    }

    /// Whether a stone of `side` makes six around one of its own neighbours.
    #[inline]
    fn fills_ring(&self, place: usize, own: u32, side: Side) -> bool {
        // The two common neighbours of the stone and the one in the middle are among the six.
        let mut middles = own & Direction::turned_set(own, 1) & Direction::turned_set(own, 5);
        while middles != 0 {
            let i = middles.trailing_zeros();
            middles &= middles - 1;
            let middle = place.wrapping_add(STEPS[i as usize]);
            let back = 1 << ((i + 3) % 6);
            if self.own_around(middle, side) | back == 63 {
                return true;
            }
        }
        false
    }

    /// Whether a stone of `side` on an empty cell would win.
    #[inline]
    pub(crate) fn wins_at(&self, place: usize, side: Side) -> bool {
        let own = self.own_around(place, side);
        if own == 0 {
            return false;
        }
        let joined = self.joined(place, own);
        let roots = &joined.roots[..joined.count];
        let ends = roots.iter().fold(self.ends[place], |sum, &root| sum.with(self.ends[root]));
        ends.wins() || joined.closes_ring || self.fills_ring(place, own, side)
    }

    /// The group that a stone of `side` on an empty cell would belong to.
    pub(crate) fn join_at(&self, place: usize, side: Side) -> Join {
        let joined = self.joined(place, self.own_around(place, side));
        let roots = &joined.roots[..joined.count];
        let ends = roots.iter().fold(self.ends[place], |sum, &root| sum.with(self.ends[root]));
        let size = roots.iter().map(|&root| u32::from(self.sizes[root])).sum::<u32>() + 1;
        let gains = roots.iter().all(|&root| self.ends[root] != ends);
        Join { ends, size, groups: joined.count, gains }
    }

    /// Whether one group of `side` is met twice around an empty cell: by runs of neighbours, or at the
    /// other end of `bridges`, a bit for each direction.
    pub(crate) fn touches_twice(&self, place: usize, side: Side, bridges: u32) -> bool {
        let joined = self.joined(place, self.own_around(place, side));
        let mut met = [0; 9];
        met[..3].copy_from_slice(&joined.roots);
        let directions = (0..6).filter(|i| bridges >> i & 1 == 1);
        for (count, i) in (joined.count..).zip(directions) {
            let over = place.wrapping_add(STEPS[i]).wrapping_add(STEPS[(i + 1) % 6]);
            met[count] = self.root(over);
            if met[..count].contains(&met[count]) {
                return true;
            }
        }
        joined.closes_ring
    }

    /// Places a stone on an empty cell.
    #[inline]
    pub(crate) fn place(&mut self, place: usize, side: Side) -> Placed {
        let own = self.own_around(place, side);
        self.contents[place] = stone(side);
        if own == 0 {
            return Placed { wins: false, root: place, groups: 0, gains: false };
        }
        let joined = self.joined(place, own);
        let before = joined.roots.map(|root| self.ends[root]);
        let mut root = place;
        for &other in &joined.roots[..joined.count] {
            root = self.unite(root, other);
        }
        let ring = joined.closes_ring || self.fills_ring(place, own, side);
        let wins = ring || self.ends[root].wins();
        let gains = !before[..joined.count].contains(&self.ends[root]);
        Placed { wins, root, groups: joined.count, gains }
    }

    /// Joins two groups. Returns the representative.
    #[inline]
    fn unite(&mut self, a: usize, b: usize) -> usize {
        let (root, child) = if self.sizes[a] < self.sizes[b] { (b, a) } else { (a, b) };
        self.parents[child] = root as u16;
        self.sizes[root] += self.sizes[child];
        self.ends[root] = self.ends[root].with(self.ends[child]);
        root
    }

    /// Whether a stone of `side` on an empty cell may make a cell at which it wins: its group touches
    /// something, or is large enough for a ring, and there are stones to join it.
    pub(crate) fn may_threaten(&self, place: usize, side: Side) -> bool {
        /// Stones of the smallest ring but one.
        const LEAST_OF_RING: u32 = 5;
        if self.own_around(place, side) != 0 {
            let joined = self.join_at(place, side);
            return joined.ends != Ends::default() || joined.size >= LEAST_OF_RING;
        }
        let joins = |next| self.is_empty(next) && self.own_around(next, side) != 0;
        self.ends[place] != Ends::default()
            && STEPS.iter().any(|&step| joins(place.wrapping_add(step)))
    }

    /// The empty cells at which a stone of `side` wins, the first `most` of them.
    pub(crate) fn winning_places(&self, side: Side, most: usize) -> Wins {
        let mut wins = Wins::default();
        for place in self.empties() {
            if self.wins_at(place, side) {
                wins.push(place);
                if wins.count == most {
                    break;
                }
            }
        }
        wins
    }
}

/// The first winning places found; two are as good as more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Wins {
    places: [u16; 2],
    count: usize,
}

impl Wins {
    fn push(&mut self, place: usize) {
        if self.count < self.places.len() {
            self.places[self.count] = place as u16;
            self.count += 1;
        }
    }

    /// How many were found, at most two.
    pub(crate) const fn count(self) -> usize {
        self.count
    }

    /// The first two.
    pub(crate) fn both(self) -> [Option<usize>; 2] {
        std::array::from_fn(|i| (i < self.count).then_some(usize::from(self.places[i])))
    }

    /// The first.
    pub(crate) fn first(self) -> Option<usize> {
        (self.count > 0).then_some(usize::from(self.places[0]))
    }
}
