//! The board as the search walks it: neighbours, edges and rings of one size, in sets of as few
//! words as the size needs.

use crate::connect::{Template, templates};
use crate::ring::Ring;
use game::{BySide, Side};
use hex::{Board, Edge};
use hexgrid::{Axial, Cell, CellSet, Direction};

/// Tables of one board size; `W` words hold a set of its cells.
#[derive(Debug)]
pub(crate) struct Lattice<const W: usize> {
    board: &'static Board,
    cells: CellSet<W>,
    /// The cells along the near and the far edge of each side.
    rims: BySide<[CellSet<W>; 2]>,
    /// All cells but those of the first, and of the last column.
    inner: [CellSet<W>; 2],
    beside: Vec<CellSet<W>>,
    around: Vec<[Option<Cell>; 6]>,
    rings: Vec<Ring>,
    /// The templates of the near and the far edge of each side.
    templates: BySide<[Vec<Template<W>>; 2]>,
}

impl<const W: usize> Lattice<W> {
    pub(crate) fn new(board: &'static Board) -> Self {
        let places: Vec<Axial> = board.cells().into_iter().map(|c| board.axial(c)).collect();
        let narrow_edge = |edge| narrow(board.edge(edge));
        Self {
            board,
            cells: narrow(board.cells()),
            rims: BySide::from_fn(|side| [Edge::near(side), Edge::far(side)].map(narrow_edge)),
            inner: [Edge::Left, Edge::Right].map(|edge| narrow(board.cells() & !board.edge(edge))),
            beside: board.cells().into_iter().map(|c| beside(board, c)).collect(),
            around: places.iter().map(|&at| around(board, at)).collect(),
            rings: places.iter().map(|&at| edge_ring(board, at)).collect(),
            templates: BySide::from_fn(|side| {
                [Edge::near(side), Edge::far(side)].map(|edge| templates(board, edge))
            }),
        }
    }

    #[inline]
    pub(crate) const fn board(&self) -> &'static Board {
        self.board
    }

    /// All cells.
    #[inline]
    pub(crate) const fn cells(&self) -> CellSet<W> {
        self.cells
    }

    /// The cells along the near and the far edge of `side`.
    #[inline]
    pub(crate) fn rims(&self, side: Side) -> &[CellSet<W>; 2] {
        &self.rims[side]
    }

    /// The neighbours of a cell as a set.
    #[inline]
    pub(crate) fn beside(&self, cell: Cell) -> CellSet<W> {
        self.beside[cell.index()]
    }

    /// The neighbours of a cell by direction.
    #[inline]
    pub(crate) fn around(&self, cell: Cell) -> &[Option<Cell>; 6] {
        &self.around[cell.index()]
    }

    /// What the edges put around a cell of the empty board.
    #[inline]
    pub(crate) fn ring(&self, cell: Cell) -> Ring {
        self.rings[cell.index()]
    }

    /// The templates of the near and the far edge of `side`.
    pub(crate) fn templates(&self, side: Side) -> &[Vec<Template<W>>; 2] {
        &self.templates[side]
    }

    /// The cells that touch one of `set`; some of `set` may be among them.
    #[inline]
    pub(crate) fn fringe(&self, set: CellSet<W>) -> CellSet<W> {
        let size = self.board.size();
        let [left, right] = [set & self.inner[0], set & self.inner[1]];
        let rows = later(set, size) | sooner(set, size);
        let columns = later(right, 1) | sooner(left, 1);
        (rows | columns | later(left, size - 1) | sooner(right, size - 1)) & self.cells
    }

    /// The cells of `within` that can be reached from `start`, a part of it, through `within`.
    #[inline]
    pub(crate) fn flood(&self, start: CellSet<W>, within: CellSet<W>) -> CellSet<W> {
        let mut found = start;
        loop {
            let more = found | self.fringe(found) & within;
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// A set after half a turn.
    pub(crate) fn rotated(&self, set: CellSet<W>) -> CellSet<W> {
        let mut words = set.words();
        words.reverse();
        let words = words.map(u64::reverse_bits);
        shifted_down(words, W * 64 - self.beside.len())
    }
}

/// The same set, every cell's number `by` more, 0 < `by` < 64.
#[inline]
fn later<const W: usize>(set: CellSet<W>, by: usize) -> CellSet<W> {
    let words = set.words();
    let mut out = [0; W];
    for i in 0..W {
        let low = if i == 0 { 0 } else { words[i - 1] >> (64 - by) };
        out[i] = words[i] << by | low;
    }
    CellSet::from_words(out)
}

/// The same set, every cell's number `by` less, 0 < `by` < 64; cells below are lost.
#[inline]
fn sooner<const W: usize>(set: CellSet<W>, by: usize) -> CellSet<W> {
    let words = set.words();
    let mut out = [0; W];
    for i in 0..W {
        let high = if i + 1 == W { 0 } else { words[i + 1] << (64 - by) };
        out[i] = words[i] >> by | high;
    }
    CellSet::from_words(out)
}

/// The set of these words, every cell's number `by` less.
fn shifted_down<const W: usize>(words: [u64; W], by: usize) -> CellSet<W> {
    let (skip, bits) = (by / 64, by % 64);
    let word = |i: usize| if i < W { words[i] } else { 0 };
    let mut out = [0; W];
    for (i, slot) in out.iter_mut().enumerate() {
        let high = if bits == 0 { 0 } else { word(i + skip + 1) << (64 - bits) };
        *slot = word(i + skip) >> bits | high;
    }
    CellSet::from_words(out)
}

/// A set of any board as one of `W` words; cells beyond are lost.
pub(crate) fn narrow<const W: usize>(set: hex::CellSet) -> CellSet<W> {
    let words = set.words();
    let mut out = [0; W];
    out.copy_from_slice(&words[..W]);
    CellSet::from_words(out)
}

/// The same cells in a set that fits every board.
pub(crate) fn widen<const W: usize>(set: CellSet<W>) -> hex::CellSet {
    let mut words = [0; 6];
    words[..W].copy_from_slice(&set.words());
    hex::CellSet::from_words(words)
}

fn beside<const W: usize>(board: &Board, cell: Cell) -> CellSet<W> {
    board.neighbours(cell).iter().copied().collect()
}

fn around(board: &Board, at: Axial) -> [Option<Cell>; 6] {
    Direction::ALL.map(|d| board.cell(at + d.step()))
}

/// Places beyond the top and bottom are red, those beyond the left and right blue. The place
/// beyond an obtuse corner is both; there the ring turns from red to blue in any case.
fn edge_ring(board: &Board, at: Axial) -> Ring {
    let rows = 0..board.size() as i8;
    let mut ring = Ring::default();
    for d in Direction::ALL {
        let place = at + d.step();
        if !rows.contains(&place.r) {
            ring = ring.with(Side::First, d.index());
        } else if !rows.contains(&place.q) {
            ring = ring.with(Side::Second, d.index());
        }
    }
    ring
}
