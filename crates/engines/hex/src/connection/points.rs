//! The points of H-search (Anshelevich 2002): a side's two edges, its groups and the empty cells.

use crate::geometry::BoardGeometry;
use crate::solver_board::SolverBoard;
use game::Side;
use hexgrid::{Cell, CellSet};

/// Index of a point: the edges first, then groups, then empty cells.
pub(crate) type Point = u16;

/// The near edge and everything connected to it by stones.
pub(crate) const NEAR: Point = 0;
/// The far edge and everything connected to it by stones.
pub(crate) const FAR: Point = 1;

/// The opponent's stones are no point.
const NO_POINT: Point = Point::MAX;

/// Which point each cell belongs to.
#[derive(Clone, Debug)]
pub(crate) struct Points<const W: usize> {
    point_of_cell: Vec<Point>,
    /// The cell of an empty point; nothing for edges and groups, which are in no carrier.
    places: Vec<CellSet<W>>,
    first_empty: Point,
}

impl<const W: usize> Points<W> {
    pub(crate) const fn new() -> Self {
        Self { point_of_cell: Vec::new(), places: Vec::new(), first_empty: 0 }
    }

    /// Computes the points of `side`. No chain may connect the edges.
    pub(crate) fn lay_out(
        &mut self,
        geometry: &BoardGeometry<W>,
        state: &SolverBoard<W>,
        side: Side,
    ) {
        self.point_of_cell.clear();
        self.point_of_cell.resize(geometry.cells().len(), NO_POINT);
        self.places.clear();
        let mut rest = state.stones(side);
        for rim in geometry.edge_cells(side) {
            let group = geometry.flood_fill(*rim & rest, rest);
            self.add_group(group);
            rest &= !group;
        }
        while let Some(cell) = rest.lowest() {
            let group = geometry.flood_fill(CellSet::EMPTY.with(cell), rest);
            self.add_group(group);
            rest &= !group;
        }
        self.first_empty = self.places.len() as Point;
        for cell in state.empties() {
            self.point_of_cell[cell.index()] = self.places.len() as Point;
            self.places.push(CellSet::EMPTY.with(cell));
        }
    }

    fn add_group(&mut self, group: CellSet<W>) {
        for cell in group {
            self.point_of_cell[cell.index()] = self.places.len() as Point;
        }
        self.places.push(CellSet::EMPTY);
    }

    /// Number of points.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.places.len()
    }

    /// The point that `cell` belongs to, unless it is the opponent's.
    #[inline]
    pub(crate) fn at(&self, cell: Cell) -> Option<Point> {
        Some(self.point_of_cell[cell.index()]).filter(|&point| point != NO_POINT)
    }

    /// The cell of an empty point as a set; nothing for edges and groups.
    #[inline]
    pub(crate) fn cell_set(&self, point: Point) -> CellSet<W> {
        self.places[usize::from(point)]
    }

    /// Whether a point is an empty cell.
    #[inline]
    pub(crate) const fn is_empty_cell(&self, point: Point) -> bool {
        point >= self.first_empty
    }
}
