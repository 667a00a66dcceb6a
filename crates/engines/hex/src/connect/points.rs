//! The points of a side: its two edges, its groups and the empty cells.

use crate::field::Field;
use crate::lattice::Lattice;
use game::Side;
use hexgrid::{Cell, CellSet};

/// A point, by number: the edges first, then groups, then empty cells.
pub(crate) type Point = u16;

/// The near edge and everything joined to it.
pub(crate) const NEAR: Point = 0;
/// The far edge and everything joined to it.
pub(crate) const FAR: Point = 1;

/// The opponent's stones are no point.
const NOWHERE: Point = Point::MAX;

/// Which point each cell belongs to.
#[derive(Clone, Debug)]
pub(crate) struct Points<const W: usize> {
    homes: Vec<Point>,
    /// The cell of an empty point; nothing for edges and groups, which are in no carrier.
    places: Vec<CellSet<W>>,
    first_empty: Point,
}

impl<const W: usize> Points<W> {
    pub(crate) const fn new() -> Self {
        Self { homes: Vec::new(), places: Vec::new(), first_empty: 0 }
    }

    /// Counts the points of `side` anew. No chain may join the edges.
    pub(crate) fn lay_out(&mut self, lattice: &Lattice<W>, field: &Field<W>, side: Side) {
        self.homes.clear();
        self.homes.resize(lattice.cells().len(), NOWHERE);
        self.places.clear();
        let mut rest = field.stones(side);
        for rim in lattice.rims(side) {
            let group = lattice.flood(*rim & rest, rest);
            self.add_group(group);
            rest &= !group;
        }
        while let Some(cell) = rest.lowest() {
            let group = lattice.flood(CellSet::EMPTY.with(cell), rest);
            self.add_group(group);
            rest &= !group;
        }
        self.first_empty = self.places.len() as Point;
        for cell in field.empties() {
            self.homes[cell.index()] = self.places.len() as Point;
            self.places.push(CellSet::EMPTY.with(cell));
        }
    }

    fn add_group(&mut self, group: CellSet<W>) {
        for cell in group {
            self.homes[cell.index()] = self.places.len() as Point;
        }
        self.places.push(CellSet::EMPTY);
    }

    /// How many points there are.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.places.len()
    }

    /// The point that `cell` belongs to, unless it is the opponent's.
    #[inline]
    pub(crate) fn at(&self, cell: Cell) -> Option<Point> {
        Some(self.homes[cell.index()]).filter(|&home| home != NOWHERE)
    }

    /// The cell of an empty point as a set; nothing for edges and groups.
    #[inline]
    pub(crate) fn place(&self, point: Point) -> CellSet<W> {
        self.places[usize::from(point)]
    }

    /// Whether a point is an empty cell.
    #[inline]
    pub(crate) const fn is_empty_cell(&self, point: Point) -> bool {
        point >= self.first_empty
    }
}
