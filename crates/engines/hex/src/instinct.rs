//! What a move looks like at first sight: a sum of weights of local features, fitted to the moves
//! of self-play. An opinion, never a proof; it says which moves a search should try first.

mod features;
mod sums;
mod view;
mod weights;

pub use features::{FEATURES, feature_names};
pub use weights::{LIKELIHOOD_UNIT, Weights};

use features::tell_features;
use game::Position as _;
use hex::{Move, Position};
use sums::Sums;
use view::View;

/// Looks at moves with these weights; kept for its buffers.
#[derive(Clone, Debug)]
pub(crate) struct Instinct {
    sums: Sums,
    view: View,
}

impl Instinct {
    pub(crate) fn new(weights: &Weights) -> Self {
        let weights = Box::new(weights.all().map(|weight| weight as f32 / LIKELIHOOD_UNIT as f32));
        Self { sums: Sums::new(weights), view: View::default() }
    }

    /// How likely each of `moves` is compared with the likeliest of them, from 0 to 1. `last` is
    /// the move that led to the position. Nothing is thought of a swap.
    pub(crate) fn likelihoods(
        &mut self,
        position: &Position,
        last: Option<Move>,
        moves: &[Move],
        likelihoods: &mut Vec<f32>,
    ) {
        self.view.show(position, last);
        self.sums.add_up(&self.view);
        likelihoods.clear();
        likelihoods.extend(moves.iter().map(|&mv| self.sum(mv)));
        compare(likelihoods);
    }

    fn sum(&self, mv: Move) -> f32 {
        let Move::Place(at) = mv else { return f32::NEG_INFINITY };
        self.sums.of(self.view.seen(at))
    }
}

/// Makes likelihoods, compared with the highest of them, of their logarithms.
pub(crate) fn compare(logarithms: &mut [f32]) {
    let best = logarithms.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for logarithm in logarithms {
        *logarithm = (*logarithm - best).exp();
    }
}

/// How often each feature occurs in a move at `position`, which `last` led to.
pub fn move_features(position: &Position, last: Option<Move>, mv: Move) -> Vec<f32> {
    let mut counts = vec![0.0; FEATURES];
    let mut view = View::default();
    view.show(position, last);
    if let Move::Place(at) = mv {
        debug_assert!(position.is_legal(mv));
        tell_features(&view, at, |feature| counts[feature] += 1.0);
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
        let mut instinct = Instinct::new(&weights);
        for size in [3, 5, 8, 11, 19] {
            let options = Options::new(size, SwapRule::Off).expect("a size");
            let mut record = Record::<Position>::new(options);
            while record.conclusion().is_none() {
                let (position, last) = (record.position(), record.moves().last().copied());
                let moves = position.moves();
                instinct.likelihoods(position, last, &moves, &mut Vec::new());
                for &mv in moves.iter().take(40) {
                    let counts = move_features(position, last, mv).into_iter();
                    let slow = counts.zip(weights.all()).map(|(n, &w)| n * w as f32).sum::<f32>();
                    let fast = instinct.sum(mv) * LIKELIHOOD_UNIT as f32;
                    assert!((fast - slow).abs() < 0.5, "{position} {mv}: {fast} {slow}");
                }
                record.play(dice.choose(&moves).expect("a move")).expect("legal");
            }
        }
    }

    #[test]
    fn to_mend_a_broken_bridge_is_among_the_first_thoughts() {
        let position = position("7/7/3r3/3b3/2r4/7/7 r swap=off");
        let moves = position.moves();
        let mut likelihoods = Vec::new();
        let mut instinct = Instinct::new(&Weights::default());
        instinct.likelihoods(&position, Some(mv("d4")), &moves, &mut likelihoods);
        let mut order: Vec<_> = moves.iter().zip(&likelihoods).collect();
        order.sort_by(|a, b| b.1.total_cmp(a.1));
        let first: Vec<String> = order.iter().take(3).map(|(mv, _)| mv.to_string()).collect();
        assert!(first.contains(&"c4".to_owned()), "{first:?}");
    }
}
