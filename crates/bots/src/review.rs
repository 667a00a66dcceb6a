//! Game review: every move of a finished game compared with the engine's best move and classified.

use analysis::{Limits, MoveQuality, Report, ReviewedMove, Score};
use game::{Position, Record, Side};
use search::Search;

/// Reviews every move of `record` with `engine` and `limits` per position; calls `progress` with
/// the number of positions done. Once the stop signal is given, the positions that are left are
/// skipped: the first moves of the game are missing then.
pub fn review<P: Position>(
    record: &Record<P>,
    engine: &mut dyn Search<P>,
    limits: &Limits,
    progress: &mut dyn FnMut(usize),
) -> Vec<ReviewedMove<P::Move>> {
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
            let quality = MoveQuality::classify(best.score, played);
            Some(ReviewedMove { ply, mv, best, played, quality })
        })
        .collect()
}

/// Reports of every position; from the last to the first, so that the transposition table helps.
fn reports<P: Position>(
    record: &Record<P>,
    engine: &mut dyn Search<P>,
    limits: &Limits,
    progress: &mut dyn FnMut(usize),
) -> Vec<Report<P::Move>> {
    let mut reports = Vec::with_capacity(record.ply() + 1);
    for (done, ply) in (0..=record.ply()).rev().enumerate() {
        let stopped = limits.is_stopped();
        let report = if stopped {
            Report::empty()
        } else {
            engine.search(&record.truncated(ply), limits, &mut |_| ())
        };
        reports.push(report);
        progress(done + 1);
    }
    reports.reverse();
    reports
}

/// The score of a position for `side`, who has just moved into it. The move itself was one ply of
/// any win.
fn score_after<P: Position>(record: &Record<P>, side: Side, report: &Report<P::Move>) -> Score {
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
