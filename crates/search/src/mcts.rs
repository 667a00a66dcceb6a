//! Monte-Carlo tree search: games are played to their end, and the tree grows where they go well.
//!
//! It plays any game behind the contract, without an evaluator. Wins and losses that are certain
//! are backed up as such and never mixed with averages; wins in one are never missed. `simulate`
//! is one playout, `select` the choice of moves inside the tree, `prove` the logic of certain
//! results, `tree` the memory. `guide` and `playout` are where knowledge of a game comes in.

mod findings;
mod guide;
mod playout;
mod prove;
mod select;
mod settings;
mod simulate;
mod tree;

pub use guide::{Guide, Insight, Prior, Unguided, Verdict};
pub use playout::{Playout, RandomPlayout, Share};
pub use settings::{Rave, Settings, Widening};

use crate::limits::Timer;
use crate::{Limits, Report, Search};
use findings::Findings;
use game::{Dice, Position, Record};
use simulate::Simulation;
use std::time::Duration;
use tree::{Extent, Proof, Tree};

/// A Monte-Carlo search with its tree.
///
/// With a limit of nodes, the same searches in the same order give the same reports. A search
/// that goes on in the same game begins with what the last one found.
pub struct Mcts<P: Position, G = Unguided, R = RandomPlayout<P>> {
    settings: Settings,
    guide: G,
    playout: R,
    tree: Tree<P::Move>,
    dice: Dice,
    /// Where the root of the tree stands: a start and the moves since.
    rooted: Option<(P, Vec<P::Move>)>,
}

/// Playouts between two looks at the clock.
const POLL_EVERY: u64 = 8;

/// The first progress, and the longest time between two.
const FIRST_NEWS: Duration = Duration::from_millis(50);
const NEWS_EVERY: Duration = Duration::from_millis(200);

/// Visits of a lost root before the search for the hardest defence ends.
const RESIST: u32 = 2_000;

/// Visits are counted in 32 bits.
const MOST_VISITS: u32 = u32::MAX / 2;

impl<P: Position> Mcts<P> {
    /// A search that knows nothing but the rules.
    pub fn plain(settings: Settings) -> Self {
        Self::new(Unguided, RandomPlayout::default(), settings)
    }
}

impl<P: Position, G: Guide<P>, R: Playout<P>> Mcts<P, G, R> {
    /// A search that has seen nothing yet.
    pub fn new(guide: G, playout: R, settings: Settings) -> Self {
        let tree = Tree::new(settings.memory_mib);
        let dice = Dice::new(settings.seed);
        Self { settings, guide, playout, tree, dice, rooted: None }
    }

    /// How it works.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Works differently from now on, with a new tree.
    pub fn set(&mut self, settings: Settings) {
        if settings.memory_mib != self.settings.memory_mib {
            self.tree = Tree::new(settings.memory_mib);
        }
        self.settings = settings;
        self.forget();
    }

    /// Moves the root to where the record stands, keeping what is known if it lies in the tree.
    fn root_at(&mut self, record: &Record<P>, any: P::Move) {
        let kept = self.find(record).filter(|&at| self.is_whole(at, record.position()));
        match kept {
            Some(Tree::<P::Move>::ROOT) => {}
            Some(at) => self.tree.replant(at),
            None => self.tree.plant(any),
        }
        // Now rather than when the time is nearly over.
        self.tree.thin();
        self.rooted = Some((record.start().clone(), record.moves().to_vec()));
    }

    /// Where the tree knows the present position, reached in the same way.
    fn find(&self, record: &Record<P>) -> Option<usize> {
        let (start, moves) = self.rooted.as_ref()?;
        let news = record.moves().strip_prefix(&moves[..])?;
        if start != record.start() || self.tree.is_empty() {
            return None;
        }
        news.iter().try_fold(Tree::<P::Move>::ROOT, |at, &mv| {
            self.tree.children(at).find(|&child| self.tree.node(child).mv == mv)
        })
    }

    /// A root needs all its children; one that was proven by a single move has only that.
    fn is_whole(&self, at: usize, position: &P) -> bool {
        let node = self.tree.node(at);
        let wanted = position.moves().len().min(self.settings.most_children);
        let complete = self.tree.children(at).len() >= wanted || node.extent == Extent::Whole;
        complete || (node.extent == Extent::Bare && node.proof == Proof::Open)
    }
}

impl<P: Position, G: Guide<P>, R: Playout<P>> Search<P> for Mcts<P, G, R> {
    fn search(
        &mut self,
        record: &Record<P>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<P>),
    ) -> Report<P> {
        let timer = Timer::start(limits);
        let Some(&any) = record.position().moves().first() else { return Report::empty() };
        self.root_at(record, any);
        let mut simulation = Simulation::new(
            &self.settings,
            &mut self.tree,
            (&mut self.guide, &mut self.playout),
            &mut self.dice,
            record,
        );
        simulation.open_root();
        let (mut nodes, mut news) = (0, FIRST_NEWS);
        while !is_enough(&simulation, limits, &timer, nodes) && simulation.run() {
            nodes += 1;
            if nodes.is_multiple_of(POLL_EVERY) && timer.elapsed() >= news {
                news = timer.elapsed() + news.min(NEWS_EVERY);
                progress(&Findings::of(&simulation).report(nodes, &timer));
            }
        }
        Findings::of(&simulation).report(nodes, &timer)
    }

    fn forget(&mut self) {
        self.rooted = None;
        self.dice = Dice::new(self.settings.seed);
    }
}

/// Whether a limit is reached, or nothing is left to find out.
fn is_enough<P: Position, G: Guide<P>, R: Playout<P>>(
    simulation: &Simulation<'_, P, G, R>,
    limits: &Limits,
    timer: &Timer,
    nodes: u64,
) -> bool {
    let root = simulation.tree.node(Tree::<P::Move>::ROOT);
    let choices = simulation.tree.children(Tree::<P::Move>::ROOT).len();
    // A loss told by the guide says nothing of how to make it hard: some playouts do.
    let resisted = choices == 0 || root.visits >= RESIST || !simulation.has_open_choice();
    let proven = root.proof != Proof::Open && simulation.settings.lines == 1 && resisted;
    let polled = nodes.is_multiple_of(POLL_EVERY);
    let deep = |most| Findings::of(simulation).depth() >= most;
    proven
        || limits.nodes.is_some_and(|most| nodes >= most)
        || limits.is_stopped()
        || root.visits >= MOST_VISITS
        || (timer.is_thrifty() && choices == 1)
        || (polled && (timer.is_over() || timer.has_spent(100)))
        || (polled && limits.depth.is_some_and(deep))
}
