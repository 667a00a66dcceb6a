//! PUCT (predictor + UCT; Rosin 2011, in the form of AlphaGo Zero: Silver et al. 2017): tree search
//! with a policy and a value in place of playouts.
//!
//! One tree is shared by all threads (tree parallelisation with virtual losses; Chaslot, Winands and
//! van den Herik 2008). A lock guards it while a worker selects a leaf or backs up a result; policy,
//! value and proofs, which take nearly all of the time, are computed outside. With one thread and a
//! limit of nodes a search is the same everywhere. Proven results are backed up as such
//! (MCTS-Solver; Winands et al. 2008), and a node visited often is tried to be proven, once.

mod policy_value;
mod select;
mod settings;
mod worker;

pub use policy_value::PolicyValue;
pub use settings::PuctSettings;

use super::game_tree::GameTree;
use super::root_report::RootReport;
use super::tree::{NodeStatus, Tree};
use crate::timer::Timer;
use crate::{Limits, Report, Search};
use game::{Position, Record};
use select::PuctStats;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;
use worker::{Progress, PuctWorker, SharedSearch};

/// A search with its tree; `K` is a game's policy, value and knowledge, one for each thread.
pub struct Puct<P: Position, K> {
    settings: PuctSettings,
    evaluators: Vec<K>,
    tree: GameTree<P, PuctStats>,
}

/// When progress is first reported, and the longest time between two reports.
const FIRST_PROGRESS: Duration = Duration::from_millis(50);
const PROGRESS_EVERY: Duration = Duration::from_millis(200);

/// Visits of a proven lost root before the search for the longest defence ends.
const LOST_ROOT_VISITS: u32 = 200;

/// Visit counts are 32-bit integers.
const MAX_VISITS: u32 = u32::MAX / 2;

impl<P: Position, K: PolicyValue<P> + Send> Puct<P, K> {
    /// A search with an empty tree, and a thread for each of the evaluators.
    ///
    /// ```
    /// use game::{MoveList, Record};
    /// use search::mcts::{DomainKnowledge, PolicyValue, Puct, PuctSettings};
    /// use search::{Limits, Search};
    /// /// Every move is as likely as any other, every position even.
    /// struct Uniform;
    /// impl DomainKnowledge<hex::Position> for Uniform {}
    /// impl PolicyValue<hex::Position> for Uniform {
    ///     fn evaluate(
    ///         &mut self,
    ///         _: &hex::Position,
    ///         _: Option<hex::Move>,
    ///         moves: &mut MoveList<hex::Move>,
    ///         priors: &mut Vec<f32>,
    ///     ) -> f32 {
    ///         priors.resize(moves.len(), 1.0 / moves.len() as f32);
    ///         0.5
    ///     }
    /// }
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// let mut engine = Puct::new(vec![Uniform], PuctSettings { memory_mib: 1, ..PuctSettings::default() });
    /// let report = engine.search(&Record::from_position(position), &Limits::nodes(500), &mut |_| ());
    /// assert_eq!(report.best().unwrap().to_string(), "b3");
    /// ```
    ///
    /// # Panics
    /// If there is no evaluator.
    pub fn new(evaluators: Vec<K>, settings: PuctSettings) -> Self {
        assert!(!evaluators.is_empty(), "a search needs an evaluator");
        let tree = GameTree::new(settings.memory_mib);
        Self { settings, evaluators, tree }
    }

    /// The settings in use.
    pub const fn settings(&self) -> &PuctSettings {
        &self.settings
    }
}

impl<P: Position, K: PolicyValue<P> + Send> Search<P> for Puct<P, K> {
    fn search(
        &mut self,
        record: &Record<P>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let timer = Timer::start(limits);
        let Some(&any) = record.position().moves().first() else { return Report::empty() };
        self.tree.set_root(record, any, usize::MAX);
        let shared = Mutex::new(SharedSearch::new(self.tree.tree_mut()));
        let mut search = PuctSearch {
            settings: &self.settings,
            record,
            limits,
            timer: &timer,
            shared: &shared,
            next_report: FIRST_PROGRESS,
        };
        search.run(&mut self.evaluators, progress);
        search.report()
    }

    fn forget(&mut self) {
        self.tree.forget();
    }
}

/// A search in progress.
struct PuctSearch<'a, 't, P: Position> {
    settings: &'a PuctSettings,
    record: &'a Record<P>,
    limits: &'a Limits,
    timer: &'a Timer,
    shared: &'a Mutex<SharedSearch<'t, P::Move>>,
    next_report: Duration,
}

impl<P: Position> PuctSearch<'_, '_, P> {
    /// Searches until a limit is reached. When the tree is full all threads stop, so that no thread holds
    /// an index into it, and continue after it is pruned.
    fn run<K: PolicyValue<P> + Send>(
        &mut self,
        evaluators: &mut [K],
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) {
        let Some((first, helpers)) = evaluators.split_first_mut() else { return };
        PuctWorker::new(self.settings, self.record, first).open_root(self.shared);
        loop {
            self.run_threads(first, helpers, progress);
            let mut shared = worker::lock(self.shared);
            if !shared.is_full() {
                return;
            }
            shared.prune();
        }
    }

    fn run_threads<K: PolicyValue<P> + Send>(
        &mut self,
        first: &mut K,
        helpers: &mut [K],
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) {
        let (settings, record, shared, nodes) =
            (self.settings, self.record, self.shared, self.limits.nodes);
        if helpers.is_empty() {
            // There may be no threads at all, as in WebAssembly.
            self.run_main(&mut PuctWorker::new(settings, record, first), progress);
            return;
        }
        thread::scope(|scope| {
            for knowledge in helpers {
                scope.spawn(move || {
                    let mut worker = PuctWorker::new(settings, record, knowledge);
                    while worker.step(shared, nodes) != Progress::Over {}
                });
            }
            self.run_main(&mut PuctWorker::new(settings, record, first), progress);
            worker::lock(shared).end();
        });
        worker::lock(shared).resume();
    }

    /// The main thread's part: it also watches the limits and reports.
    fn run_main<K: PolicyValue<P>>(
        &mut self,
        worker: &mut PuctWorker<'_, P, K>,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) {
        while !self.is_finished() && worker.step(self.shared, self.limits.nodes) != Progress::Over {
            if self.timer.elapsed() >= self.next_report {
                self.next_report = self.timer.elapsed() + self.next_report.min(PROGRESS_EVERY);
                progress(&self.report());
            }
        }
    }

    fn report(&self) -> Report<P::Move> {
        let shared = worker::lock(self.shared);
        let (root, lines) = (self.record.position(), self.settings.lines);
        let report = RootReport::new(shared.tree(), root, lines, shared.seldepth());
        report.report(shared.nodes(), self.timer)
    }

    /// Whether a limit is reached or the root is solved.
    fn is_finished(&self) -> bool {
        let shared = worker::lock(self.shared);
        let root = shared.tree().node(Tree::<P::Move, PuctStats>::ROOT);
        let children = shared.tree().child_nodes(Tree::<P::Move, PuctStats>::ROOT);
        let side = self.record.position().side_to_move();
        let is_open = children.iter().any(|child| child.status == NodeStatus::Unproven)
            && !children.iter().any(|child| child.is_won_by(side));
        // A loss proven by domain knowledge gives no move to play: some visits find a long defence.
        let resisted = root.visits >= LOST_ROOT_VISITS || !is_open;
        let proven = root.status != NodeStatus::Unproven && self.settings.lines == 1 && resisted;
        let (visits, choices) = (root.visits, children.len());
        drop(shared);
        proven
            || self.limits.is_stopped()
            || visits >= MAX_VISITS
            || (self.timer.has_clock() && choices == 1)
            || self.timer.is_over()
            || self.timer.soft_limit_reached(100)
            || self.limits.depth.is_some_and(|most| visits > 0 && self.report().depth >= most)
    }
}
