//! Move quality: the move played compared with the best one.

use crate::{Line, MoveText, Score};
use serde::{Deserialize, Serialize};

/// Quality of a move, by the loss of win probability.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveQuality {
    /// The best move, or as good as the best.
    Good,
    /// A loss of at least 7 %.
    Inaccuracy,
    /// A loss of at least 15 %.
    Mistake,
    /// A loss of at least 30 %.
    Blunder,
}

impl MoveQuality {
    /// The quality of a move, by its score and the score of the best move, both for the mover.
    pub fn classify(best: Score, played: Score) -> Self {
        match best.win_probability() - played.win_probability() {
            lost if lost >= 0.3 => Self::Blunder,
            lost if lost >= 0.15 => Self::Mistake,
            lost if lost >= 0.07 => Self::Inaccuracy,
            _ => Self::Good,
        }
    }

    /// Its annotation symbol.
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

/// A move of a game with the engine's analysis.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReviewedMove<M = MoveText> {
    /// Moves played before it.
    pub ply: usize,
    /// The move played.
    pub mv: M,
    /// The best move in its place, with its score for the mover and its principal variation.
    pub best: Line<M>,
    /// The score of the move played, for the mover.
    pub played: Score,
    /// The quality of the move played.
    pub quality: MoveQuality,
}

impl<M> ReviewedMove<M> {
    /// How precise the move was, from 0 to 100: `100 · exp(−4 · loss)`, where the loss is how much smaller
    /// the move made the probability to win than the best move did. The accuracy of a side is the mean.
    pub fn accuracy(&self) -> f64 {
        100.0 * (-4.0 * self.loss()).exp()
    }

    fn loss(&self) -> f64 {
        // A slower win is a win.
        if self.quality == MoveQuality::Good && self.played.is_proven() {
            return 0.0;
        }
        (self.best.score.share() - self.played.share()).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn giving_a_win_away_is_a_blunder_and_a_slower_win_is_not() {
        let cases = [
            (Score::WinIn(3), Score::LossIn(2), MoveQuality::Blunder),
            (Score::WinIn(3), Score::Draw, MoveQuality::Blunder),
            (Score::WinIn(3), Score::WinIn(9), MoveQuality::Good),
            (Score::LossIn(3), Score::LossIn(1), MoveQuality::Good),
            (Score::Estimate(0), Score::Estimate(-30), MoveQuality::Good),
            (Score::Estimate(50), Score::Estimate(-30), MoveQuality::Inaccuracy),
            (Score::Chance(700), Score::Chance(500), MoveQuality::Mistake),
            // Better than the best.
            (Score::Estimate(0), Score::Estimate(20), MoveQuality::Good),
        ];
        for (best, played, quality) in cases {
            assert_eq!(MoveQuality::classify(best, played), quality, "{best}, {played}");
        }
    }
}
