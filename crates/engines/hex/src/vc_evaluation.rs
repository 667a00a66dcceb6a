//! Virtual-connection (VC) evaluation (Anshelevich 2002) for the tree search: a proven winner, or
//! the must-play region with a circuit score for each move.

use crate::connection::Seeds;
use crate::geometry::{BoardGeometry, widen};
use crate::incremental_board::IncrementalBoard;
use crate::inferior::{dominated, fill_in, vulnerable_cells};
use crate::solver::{MustPlayAnalysis, MustPlayResult};
use crate::solver_board::SolverBoard;
use crate::width::{at_width, every_width};
use game::Side;
use hex::{Board, CellSet};
use hexgrid::Cell;

/// Result of the evaluation. Plies are upper bounds.
#[derive(Clone, Debug)]
pub(crate) enum VcEvaluation {
    /// The side to move wins by this move, within so many plies after it.
    Won { by: Cell, plies: u16 },
    /// The side to move loses.
    Lost { plies: u16 },
    /// If any move wins, one of these does; each with its circuit score, from 0 to 1.
    Open { moves: CellSet, circuit_scores: Vec<(Cell, f32)> },
}

every_width!(
    /// Buffers for boards of one size.
    AnyVcWorkspace of VcWorkspace
);

/// Evaluates positions; kept for its buffers.
#[derive(Debug, Default)]
pub(crate) struct VcEvaluator {
    workspace: Option<AnyVcWorkspace>,
}

impl VcEvaluator {
    /// Evaluates a position that is not over, with `side` to move. The swap is ignored.
    pub(crate) fn evaluate(&mut self, position: &IncrementalBoard, side: Side) -> VcEvaluation {
        let board = position.board();
        let size = |workspace: &AnyVcWorkspace| at_width!(AnyVcWorkspace, workspace, d => d.geometry.board().size());
        self.workspace.take_if(|workspace| size(workspace) != board.size());
        let workspace =
            self.workspace.get_or_insert_with(|| AnyVcWorkspace::new(board.size(), board));
        at_width!(AnyVcWorkspace, workspace, workspace => workspace.evaluate(position, side))
    }
}

#[derive(Debug)]
struct VcWorkspace<const W: usize> {
    geometry: BoardGeometry<W>,
    analysis: MustPlayAnalysis<W>,
}

impl<const W: usize> From<&'static Board> for VcWorkspace<W> {
    fn from(board: &'static Board) -> Self {
        Self {
            geometry: BoardGeometry::new(board),
            analysis: MustPlayAnalysis::new(Seeds::Shallow),
        }
    }
}

impl<const W: usize> VcWorkspace<W> {
    fn evaluate(&mut self, position: &IncrementalBoard, side: Side) -> VcEvaluation {
        let mut state = SolverBoard::of(&self.geometry, position);
        let empties = widen(state.empties());
        fill_in(&self.geometry, &mut state, self.geometry.cells());
        let within = |winner: Side, carrier| widen(carrier | state.captured(winner));
        match self.analysis.analyse(&self.geometry, &state, side) {
            MustPlayResult::Won { carrier, best } => {
                let carrier = within(side, carrier);
                // A full connection wins after any move; one inside the carrier is best.
                let by = best.or(carrier.lowest()).or(empties.lowest());
                let by = by.unwrap_or(Cell::new(0));
                let left = carrier.without(by) & empties;
                VcEvaluation::Won { by, plies: even(left.len()) }
            }
            MustPlayResult::Lost { carrier } => {
                let carrier = within(side.other(), carrier) & empties;
                VcEvaluation::Lost { plies: even(carrier.len().max(1)) }
            }
            MustPlayResult::Open { refutations } => {
                let left = refutations
                    .iter()
                    .fold(state.empties(), |left, refutation| left & refutation.unrefuted);
                let poor = vulnerable_cells(&state, side) | dominated(&self.geometry, &state, side);
                let moves = if (left & !poor).is_empty() { left } else { left & !poor };
                let circuit_scores = self.analysis.circuit_scores(moves);
                let circuit_score = |cell: Cell| (cell, f32::from(circuit_scores[cell]) / 255.0);
                let circuit_scores = moves.into_iter().map(circuit_score).collect();
                VcEvaluation::Open { moves: widen(moves), circuit_scores }
            }
        }
    }
}

/// Rounded up to an even number: moves and replies come in pairs.
///
/// A full connection is carried out in no more plies than its carrier has cells: wherever the
/// opponent moves, the reply leaves a full connection with at least two cells less.
fn even(cells: usize) -> u16 {
    cells.next_multiple_of(2) as u16
}
