//! Domain knowledge of Hex for the tree search: wins in one, forced replies, the pattern prior, the
//! policy network, and proofs by virtual connections at nodes visited often.

use crate::incremental_board::IncrementalBoard;
use crate::pattern_prior::PatternPrior;
use crate::player::Models;
use crate::policy_network::Policy;
use crate::vc_evaluation::{VcEvaluation, VcEvaluator};
use game::{MoveList, Outcome, Position as _, Side};
use hex::{CellSet, Edge, Move, Position};
use hexgrid::Cell;
use search::mcts::{DomainKnowledge, Prior, Proof, ProvenOutcome};

/// Domain knowledge of Hex.
#[derive(Debug)]
pub(crate) struct HexKnowledge {
    board: IncrementalBoard,
    evaluator: VcEvaluator,
    prior: PatternPrior,
    policy: Policy,
    likelihoods: Vec<f32>,
    weights: PriorWeights,
}

/// Weights of the priors in equivalent visits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct PriorWeights {
    /// Pattern prior.
    pub(crate) pattern: f32,
    /// Policy network.
    pub(crate) policy: f32,
    /// Virtual connections: the electric-circuit evaluation.
    pub(crate) connection: f32,
}

impl HexKnowledge {
    pub(crate) fn new(weights: PriorWeights, models: &Models) -> Self {
        Self {
            board: IncrementalBoard::default(),
            evaluator: VcEvaluator::default(),
            prior: PatternPrior::new(&models.weights),
            policy: Policy::new(&models.policy),
            likelihoods: Vec::new(),
            weights,
        }
    }
}

/// Prior values of the moves with the lowest and the highest circuit score.
const LOWEST: f32 = 0.35;
const HIGHEST: f32 = 0.75;

/// Prior values of the least and the most likely moves of the pattern prior or the policy network.
const UNLIKELY: f32 = 0.3;
const LIKELY: f32 = 0.7;

impl DomainKnowledge<Position> for HexKnowledge {
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

    fn priors(
        &mut self,
        position: &Position,
        last: Option<Move>,
        moves: &mut MoveList<Move>,
        priors: &mut Vec<Prior>,
    ) {
        let side = position.side_to_move();
        if position.can_swap() || winning_cells(position, side).lowest().is_some() {
            return;
        }
        if let Some(cell) = winning_cells(position, side.other()).lowest() {
            let only = Move::Place(position.board().axial(cell));
            moves.retain(|&mv| mv == only);
        } else if self.weights.pattern > 0.0 {
            self.board.update(position);
            let board = self.board.oriented(side, last);
            self.prior.likelihoods(&board, moves, &mut self.likelihoods);
            priors.extend(self.likelihoods.iter().map(|&likelihood| Prior {
                chance: UNLIKELY + (LIKELY - UNLIKELY) * likelihood.sqrt(),
                weight: self.weights.pattern,
            }));
        }
    }

    fn policy(
        &mut self,
        position: &Position,
        last: Option<Move>,
        moves: &[Move],
        priors: &mut Vec<Prior>,
    ) {
        if position.can_swap() || moves.len() < 2 {
            return;
        }
        self.board.update(position);
        let board = self.board.oriented(position.side_to_move(), last);
        self.policy.likelihoods(&board, moves, &mut self.likelihoods);
        priors.extend(self.likelihoods.iter().map(|&likelihood| Prior {
            chance: UNLIKELY + (LIKELY - UNLIKELY) * likelihood.sqrt(),
            weight: self.weights.policy,
        }));
    }

    fn prove(
        &mut self,
        position: &Position,
        moves: &mut MoveList<Move>,
        priors: &mut Vec<Prior>,
    ) -> Proof<Move> {
        if position.can_swap() {
            return Proof::Unproven;
        }
        let board = position.board();
        let place = |mv: Move| match mv {
            Move::Place(at) => board.cell(at),
            Move::Swap => None,
        };
        self.board.update(position);
        match self.evaluator.evaluate(&self.board, position.side_to_move()) {
            VcEvaluation::Won { by, plies } => Proof::WonBy(Move::Place(board.axial(by)), plies),
            VcEvaluation::Lost { plies } => Proof::Lost(plies),
            VcEvaluation::Open { moves: kept, circuit_scores } => {
                let wanted = |mv: &Move| place(*mv).is_some_and(|cell| kept.contains(cell));
                if moves.iter().any(wanted) {
                    moves.retain(wanted);
                    priors.extend(moves.iter().map(|&mv| self.prior(place(mv), &circuit_scores)));
                }
                Proof::Unproven
            }
        }
    }
}

impl HexKnowledge {
    fn prior(&self, cell: Option<Cell>, circuit_scores: &[(Cell, f32)]) -> Prior {
        let circuit_score = circuit_scores.iter().find(|(known, _)| Some(*known) == cell);
        let circuit_score = circuit_score.map_or(0.0, |(_, circuit_score)| *circuit_score);
        Prior {
            chance: LOWEST + (HIGHEST - LOWEST) * circuit_score,
            weight: self.weights.connection,
        }
    }
}

/// The empty cells at which a stone of `side` would win at once.
pub(crate) fn winning_cells(position: &Position, side: Side) -> CellSet {
    let board = position.board();
    let own = position.stones(side);
    let near = position.rooted(side);
    let far = (own & board.edge(Edge::far(side)) & !near).into_iter().fold(
        CellSet::EMPTY,
        |sum, cell| {
            if sum.contains(cell) { sum } else { sum | board.joined(cell, own) }
        },
    );
    let touching = |edge: Edge, joined: CellSet| {
        let around = joined.into_iter().flat_map(|cell| board.neighbours(cell).iter().copied());
        around.fold(board.edge(edge), CellSet::with)
    };
    position.empties() & touching(Edge::near(side), near) & touching(Edge::far(side), far)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Dice, Record};
    use hex::{Options, SwapRule};

    #[test]
    fn wins_in_one_are_those_the_rules_see() {
        let mut dice = Dice::new(5);
        let mut seen = 0;
        for _ in 0..200 {
            let options = Options::new(5, SwapRule::Off).expect("a size");
            let mut record = Record::<Position>::new(options);
            while record.conclusion().is_none() {
                let position = record.position();
                let side = position.side_to_move();
                let wins = |cell: &hexgrid::Cell| {
                    let mut after = position.clone();
                    after.place(*cell);
                    after.winner() == Some(side)
                };
                let slow: CellSet = position.empties().into_iter().filter(wins).collect();
                assert_eq!(winning_cells(position, side), slow, "{position}");
                seen += slow.len();
                let mv = dice.choose(&position.moves()).expect("a move");
                record.play(mv).expect("legal");
            }
        }
        assert!(seen > 100, "only {seen} wins to find");
    }
}
