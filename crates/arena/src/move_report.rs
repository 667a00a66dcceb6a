//! What a player reported of its move, as it is written into records:
//! `score +0.35, depth 12, time 104ms`.

use crate::DescriptionError;
use search::Score;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Score, depth and time of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveReport {
    /// The score for the side that moved, if it was reported.
    pub score: Option<Score>,
    /// The depth of the search, if it was reported.
    pub depth: Option<usize>,
    /// How long the move took.
    pub time: Duration,
}

impl fmt::Display for MoveReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(score) = self.score {
            write!(f, "score {}, ", score_text(score))?;
        }
        if let Some(depth) = self.depth {
            write!(f, "depth {depth}, ")?;
        }
        write!(f, "time {}ms", self.time.as_millis())
    }
}

/// Units rather than hundredths, as is usual.
fn score_text(score: Score) -> String {
    match score {
        Score::Estimate(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Score::Chance(share) => format!("{}.{}%", share / 10, share % 10),
        other => other.to_string(),
    }
}

impl FromStr for MoveReport {
    type Err = DescriptionError;

    fn from_str(text: &str) -> Result<Self, DescriptionError> {
        let mut report = Self::default();
        for part in text.split(',') {
            let (name, value) = part.trim().split_once(' ').unwrap_or_default();
            let read = match name {
                "score" => read_score(value).map(|score| report.score = Some(score)),
                "depth" => value.parse().ok().map(|depth| report.depth = Some(depth)),
                "time" => {
                    let ms = value.strip_suffix("ms").and_then(|ms| ms.parse().ok());
                    ms.map(|ms| report.time = Duration::from_millis(ms))
                }
                _ => None,
            };
            read.ok_or_else(|| DescriptionError::MoveReport(part.trim().to_owned()))?;
        }
        Ok(report)
    }
}

fn read_score(text: &str) -> Option<Score> {
    if let Some(plies) = text.strip_prefix("win in ") {
        return plies.parse().ok().map(Score::WinIn);
    }
    if let Some(plies) = text.strip_prefix("loss in ") {
        return plies.parse().ok().map(Score::LossIn);
    }
    if let Some(percent) = text.strip_suffix('%') {
        return percent.parse().ok().map(|p: f64| Score::Chance((p * 10.0).round() as u16));
    }
    match text {
        "draw" => Some(Score::Draw),
        value => value.parse().ok().map(|v: f64| Score::Estimate((v * 100.0).round() as i32)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_written_and_read() {
        let time = Duration::from_millis(104);
        for (score, depth, text) in [
            (Some(Score::Estimate(-35)), Some(12), "score -0.35, depth 12, time 104ms"),
            (Some(Score::Chance(532)), Some(7), "score 53.2%, depth 7, time 104ms"),
            (Some(Score::WinIn(5)), None, "score win in 5, time 104ms"),
            (Some(Score::LossIn(4)), None, "score loss in 4, time 104ms"),
            (Some(Score::Draw), None, "score draw, time 104ms"),
            (None, None, "time 104ms"),
        ] {
            let report = MoveReport { score, depth, time };
            assert_eq!(report.to_string(), text);
            assert_eq!(text.parse(), Ok(report));
        }
        for wrong in ["", "a good move", "depth x", "score"] {
            assert!(wrong.parse::<MoveReport>().is_err(), "{wrong}");
        }
    }
}
