//! `info` and `bestmove` lines of a search report.

use game::{Outcome, Position, Record, Side};
use search::{Line, Report, Score};
use std::fmt::{Display, Write};

/// The `info` lines of a report, one for each line of play.
pub(crate) fn info<M: Display>(report: &Report<M>) -> Vec<String> {
    let several = report.lines.len() > 1;
    let tell = |(i, line): (usize, &Line<M>)| {
        let rank = if several { format!(" multipv {}", i + 1) } else { String::new() };
        info_line(report, line, &rank)
    };
    report.lines.iter().enumerate().map(tell).collect()
}

fn info_line<M: Display>(report: &Report<M>, line: &Line<M>, rank: &str) -> String {
    // Left out before anything can be measured.
    let speed = report.nodes_per_second().map_or_else(String::new, |nps| format!(" nps {nps}"));
    let mut text = format!(
        "info depth {} seldepth {}{rank} score {} nodes {}{speed} hashfull {} time {} pv",
        report.depth,
        report.seldepth,
        score(line.score),
        report.nodes,
        report.table_fill,
        report.elapsed.as_millis(),
    );
    for mv in &line.moves {
        // Writing to a string cannot fail.
        let _ = write!(text, " {mv}");
    }
    text
}

/// `bestmove`, or `none` where there is nothing to play.
pub(crate) fn best_move<M: Display + Clone>(report: &Report<M>) -> String {
    report.best().map_or_else(|| "bestmove none".to_owned(), |mv| format!("bestmove {mv}"))
}

/// `cp` in centi-units; `mate` in moves of the winner; win probabilities also as `wdl` in
/// thousandths.
fn score(score: Score) -> String {
    match score {
        Score::Estimate(value) => format!("cp {value}"),
        Score::Draw => "cp 0".to_owned(),
        Score::WinIn(plies) => format!("mate {}", plies.div_ceil(2).max(1)),
        Score::LossIn(plies) => format!("mate -{}", plies.div_ceil(2)),
        Score::Chance(share) => {
            let share = share.min(1000);
            format!("cp {} wdl {share} 0 {}", centi_units(share), 1000 - share)
        }
    }
}

/// The score in centi-units with this expected reward: the inverse logistic function on the Elo
/// scale.
fn centi_units(share: u16) -> i32 {
    let odds = f64::from(share.clamp(1, 999));
    (400.0 * (odds / (1000.0 - odds)).log10()).round() as i32
}

/// What `query result` answers.
pub(crate) fn result<P: Position>(record: &Record<P>) -> &'static str {
    match record.conclusion().map(|c| c.outcome) {
        Some(Outcome::Win(Side::First)) => "p1win",
        Some(Outcome::Win(Side::Second)) => "p2win",
        Some(Outcome::Draw) => "draw",
        None => "none",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_told_in_known_words() {
        for (given, expected) in [
            (Score::Estimate(-35), "cp -35"),
            (Score::Draw, "cp 0"),
            (Score::WinIn(1), "mate 1"),
            (Score::WinIn(5), "mate 3"),
            (Score::LossIn(4), "mate -2"),
            (Score::LossIn(0), "mate -0"),
            (Score::Chance(500), "cp 0 wdl 500 0 500"),
            (Score::Chance(909), "cp 400 wdl 909 0 91"),
            (Score::Chance(1000), "cp 1200 wdl 1000 0 0"),
        ] {
            assert_eq!(score(given), expected);
        }
    }
}
