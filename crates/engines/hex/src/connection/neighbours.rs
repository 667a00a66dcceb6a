//! Connected neighbours of a point, indexed for the AND rule of H-search (Anshelevich 2002).

use super::Point;
use hexgrid::CellSet;

/// The points that one point is connected to. Empty cells are a set, so that those inside a carrier
/// are masked out at once.
#[derive(Clone, Debug)]
pub(crate) struct Neighbours<const W: usize> {
    /// The empty cells it is fully connected to.
    pub(crate) cells: CellSet<W>,
    /// Those of them that are adjacent: no other connection to them is of interest.
    pub(crate) adjacent: CellSet<W>,
    /// The edges and groups it is fully connected to.
    pub(crate) groups: Vec<Point>,
    /// For an edge or a group, the points it is semi-connected to.
    pub(crate) semi_partners: Vec<Point>,
}

impl<const W: usize> Neighbours<W> {
    pub(crate) const NONE: Self = Self {
        cells: CellSet::EMPTY,
        adjacent: CellSet::EMPTY,
        groups: Vec::new(),
        semi_partners: Vec::new(),
    };

    /// Clears everything but keeps the allocations.
    pub(crate) fn clear(&mut self) {
        self.cells = CellSet::EMPTY;
        self.adjacent = CellSet::EMPTY;
        self.groups.clear();
        self.semi_partners.clear();
    }
}
