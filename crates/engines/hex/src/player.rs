//! The player: PUCT with the network, or RAVE playouts on large boards, with domain knowledge, an
//! endgame solver, and the opening under the swap rule.

use crate::endgame::{EndgameSolver, SolverResult, add_solver_result, solver_percent};
use crate::knowledge::PriorWeights;
use crate::network::Network;
use crate::network_knowledge::NetworkKnowledge;
use crate::opening::should_swap;
use crate::opening_search::{PIE_RULE, opening_search};
use crate::pattern_prior::Weights;
use crate::policy_network::PolicyNetwork;
use crate::root_parallel::{RootParallelSearch, root_parallel};
use game::Record;
use hex::{Move, Options, Position};
use search::mcts::{self, Rave, Widening};
use search::opening::swapped_score;
use search::{Limits, Line, Report, Score, Search};
use std::time::Duration;
use web_time::Instant;

/// Domain knowledge of the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Knowledge {
    /// What is stronger on the board at hand: [`Network`](Self::Network) up to 15×15,
    /// [`Playouts`](Self::Playouts) on larger boards.
    #[default]
    Full,
    /// PUCT with the network, virtual connections and solver.
    Network,
    /// RAVE playouts with pattern prior, policy network, virtual connections and solver.
    Playouts,
    /// RAVE and bridge-saving playouts only: the baseline of ablation matches.
    Plain,
}

/// Settings of the player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Memory of the tree and of the solver's table in MiB.
    pub memory_mib: usize,
    /// Search threads, each with its own tree (root parallelisation).
    pub threads: usize,
    /// Number of best moves to report.
    pub lines: usize,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Domain knowledge in use.
    pub knowledge: Knowledge,
    /// Visits of a node before virtual connections are computed, on 11×11; more on larger boards.
    pub prove_after: u32,
    /// The same of PUCT; 0 for never.
    pub puct_prove_after: u32,
    /// PUCT's exploration constant.
    pub puct_exploration: f32,
    /// PUCT's first-play urgency reduction.
    pub first_play_reduction: f32,
    /// Prior weight of the virtual-connection evaluation, in equivalent visits.
    pub connection_weight: u16,
    /// Prior weight of the pattern prior, in equivalent visits.
    pub pattern_weight: u16,
    /// Visits of a node before the policy network is evaluated.
    pub policy_after: u32,
    /// Prior weight of the policy network, in equivalent visits.
    pub policy_weight: u16,
    /// RAVE equivalence parameter k.
    pub rave_equivalence: u16,
    /// Visits before a leaf is expanded.
    pub expand_after: u32,
    /// UCT's exploration constant.
    pub exploration: f32,
    /// Progressive widening: children at the first visit, and children added by every doubling of
    /// the visits.
    pub widening: (u16, u16),
}

/// The largest board on which the network is stronger: most of its training was on 11×11.
const NETWORK_LARGEST: usize = 15;

/// Playouts that take as long as a simulation of the network.
const PLAYOUTS_A_SIMULATION: u64 = 12;

impl Default for Settings {
    fn default() -> Self {
        Self {
            memory_mib: 64,
            threads: 1,
            lines: 1,
            seed: 1,
            knowledge: Knowledge::Full,
            prove_after: 200,
            puct_prove_after: 20,
            puct_exploration: 0.75,
            first_play_reduction: 0.1,
            connection_weight: 60,
            pattern_weight: 40,
            policy_after: 20,
            policy_weight: 150,
            rave_equivalence: 800,
            expand_after: 6,
            exploration: 0.0,
            widening: (6, 3),
        }
    }
}

impl Settings {
    /// The baseline without domain knowledge.
    pub fn plain() -> Self {
        Self { knowledge: Knowledge::Plain, ..Self::default() }
    }

    /// The solver's part of the memory in MiB.
    fn memory_of_solver(self) -> usize {
        if self.knowledge == Knowledge::Plain { 0 } else { (self.memory_mib / 4).clamp(1, 32) }
    }

    /// What is used on a board of this size.
    pub(crate) const fn used_on(self, size: usize) -> Knowledge {
        match self.knowledge {
            Knowledge::Full if size <= NETWORK_LARGEST => Knowledge::Network,
            Knowledge::Full => Knowledge::Playouts,
            other => other,
        }
    }

    fn memory_of_tree(self) -> usize {
        self.memory_mib.saturating_sub(self.memory_of_solver()).max(1)
    }

    fn tree_search(self, models: &Models, setup: SearchSetup) -> Box<dyn Search<Position> + Send> {
        if self.used_on(setup.size) != Knowledge::Network {
            return Box::new(self.root_parallel(models, setup));
        }
        let threads = 0..self.threads.max(1);
        let knowledge = threads.map(|_| NetworkKnowledge::new(&models.network)).collect();
        Box::new(mcts::Puct::new(knowledge, self.puct_settings(setup)))
    }

    fn puct_settings(self, setup: SearchSetup) -> mcts::PuctSettings {
        // H-search takes longer on larger boards, about with the square of the number of cells, and
        // the network with their number.
        let cells = (setup.size * setup.size) as u32;
        let scaled = (self.puct_prove_after * cells / 121).max(self.puct_prove_after.min(2));
        let asked = scaled > 0 && setup.vc_use == VcUse::Enabled;
        mcts::PuctSettings {
            memory_mib: self.memory_of_tree(),
            exploration: self.puct_exploration,
            first_play_reduction: self.first_play_reduction,
            prove_after: asked.then_some(scaled),
            lines: self.lines,
        }
    }

    fn root_parallel(self, models: &Models, setup: SearchSetup) -> RootParallelSearch {
        let pattern_weight =
            if self.knowledge == Knowledge::Plain { 0 } else { self.pattern_weight };
        let weights = PriorWeights {
            pattern: f32::from(pattern_weight),
            connection: f32::from(self.connection_weight),
            policy: f32::from(self.policy_weight),
        };
        root_parallel(self.threads, (weights, models), self.mcts_settings(setup))
    }

    /// H-search takes longer on larger boards, about with the square of the number of cells.
    fn prove_after(self, setup: SearchSetup) -> Option<u32> {
        let cells = (setup.size * setup.size) as u32;
        let scaled = self.prove_after * cells * cells / (121 * 121);
        let vc_use = self.knowledge != Knowledge::Plain && setup.vc_use == VcUse::Enabled;
        vc_use.then_some(scaled.max(self.prove_after.min(20)))
    }

    fn policy_after(self) -> Option<u32> {
        let asked = self.knowledge != Knowledge::Plain && self.policy_weight > 0;
        asked.then_some(self.policy_after)
    }

    /// Progressive widening needs a prior.
    fn widening(self) -> Widening {
        let (first, rate) = self.widening;
        match self.knowledge {
            Knowledge::Plain => Widening::Off,
            _ if first == 0 => Widening::Off,
            _ => Widening::Doubling { first: first.into(), rate: rate.into() },
        }
    }

    fn mcts_settings(self, setup: SearchSetup) -> mcts::MctsSettings {
        mcts::MctsSettings {
            memory_mib: self.memory_of_tree(),
            rave: Rave::Equivalence(f32::from(self.rave_equivalence)),
            exploration: self.exploration,
            first_play_urgency: 0.5,
            expand_after: self.expand_after,
            policy_after: self.policy_after(),
            prove_after: self.prove_after(setup),
            widening: self.widening(),
            lines: self.lines,
            seed: self.seed,
            ..mcts::MctsSettings::default()
        }
    }
}

/// What the settings of a search depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SearchSetup {
    size: usize,
    vc_use: VcUse,
}

/// Whether there is time for virtual connections.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum VcUse {
    Enabled,
    Disabled,
}

impl VcUse {
    /// H-search on a large board takes long and cannot be interrupted.
    fn within(size: usize, limits: &Limits) -> Self {
        let hurried = |time: Duration, least: u64| time < Duration::from_millis(least);
        let time = limits.time.is_some_and(|time| hurried(time, 250));
        let clock = limits.clock.is_some_and(|clock| hurried(clock.left, 5_000));
        if size > 13 && (time || clock) { Self::Disabled } else { Self::Enabled }
    }
}

/// Models trained on self-play games.
#[derive(Clone, Debug, Default)]
pub struct Models {
    /// Weights of the pattern prior.
    pub weights: Weights,
    /// The policy network of the player with playouts.
    pub policy: PolicyNetwork,
    /// The network of PUCT.
    pub network: Network,
}

/// Plays Hex on every board.
pub struct Player {
    settings: Settings,
    models: Models,
    search: Box<dyn Search<Position> + Send>,
    /// What the search was made for.
    setup: SearchSetup,
    endgame: EndgameSolver,
    /// Whether the last report claimed a win: the solver then gets most of the time, so that it is
    /// kept.
    win_claimed: bool,
}

impl Player {
    /// A player with an empty tree.
    pub fn new(settings: Settings) -> Self {
        Self::with_models(settings, &Models::default())
    }

    /// The same with another network.
    pub fn with_network(settings: Settings, network: &Network) -> Self {
        Self::with_models(settings, &Models { network: network.clone(), ..Models::default() })
    }

    /// The same with other models.
    pub fn with_models(settings: Settings, models: &Models) -> Self {
        let setup = SearchSetup { size: Options::default().size(), vc_use: VcUse::Enabled };
        let search = settings.tree_search(models, setup);
        Self {
            settings,
            models: models.clone(),
            search,
            setup,
            endgame: EndgameSolver::new(settings.memory_of_solver()),
            win_claimed: false,
        }
    }

    /// Makes a new search if board size or time pressure changed.
    fn prepare(&mut self, position: &Position, limits: &Limits) {
        let setup =
            SearchSetup { size: position.size(), vc_use: VcUse::within(position.size(), limits) };
        if setup != self.setup {
            (self.search, self.setup) = (self.settings.tree_search(&self.models, setup), setup);
        }
    }

    /// A short search for a first move; then the solver, if few cells are left; then the rest of
    /// the search.
    fn search_and_solve(
        &mut self,
        record: &Record<Position>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let percent = if self.win_claimed { 90 } else { solver_percent(record.position()) };
        if self.settings.knowledge == Knowledge::Plain || percent == 0 {
            return self.search.search(record, limits, progress);
        }
        let begun = Instant::now();
        let mut first = self.search.search(record, &first_limits(limits), progress);
        let most = self.settings.lines;
        let won = |score| matches!(score, Some(Score::WinIn(_))) && most == 1;
        if won(first.score()) {
            return first;
        }
        let left = limits.remaining(first.nodes, begun.elapsed());
        let known = first.score().is_none_or(Score::is_proven);
        let result = if known { None } else { self.solve(record, &left, percent) };
        if let Some(result) = &result {
            add_solver_result(&mut first, result, most);
            first.elapsed = begun.elapsed();
            progress(&first);
            if won(first.score()) {
                return first;
            }
        }
        let left = limits.remaining(first.nodes, begun.elapsed());
        let complete = |report: &Report<Move>| {
            let mut report = report.clone();
            report.nodes += first.nodes;
            report.elapsed = begun.elapsed();
            if let Some(result) = &result {
                add_solver_result(&mut report, result, most);
            }
            report
        };
        complete(&self.search.search(record, &left, &mut |report| progress(&complete(report))))
    }

    fn solve(
        &mut self,
        record: &Record<Position>,
        limits: &Limits,
        percent: u32,
    ) -> Option<SolverResult> {
        let simulates = self.settings.used_on(record.position().size()) == Knowledge::Network;
        let playouts = if simulates { PLAYOUTS_A_SIMULATION } else { 1 };
        let nodes = limits.nodes.map(|nodes| nodes.saturating_mul(playouts));
        self.endgame.solve(record, &Limits { nodes, ..limits.clone() }, percent)
    }

    /// Searches first moves that may be swapped.
    fn search_opening(
        &mut self,
        position: &Position,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let lines = self.settings.lines.max(1);
        let mut openings = opening_search(position, &self.models.network, lines);
        progress(&openings.report());
        openings.run(&mut *self.search, limits, progress)
    }
}

impl Search<Position> for Player {
    fn search(
        &mut self,
        record: &Record<Position>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let position = record.position();
        self.prepare(position, limits);
        if position.is_opening() {
            return self.search_opening(position, limits, progress);
        }
        if !position.can_swap() {
            let mut tell = |report: &Report<Move>| progress(&report.clone().sorted());
            let report = self.search_and_solve(record, limits, &mut tell).sorted();
            self.win_claimed = matches!(report.score(), Some(Score::WinIn(_)));
            return report;
        }
        let most = self.settings.lines;
        let mut tell = |report: &Report<Move>| {
            progress(&with_swap(position, report.clone().sorted(), most));
        };
        let without_swap = Record::from_position((PIE_RULE.without)(position));
        let report = self.search_and_solve(&without_swap, limits, &mut tell);
        with_swap(position, report.sorted(), most)
    }

    fn forget(&mut self) {
        self.search.forget();
        self.endgame.forget();
        self.win_claimed = false;
    }
}

/// Limits of the first short search.
fn first_limits(limits: &Limits) -> Limits {
    const LONGEST: Duration = Duration::from_millis(50);
    let time = limits.time.map_or(LONGEST, |time| (time / 10).min(LONGEST));
    let nodes = limits.nodes.map(|nodes| nodes / 10);
    // A search that counts its nodes is the same on every machine.
    let time = if nodes.is_some() { limits.time } else { Some(time) };
    Limits { nodes, time, ..limits.clone() }
}

/// Inserts the swap into the report. Its score for Blue is that of the stone for Red: the negated
/// score of the best placement.
fn with_swap(position: &Position, mut report: Report<Move>, most: usize) -> Report<Move> {
    let Some(best) = report.score() else { return report };
    let swapped = swapped_score(best);
    let wanted = should_swap(position).unwrap_or(swapped > best);
    let swapped = match (swapped, best) {
        // The table of solved openings takes precedence over playouts.
        (Score::Chance(share), Score::Chance(best)) if wanted => {
            Score::Chance(share.max(501).max(best))
        }
        (Score::Chance(share), Score::Chance(best)) => Score::Chance(share.min(499).min(best)),
        (proven, _) => proven,
    };
    let line = Line::new(vec![Move::Swap], swapped);
    let better = report.lines.iter().take_while(|line| line.score >= swapped).count();
    let place = if wanted { 0 } else { better.max(1) };
    report.lines.insert(place, line);
    report.lines.truncate(most.max(1));
    report
}
