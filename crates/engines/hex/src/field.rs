//! Stones for the search: who stands where, and what stands around every cell. A field is copied,
//! not undone, and knows nothing of turns.

use crate::lattice::{Lattice, narrow};
use crate::ring::Ring;
use game::{BySide, Side};
use hexgrid::{Cell, CellSet, Direction};

/// The stones on a board, and the ring of every cell.
#[derive(Clone, Debug)]
pub(crate) struct Field<const W: usize> {
    stones: BySide<CellSet<W>>,
    /// Those of the stones that only stand for captured cells; see `inferior`.
    captured: BySide<CellSet<W>>,
    empties: CellSet<W>,
    rings: [[Ring; 64]; W],
}

impl<const W: usize> Field<W> {
    /// The empty board.
    pub(crate) fn empty(lattice: &Lattice<W>) -> Self {
        let mut rings = [[Ring::default(); 64]; W];
        for cell in lattice.cells() {
            rings[cell.index() / 64][cell.index() % 64] = lattice.ring(cell);
        }
        let nothing = BySide::new(CellSet::EMPTY, CellSet::EMPTY);
        Self { stones: nothing, captured: nothing, empties: lattice.cells(), rings }
    }

    /// The stones of a position.
    pub(crate) fn new(lattice: &Lattice<W>, position: &hex::Position) -> Self {
        let mut field = Self::empty(lattice);
        for side in Side::BOTH {
            for cell in narrow::<W>(position.stones(side)) {
                field.place(lattice, side, cell);
            }
        }
        field
    }

    /// The stones of a side.
    #[inline]
    pub(crate) fn stones(&self, side: Side) -> CellSet<W> {
        self.stones[side]
    }

    /// The stones of a side that only stand for captured cells.
    #[inline]
    pub(crate) fn captured(&self, side: Side) -> CellSet<W> {
        self.captured[side]
    }

    /// The cells without a stone.
    #[inline]
    pub(crate) const fn empties(&self) -> CellSet<W> {
        self.empties
    }

    /// What stands around `cell`.
    #[inline]
    pub(crate) const fn ring(&self, cell: Cell) -> Ring {
        self.rings[cell.index() / 64][cell.index() % 64]
    }

    /// Puts a stone on an empty cell.
    #[inline]
    pub(crate) fn place(&mut self, lattice: &Lattice<W>, side: Side, cell: Cell) {
        self.stones[side].insert(cell);
        self.empties.remove(cell);
        for d in Direction::ALL {
            if let Some(next) = lattice.around(cell)[d.index()] {
                let ring = &mut self.rings[next.index() / 64][next.index() % 64];
                *ring = ring.with(side, d.opposite().index());
            }
        }
    }

    /// Puts a stone on an empty cell that is captured.
    #[inline]
    pub(crate) fn place_captured(&mut self, lattice: &Lattice<W>, side: Side, cell: Cell) {
        self.place(lattice, side, cell);
        self.captured[side].insert(cell);
    }

    /// The side whose stones connect its edges.
    pub(crate) fn winner(&self, lattice: &Lattice<W>) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.chain(lattice, side).is_some())
    }

    /// The stones of a side that are joined to its near edge, if one of them is at the far edge.
    pub(crate) fn chain(&self, lattice: &Lattice<W>, side: Side) -> Option<CellSet<W>> {
        let [near, far] = lattice.rims(side);
        let chain = lattice.flood(*near & self.stones[side], self.stones[side]);
        chain.meets(*far).then_some(chain)
    }
}
