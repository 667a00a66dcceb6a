//! Bitboards (Slate and Atkin 1977) in which a comet's step is a shift, and lookup tables of moves.
//!
//! The cell (q, r) has the bit 8·(r + 3) + q + 1:
//!
//! ```text
//!          0   1   2   3   4   5
//!        7   8   9  10  11  12  13
//!     14  15  16  17  18  19  20  21
//!       22  23  24  25  26  27  28
//!     29  30  31  32  33  34  35  36
//!       37  38  39  40  41  42  43
//!         45  46  47  48  49  50
//! ```
//! A step right adds 1, a step down to the left 7 and a step down to the right 8, wherever there is
//! a cell to step to. A long link closes one such step to the opposing comet (EC-3.1).

use eclipse::{BOARD, Chain, Kind, Link};
use hexgrid::{Axial, Cell, CellSet};

/// A set of cells, numbered as drawn above.
pub(crate) type Bitboard = u64;

/// Number of cells of the board.
pub(crate) const CELLS: usize = 49;

/// The three forward steps, and the shift of each.
const STEPS: [(Axial, u32); 3] =
    [(Axial::new(1, 0), 1), (Axial::new(-1, 1), 7), (Axial::new(0, 1), 8)];

/// For each of the three steps the cells from which it can be taken.
pub(crate) type Paths = [Bitboard; 3];

/// All steps that stay on the board.
const ALL_PATHS: Paths = all_paths();

/// The bit of a place on the board.
const fn bit(at: Axial) -> Bitboard {
    1 << (8 * (at.r + 3) + at.q + 1)
}

/// The bit of a cell.
pub(crate) const fn bit_of(cell: Cell) -> Bitboard {
    bit(BOARD.axial(cell))
}

const fn all_paths() -> Paths {
    let mut paths = [0; 3];
    let mut i = 0;
    while i < 3 * CELLS {
        let (cell, step) = (Cell::new(i / 3), STEPS[i % 3].0);
        if BOARD.step(cell, step).is_some() {
            paths[i % 3] |= bit_of(cell);
        }
        i += 1;
    }
    paths
}

/// The cells of the first row keep their number, those of the last move by two, others by one.
#[inline]
pub(crate) fn bits_of(cells: CellSet) -> Bitboard {
    const FIRST: u64 = (1 << 6) - 1;
    const LAST: u64 = !((1 << 43) - 1);
    let [word] = cells.words();
    (word & FIRST) | (word & !FIRST & !LAST) << 1 | (word & LAST) << 2
}

/// All cells one step away from any of `from`, occupied or not.
#[inline]
pub(crate) fn step(from: Bitboard, paths: &Paths) -> Bitboard {
    let mut to = 0;
    for ((_, shift), path) in STEPS.into_iter().zip(paths) {
        to |= (from & path) << shift | (from >> shift) & path;
    }
    to
}

/// An array indexed by link; longer than needed, so that no bound is checked.
pub(crate) type ByLink<T> = [T; 256];

/// Lookup tables by link or cell, computed once from those of the rules.
#[derive(Debug)]
pub(crate) struct BoardTables {
    /// Steps that a link leaves open to the opposing comet: all, or all but one.
    open: ByLink<Paths>,
    /// By kind and link: where the lower satellite could go on an empty board, and the upper.
    reach: [ByLink<[Bitboard; 2]>; 2],
    /// The cells next to each cell.
    around: [Bitboard; CELLS],
}

impl BoardTables {
    pub(crate) fn new() -> Box<Self> {
        let mut tables = Box::new(Self {
            open: [ALL_PATHS; 256],
            reach: [[[0; 2]; 256]; 2],
            around: std::array::from_fn(|i| step(bit_of(Cell::new(i)), &ALL_PATHS)),
        });
        for link in Link::all() {
            let closed = closed_by(link);
            for (open, closed) in tables.open[link.index()].iter_mut().zip(closed) {
                *open &= !closed;
            }
            for kind in [Kind::Short, Kind::Long] {
                let [low, high] = link.ends();
                tables.reach[kind as usize][link.index()] =
                    [partners(kind, high), partners(kind, low)];
            }
        }
        tables
    }

    /// The steps open to a comet whose opponent's chains have these links.
    #[inline]
    pub(crate) fn paths(&self, opposing: [Link; Chain::EACH]) -> Paths {
        // Short links close nothing.
        let [_, _, a, b, c] = opposing.map(|link| &self.open[link.index()]);
        std::array::from_fn(|i| a[i] & b[i] & c[i])
    }

    /// Where the satellites of a chain with this link could go on an empty board.
    #[inline]
    pub(crate) fn reach(&self, kind: Kind, link: Link) -> [Bitboard; 2] {
        self.reach[kind as usize][link.index()]
    }

    /// The cells next to `cell`.
    #[inline]
    pub(crate) fn around(&self, cell: Cell) -> Bitboard {
        self.around[cell.index()]
    }
}

/// The step between the two cells of a link's gate, if it has one.
fn closed_by(link: Link) -> Paths {
    let gate: Vec<Cell> = link.gate().into_iter().collect();
    let mut paths = [0; 3];
    if let [a, b] = gate[..] {
        for (path, (forward, _)) in paths.iter_mut().zip(STEPS) {
            match BOARD.axial(b) - BOARD.axial(a) {
                way if way == forward => *path = bit_of(a),
                way if way == -forward => *path = bit_of(b),
                _ => {}
            }
        }
    }
    paths
}

/// The cells to which a link of this kind can lead from `cell`.
fn partners(kind: Kind, cell: Cell) -> Bitboard {
    let joined = |&other: &Cell| Link::between(cell, other).is_some_and(|link| link.suits(kind));
    BOARD.cells().filter(joined).fold(0, |bits, other| bits | bit_of(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_a_bit_of_its_own_and_sets_keep_them() {
        let all = BOARD.cells().fold(0, |bits, cell| bits | bit_of(cell));
        assert_eq!(all.count_ones() as usize, CELLS);
        for cell in BOARD.cells() {
            assert_eq!(bits_of(CellSet::EMPTY.with(cell)), bit_of(cell));
        }
        assert_eq!(bits_of(eclipse::ALL_CELLS), all);
    }

    #[test]
    fn a_step_leads_to_the_neighbours_and_nowhere_else() {
        for cell in BOARD.cells() {
            let near = |&other: &Cell| BOARD.axial(other).distance(BOARD.axial(cell)) == 1;
            let neighbours = BOARD.cells().filter(near).fold(0, |bits, c| bits | bit_of(c));
            assert_eq!(step(bit_of(cell), &ALL_PATHS), neighbours);
        }
    }
}
