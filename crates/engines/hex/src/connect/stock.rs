//! Connections of empty cells, ready made: those of the empty board.

use super::web::{Lore, Stop, Web};
use crate::field::Field;
use crate::lattice::Lattice;
use game::Side;
use hexgrid::{Cell, CellSet};

/// Full connections of empty cells that do not touch, on boards of one size.
#[derive(Clone, Debug)]
pub(crate) struct Stock<const W: usize> {
    /// How many cells the board has; 0 before the first one.
    cells: usize,
    fulls: Vec<(Cell, Cell, CellSet<W>)>,
}

impl<const W: usize> Stock<W> {
    pub(crate) const fn new() -> Self {
        Self { cells: 0, fulls: Vec::new() }
    }

    /// The stock of this board.
    pub(crate) fn of(self, lattice: &Lattice<W>) -> Self {
        let cells = lattice.cells().len();
        if self.cells == cells { self } else { Self { cells, fulls: fulls(lattice) } }
    }

    pub(crate) fn fulls(&self) -> &[(Cell, Cell, CellSet<W>)] {
        &self.fulls
    }
}

/// Found by the rules; no side has anything on the empty board that the other has not.
fn fulls<const W: usize>(lattice: &Lattice<W>) -> Vec<(Cell, Cell, CellSet<W>)> {
    let mut web = Web::new(Lore::Neighbours);
    web.build(lattice, &Field::empty(lattice), Side::First, Stop::Never);
    let mut found = Vec::new();
    for a in lattice.cells() {
        for b in lattice.cells().into_iter().take_while(|b| b.index() < a.index()) {
            let ends = web.points().at(a).zip(web.points().at(b));
            let fulls = ends.map_or(&[][..], |(a, b)| web.fulls(a, b));
            found.extend(fulls.iter().filter(|set| !set.is_empty()).map(|&set| (a, b, set)));
        }
    }
    found
}
