//! Scores as reported: an estimate or a proven result, never one in place of the other.
//!
//! The integer values inside alpha-beta live in `search::alphabeta::value`.

use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;

/// How good a position or a move is, from the view of the side to move at the root.
///
/// Scores are ordered from worst to best. The kinds say how much is known:
/// - `WinIn`, `LossIn` and `Draw` are proven; the plies of a win are an upper bound, those of a
///   loss the longest defence that the search found;
/// - `Estimate` and `Chance` are heuristic. Alpha-beta never reports `Draw`, even if its principal
///   variation ends in one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// A static evaluation, in the evaluator's units; positive is good.
    Estimate(i32),
    /// Expected reward in thousandths: a win counts 1000, a draw 500.
    Chance(u16),
    /// Proven: neither side can force more.
    Draw,
    /// Proven: the side to move wins within this many plies.
    WinIn(u32),
    /// Proven: the side to move loses, and has lost after this many plies.
    LossIn(u32),
}

impl Score {
    /// The same score from the other side's view.
    pub fn negated(self) -> Self {
        match self {
            Self::Estimate(value) => Self::Estimate(-value),
            Self::Chance(share) => Self::Chance(1000 - share.min(1000)),
            Self::Draw => Self::Draw,
            Self::WinIn(plies) => Self::LossIn(plies),
            Self::LossIn(plies) => Self::WinIn(plies),
        }
    }

    /// Whether this is a proven result and not an estimate.
    pub fn is_proven(self) -> bool {
        !matches!(self, Self::Estimate(_) | Self::Chance(_))
    }

    /// Win probability from 0 to 1: `1 / (1 + 10^(−e/400))` for an estimate e, in centi-units, so
    /// that +400 wins ten games of eleven.
    pub fn win_probability(self) -> f64 {
        match self {
            Self::Estimate(value) => 1.0 / (1.0 + 10_f64.powf(-f64::from(value) / 400.0)),
            Self::Chance(thousandths) => f64::from(thousandths) / 1000.0,
            Self::Draw => 0.5,
            Self::WinIn(_) => 1.0,
            Self::LossIn(_) => 0.0,
        }
    }

    /// The win probability as it is drawn: an estimate never reaches either end.
    pub fn share(self) -> f64 {
        let probability = self.win_probability();
        if self.is_proven() { probability } else { probability.clamp(0.02, 0.98) }
    }

    /// Class, value inside the class, and kind, so that equal order means equal score.
    fn sort_key(self) -> (i8, i64, u8) {
        match self {
            Self::LossIn(plies) => (-1, i64::from(plies), 0),
            Self::Estimate(value) => (0, i64::from(value), 1),
            Self::Chance(share) => (0, i64::from(share) - 500, 2),
            Self::Draw => (0, 0, 3),
            Self::WinIn(plies) => (1, -i64::from(plies), 4),
        }
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        self.sort_key().cmp(&other.sort_key())
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// `+35`, `61.3 %`, `draw`, `win in 5`, `loss in 4`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Estimate(value) => write!(f, "{value:+}"),
            Self::Chance(share) => write!(f, "{}.{} %", share / 10, share % 10),
            Self::Draw => write!(f, "draw"),
            Self::WinIn(plies) => write!(f, "win in {plies}"),
            Self::LossIn(plies) => write!(f, "loss in {plies}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_wins_come_first_and_quick_losses_last() {
        let ordered = [
            Score::LossIn(2),
            Score::LossIn(40),
            Score::Estimate(-9999),
            Score::Estimate(0),
            Score::Draw,
            Score::Estimate(1),
            Score::WinIn(41),
            Score::WinIn(1),
        ];
        assert!(ordered.is_sorted());
        let turned: Vec<Score> = ordered.iter().rev().map(|s| s.negated()).collect();
        assert!(turned.windows(2).all(|w| w[0] < w[1] || w[0].sort_key().1 == w[1].sort_key().1));
    }

    const SCORES: [Score; 5] =
        [Score::Estimate(-3), Score::Chance(613), Score::Draw, Score::WinIn(5), Score::LossIn(4)];

    #[test]
    fn scores_read_as_a_person_would_say_them() {
        assert_eq!(
            SCORES.map(|s| s.to_string()),
            ["-3", "61.3 %", "draw", "win in 5", "loss in 4"]
        );
        assert_eq!(SCORES.map(Score::is_proven), [false, false, true, true, true]);
        for score in SCORES {
            assert_eq!(score.negated().negated(), score);
            assert!((score.share() + score.negated().share() - 1.0).abs() < 1e-9, "{score}");
        }
    }

    #[test]
    fn an_estimate_is_never_drawn_as_a_proof() {
        for opinion in [Score::Estimate(i32::MAX), Score::Chance(1000)] {
            assert!(opinion.share() < Score::WinIn(99).share());
            assert!(opinion.negated().share() > Score::LossIn(99).share());
        }
    }
}
