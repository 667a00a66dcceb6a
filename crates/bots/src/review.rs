//! A finished game, gone over move by move: what was played, what was better, and where it was
//! lost.

use game::{Position, Record, Side};
use search::{Limits, Line, Report, Score, Search};

/// How much a move gave away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// The best move, or as good as the best.
    Good,
    /// Something was given away.
    Inaccuracy,
    /// Much was given away.
    Mistake,
    /// The game was given away: a win or a defence.
    Blunder,
}

impl Verdict {
    /// The mark that players write behind a move.
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

/// A move of the game and what the engine says of it.
#[derive(Clone, Debug)]
pub struct Judged<P: Position> {
    /// Moves played before it.
    pub ply: usize,
    /// Whose move it was.
    pub side: Side,
    /// The move.
    pub mv: P::Move,
    /// What the position was worth to the mover before it, with the best line.
    pub best: Line<P>,
    /// What it was worth to the mover after the move played.
    pub played: Score,
    /// How much was given away.
    pub verdict: Verdict,
}

/// Judges every move of `record` with `engine`, `limits` a position, telling `progress` how many
/// positions are done.
pub fn review<P: Position>(
    record: &Record<P>,
    engine: &mut dyn Search<P>,
    limits: &Limits,
    progress: &mut dyn FnMut(usize),
) -> Vec<Judged<P>> {
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
            let verdict = judge(best.score, played);
            Some(Judged { ply, side, mv, best, played, verdict })
        })
        .collect()
}

/// What the engine says of every position; backwards, so that what it remembers helps it.
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

/// What a position is worth to `side`, who has just moved into it. The move itself was one ply of
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
        opinion => opinion,
    }
}

/// The share of the point that a score stands for, from 0 to 1.
fn share(score: Score) -> f64 {
    /// An evaluator's unit is 100; four of them win nine games in ten.
    const SCALE: f64 = 400.0;
    match score {
        Score::Estimate(value) => 1.0 / (1.0 + 10f64.powf(-f64::from(value) / SCALE)),
        Score::Chance(share) => f64::from(share) / 1000.0,
        Score::Draw => 0.5,
        Score::WinIn(_) => 1.0,
        Score::LossIn(_) => 0.0,
    }
}

fn judge(best: Score, played: Score) -> Verdict {
    match share(best) - share(played) {
        lost if lost >= 0.3 => Verdict::Blunder,
        lost if lost >= 0.15 => Verdict::Mistake,
        lost if lost >= 0.07 => Verdict::Inaccuracy,
        _ => Verdict::Good,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn giving_a_win_away_is_a_blunder_and_a_slower_win_is_not() {
        assert_eq!(judge(Score::WinIn(3), Score::LossIn(2)), Verdict::Blunder);
        assert_eq!(judge(Score::WinIn(3), Score::Draw), Verdict::Blunder);
        assert_eq!(judge(Score::WinIn(3), Score::WinIn(9)), Verdict::Good);
        assert_eq!(judge(Score::LossIn(3), Score::LossIn(1)), Verdict::Good);
        assert_eq!(judge(Score::Estimate(0), Score::Estimate(-30)), Verdict::Good);
        assert_eq!(judge(Score::Estimate(50), Score::Estimate(-30)), Verdict::Inaccuracy);
        assert_eq!(judge(Score::Chance(700), Score::Chance(500)), Verdict::Mistake);
        assert_eq!(
            judge(Score::Estimate(0), Score::Estimate(20)),
            Verdict::Good,
            "better than best"
        );
    }
}
