//! Must-play analysis (Hayward et al. 2003): what the virtual connections of both sides prove of a
//! position, and estimates of its moves.
//!
//! Every semi connection of the opponent's edges is a threat: a move outside its carrier loses. The
//! must-play region is the intersection of all these carriers.

use super::refutations::Refutation;
use super::table::MoveEstimates;
use crate::connection::{ConnectionSet, MoveEffect, Seeds, Stop};
use crate::geometry::BoardGeometry;
use crate::resistance::ResistanceEvaluation;
use crate::solver_board::SolverBoard;
use game::{BySide, Side};
use hexgrid::{Cell, CellArray, CellSet};

/// Result of the analysis for the side to move.
#[derive(Clone, Debug)]
pub(crate) enum MustPlayResult<const W: usize> {
    /// It wins within the carrier, by this move unless it is connected already.
    Won { carrier: CellSet<W>, best: Option<Cell> },
    /// It loses; the opponent wins within the carrier.
    Lost { carrier: CellSet<W> },
    /// Nothing is proven. Each refutation makes the must-play region smaller.
    Open { refutations: Vec<Refutation<W>> },
}

/// Analyses positions; kept for its buffers.
#[derive(Debug)]
pub(crate) struct MustPlayAnalysis<const W: usize> {
    connections: BySide<ConnectionSet<W>>,
    circuit: ResistanceEvaluation,
    currents: BySide<Vec<f64>>,
}

impl<const W: usize> MustPlayAnalysis<W> {
    /// An analysis whose H-search starts from these seeds.
    pub(crate) fn new(seeds: Seeds) -> Self {
        Self {
            connections: BySide::from_fn(|_| ConnectionSet::new(seeds)),
            circuit: ResistanceEvaluation::default(),
            currents: BySide::from_fn(|_| Vec::new()),
        }
    }

    /// Analyses a position with `side` to move.
    pub(crate) fn analyse(
        &mut self,
        geometry: &BoardGeometry<W>,
        state: &SolverBoard<W>,
        side: Side,
    ) -> MustPlayResult<W> {
        match self.analyse_opponent(geometry, state, side) {
            MustPlayResult::Open { refutations } => match self.analyse_own(geometry, state, side) {
                Some((carrier, best)) => MustPlayResult::Won { carrier, best },
                None => MustPlayResult::Open { refutations },
            },
            solved => solved,
        }
    }

    /// First half: the opponent's connections.
    pub(crate) fn analyse_opponent(
        &mut self,
        geometry: &BoardGeometry<W>,
        state: &SolverBoard<W>,
        side: Side,
    ) -> MustPlayResult<W> {
        let other = side.other();
        if let Some(winner) = state.winner(geometry) {
            let carrier = CellSet::EMPTY;
            return if winner == side {
                MustPlayResult::Won { carrier, best: None }
            } else {
                MustPlayResult::Lost { carrier }
            };
        }
        self.connections[other].build(geometry, state, other, Stop::AtFull);
        if let Some(carrier) = self.connections[other].winning().full() {
            return MustPlayResult::Lost { carrier };
        }
        let semis = self.connections[other].winning().semis().iter();
        let refutations =
            semis.map(|s| Refutation { carrier: s.carrier, unrefuted: s.carrier }).collect();
        MustPlayResult::Open { refutations }
    }

    /// Second half, of the same position: the connections of the side to move, and a winning move.
    pub(crate) fn analyse_own(
        &mut self,
        geometry: &BoardGeometry<W>,
        state: &SolverBoard<W>,
        side: Side,
    ) -> Option<(CellSet<W>, Option<Cell>)> {
        self.connections[side].build(geometry, state, side, Stop::AtSemi);
        let goal = self.connections[side].winning();
        if let Some(carrier) = goal.full() {
            // Any cell of the carrier wins: the connection holds even if the opponent moves first.
            return Some((carrier, carrier.lowest()));
        }
        goal.semis().first().map(|semi| (semi.carrier, Some(semi.key)))
    }

    /// Estimates of `moves` of `side` in the position analysed last; or a winning one of them with
    /// its carrier.
    pub(crate) fn estimate_moves(
        &mut self,
        state: &SolverBoard<W>,
        side: Side,
        moves: CellSet<W>,
    ) -> Result<MoveEstimates<W>, (CellSet<W>, Cell)> {
        let mut estimates =
            MoveEstimates { circuit_scores: self.circuit_scores(moves), ..MoveEstimates::NONE };
        for cell in moves {
            match self.connections[side].move_effect(cell, state.empties()) {
                MoveEffect::Won { carrier } => return Err((carrier, cell)),
                MoveEffect::Open { answers } => estimates.set_answers(cell, answers.len()),
            }
        }
        Ok(estimates)
    }

    /// Circuit scores of `moves` in the position analysed last, scaled to 1..=255.
    pub(crate) fn circuit_scores(&mut self, moves: CellSet<W>) -> CellArray<u8, W> {
        for side in Side::BOTH {
            self.circuit.currents(&self.connections[side], &mut self.currents[side]);
        }
        let best = moves.into_iter().map(|cell| self.circuit_score(cell)).fold(1e-12, f64::max);
        let mut circuit_scores = CellArray::filled(0);
        for cell in moves {
            let circuit_score = 1.0 + 254.0 * self.circuit_score(cell) / best;
            circuit_scores[cell] = circuit_score as u8;
        }
        circuit_scores
    }

    /// Sum of both sides' shares of current through an empty cell.
    fn circuit_score(&self, cell: Cell) -> f64 {
        let current = |side: Side| {
            let point = self.connections[side].points().at(cell);
            point.map_or(0.0, |point| self.currents[side][usize::from(point)])
        };
        current(Side::First) + current(Side::Second)
    }
}
