//! Scores of moves and their text.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The score of a move: an estimate or a proven result, never one in place of the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Score {
    /// A static evaluation in the engine's units; positive is good.
    Estimate(i32),
    /// Expected reward in thousandths.
    Chance(u16),
    /// Proven: neither side can force more.
    Draw,
    /// Proven: a win within this many plies.
    WinIn(u32),
    /// Proven: a loss after this many plies.
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

    /// Win probability from 0 to 1; an estimate never reaches either end.
    pub fn share(self) -> f64 {
        /// Estimates in centi-units: +400 wins ten games of eleven.
        const SCALE: f64 = 400.0;
        match self {
            Self::Estimate(value) => {
                (1.0 / (1.0 + 10_f64.powf(-f64::from(value) / SCALE))).clamp(0.02, 0.98)
            }
            Self::Chance(share) => (f64::from(share) / 1000.0).clamp(0.02, 0.98),
            Self::Draw => 0.5,
            Self::WinIn(_) => 1.0,
            Self::LossIn(_) => 0.0,
        }
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
