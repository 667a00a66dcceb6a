//! Alpha-beta search (Knuth and Moore 1975) with lazy SMP: all threads search the same tree and
//! share the transposition table.
//!
//! `root` is iterative deepening with aspiration windows, `deepening` the same one iteration at a
//! time, `node` is principal variation search,
//! `steps` are the prunings and reductions, `quiesce` is the quiescence search. `worker` is the
//! state of one thread, `stack` the search stack with the move picker, `history` the history
//! heuristic.

mod deepening;
mod engine;
mod history;
mod node;
mod quiesce;
mod root;
mod settings;
mod stack;
mod steps;
mod value;
mod worker;

pub use deepening::Deepening;
pub use engine::{AlphaBetaEngine, TunedEvaluator};
pub use settings::{AlphaBetaSettings, Technique, TechniqueCounts, Techniques, UnknownTechnique};

use crate::transposition::TranspositionTable;
use crate::{Budget, Evaluator, Limits, Report, Search, SharedTable};
use game::{Position, Record};
use history::History;
use root::Root;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use worker::{SharedState, Worker};

/// An alpha-beta search with its transposition table and its evaluator.
pub struct AlphaBeta<P, E> {
    /// Techniques, threads and lines may be changed between searches.
    settings: AlphaBetaSettings,
    evaluator: E,
    tt: TranspositionTable,
    counts: TechniqueCounts,
    shared_table: Option<SharedTable>,
    position: PhantomData<P>,
}

impl<P: Position, E: Evaluator<P> + Clone + Send> AlphaBeta<P, E> {
    /// A search with an empty transposition table.
    ///
    /// ```
    /// use game::{Position, Record};
    /// use search::{AlphaBeta, AlphaBetaSettings, Evaluator, Limits, Score, Search};
    ///
    /// /// More cells on the middle column are better.
    /// #[derive(Clone)]
    /// struct MiddleColumn;
    ///
    /// impl Evaluator<hex::Position> for MiddleColumn {
    ///     fn evaluate(&mut self, position: &hex::Position) -> i32 {
    ///         let middle = |side| {
    ///             let stones = position.stones(side).into_iter();
    ///             stones.filter(|&cell| position.board().axial(cell).q == 1).count() as i32
    ///         };
    ///         let us = position.side_to_move();
    ///         middle(us) - middle(us.other())
    ///     }
    /// }
    ///
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . .
    /// b swap=off".parse().unwrap();
    /// let settings = AlphaBetaSettings { table_mib: 1, ..AlphaBetaSettings::default() };
    /// let mut engine = AlphaBeta::new(MiddleColumn, settings);
    /// let record = Record::from_position(position);
    /// let report = engine.search(&record, &Limits::depth(3), &mut |_| ());
    /// assert_eq!(report.best().unwrap().to_string(), "b3", "the only move that does not lose at once");
    /// ```
    pub fn new(evaluator: E, settings: AlphaBetaSettings) -> Self {
        let tt = TranspositionTable::new(settings.table_mib);
        let counts = TechniqueCounts::default();
        Self { settings, evaluator, tt, shared_table: None, counts, position: PhantomData }
    }

    /// The settings in use.
    pub fn settings(&self) -> AlphaBetaSettings {
        self.settings
    }

    /// Changes the settings. The transposition table is kept unless its size changes.
    pub fn set(&mut self, settings: AlphaBetaSettings) {
        if settings.table_mib != self.settings.table_mib {
            self.tt = TranspositionTable::new(settings.table_mib);
        }
        self.settings = settings;
    }

    /// How often each technique took effect in the last [`search`](Search::search), counted on the
    /// caller's thread.
    ///
    /// ```
    /// use game::Record;
    /// use search::alphabeta::Technique;
    /// use search::{AlphaBeta, AlphaBetaSettings, Evaluator, Limits, Search};
    /// #[derive(Clone)]
    /// struct Even;
    /// impl Evaluator<hex::Position> for Even {
    ///     fn evaluate(&mut self, _: &hex::Position) -> i32 {
    ///         0
    ///     }
    /// }
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// let mut engine = AlphaBeta::new(Even, AlphaBetaSettings { table_mib: 1, ..AlphaBetaSettings::default() });
    /// engine.search(&Record::from_position(position), &Limits::depth(3), &mut |_| ());
    /// assert_eq!(engine.technique_counts().of(Technique::NullMove), 0, "not in use by default");
    /// ```
    pub fn technique_counts(&self) -> TechniqueCounts {
        self.counts
    }

    /// The evaluator.
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// The first depth of iterative deepening: searches that share a table begin at different ones.
    pub fn first_depth(&self) -> usize {
        self.shared_table.map_or(1, |table| table.first_depth())
    }

    /// Threads besides the caller's.
    fn helpers(&self) -> usize {
        if cfg!(target_family = "wasm") { 0 } else { self.settings.threads.max(1) - 1 }
    }
}

impl<P: Position, E: Evaluator<P> + Clone + Send> Search<P> for AlphaBeta<P, E> {
    /// Lazy SMP: all threads search the same root and share the transposition table. Only the
    /// caller's thread reports.
    fn search(
        &mut self,
        record: &Record<P>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        self.tt.new_generation();
        let helpers: Vec<E> = (0..self.helpers()).map(|_| self.evaluator.clone()).collect();
        let AlphaBetaSettings { techniques, lines, .. } = self.settings;
        let budget = Budget::start(limits);
        let first_depth = self.first_depth();
        let (shared_table, done) = (self.shared_table, AtomicBool::new(false));
        let shared = SharedState { tt: &self.tt, shared_table, budget: &budget, done };
        let iterative_deepening =
            |evaluator: &mut E, from, progress: &mut dyn FnMut(&Report<P::Move>)| {
                let mut worker =
                    Worker::new(&shared, techniques, evaluator, record, History::new());
                let mut root = Root::new(&mut worker, record, lines);
                let report = root.iterative_deepening(from, progress);
                (report, worker.counts)
            };
        let (report, counts) = std::thread::scope(|scope| {
            for (i, mut evaluator) in helpers.into_iter().enumerate() {
                // Every other helper starts one iteration deeper, so that the threads search
                // different parts of the tree.
                scope.spawn(move || {
                    iterative_deepening(&mut evaluator, 1 + (i + 1) % 2, &mut |_| ())
                });
            }
            let _stop_helpers = StopHelpersOnDrop(&shared.done);
            iterative_deepening(&mut self.evaluator, first_depth, progress)
        });
        self.counts = counts;
        report
    }

    fn forget(&mut self) {
        self.tt.clear();
    }

    fn share_table(&mut self, table: Option<SharedTable>) {
        self.shared_table = table;
    }
}

/// Stops the helper threads when the caller's thread is done, even by a panic.
struct StopHelpersOnDrop<'a>(&'a AtomicBool);

impl Drop for StopHelpersOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
