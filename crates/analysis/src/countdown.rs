//! Countdown of a proven result: stones or moves of the winner, exactly or at most.

use crate::Score;
use serde::{Deserialize, Serialize};

/// What the winner still needs to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Countdown {
    /// Stones, or moves.
    pub stones: u32,
    /// Whether fewer are not enough; if not, fewer may be.
    pub is_exact: bool,
}

impl Countdown {
    /// `win in 3 stones`, `loss in at most 5 stones`; nothing for a score that is not proven.
    pub fn text(self, score: Score) -> Option<String> {
        let result = match score {
            Score::WinIn(_) => "win",
            Score::LossIn(_) => "loss",
            Score::Estimate(_) | Score::Chance(_) | Score::Draw => return None,
        };
        let most = if self.is_exact { "" } else { "at most " };
        let noun = if self.stones == 1 { "stone" } else { "stones" };
        Some(format!("{result} in {most}{} {noun}", self.stones))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_is_told_as_one() {
        let text = |stones, is_exact, score| Countdown { stones, is_exact }.text(score);
        assert_eq!(text(1, true, Score::WinIn(9)).as_deref(), Some("win in 1 stone"));
        assert_eq!(text(5, false, Score::LossIn(9)).as_deref(), Some("loss in at most 5 stones"));
        assert_eq!(text(5, true, Score::Chance(999)), None);
    }
}
