//! Root parallelisation (Cazenave and Jouandeau 2007, Chaslot et al. 2008): the reports of several
//! workers that search the same position are merged into one.
//!
//! Monte-Carlo tree search: the root statistics are added up. Alpha-beta: the searches share a transposition table (lazy SMP),
//! and the deepest one is reported.

use analysis::{Line, Report, Score};
use std::cmp::Reverse;

/// How the reports of several workers become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Combination {
    /// There is only one.
    Alone,
    /// Visits of all root moves are added up, expected rewards averaged.
    RootStatistics,
    /// The same of the best first moves alone: their search reports no others.
    FirstMoves,
    /// The lines of the deepest search.
    Deepest,
}

/// The main worker's report together with those of the helpers; at most `lines` variations.
pub(crate) fn merge<M: Clone + PartialEq>(
    how: Combination,
    main: Report<M>,
    helpers: Vec<Report<M>>,
    lines: usize,
) -> Report<M> {
    let mut whole = main;
    for report in helpers {
        whole.nodes += report.nodes;
        whole.seldepth = whole.seldepth.max(report.seldepth);
        match how {
            Combination::RootStatistics | Combination::FirstMoves => {
                add(&mut whole.lines, report.lines);
            }
            Combination::Deepest if report.depth > whole.depth => {
                (whole.depth, whole.lines) = (report.depth, report.lines);
            }
            Combination::Alone | Combination::Deepest => {}
        }
    }
    if matches!(how, Combination::RootStatistics | Combination::FirstMoves) {
        whole.lines = ranked(whole.lines, lines);
        whole.depth = whole.lines.first().map_or(0, |line| line.moves.len());
    }
    whole
}

/// The best lines. Visits decide which moves are reported, scores in which order. A move without
/// visits, such as the swap, stays first if it was, and is otherwise placed by its score.
fn ranked<M>(all: Vec<Line<M>>, lines: usize) -> Vec<Line<M>> {
    let leads = all.first().is_some_and(|line| line.visits.is_none());
    let (mut best, unvisited): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|line| line.visits.is_some());
    best.sort_by_key(rank);
    best.truncate(lines);
    best.sort_by_key(|line| Reverse(line.score));
    for (rank, line) in unvisited.into_iter().enumerate() {
        let better = best.partition_point(|known| known.score >= line.score);
        best.insert(if leads { rank } else { better.max(1).min(best.len()) }, line);
    }
    best.truncate(lines);
    best
}

/// Adds the root statistics of another search.
fn add<M: Clone + PartialEq>(whole: &mut Vec<Line<M>>, others: Vec<Line<M>>) {
    for other in others {
        match whole.iter().position(|known| known.first() == other.first()) {
            Some(at) => join(&mut whole[at], other),
            None => whole.push(other),
        }
    }
}

/// Merges two lines of one move: proven scores take precedence, others are averaged by visits. A
/// move without visits, such as the swap, is the main worker's to rate.
fn join<M>(known: &mut Line<M>, other: Line<M>) {
    let (Some(a), Some(b)) = (known.visits, other.visits) else { return };
    if let (Score::Chance(own), Score::Chance(theirs)) = (known.score, other.score) {
        let sum = u64::from(own) * u64::from(a) + u64::from(theirs) * u64::from(b);
        known.score = Score::Chance((sum / u64::from(a.saturating_add(b)).max(1)) as u16);
        if b > a && other.moves.len() > 1 {
            known.moves = other.moves;
        }
    } else if other.score.is_proven() && !known.score.is_proven() {
        (known.score, known.moves) = (other.score, other.moves);
    }
    known.visits = Some(a.saturating_add(b));
}

/// Sort key: proven wins first, the quickest before the others; then by visits; proven losses last,
/// the slowest before the others.
fn rank<M>(line: &Line<M>) -> (u8, Reverse<i64>) {
    match line.score {
        Score::WinIn(plies) => (0, Reverse(-i64::from(plies))),
        Score::LossIn(plies) => (2, Reverse(i64::from(plies))),
        Score::Estimate(_) | Score::Chance(_) | Score::Draw => {
            (1, Reverse(line.visits.unwrap_or(0).into()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(mv: &'static str, score: Score, visits: u32) -> Line<&'static str> {
        Line { visits: Some(visits), ..Line::new(vec![mv], score) }
    }

    fn report(depth: usize, lines: Vec<Line<&'static str>>) -> Report<&'static str> {
        Report { lines, depth, nodes: 100, ..Report::empty() }
    }

    fn statistics(report: &Report<&'static str>) -> Vec<(&'static str, Score, Option<u32>)> {
        report.lines.iter().map(|line| (line.moves[0], line.score, line.visits)).collect()
    }

    #[test]
    fn root_statistics_are_added_up_and_cut() {
        let chance = Score::Chance;
        let main = report(1, vec![line("a1", chance(600), 30), line("b1", chance(500), 10)]);
        let other = vec![line("b1", chance(700), 30), line("c1", chance(400), 2)];
        let whole = merge(Combination::RootStatistics, main, vec![report(1, other)], 2);
        assert_eq!(
            statistics(&whole),
            [("b1", chance(650), Some(40)), ("a1", chance(600), Some(30))]
        );
        assert_eq!(whole.nodes, 200);
    }

    #[test]
    fn a_proof_takes_precedence_over_visits() {
        let main =
            report(1, vec![line("a1", Score::Chance(900), 99), line("b1", Score::Chance(1), 1)]);
        let proven = vec![line("b1", Score::WinIn(3), 5), line("a1", Score::LossIn(4), 5)];
        let whole = merge(Combination::RootStatistics, main, vec![report(1, proven)], 5);
        let wanted = [("b1", Score::WinIn(3), Some(6)), ("a1", Score::LossIn(4), Some(104))];
        assert_eq!(statistics(&whole), wanted);
    }

    #[test]
    fn the_quickest_win_and_the_slowest_loss_are_reported() {
        let first = |scores: [Score; 3]| {
            let lines = ["a1", "b1", "c1"].into_iter().zip(scores);
            let lines = lines.map(|(mv, score)| line(mv, score, 90)).collect();
            statistics(&merge(Combination::RootStatistics, report(1, lines), Vec::new(), 1))[0].0
        };
        assert_eq!(first([Score::WinIn(3), Score::Chance(900), Score::WinIn(1)]), "c1");
        assert_eq!(first([Score::LossIn(2), Score::LossIn(6), Score::LossIn(4)]), "b1");
    }

    #[test]
    fn a_swap_keeps_its_place() {
        let swap = |score| Line::new(vec!["swap"], score);
        let stone = |score| line("a1", Score::Chance(score), 30);
        let first = |lines| {
            let helper = report(1, vec![stone(700)]);
            statistics(&merge(Combination::RootStatistics, report(1, lines), vec![helper], 1))[0].0
        };
        assert_eq!(first(vec![swap(Score::Chance(501)), stone(499)]), "swap");
        assert_eq!(first(vec![stone(600), swap(Score::Chance(400))]), "a1");
    }

    #[test]
    fn the_deepest_search_is_reported() {
        let at = |depth, mv| report(depth, vec![line(mv, Score::Estimate(depth as i32), 0)]);
        let first = |helpers: Vec<Report<&'static str>>| {
            let whole = merge(Combination::Deepest, at(6, "main"), helpers, 1);
            (whole.depth, whole.lines[0].moves[0], whole.nodes)
        };
        assert_eq!(first(vec![at(6, "x"), at(5, "y")]), (6, "main", 300));
        assert_eq!(first(vec![at(7, "x"), at(8, "y")]), (8, "y", 300));
    }
}
