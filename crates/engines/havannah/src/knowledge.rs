//! Domain knowledge of Havannah for the tree search: decisive and anti-decisive moves (Teytaud and
//! Teytaud 2010), the pattern prior, and wins by threats.

use crate::board::Board;
use crate::pattern_prior::{PatternPrior, Weights, softmax_ratios};
use crate::position_board::{PositionBoard, place_of};
use crate::threat_search::ThreatSearch;
use game::{MoveList, Outcome, Position as _};
use havannah::{Move, Position};
use search::mcts::{DomainKnowledge, Prior, Proof, ProvenOutcome};

/// What is used of the domain knowledge.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct KnowledgeSettings {
    /// Weight of the pattern prior, in equivalent visits; 0 for none.
    pub pattern_weight: u16,
    /// Boards that a search for wins by threats may look at.
    pub threat_boards: u32,
    /// Whether moves that do not meet a double threat of the opponent are left out.
    pub must_play: bool,
    /// Most threats before the last move of such a win.
    pub most_threats: u16,
}

/// Domain knowledge of Havannah.
#[derive(Clone, Debug)]
pub(crate) struct HavannahKnowledge {
    settings: KnowledgeSettings,
    positions: PositionBoard,
    pattern: PatternPrior,
    likelihoods: Vec<f32>,
}

impl HavannahKnowledge {
    pub(crate) fn new(settings: KnowledgeSettings, weights: &Weights) -> Self {
        Self {
            settings,
            positions: PositionBoard::default(),
            pattern: PatternPrior::new(weights),
            likelihoods: Vec::new(),
        }
    }

    fn add_pattern_priors(
        &mut self,
        position: &Position,
        last: Option<usize>,
        moves: &[Move],
        priors: &mut Vec<Prior>,
    ) {
        let Self { settings, positions, pattern, likelihoods } = self;
        let board = &positions.board_of(position).board;
        let (side, weight) = (position.side_to_move(), f32::from(settings.pattern_weight));
        likelihoods.clear();
        likelihoods.extend(moves.iter().map(|&mv| {
            let place = place_of(position, mv);
            place.map_or(f32::NEG_INFINITY, |place| pattern.logit(board, side, last, place))
        }));
        softmax_ratios(likelihoods);
        priors.extend(likelihoods.iter().map(|&likelihood| Prior {
            chance: UNLIKELY + (LIKELY - UNLIKELY) * likelihood.sqrt(),
            weight,
        }));
    }

    fn board(&mut self, position: &Position) -> &Board {
        &self.positions.board_of(position).board
    }
}

/// Prior values of the least and the most likely moves of the pattern prior.
const UNLIKELY: f32 = 0.3;
const LIKELY: f32 = 0.7;

impl DomainKnowledge<Position> for HavannahKnowledge {
    fn winning_move(&mut self, position: &Position, _: &[Move]) -> Option<Move> {
        let place = self.board(position).winning_places(position.side_to_move(), 1).first()?;
        Some(self.positions.move_to(place))
    }

    /// Two cells at which the opponent would win cannot both be taken.
    fn proven_outcome(&mut self, position: &Position) -> Option<ProvenOutcome> {
        let other = position.side_to_move().other();
        let lost = self.board(position).winning_places(other, 2).count() > 1;
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
        let board = self.board(position);
        if board.winning_places(side, 1).first().is_some() {
            return;
        }
        if let Some(place) = board.winning_places(side.other(), 1).first() {
            let only = self.positions.move_to(place);
            moves.retain(|&mv| mv == only);
            return;
        }
        if self.settings.pattern_weight > 0 {
            let last = last.and_then(|mv| place_of(position, mv));
            self.add_pattern_priors(position, last, moves, priors);
        }
    }

    /// A win by threats, or the moves that meet double threats of the opponent.
    fn prove(
        &mut self,
        position: &Position,
        moves: &mut MoveList<Move>,
        _priors: &mut Vec<Prior>,
    ) -> Proof<Move> {
        let KnowledgeSettings { threat_boards, most_threats, must_play, .. } = self.settings;
        let side = position.side_to_move();
        let board = self.board(position);
        let won = ThreatSearch::new(threat_boards).run(board, side, most_threats);
        if let Some(win) = won {
            return Proof::WonBy(self.positions.move_to(win.first), win.plies - 1);
        }
        if !must_play || board.winning_places(side.other(), 1).first().is_some() {
            return Proof::Unproven;
        }
        let mut kept: Vec<usize> = board.empties().collect();
        ThreatSearch::new(threat_boards).must_play(board, side, &mut kept);
        let is_kept = |mv: &Move| place_of(position, *mv).is_some_and(|at| kept.contains(&at));
        if kept.is_empty() {
            return Proof::Lost(4);
        }
        if moves.iter().any(is_kept) {
            moves.retain(is_kept);
        }
        Proof::Unproven
    }
}
