//! Root parallelisation (Cazenave and Jouandeau 2007, Chaslot et al. 2008): independent searches of
//! one position with different seeds, whose root statistics are added up.
//!
//! Nothing is shared during the search, so no synchronisation is needed. It scales worse than tree
//! parallelisation: `docs/experiments/hex.md` has the figures.

use crate::knowledge::{HexKnowledge, PriorWeights};
use crate::player::Models;
use crate::playout::{HexPlayout, PlayoutPolicy};
use game::Record;
use hex::{Board, Move, Position};
use search::{Limits, Line, Mcts, Report, Score, Search, mcts};
use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// A search with its own tree.
type SingleSearch = Mcts<Position, HexKnowledge, HexPlayout>;

/// Searches of the same position.
pub(crate) struct RootParallelSearch {
    /// The main search, whose progress is reported.
    main: SingleSearch,
    helpers: Vec<SingleSearch>,
    lines: usize,
}

impl RootParallelSearch {
    /// One search per thread; they share the memory limit.
    pub(crate) fn new(
        threads: usize,
        (weights, models): (PriorWeights, &Models),
        settings: mcts::MctsSettings,
    ) -> Self {
        let threads = threads.max(1);
        // All root moves are needed to add up their statistics.
        let lines = if threads > 1 { Board::LARGEST * Board::LARGEST } else { settings.lines };
        let each = settings.memory_mib / threads;
        let single = |i: u64| {
            let seed = settings.seed.wrapping_add(i.wrapping_mul(0x9e37_79b9));
            let settings = mcts::MctsSettings { memory_mib: each, seed, lines, ..settings };
            let knowledge = HexKnowledge::new(weights, models);
            Mcts::new(knowledge, HexPlayout::new(PlayoutPolicy::BridgeSaving), settings)
        };
        let helpers = (1..threads as u64).map(single).collect();
        Self { main: single(0), helpers, lines: settings.lines.max(1) }
    }
}

impl Search<Position> for RootParallelSearch {
    fn forget(&mut self) {
        self.main.forget();
        self.helpers.iter_mut().for_each(Search::forget);
    }

    fn search(
        &mut self,
        record: &Record<Position>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let Self { main, helpers, lines } = self;
        if helpers.is_empty() {
            return main.search(record, limits, progress);
        }
        let count = helpers.len() as u64 + 1;
        let share =
            Limits { nodes: limits.nodes.map(|nodes| nodes.div_ceil(count)), ..limits.clone() };
        let over = Arc::new(AtomicBool::new(false));
        thread::scope(|scope| {
            let threads: Vec<_> = helpers
                .iter_mut()
                .map(|single| {
                    let limits = share.clone().with_stop(Arc::clone(&over));
                    scope.spawn(move || single.search(record, &limits, &mut |_| ()))
                })
                .collect();
            let mut tell = |report: &Report<Move>| progress(&cut(report.clone(), *lines));
            let mut whole = main.search(record, &share, &mut tell);
            if share.nodes.is_none() {
                over.store(true, Ordering::Relaxed);
            }
            for thread in threads {
                // A helper that panicked contributes nothing.
                if let Ok(report) = thread.join() {
                    add(&mut whole, report);
                }
            }
            whole.lines.sort_by_key(rank);
            cut(whole, *lines)
        })
    }
}

/// The report with at most `lines` variations.
fn cut(mut report: Report<Move>, lines: usize) -> Report<Move> {
    report.lines.truncate(lines);
    report
}

/// Adds the root statistics of another search to `whole`.
fn add(whole: &mut Report<Move>, other: Report<Move>) {
    whole.nodes += other.nodes;
    whole.seldepth = whole.seldepth.max(other.seldepth);
    for line in other.lines {
        match whole.lines.iter_mut().find(|known| known.first() == line.first()) {
            Some(known) => join(known, line),
            None => whole.lines.push(line),
        }
    }
}

/// Merges two reports of one move: proven scores take precedence, others are averaged by visits.
fn join(known: &mut Line<Move>, other: Line<Move>) {
    let (a, b) = (known.visits.unwrap_or(0), other.visits.unwrap_or(0));
    let visits = a.saturating_add(b);
    if let (Score::Chance(own), Score::Chance(theirs)) = (known.score, other.score) {
        let sum = u64::from(own) * u64::from(a) + u64::from(theirs) * u64::from(b);
        known.score = Score::Chance((sum / u64::from(visits.max(1))) as u16);
        if b > a {
            known.moves = other.moves;
        }
    } else if other.score.is_proven() && !known.score.is_proven() {
        (known.score, known.moves) = (other.score, other.moves);
    }
    known.visits = Some(visits);
}

/// Sort key: proven wins first, the quickest before the others; then by visits; proven losses last,
/// the slowest before the others.
fn rank(line: &Line<Move>) -> (u8, Reverse<i64>) {
    match line.score {
        Score::WinIn(plies) => (0, Reverse(-i64::from(plies))),
        Score::LossIn(plies) => (2, Reverse(i64::from(plies))),
        _ => (1, Reverse(i64::from(line.visits.unwrap_or(0)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Position as _;

    fn record(text: &str) -> Record<Position> {
        Record::from_position(text.parse().expect("a position"))
    }

    fn look(threads: usize, lines: usize, text: &str) -> Report<Move> {
        let settings = mcts::MctsSettings { memory_mib: 8, lines, ..mcts::MctsSettings::default() };
        let weights = PriorWeights { pattern: 10.0, connection: 30.0, policy: 0.0 };
        let mut search = RootParallelSearch::new(threads, (weights, &Models::default()), settings);
        search.search(&record(text), &Limits::nodes(1_000), &mut |_| ())
    }

    #[test]
    fn root_statistics_are_added_up() {
        let text = "7/7/2b4/3r3/7/7/7 r swap=off";
        let [one, three] = [1, 3].map(|threads| look(threads, 5, text));
        assert_eq!((one.lines.len(), three.lines.len()), (5, 5));
        assert!(three.nodes >= 1_000 && three.nodes < 1_010, "{}", three.nodes);
        let visits: Vec<u32> = three.lines.iter().filter_map(|line| line.visits).collect();
        assert!(visits.is_sorted_by(|a, b| a >= b), "{visits:?}");
        for line in &three.lines {
            let mut position = record(text).position().clone();
            for &mv in &line.moves {
                position.play(mv).expect("lines are legal");
            }
        }
    }

    #[test]
    fn a_win_in_one_is_taken_by_any_number() {
        for threads in 1..4 {
            let report = look(threads, 1, "3/1r1/1r1 r swap=off");
            assert_eq!(report.score(), Some(Score::WinIn(1)));
        }
    }
}
