//! What a point is joined to, in the shape in which the rules ask for it.

use super::Point;
use hexgrid::CellSet;

/// The points that one point is joined to. Empty cells are kept as a set, so that those in the
/// way of a connection are left out all at once.
#[derive(Clone, Debug)]
pub(crate) struct Kin<const W: usize> {
    /// The empty cells it is fully connected to.
    pub(crate) cells: CellSet<W>,
    /// Those of them that it touches, so that nothing else between them is of interest.
    pub(crate) touching: CellSet<W>,
    /// The edges and groups it is fully connected to.
    pub(crate) anchors: Vec<Point>,
    /// For an edge or a group, the points it is semi-connected to.
    pub(crate) suitors: Vec<Point>,
}

impl<const W: usize> Kin<W> {
    pub(crate) const NONE: Self = Self {
        cells: CellSet::EMPTY,
        touching: CellSet::EMPTY,
        anchors: Vec::new(),
        suitors: Vec::new(),
    };

    /// Forgets everything but the memory it took.
    pub(crate) fn clear(&mut self) {
        self.cells = CellSet::EMPTY;
        self.touching = CellSet::EMPTY;
        self.anchors.clear();
        self.suitors.clear();
    }
}
