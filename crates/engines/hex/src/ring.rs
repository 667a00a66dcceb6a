//! Dead cells by local pattern (Hayward and van Rijswijck 2006): the ring of six neighbours of a
//! cell, tabled by brute force.
//!
//! A ring is the neighbourhood of one cell, each neighbour red, blue or empty; beyond the border of
//! the board the edges count as stones of their owners.
//!
//! ```text
//!        2 1
//!       3 · 0      directions, anticlockwise from the right
//!        4 5
//! ```
//!
//! **Dead.** Fill the empty neighbours in any way. If a colour then stands in a single arc of the
//! ring, its stones there are joined without the middle cell, so the middle stone adds nothing to
//! that colour; and one arc of red means at most one arc of blue. A cell is dead if every way of
//! filling its ring leaves at most one arc of each colour: its own colour then never matters, and
//! it may be given to either side without changing who wins.
//!
//! ```text
//!     r r          r b          r b
//!    r · ?        r · b        r · ?     not dead: ? may turn red and be joined to the
//!     r ?          r b          b ?      other reds through the middle alone
//!     dead         dead
//! ```

use game::Side;
use hexgrid::{Axial, Direction};

/// The stones around a cell: bit `d` for a red one in direction `d`, bit 6 + `d` for a blue one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ring(u16);

const CODES: usize = Ring::CODES;

impl Ring {
    /// Number of codes, impossible ones with two stones on a cell included.
    pub(crate) const CODES: usize = 1 << 12;

    /// Every possible ring.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let codes = (0..Self::CODES as u16).filter(|code| code & 63 & code >> 6 == 0);
        codes.map(Self)
    }

    /// The ring as a number.
    #[inline]
    pub(crate) const fn code(self) -> usize {
        self.0 as usize
    }

    /// This ring with a stone of `side` in direction `d`.
    #[inline]
    pub(crate) const fn with(self, side: Side, d: usize) -> Self {
        Self(self.0 | 1 << (d + 6 * side.index()))
    }

    /// This ring without the stone of `side` in direction `d`.
    #[inline]
    pub(crate) const fn without(self, side: Side, d: usize) -> Self {
        Self(self.0 & !(1 << (d + 6 * side.index())))
    }

    /// This ring with the first side's stone in direction `d` given to the second.
    #[inline]
    pub(crate) const fn turned_over(self, d: usize) -> Self {
        self.without(Side::First, d).with(Side::Second, d)
    }

    /// The ring of a cell on the empty board of this size. Cells beyond top and bottom are red,
    /// those beyond left and right blue. The cell beyond an obtuse corner is both; there the ring
    /// changes from red to blue in any case.
    pub(crate) fn of_edges(size: usize, at: Axial) -> Self {
        let rows = 0..size as i8;
        let mut ring = Self::default();
        for d in Direction::ALL {
            let beyond = at + d.step();
            if !rows.contains(&beyond.r) {
                ring = ring.with(Side::First, d.index());
            } else if !rows.contains(&beyond.q) {
                ring = ring.with(Side::Second, d.index());
            }
        }
        ring
    }

    /// The directions in which `side` has stones.
    #[inline]
    pub(crate) const fn stones(self, side: Side) -> u16 {
        self.0 >> (6 * side.index()) & 63
    }

    /// Whether the middle is dead.
    #[inline]
    pub(crate) fn is_dead(self) -> bool {
        DEAD[usize::from(self.0)]
    }

    /// Killers: the empty directions in which a stone of `side` makes the middle dead.
    #[inline]
    pub(crate) fn killers(self, side: Side) -> u8 {
        KILLERS[side.index()][usize::from(self.0)]
    }
}

static DEAD: [bool; CODES] = {
    let mut table = [false; CODES];
    let mut code = 0;
    while code < CODES {
        table[code] = is_dead_slow(code);
        code += 1;
    }
    table
};

static KILLERS: [[u8; CODES]; 2] = [killers_of(0), killers_of(6)];

const fn killers_of(shift: usize) -> [u8; CODES] {
    let mut table = [0; CODES];
    let mut code = 0;
    while code < CODES {
        let taken = (code | code >> 6) & 63;
        let mut d = 0;
        while d < 6 {
            if taken >> d & 1 == 0 && is_dead_slow(code | 1 << (d + shift)) {
                table[code] |= 1 << d;
            }
            d += 1;
        }
        code += 1;
    }
    table
}

/// Every way of filling the ring leaves at most one arc of each colour.
const fn is_dead_slow(code: usize) -> bool {
    let (red, blue) = (code & 63, code >> 6);
    if red & blue != 0 {
        return false;
    }
    let empty = 63 & !(red | blue);
    let mut more = empty;
    loop {
        if arcs(red | more) > 1 {
            return false;
        }
        if more == 0 {
            return true;
        }
        more = (more - 1) & empty;
    }
}

/// The number of arcs that a set of directions makes in the ring.
const fn arcs(set: usize) -> u32 {
    let turned = (set << 1 | set >> 5) & 63;
    (set & !turned).count_ones()
}
