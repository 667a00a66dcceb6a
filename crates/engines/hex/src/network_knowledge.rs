//! What PUCT knows of Hex: policy and value of the network, wins in one, forced replies, and proofs
//! and must-play regions by virtual connections at nodes visited often.

use crate::incremental_board::IncrementalBoard;
use crate::knowledge::winning_cells;
use crate::network::{Network, NetworkEvaluator};
use crate::vc_evaluation::{VcEvaluation, VcEvaluator};
use game::{MoveList, Outcome, Position as _};
use hex::{Move, Position};
use search::mcts::{DomainKnowledge, PolicyValue, Prior, Proof, ProvenOutcome};

/// The knowledge of one thread.
#[derive(Debug)]
pub(crate) struct NetworkKnowledge {
    board: IncrementalBoard,
    connections: VcEvaluator,
    network: NetworkEvaluator,
}

impl NetworkKnowledge {
    pub(crate) fn new(network: &Network) -> Self {
        Self {
            board: IncrementalBoard::default(),
            connections: VcEvaluator::default(),
            network: NetworkEvaluator::new(network),
        }
    }
}

impl DomainKnowledge<Position> for NetworkKnowledge {
    fn winning_move(&mut self, position: &Position, _: &[Move]) -> Option<Move> {
        let cell = winning_cells(position, position.side_to_move()).lowest()?;
        Some(Move::Place(position.board().axial(cell)))
    }

    /// Two cells at which the opponent would win cannot both be taken.
    fn proven_outcome(&mut self, position: &Position) -> Option<ProvenOutcome> {
        let other = position.side_to_move().other();
        let lost = !position.can_swap() && winning_cells(position, other).len() > 1;
        lost.then_some(ProvenOutcome { outcome: Outcome::Win(other), plies: 2 })
    }

    fn prove(
        &mut self,
        position: &Position,
        moves: &mut MoveList<Move>,
        _: &mut Vec<Prior>,
    ) -> Proof<Move> {
        if position.can_swap() {
            return Proof::Unproven;
        }
        let board = position.board();
        self.board.update(position);
        match self.connections.evaluate(&self.board, position.side_to_move()) {
            VcEvaluation::Won { by, plies } => Proof::WonBy(Move::Place(board.axial(by)), plies),
            VcEvaluation::Lost { plies } => Proof::Lost(plies),
            VcEvaluation::Open { moves: kept, .. } => {
                let wanted = |mv: &Move| match *mv {
                    Move::Place(at) => board.cell(at).is_some_and(|cell| kept.contains(cell)),
                    Move::Swap => false,
                };
                if moves.iter().any(wanted) {
                    moves.retain(wanted);
                }
                Proof::Unproven
            }
        }
    }
}

impl PolicyValue<Position> for NetworkKnowledge {
    /// Where the opponent threatens to win at once, only the cell of the threat is left.
    fn evaluate(
        &mut self,
        position: &Position,
        _: Option<Move>,
        moves: &mut MoveList<Move>,
        priors: &mut Vec<f32>,
    ) -> f32 {
        let side = position.side_to_move();
        let threat = winning_cells(position, side.other()).lowest();
        let wins = !winning_cells(position, side).is_empty();
        if let Some(cell) = threat.filter(|_| !wins && !position.can_swap()) {
            let only = Move::Place(position.board().axial(cell));
            moves.retain(|&mv| mv == only);
        }
        self.network.evaluate(position, moves, priors)
    }
}
