//! Solver board: the stones of both sides and the ring of every cell. Copied, not undone; it does
//! not know whose turn it is.

use crate::geometry::{BoardGeometry, narrow};
use crate::incremental_board::IncrementalBoard;
use crate::ring::Ring;
use game::{BySide, Side};
use hexgrid::{Cell, CellArray, CellSet, Direction};

/// The stones on a board, and the ring of every cell.
#[derive(Clone, Debug)]
pub(crate) struct SolverBoard<const W: usize> {
    stones: BySide<CellSet<W>>,
    /// Those of the stones that were filled in as captured cells; see `inferior`.
    captured: BySide<CellSet<W>>,
    empties: CellSet<W>,
    rings: CellArray<Ring, W>,
}

impl<const W: usize> SolverBoard<W> {
    /// The empty board.
    pub(crate) fn empty(geometry: &BoardGeometry<W>) -> Self {
        let mut rings = CellArray::filled(Ring::default());
        for cell in geometry.cells() {
            rings[cell] = geometry.ring(cell);
        }
        let nothing = BySide::new(CellSet::EMPTY, CellSet::EMPTY);
        Self { stones: nothing, captured: nothing, empties: geometry.cells(), rings }
    }

    /// The stones of a position.
    pub(crate) fn new(geometry: &BoardGeometry<W>, position: &hex::Position) -> Self {
        let mut state = Self::empty(geometry);
        for side in Side::BOTH {
            for cell in narrow::<W>(position.stones(side)) {
                state.place(geometry, side, cell);
            }
        }
        state
    }

    /// The stones and rings of an incremental board.
    pub(crate) fn of(geometry: &BoardGeometry<W>, board: &IncrementalBoard) -> Self {
        let stones = BySide::from_fn(|side| narrow(board.stones(side)));
        let mut rings = CellArray::filled(Ring::default());
        for cell in geometry.cells() {
            rings[cell] = board.ring(board.place(cell));
        }
        let nothing = BySide::new(CellSet::EMPTY, CellSet::EMPTY);
        let empties = geometry.cells() & !(stones[Side::First] | stones[Side::Second]);
        Self { stones, captured: nothing, empties, rings }
    }

    /// The stones of a side.
    #[inline]
    pub(crate) fn stones(&self, side: Side) -> CellSet<W> {
        self.stones[side]
    }

    /// The stones of a side that were filled in as captured cells.
    #[inline]
    pub(crate) fn captured(&self, side: Side) -> CellSet<W> {
        self.captured[side]
    }

    /// The cells without a stone.
    #[inline]
    pub(crate) const fn empties(&self) -> CellSet<W> {
        self.empties
    }

    /// The ring of `cell`.
    #[inline]
    pub(crate) fn ring(&self, cell: Cell) -> Ring {
        self.rings[cell]
    }

    /// Puts a stone on an empty cell.
    #[inline]
    pub(crate) fn place(&mut self, geometry: &BoardGeometry<W>, side: Side, cell: Cell) {
        self.stones[side].insert(cell);
        self.empties.remove(cell);
        for d in Direction::ALL {
            if let Some(next) = geometry.by_direction(cell)[d.index()] {
                let ring = &mut self.rings[next];
                *ring = ring.with(side, d.opposite().index());
            }
        }
    }

    /// Fills in a captured cell.
    #[inline]
    pub(crate) fn place_captured(&mut self, geometry: &BoardGeometry<W>, side: Side, cell: Cell) {
        self.place(geometry, side, cell);
        self.captured[side].insert(cell);
    }

    /// The side whose stones connect its edges.
    pub(crate) fn winner(&self, geometry: &BoardGeometry<W>) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.chain(geometry, side).is_some())
    }

    /// The stones of a side that are joined to its near edge, if one of them is at the far edge.
    pub(crate) fn chain(&self, geometry: &BoardGeometry<W>, side: Side) -> Option<CellSet<W>> {
        let [near, far] = geometry.edge_cells(side);
        let chain = geometry.flood_fill(*near & self.stones[side], self.stones[side]);
        chain.meets(*far).then_some(chain)
    }
}
