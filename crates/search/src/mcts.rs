//! Monte-Carlo tree search (MCTS): UCT (Kocsis and Szepesvári 2006) with RAVE (Gelly and Silver
//! 2011), progressive widening (Coulom 2007, Chaslot et al. 2008) and the MCTS-Solver (Winands et
//! al. 2008).
//!
//! It plays any game behind `game::Position` without an evaluator. Proven results are backed up as
//! such and never mixed with averages; wins in one are never missed. `simulation` is one iteration
//! (selection, expansion, playout, backpropagation), `select` the selection formula, `prove` the
//! solver, `tree` the node storage. Domain knowledge comes in through `knowledge` (priors, proofs)
//! and `playout` (playout policy).

mod knowledge;
mod playout;
mod prove;
mod root_report;
mod select;
mod settings;
mod simulation;
mod tree;

pub use knowledge::{DomainKnowledge, NoKnowledge, Prior, Proof, ProvenOutcome};
pub use playout::{Playout, RandomPlayout, Reward};
pub use settings::{MctsSettings, Rave, Widening};

use crate::timer::Timer;
use crate::{Limits, Report, Search};
use game::{Dice, Position, Record};
use root_report::RootReport;
use simulation::Simulation;
use std::time::Duration;
use tree::{Expansion, NodeStatus, Tree};

/// A Monte-Carlo tree search with its tree.
///
/// With a limit of nodes, the same searches in the same order give the same reports. A search that
/// continues the same game reuses the subtree of the last one.
pub struct Mcts<P: Position, G = NoKnowledge, R = RandomPlayout<P>> {
    settings: MctsSettings,
    knowledge: G,
    playout: R,
    tree: Tree<P::Move>,
    dice: Dice,
    /// The game the root of the tree belongs to: its start and the moves since.
    root_path: Option<(P, Vec<P::Move>)>,
}

/// Iterations between two checks of the clock.
const POLL_EVERY: u64 = 8;

/// When progress is first reported, and the longest time between two reports.
const FIRST_PROGRESS: Duration = Duration::from_millis(50);
const PROGRESS_EVERY: Duration = Duration::from_millis(200);

/// Visits of a proven lost root before the search for the most stubborn defence ends.
const LOST_ROOT_VISITS: u32 = 2_000;

/// Visit counts are 32-bit integers.
const MAX_VISITS: u32 = u32::MAX / 2;

impl<P: Position> Mcts<P> {
    /// A search without domain knowledge.
    ///
    /// ```
    /// use game::Record;
    /// use search::{Limits, Mcts, MctsSettings, Score, Search};
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// let mut engine = Mcts::plain(MctsSettings { memory_mib: 1, ..MctsSettings::default() });
    /// let report = engine.search(&Record::from_position(position), &Limits::nodes(500), &mut |_| ());
    /// assert_eq!(report.best().unwrap().to_string(), "b3");
    /// assert_eq!(report.score(), Some(Score::WinIn(1)));
    /// ```
    pub fn plain(settings: MctsSettings) -> Self {
        Self::new(NoKnowledge, RandomPlayout::default(), settings)
    }
}

impl<P: Position, G: DomainKnowledge<P>, R: Playout<P>> Mcts<P, G, R> {
    /// A search with an empty tree.
    pub fn new(knowledge: G, playout: R, settings: MctsSettings) -> Self {
        let tree = Tree::new(settings.memory_mib);
        let dice = Dice::new(settings.seed);
        Self { settings, knowledge, playout, tree, dice, root_path: None }
    }

    /// The settings in use.
    pub fn settings(&self) -> &MctsSettings {
        &self.settings
    }

    /// Changes the settings and clears the tree.
    pub fn set(&mut self, settings: MctsSettings) {
        if settings.memory_mib != self.settings.memory_mib {
            self.tree = Tree::new(settings.memory_mib);
        }
        self.settings = settings;
        self.forget();
    }

    /// Makes the current position of the record the root, reusing its subtree if the tree has it.
    fn root_at(&mut self, record: &Record<P>, any: P::Move) {
        let kept = self.find(record).filter(|&at| self.is_expanded(at, record.position()));
        match kept {
            Some(Tree::<P::Move>::ROOT) => {}
            Some(at) => self.tree.reroot(at),
            None => self.tree.reset(any),
        }
        // Pruned before the search starts rather than when its time is nearly over.
        self.tree.prune();
        self.root_path = Some((record.start().clone(), record.moves().to_vec()));
    }

    /// The node of the current position, if the tree holds the moves that led to it.
    fn find(&self, record: &Record<P>) -> Option<usize> {
        let (start, moves) = self.root_path.as_ref()?;
        let news = record.moves().strip_prefix(&moves[..])?;
        if start != record.start() || self.tree.is_empty() {
            return None;
        }
        news.iter().try_fold(Tree::<P::Move>::ROOT, |at, &mv| {
            self.tree.children(at).find(|&child| self.tree.node(child).mv == mv)
        })
    }

    /// Whether a node can be the root, which needs all its children: a node proven by a winning
    /// move has only that one.
    fn is_expanded(&self, at: usize, position: &P) -> bool {
        let node = self.tree.node(at);
        let wanted = position.moves().len().min(self.settings.most_children);
        let complete = self.tree.children(at).len() >= wanted || node.expansion == Expansion::Full;
        complete || (node.expansion == Expansion::Leaf && node.status == NodeStatus::Unproven)
    }
}

impl<P: Position, G: DomainKnowledge<P>, R: Playout<P>> Search<P> for Mcts<P, G, R> {
    fn search(
        &mut self,
        record: &Record<P>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let timer = Timer::start(limits);
        let Some(&any) = record.position().moves().first() else { return Report::empty() };
        self.root_at(record, any);
        let mut simulation = Simulation::new(
            &self.settings,
            &mut self.tree,
            (&mut self.knowledge, &mut self.playout),
            &mut self.dice,
            record,
        );
        simulation.open_root();
        let (mut nodes, mut news) = (0, FIRST_PROGRESS);
        while !is_finished(&simulation, limits, &timer, nodes) && simulation.run() {
            nodes += 1;
            if nodes.is_multiple_of(POLL_EVERY) && timer.elapsed() >= news {
                news = timer.elapsed() + news.min(PROGRESS_EVERY);
                progress(&RootReport::of(&simulation).report(nodes, &timer));
            }
        }
        RootReport::of(&simulation).report(nodes, &timer)
    }

    fn forget(&mut self) {
        self.root_path = None;
        self.dice = Dice::new(self.settings.seed);
    }
}

/// Whether a limit is reached or the root is solved.
fn is_finished<P: Position, G: DomainKnowledge<P>, R: Playout<P>>(
    simulation: &Simulation<'_, P, G, R>,
    limits: &Limits,
    timer: &Timer,
    nodes: u64,
) -> bool {
    let root = simulation.tree.node(Tree::<P::Move>::ROOT);
    let choices = simulation.tree.children(Tree::<P::Move>::ROOT).len();
    // A loss proven by domain knowledge gives no move to play: some iterations find a stubborn one.
    let resisted = choices == 0 || root.visits >= LOST_ROOT_VISITS || !simulation.has_open_choice();
    let proven = root.status != NodeStatus::Unproven && simulation.settings.lines == 1 && resisted;
    let polled = nodes.is_multiple_of(POLL_EVERY);
    let deep = |most| RootReport::of(simulation).depth() >= most;
    proven
        || limits.nodes.is_some_and(|most| nodes >= most)
        || limits.is_stopped()
        || root.visits >= MAX_VISITS
        || (timer.has_clock() && choices == 1)
        || (polled && (timer.is_over() || timer.soft_limit_reached(100)))
        || (polled && limits.depth.is_some_and(deep))
}
