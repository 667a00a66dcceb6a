//! Pattern prior: a softmax over linear move features (Coulom 2007), with weights fitted to
//! self-play games. A heuristic that orders moves and sets their priors.

mod features;
mod weights;

pub use features::{FEATURES, feature_names};
pub use weights::{LIKELIHOOD_UNIT, Weights};

use crate::board::Board;
use crate::position_board::{PositionBoard, place_of};
use features::for_each_feature;
use game::{Position as _, Side};
use havannah::{Move, Position};

/// The pattern prior.
#[derive(Clone, Debug)]
pub(crate) struct PatternPrior {
    weights: Box<[f32; FEATURES]>,
}

impl PatternPrior {
    pub(crate) fn new(weights: &Weights) -> Self {
        let unit = LIKELIHOOD_UNIT as f32;
        Self { weights: Box::new(weights.all().map(|weight| weight as f32 / unit)) }
    }

    /// Logit of a stone of `side`.
    pub(crate) fn logit(
        &self,
        board: &Board,
        side: Side,
        last: Option<usize>,
        place: usize,
    ) -> f32 {
        let mut sum = 0.0;
        for_each_feature(board, side, last, place, |feature| sum += self.weights[feature]);
        sum
    }
}

/// Turns logits into softmax probabilities relative to the highest.
pub(crate) fn softmax_ratios(logits: &mut [f32]) {
    let best = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for logit in logits {
        *logit = exp(*logit - best);
    }
}

/// Exponential function of a number that is not positive, by products alone, so that it is the same on
/// every machine: `(1 + x / 2¹⁰)` to the power of 2¹⁰.
fn exp(x: f32) -> f32 {
    const DOUBLINGS: u32 = 10;
    const LEAST: f32 = -20.0;
    let first = 1.0 + x.max(LEAST) / (1 << DOUBLINGS) as f32;
    (0..DOUBLINGS).fold(first, |power, _| power * power)
}

/// Feature counts of a move at `position`, which `last` led to.
pub fn move_features(position: &Position, last: Option<Move>, mv: Move) -> Vec<f32> {
    let mut counts = vec![0.0; FEATURES];
    let mut positions = PositionBoard::default();
    let board = &positions.board_of(position).board;
    let last = last.and_then(|last| place_of(position, last));
    if let Some(place) = place_of(position, mv) {
        for_each_feature(board, position.side_to_move(), last, place, |feature| {
            counts[feature] += 1.0;
        });
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_function_is_near_enough() {
        for x in [0.0f32, -0.1, -1.0, -2.5, -5.0] {
            assert!((exp(x) - x.exp()).abs() < 0.002, "{x}: {} {}", exp(x), x.exp());
        }
        assert!(exp(-1000.0) >= 0.0 && exp(f32::NEG_INFINITY) < 1e-6);
    }

    #[test]
    fn moves_look_the_same_after_a_turn_and_to_the_other_side() {
        let position: Position = "4/1w3/2b3/1w1b3/3w2/5/4 b swap=off".parse().expect("a position");
        let counts = |position: &Position, mv: Move| move_features(position, None, mv);
        let sorted = |position: &Position| {
            let moves = position.moves();
            let mut all: Vec<Vec<u8>> = moves
                .iter()
                .map(|&mv| counts(position, mv).iter().map(|&count| count as u8).collect())
                .collect();
            all.sort();
            all
        };
        let here = sorted(&position);
        for sixths in 0..6 {
            assert_eq!(here, sorted(&position.rotated(sixths)));
            assert_eq!(here, sorted(&position.mirrored(sixths)));
        }
        assert_eq!(here, sorted(&position.colours_exchanged()));
    }

    #[test]
    fn saving_a_bridge_is_among_the_most_likely_moves() {
        let text = "5/6/7/3w4/3b5/3w4/7/6/5 w swap=off";
        let position: Position = text.parse().expect("a position");
        let prior = PatternPrior::new(&Weights::default());
        let mut positions = PositionBoard::default();
        let board = &positions.board_of(&position).board;
        let place = |mv| place_of(&position, mv).expect("a place");
        let cell = position.stones(Side::Second).lowest().expect("a stone");
        let last = Some(place(Move::Place(position.board().axial(cell))));
        let moves = position.moves();
        let mut rated: Vec<_> = moves
            .iter()
            .map(|&mv| (prior.logit(board, Side::First, last, place(mv)), mv))
            .collect();
        rated.sort_by(|a, b| b.0.total_cmp(&a.0));
        let first: Vec<String> = rated.iter().take(3).map(|(_, mv)| mv.to_string()).collect();
        assert!(first.contains(&"e5".to_owned()), "{first:?}");
    }
}
