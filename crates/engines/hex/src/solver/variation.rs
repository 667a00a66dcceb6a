//! Principal variation and winning moves of solved positions, read from the table.

use super::budget::{Budget, SolverLimits};
use super::df_pn::DfPnSearch;
use crate::solver_board::SolverBoard;
use game::Side;
use hexgrid::Cell;

impl<const W: usize> DfPnSearch<W> {
    /// Principal variation as far as the table holds it: winning moves of the winner, and the moves
    /// with the largest search effort of the loser. It ends where virtual connections decide.
    pub(crate) fn line(&mut self, state: &SolverBoard<W>, side: Side) -> Vec<Cell> {
        let mut state = state.clone();
        let mut side = side;
        let mut line = Vec::new();
        while let Some(cell) = self.best_known(&state, side) {
            line.push(cell);
            state = self.after(&state, side, cell).0;
            side = side.other();
        }
        line
    }

    /// The winner, if the position is solved.
    pub(crate) fn winner(&mut self, state: &SolverBoard<W>, side: Side) -> Option<Side> {
        let (_, entry) = self.entry(state, side)?;
        match (entry.numbers.proof, entry.numbers.disproof) {
            (0, _) => Some(side),
            (_, 0) => Some(side.other()),
            _ => None,
        }
    }

    /// Number of empty cells in the carrier of the proof; all of them if nothing is proven.
    pub(crate) fn proof_cells(&mut self, state: &SolverBoard<W>, side: Side) -> usize {
        let filled = self.filled(state);
        let proof = self.winner(&filled, side).and_then(|winner| {
            let (key, entry) = self.entry(&filled, side)?;
            Some(self.oriented(entry.carrier, key) | filled.captured(winner))
        });
        let empties = state.empties();
        proof.map_or(empties.len(), |carrier| (carrier & empties).len())
    }

    /// A winning move of a position that need not have fill-in; searched for if it is not in the
    /// table.
    pub(crate) fn winning_move(&mut self, state: &SolverBoard<W>, side: Side) -> Option<Cell> {
        let filled = self.filled(state);
        let limits = SolverLimits::default();
        self.run(&filled, side, &mut Budget::start(&limits, &mut |_, _| {}));
        if self.winner(&filled, side) != Some(side) {
            return None;
        }
        // Where captured cells alone connect the edges, any of them is a winning move.
        let captured = filled.captured(side) & state.empties();
        self.best_known(&filled, side).or(captured.lowest())
    }

    fn best_known(&mut self, state: &SolverBoard<W>, side: Side) -> Option<Cell> {
        let (key, entry) = self.entry(state, side)?;
        if entry.numbers.disproof > 0 {
            return entry.best().map(|cell| self.oriented_cell(cell, key));
        }
        let mut longest = None;
        for cell in state.empties() {
            let next = self.after(state, side, cell).0;
            if let Some((_, entry)) = self.entry(&next, side.other()) {
                longest = longest.max(Some((entry.work, cell)));
            }
        }
        longest.map(|(_, cell)| cell)
    }
}
