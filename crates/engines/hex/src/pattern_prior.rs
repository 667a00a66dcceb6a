//! Pattern prior: a softmax over linear move features (Coulom 2007), with weights fitted to
//! self-play games. A heuristic that orders moves and sets their priors.

mod features;
mod move_scores;
mod weights;

pub use features::{FEATURES, feature_names};
pub use weights::{LIKELIHOOD_UNIT, Weights};

use crate::incremental_board::{IncrementalBoard, OrientedBoard};
use features::for_each_feature;
use game::Position as _;
use hex::{Move, Position};
use move_scores::MoveScores;

/// The pattern prior with its buffers.
#[derive(Clone, Debug)]
pub(crate) struct PatternPrior {
    scores: MoveScores,
}

impl PatternPrior {
    pub(crate) fn new(weights: &Weights) -> Self {
        let weights = Box::new(weights.all().map(|weight| weight as f32 / LIKELIHOOD_UNIT as f32));
        Self { scores: MoveScores::new(weights) }
    }

    /// Softmax probability of each of `moves` relative to the most likely, from 0 to 1. A swap gets
    /// 0.
    pub(crate) fn likelihoods(
        &mut self,
        board: &OrientedBoard<'_>,
        moves: &[Move],
        likelihoods: &mut Vec<f32>,
    ) {
        self.scores.compute(board);
        likelihoods.clear();
        likelihoods.extend(moves.iter().map(|&mv| self.sum(board, mv)));
        softmax_ratios(likelihoods);
    }

    fn sum(&self, board: &OrientedBoard<'_>, mv: Move) -> f32 {
        let Move::Place(at) = mv else { return f32::NEG_INFINITY };
        self.scores.of(board, at)
    }
}

/// Turns logits into softmax probabilities relative to the highest: `exp(xᵢ − max x)`.
pub(crate) fn softmax_ratios(logarithms: &mut [f32]) {
    let best = logarithms.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for logarithm in logarithms {
        *logarithm = (*logarithm - best).exp();
    }
}

/// Feature counts of a move at `position`, which `last` led to.
pub fn move_features(position: &Position, last: Option<Move>, mv: Move) -> Vec<f32> {
    let mut counts = vec![0.0; FEATURES];
    let mut board = IncrementalBoard::new(position.board());
    board.update(position);
    if let Move::Place(at) = mv {
        debug_assert!(position.is_legal(mv));
        for_each_feature(&board.oriented(position.side_to_move(), last), at, |feature| {
            counts[feature] += 1.0;
        });
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Dice, Record};
    use hex::{Options, SwapRule};

    fn position(text: &str) -> Position {
        text.parse().expect("a position")
    }

    fn mv(text: &str) -> Move {
        text.parse().expect("a move")
    }

    #[test]
    fn moves_look_the_same_after_half_a_turn_and_to_the_other_side() {
        let here = "7/2b4/7/1r5/5b1/7/3r3 b swap=off";
        let turned = "3r3/7/1b5/5r1/7/4b2/7 b swap=off";
        // The board in its long diagonal, and the colours exchanged.
        let mirrored = "7/3b3/1r5/6b/7/4r2/7 r swap=off";
        let features = |text, last, at| move_features(&position(text), Some(mv(last)), mv(at));
        for (at, half, other) in [("c4", "e4", "d3"), ("a1", "g7", "a1"), ("f2", "b6", "b6")] {
            let own = features(here, "b4", at);
            assert_eq!(own, features(turned, "f4", half), "{at}");
            assert_eq!(own, features(mirrored, "d2", other), "{at}");
        }
    }

    #[test]
    fn sums_are_those_of_the_features() {
        let mut dice = Dice::new(3);
        let weights = Weights::default();
        let mut prior = PatternPrior::new(&weights);
        let mut board = IncrementalBoard::default();
        for size in [3, 5, 8, 11, 19] {
            let options = Options::new(size, SwapRule::Off).expect("a size");
            let mut record = Record::<Position>::new(options);
            while record.conclusion().is_none() {
                let (position, last) = (record.position(), record.moves().last().copied());
                let moves = position.moves();
                board.update(position);
                let board = board.oriented(position.side_to_move(), last);
                prior.likelihoods(&board, &moves, &mut Vec::new());
                for &mv in moves.iter().take(40) {
                    let counts = move_features(position, last, mv).into_iter();
                    let slow = counts.zip(weights.all()).map(|(n, &w)| n * w as f32).sum::<f32>();
                    let fast = prior.sum(&board, mv) * LIKELIHOOD_UNIT as f32;
                    assert!((fast - slow).abs() < 0.5, "{position} {mv}: {fast} {slow}");
                }
                record.play(dice.choose(&moves).expect("a move")).expect("legal");
            }
        }
    }

    #[test]
    fn saving_a_bridge_is_among_the_most_likely_moves() {
        let position = position("7/7/3r3/3b3/2r4/7/7 r swap=off");
        let moves = position.moves();
        let mut likelihoods = Vec::new();
        let mut prior = PatternPrior::new(&Weights::default());
        let mut board = IncrementalBoard::default();
        board.update(&position);
        let board = board.oriented(position.side_to_move(), Some(mv("d4")));
        prior.likelihoods(&board, &moves, &mut likelihoods);
        let mut order: Vec<_> = moves.iter().zip(&likelihoods).collect();
        order.sort_by(|a, b| b.1.total_cmp(a.1));
        let first: Vec<String> = order.iter().take(3).map(|(mv, _)| mv.to_string()).collect();
        assert!(first.contains(&"c4".to_owned()), "{first:?}");
    }
}
