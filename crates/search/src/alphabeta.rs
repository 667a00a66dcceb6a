//! Alpha-beta search: everything to some depth, with an evaluator's opinion at the horizon.
//!
//! `root` deepens round by round, `node` is the search of a position inside the tree, `steps` are
//! its cuts and reductions, `quiesce` is what happens beyond the horizon. `worker` is one thread,
//! `frame` its workplace at one ply, `history` what it learns about moves.

mod frame;
mod history;
mod node;
mod quiesce;
mod root;
mod settings;
mod steps;
mod value;
mod worker;

pub use settings::{Settings, Technique, Techniques};

use crate::limits::Timer;
use crate::table::Table;
use crate::{Evaluator, Limits, Report, Search};
use game::{Position, Record};
use root::Root;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use worker::{Shared, Worker};

/// An alpha-beta search with its table and its evaluator.
///
/// With one thread and a limit of nodes or depth, the same searches in the same order give the
/// same reports.
pub struct AlphaBeta<P, E> {
    /// Techniques, threads and lines may be changed between searches.
    settings: Settings,
    evaluator: E,
    table: Table,
    position: PhantomData<P>,
}

impl<P: Position, E: Evaluator<P> + Clone + Send> AlphaBeta<P, E> {
    /// A search that has seen nothing yet.
    pub fn new(evaluator: E, settings: Settings) -> Self {
        let table = Table::new(settings.table_mib);
        Self { settings, evaluator, table, position: PhantomData }
    }

    /// How it works.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Works differently from now on. The table is kept unless its size changes.
    pub fn set(&mut self, settings: Settings) {
        if settings.table_mib != self.settings.table_mib {
            self.table = Table::new(settings.table_mib);
        }
        self.settings = settings;
    }

    /// Whom it asks.
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// Whom it asks, to be changed. What the table kept of the old opinion is forgotten.
    pub fn evaluator_mut(&mut self) -> &mut E {
        self.table.clear();
        &mut self.evaluator
    }

    /// Threads besides the caller's.
    fn helpers(&self) -> usize {
        if cfg!(target_family = "wasm") { 0 } else { self.settings.threads.max(1) - 1 }
    }
}

impl<P: Position, E: Evaluator<P> + Clone + Send> Search<P> for AlphaBeta<P, E> {
    /// All threads search the same tree and meet in the table (“lazy SMP”); the caller's thread
    /// alone reports.
    fn search(
        &mut self,
        record: &Record<P>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<P>),
    ) -> Report<P> {
        self.table.grow_older();
        let helpers: Vec<E> = (0..self.helpers()).map(|_| self.evaluator.clone()).collect();
        let Settings { techniques, lines, .. } = self.settings;
        let shared = Shared {
            table: &self.table,
            limits,
            timer: Timer::start(limits),
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        };
        let deepen = |evaluator: &mut E, from, progress: &mut dyn FnMut(&Report<P>)| {
            let mut worker = Worker::new(&shared, techniques, evaluator, record);
            Root::new(&mut worker, record, lines).deepen(from, progress)
        };
        std::thread::scope(|scope| {
            for (i, mut evaluator) in helpers.into_iter().enumerate() {
                // Every other helper is a round ahead, so that they are not all in one place.
                scope.spawn(move || deepen(&mut evaluator, 1 + (i + 1) % 2, &mut |_| ()));
            }
            let _dismissal = Dismissal(&shared.done);
            deepen(&mut self.evaluator, 1, progress)
        })
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}

/// Sends the helpers home when the caller's thread is done, even by a panic.
struct Dismissal<'a>(&'a AtomicBool);

impl Drop for Dismissal<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
