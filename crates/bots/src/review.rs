//! Game review: every move of a finished game compared with the engine's best move and classified.

use game::{Position, Record, Side};
use search::{Limits, Line, Report, Score, Search};

/// Quality of a move, by the loss of win probability.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
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

/// A move of the game with the engine's analysis.
#[derive(Clone, Debug)]
pub struct ReviewedMove<P: Position> {
    /// Moves played before it.
    pub ply: usize,
    /// Whose move it was.
    pub side: Side,
    /// The move.
    pub mv: P::Move,
    /// The best move with its score and principal variation.
    pub best: Line<P>,
    /// The score of the move played, for the mover.
    pub played: Score,
    /// The quality of the move played.
    pub quality: MoveQuality,
}

/// Reviews every move of `record` with `engine` and `limits` per position; calls `progress` with
/// the number of positions done.
pub fn review<P: Position>(
    record: &Record<P>,
    engine: &mut dyn Search<P>,
    limits: &Limits,
    progress: &mut dyn FnMut(usize),
) -> Vec<ReviewedMove<P>> {
    let reports = reports(record, engine, limits, progress);
    let plies = record.moves().iter().zip(reports.windows(2)).zip(record.positions());
    plies
        .enumerate()
        .filter_map(|(ply, ((&mv, around), before))| {
            let best = around[0].lines.first()?.clone();
            let side = before.side_to_move();
            let after = record.truncated(ply + 1);
            let played = if best.first() == Some(mv) {
                best.score
            } else {
                score_after(&after, side, &around[1])
            };
            let quality = classify(best.score, played);
            Some(ReviewedMove { ply, side, mv, best, played, quality })
        })
        .collect()
}

/// Reports of every position; from the last to the first, so that the transposition table helps.
fn reports<P: Position>(
    record: &Record<P>,
    engine: &mut dyn Search<P>,
    limits: &Limits,
    progress: &mut dyn FnMut(usize),
) -> Vec<Report<P>> {
    let mut reports = Vec::with_capacity(record.ply() + 1);
    for (done, ply) in (0..=record.ply()).rev().enumerate() {
        reports.push(engine.search(&record.truncated(ply), limits, &mut |_| ()));
        progress(done + 1);
    }
    reports.reverse();
    reports
}

/// The score of a position for `side`, who has just moved into it. The move itself was one ply of
/// any win.
fn score_after<P: Position>(record: &Record<P>, side: Side, report: &Report<P>) -> Score {
    if let Some(conclusion) = record.conclusion().filter(|_| record.ending().is_none()) {
        return match conclusion.outcome.winner() {
            None => Score::Draw,
            Some(winner) if winner == side => Score::WinIn(1),
            Some(_) => Score::LossIn(1),
        };
    }
    let score = report.score().unwrap_or(Score::Draw);
    let turned = record.position().side_to_move() != side;
    match if turned { score.negated() } else { score } {
        Score::WinIn(plies) => Score::WinIn(plies + 1),
        Score::LossIn(plies) => Score::LossIn(plies + 1),
        other => other,
    }
}

/// Win probability of a score, from 0 to 1: `1 / (1 + 10^(−e/400))` for an estimate e.
fn win_probability(score: Score) -> f64 {
    /// Estimates in centi-units: +400 wins ten games of eleven.
    const SCALE: f64 = 400.0;
    match score {
        Score::Estimate(value) => 1.0 / (1.0 + 10f64.powf(-f64::from(value) / SCALE)),
        Score::Chance(thousandths) => f64::from(thousandths) / 1000.0,
        Score::Draw => 0.5,
        Score::WinIn(_) => 1.0,
        Score::LossIn(_) => 0.0,
    }
}

fn classify(best: Score, played: Score) -> MoveQuality {
    match win_probability(best) - win_probability(played) {
        lost if lost >= 0.3 => MoveQuality::Blunder,
        lost if lost >= 0.15 => MoveQuality::Mistake,
        lost if lost >= 0.07 => MoveQuality::Inaccuracy,
        _ => MoveQuality::Good,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn giving_a_win_away_is_a_blunder_and_a_slower_win_is_not() {
        assert_eq!(classify(Score::WinIn(3), Score::LossIn(2)), MoveQuality::Blunder);
        assert_eq!(classify(Score::WinIn(3), Score::Draw), MoveQuality::Blunder);
        assert_eq!(classify(Score::WinIn(3), Score::WinIn(9)), MoveQuality::Good);
        assert_eq!(classify(Score::LossIn(3), Score::LossIn(1)), MoveQuality::Good);
        assert_eq!(classify(Score::Estimate(0), Score::Estimate(-30)), MoveQuality::Good);
        assert_eq!(classify(Score::Estimate(50), Score::Estimate(-30)), MoveQuality::Inaccuracy);
        assert_eq!(classify(Score::Chance(700), Score::Chance(500)), MoveQuality::Mistake);
        assert_eq!(
            classify(Score::Estimate(0), Score::Estimate(20)),
            MoveQuality::Good,
            "better than best"
        );
    }
}
