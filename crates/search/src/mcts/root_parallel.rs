//! Root parallelisation (Cazenave and Jouandeau 2007, Chaslot et al. 2008): independent searches of
//! one position with different seeds, whose root statistics are added up.
//!
//! Nothing is shared during the search, so no synchronisation is needed. It scales worse than tree
//! parallelisation: `docs/experiments/hex.md` has the figures.

use super::{DomainKnowledge, Mcts, MctsSettings, Playout};
use crate::{Limits, Line, Report, Score, Search};
use game::{Position, Record};
use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Searches of the same position, each with its own tree.
pub struct RootParallel<P: Position, G, R> {
    /// The main search, whose progress is reported.
    main: Mcts<P, G, R>,
    helpers: Vec<Mcts<P, G, R>>,
    lines: usize,
}

impl<P: Position, G: DomainKnowledge<P>, R: Playout<P>> RootParallel<P, G, R> {
    /// One search per thread, with the knowledge and playouts that `make` returns; they share the memory
    /// limit.
    ///
    /// ```
    /// use game::Record;
    /// use search::mcts::{NoKnowledge, RandomPlayout, RootParallel};
    /// use search::{Limits, MctsSettings, Search};
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// let settings = MctsSettings { memory_mib: 2, ..MctsSettings::default() };
    /// let mut engine = RootParallel::new(2, settings, || (NoKnowledge, RandomPlayout::default()));
    /// let report = engine.search(&Record::from_position(position), &Limits::nodes(500), &mut |_| ());
    /// assert_eq!(report.best().unwrap().to_string(), "b3");
    /// ```
    pub fn new(threads: usize, settings: MctsSettings, make: impl Fn() -> (G, R)) -> Self {
        let threads = threads.max(1);
        // All root moves are needed to add up their statistics.
        let lines = if threads > 1 { usize::MAX } else { settings.lines };
        let each = settings.memory_mib / threads;
        let single = |i: u64| {
            let seed = settings.seed.wrapping_add(i.wrapping_mul(0x9e37_79b9));
            let settings = MctsSettings { memory_mib: each, seed, lines, ..settings };
            let (knowledge, playout) = make();
            Mcts::new(knowledge, playout, settings)
        };
        let helpers = (1..threads as u64).map(single).collect();
        Self { main: single(0), helpers, lines: settings.lines.max(1) }
    }
}

impl<P, G, R> Search<P> for RootParallel<P, G, R>
where
    P: Position,
    G: DomainKnowledge<P> + Send,
    R: Playout<P> + Send,
{
    fn forget(&mut self) {
        self.main.forget();
        self.helpers.iter_mut().for_each(Search::forget);
    }

    fn search(
        &mut self,
        record: &Record<P>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
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
            let mut tell = |report: &Report<P::Move>| progress(&cut(report.clone(), *lines));
            let mut whole = main.search(record, &share, &mut tell);
            if share.nodes.is_none() {
                over.store(true, Ordering::Relaxed);
            }
            for thread in threads {
                // A helper that panicked is left out.
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
fn cut<M>(mut report: Report<M>, lines: usize) -> Report<M> {
    report.lines.truncate(lines);
    report
}

/// Adds the root statistics of another search to `whole`.
fn add<M: Copy + Eq>(whole: &mut Report<M>, other: Report<M>) {
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
fn join<M>(known: &mut Line<M>, other: Line<M>) {
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

/// Sort key: proven wins first, shortest first; then by visits; proven losses last, shortest last.
fn rank<M>(line: &Line<M>) -> (u8, Reverse<i64>) {
    match line.score {
        Score::WinIn(plies) => (0, Reverse(-i64::from(plies))),
        Score::LossIn(plies) => (2, Reverse(i64::from(plies))),
        _ => (1, Reverse(i64::from(line.visits.unwrap_or(0)))),
    }
}
