//! Hex's solver and surveyor as the solver of test vectors.

use game::{Position as _, Side};
use hex::Position;
use hex_engine::{Connectivity, End, Solver, SolverLimits, Surveyor};
use hexgrid::Cell;
use std::time::Duration;
use vectors::Class;

/// More than positions that are solved in a minute fill.
const MEMORY_MIB: usize = 128;

/// One who answers within so much time, or not at all.
pub(super) struct Expert {
    solver: Solver,
    surveyor: Surveyor,
    limits: SolverLimits,
}

impl Expert {
    pub(super) fn new(time: Duration) -> Self {
        let limits = SolverLimits { time: Some(time), ..SolverLimits::default() };
        Self { solver: Solver::new(MEMORY_MIB), surveyor: Surveyor::new(), limits }
    }
}

impl vectors::Solver for Expert {
    fn winner(&mut self, position: &Position) -> Option<Side> {
        self.solver.solve(position, &self.limits, &mut |_, _| {}).winner
    }

    fn joins(
        &mut self,
        position: &Position,
        side: Side,
        from: vectors::End,
        to: vectors::End,
    ) -> bool {
        match self.surveyor.connectivity(position, side, end(from), end(to)) {
            Some(Connectivity::Connected | Connectivity::Full { .. }) => true,
            Some(Connectivity::Semi { .. }) => position.side_to_move() == side,
            None => false,
        }
    }

    fn class(&mut self, position: &Position, cell: Cell) -> Option<Class> {
        let inferior = self.surveyor.inferior(position);
        let captor = Side::BOTH.into_iter().find(|&side| inferior.captured[side].contains(cell));
        if inferior.dead.contains(cell) {
            Some(Class::Dead)
        } else if let Some(side) = captor {
            Some(Class::Captured(side))
        } else if inferior.vulnerable.contains(cell) {
            Some(Class::Vulnerable)
        } else {
            inferior.dominated.contains(cell).then_some(Class::Dominated)
        }
    }
}

const fn end(end: vectors::End) -> End {
    match end {
        vectors::End::Edge(edge) => End::Edge(edge),
        vectors::End::At(cell) => End::At(cell),
    }
}
