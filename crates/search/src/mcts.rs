//! Monte-Carlo tree search (MCTS): UCT (Kocsis and Szepesvári 2006) with RAVE (Gelly and Silver
//! 2011), progressive widening (Coulom 2007, Chaslot et al. 2008) and the MCTS-Solver (Winands et
//! al. 2008).
//!
//! It plays any game that implements `game::Position`, without an evaluator. Proven results are backed up
//! as such and never mixed with averages; wins in one are never missed. `simulation` is one iteration
//! (selection, expansion, playout, backpropagation), `select` the selection formula, `prove` the solver,
//! `tree` the node storage, `game_tree` its reuse between moves, `root_parallel` a search with several
//! trees. Domain knowledge is provided through `knowledge` (priors, proofs) and `playout` (playout policy).
//!
//! [`Puct`] is the search for games with a policy and a value, such as by a network: PUCT (Rosin 2011,
//! Silver et al. 2017) without playouts, on the same tree.

mod game_tree;
mod knowledge;
mod playout;
mod prove;
mod puct;
mod root_parallel;
mod root_report;
mod select;
mod settings;
mod simulation;
mod tree;

pub use knowledge::{DomainKnowledge, NoKnowledge, Prior, Proof, ProvenOutcome};
pub use playout::{Playout, RandomPlayout, Reward};
pub use root_parallel::RootParallel;
pub use settings::{MctsSettings, Rave, Widening};

pub use puct::{PolicyValue, Puct, PuctSettings};

use crate::timer::Timer;
use crate::{Limits, Report, Search};
use game::{Dice, Position, Record};
use game_tree::GameTree;
use root_report::RootReport;
use simulation::Simulation;
use std::time::Duration;
use tree::{NodeStatus, Tree};

/// A Monte-Carlo tree search with its tree.
///
/// With a limit of nodes, the same searches in the same order give the same reports. A search that
/// continues the same game reuses the subtree of the last one.
pub struct Mcts<P: Position, G = NoKnowledge, R = RandomPlayout<P>> {
    settings: MctsSettings,
    knowledge: G,
    playout: R,
    tree: GameTree<P>,
    dice: Dice,
}

/// Iterations between two checks of the clock.
const POLL_EVERY: u64 = 8;

/// When progress is first reported, and the longest time between two reports.
const FIRST_PROGRESS: Duration = Duration::from_millis(50);
const PROGRESS_EVERY: Duration = Duration::from_millis(200);

/// Visits of a proven lost root before the search for the longest defence ends.
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
    ///
    /// ```
    /// use game::Record;
    /// use search::mcts::{NoKnowledge, RandomPlayout};
    /// use search::{Limits, Mcts, MctsSettings, Search};
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// // Playouts of at most 20 plies, the rest is a draw.
    /// let settings = MctsSettings { memory_mib: 1, ..MctsSettings::default() };
    /// let mut engine = Mcts::new(NoKnowledge, RandomPlayout::new(20), settings);
    /// let report = engine.search(&Record::from_position(position), &Limits::nodes(500), &mut |_| ());
    /// assert_eq!(report.best().unwrap().to_string(), "b3");
    /// ```
    pub fn new(knowledge: G, playout: R, settings: MctsSettings) -> Self {
        let tree = GameTree::new(settings.memory_mib);
        let dice = Dice::new(settings.seed);
        Self { settings, knowledge, playout, tree, dice }
    }

    /// The settings in use.
    pub fn settings(&self) -> &MctsSettings {
        &self.settings
    }

    /// Changes the settings and clears the tree.
    ///
    /// ```
    /// use search::{Mcts, MctsSettings};
    /// let mut engine = Mcts::<hex::Position>::plain(MctsSettings { memory_mib: 1, ..MctsSettings::default() });
    /// engine.set(MctsSettings { seed: 7, ..*engine.settings() });
    /// assert_eq!(engine.settings().seed, 7);
    /// ```
    pub fn set(&mut self, settings: MctsSettings) {
        if settings.memory_mib != self.settings.memory_mib {
            self.tree = GameTree::new(settings.memory_mib);
        }
        self.settings = settings;
        self.forget();
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
        self.tree.set_root(record, any, self.settings.most_children);
        let mut simulation = Simulation::new(
            &self.settings,
            self.tree.tree_mut(),
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
        self.tree.forget();
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
    // A loss proven by domain knowledge gives no move to play: some iterations find a long defence.
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
