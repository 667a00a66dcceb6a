//! Base connections of H-search (Anshelevich 2002): full connections between empty cells on the
//! empty board, precomputed for each board size.

use super::h_search::{ConnectionSet, Stop};
use super::seeds::Seeds;
use crate::geometry::BoardGeometry;
use crate::solver_board::SolverBoard;
use game::Side;
use hexgrid::{Cell, CellSet};

/// Full connections of non-adjacent empty cells, on boards of one size.
#[derive(Clone, Debug)]
pub(crate) struct BaseConnections<const W: usize> {
    /// Number of cells of the board; 0 before the first one.
    cells: usize,
    fulls: Vec<(Cell, Cell, CellSet<W>)>,
}

impl<const W: usize> BaseConnections<W> {
    pub(crate) const fn new() -> Self {
        Self { cells: 0, fulls: Vec::new() }
    }

    /// The base connections of this board.
    pub(crate) fn of(self, geometry: &BoardGeometry<W>) -> Self {
        let cells = geometry.cells().len();
        if self.cells == cells { self } else { Self { cells, fulls: fulls(geometry) } }
    }

    pub(crate) fn fulls(&self) -> &[(Cell, Cell, CellSet<W>)] {
        &self.fulls
    }
}

/// Computed by H-search; on the empty board they are the same for both sides.
fn fulls<const W: usize>(geometry: &BoardGeometry<W>) -> Vec<(Cell, Cell, CellSet<W>)> {
    let mut connections = ConnectionSet::new(Seeds::Neighbours);
    connections.build(geometry, &SolverBoard::empty(geometry), Side::First, Stop::Never);
    let mut found = Vec::new();
    for a in geometry.cells() {
        for b in geometry.cells().into_iter().take_while(|b| b.index() < a.index()) {
            let ends = connections.points().at(a).zip(connections.points().at(b));
            let fulls = ends.map_or(&[][..], |(a, b)| connections.fulls(a, b));
            found.extend(fulls.iter().filter(|set| !set.is_empty()).map(|&set| (a, b, set)));
        }
    }
    found
}
