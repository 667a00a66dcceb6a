//! The player: Monte-Carlo tree search with what Hex knows, and its opening with the swap rule.

use crate::crew::Crew;
use crate::endgame::{Endgame, add_finding, rest, worth};
use crate::guide::Belief;
use crate::instinct::Weights;
use crate::network::Network;
use crate::opening::{fair_openings, should_swap};
use game::{Position as _, Record, Side};
use hex::{Move, Options, Position, SwapRule};
use search::mcts::{self, Rave, Widening};
use search::{Limits, Line, Report, Score, Search};
use std::time::Duration;
use web_time::Instant;

/// What the player goes by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Knowledge {
    /// All there is.
    #[default]
    Full,
    /// All moves as first and bridge-saving playouts, without virtual connections, inferior cells
    /// first sight or the network: the yardstick for what those are worth.
    Plain,
}

/// How the player works.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The memory of its tree and its solver's table, in MiB.
    pub memory_mib: usize,
    /// Threads that search, each a tree of its own.
    pub threads: usize,
    /// How many of the best moves to report.
    pub lines: usize,
    /// How its dice fall.
    pub seed: u64,
    /// What it goes by.
    pub knowledge: Knowledge,
    /// Visits before virtual connections are looked at on 11×11; more on larger boards.
    pub study_after: u32,
    /// What such a look is worth to a move, in playouts.
    pub faith: u16,
    /// What first sight is worth to a move, in playouts.
    pub trust: u16,
    /// Visits before the network is asked.
    pub reconsider_after: u32,
    /// What the network's opinion is worth to a move, in playouts.
    pub regard: u16,
    /// Visits after which a move's own results weigh as much as those of all moves as first.
    pub rave_until: u16,
    /// Visits before a position gets children of its own.
    pub expand_after: u32,
    /// How strongly moves tried seldom are preferred.
    pub exploration: f32,
    /// How many of the likeliest moves are tried at first, and how many more with every doubling
    /// of the visits.
    pub breadth: (u16, u16),
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            memory_mib: 64,
            threads: 1,
            lines: 1,
            seed: 1,
            knowledge: Knowledge::Full,
            study_after: 200,
            faith: 60,
            trust: 40,
            reconsider_after: 20,
            regard: 150,
            rave_until: 800,
            expand_after: 6,
            exploration: 0.0,
            breadth: (6, 3),
        }
    }
}

impl Settings {
    /// The yardstick.
    pub fn plain() -> Self {
        Self { knowledge: Knowledge::Plain, ..Self::default() }
    }

    /// What of the memory the solver's table takes.
    fn memory_of_solver(self) -> usize {
        if self.knowledge == Knowledge::Full { (self.memory_mib / 4).clamp(1, 32) } else { 0 }
    }

    fn crew(self, models: &Models, errand: Errand) -> Crew {
        let trust = if self.knowledge == Knowledge::Full { self.trust } else { 0 };
        let belief = Belief {
            trust: f32::from(trust),
            faith: f32::from(self.faith),
            regard: f32::from(self.regard),
        };
        Crew::new(self.threads, (belief, models), self.of_search(errand))
    }

    /// A look takes longer on larger boards: with the square of the cells, about.
    fn study_after(self, errand: Errand) -> Option<u32> {
        let cells = (errand.size * errand.size) as u32;
        let scaled = self.study_after * cells * cells / (121 * 121);
        let looks = self.knowledge == Knowledge::Full && errand.looks == Looks::Taken;
        looks.then_some(scaled.max(self.study_after.min(20)))
    }

    fn reconsider_after(self) -> Option<u32> {
        let asked = self.knowledge == Knowledge::Full && self.regard > 0;
        asked.then_some(self.reconsider_after)
    }

    /// Moves can wait only where something is thought of them.
    fn widening(self) -> Widening {
        let (first, rate) = self.breadth;
        match self.knowledge {
            Knowledge::Full if first > 0 => {
                Widening::Doubling { first: first.into(), rate: rate.into() }
            }
            _ => Widening::Off,
        }
    }

    fn of_search(self, errand: Errand) -> mcts::MctsSettings {
        mcts::MctsSettings {
            memory_mib: self.memory_mib.saturating_sub(self.memory_of_solver()).max(1),
            rave: Rave::Equivalence(f32::from(self.rave_until)),
            exploration: self.exploration,
            first_play_urgency: 0.5,
            expand_after: self.expand_after,
            policy_after: self.reconsider_after(),
            prove_after: self.study_after(errand),
            widening: self.widening(),
            lines: self.lines,
            seed: self.seed,
            ..mcts::MctsSettings::default()
        }
    }
}

/// What a crew is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Errand {
    size: usize,
    looks: Looks,
}

/// Whether there is time to look at virtual connections.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Looks {
    Taken,
    Skipped,
}

impl Looks {
    /// A look at a large board is not to be had in an instant, and cannot be broken off.
    fn within(size: usize, limits: &Limits) -> Self {
        let hurried = |time: Duration, least: u64| time < Duration::from_millis(least);
        let time = limits.time.is_some_and(|time| hurried(time, 250));
        let clock = limits.clock.is_some_and(|clock| hurried(clock.left, 5_000));
        if size > 13 && (time || clock) { Self::Skipped } else { Self::Taken }
    }
}

/// What the player has learned from its own games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Models {
    /// First sight.
    pub weights: Weights,
    /// The second opinion.
    pub network: Network,
}

/// Plays Hex on every board.
pub struct Player {
    settings: Settings,
    models: Models,
    search: Crew,
    /// What the crew was made for.
    errand: Errand,
    endgame: Endgame,
    /// Whether the last answer promised a win: what is needed to keep it shall be spent.
    promised: bool,
}

impl Player {
    /// A player that has seen nothing yet.
    pub fn new(settings: Settings) -> Self {
        Self::with_models(settings, &Models::default())
    }

    /// The same with other models.
    pub fn with_models(settings: Settings, models: &Models) -> Self {
        let errand = Errand { size: Options::default().size(), looks: Looks::Taken };
        let search = settings.crew(models, errand);
        Self {
            settings,
            models: models.clone(),
            search,
            errand,
            endgame: Endgame::new(settings.memory_of_solver()),
            promised: false,
        }
    }

    /// Makes another crew where the board or the hurry is another one.
    fn prepare(&mut self, position: &Position, limits: &Limits) {
        let errand =
            Errand { size: position.size(), looks: Looks::within(position.size(), limits) };
        if errand != self.errand {
            (self.search, self.errand) = (self.settings.crew(&self.models, errand), errand);
        }
    }

    /// Searches a little, for a first answer; then solves, where that is worth the time; then
    /// searches on.
    fn think(
        &mut self,
        record: &Record<Position>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<Position>),
    ) -> Report<Position> {
        let percent = if self.promised { 90 } else { worth(record.position()) };
        if self.settings.knowledge == Knowledge::Plain || percent == 0 {
            return self.search.search(record, limits, progress);
        }
        let begun = Instant::now();
        let mut first = self.search.search(record, &glance(limits), progress);
        let most = self.settings.lines;
        let won = |score| matches!(score, Some(Score::WinIn(_))) && most == 1;
        if won(first.score()) {
            return first;
        }
        let left = rest(limits, first.nodes, begun.elapsed());
        let known = first.score().is_none_or(Score::is_proven);
        let finding = if known { None } else { self.endgame.solve(record, &left, percent) };
        if let Some(finding) = &finding {
            add_finding(&mut first, finding, most);
            first.elapsed = begun.elapsed();
            progress(&first);
            if won(first.score()) {
                return first;
            }
        }
        let left = rest(limits, first.nodes, begun.elapsed());
        let complete = |report: &Report<Position>| {
            let mut report = report.clone();
            report.nodes += first.nodes;
            report.elapsed = begun.elapsed();
            if let Some(finding) = &finding {
                add_finding(&mut report, finding, most);
            }
            report
        };
        complete(&self.search.search(record, &left, &mut |report| progress(&complete(report))))
    }

    /// The first moves that need not be swapped, if the swap can follow.
    fn open(&self, position: &Position) -> Option<Report<Position>> {
        let stones = position.stones(Side::First) | position.stones(Side::Second);
        let first = stones.is_empty() && position.side_to_move() == Side::First;
        if !first || position.swap_rule() == SwapRule::Off {
            return None;
        }
        let openings = fair_openings(position.board());
        let lines = openings.into_iter().take(self.settings.lines.max(1));
        let lines: Vec<_> = lines
            .map(|at| Line { moves: vec![Move::Place(at)], score: EVEN, visits: None })
            .collect();
        Some(Report { lines, depth: 1, seldepth: 1, nodes: 1, ..Report::empty() })
    }
}

/// What a fair opening is worth.
const EVEN: Score = Score::Chance(490);

impl Search<Position> for Player {
    fn search(
        &mut self,
        record: &Record<Position>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<Position>),
    ) -> Report<Position> {
        let position = record.position();
        if let Some(report) = self.open(position).filter(|report| !report.lines.is_empty()) {
            progress(&report);
            return report;
        }
        self.prepare(position, limits);
        if !position.can_swap() {
            let report = self.think(record, limits, progress);
            self.promised = matches!(report.score(), Some(Score::WinIn(_)));
            return report;
        }
        let most = self.settings.lines;
        let mut tell = |report: &Report<Position>| {
            progress(&with_swap(position, report.clone(), most));
        };
        let report = self.think(&unswappable(position), limits, &mut tell);
        with_swap(position, report, most)
    }

    fn forget(&mut self) {
        self.search.forget();
        self.endgame.forget();
        self.promised = false;
    }
}

/// A first look that takes a small part of the limits.
fn glance(limits: &Limits) -> Limits {
    const LONGEST: Duration = Duration::from_millis(50);
    let time = limits.time.map_or(LONGEST, |time| (time / 10).min(LONGEST));
    let nodes = limits.nodes.map(|nodes| nodes / 10);
    // A search that counts its nodes is the same on every machine.
    let time = if nodes.is_some() { limits.time } else { Some(time) };
    Limits { nodes, time, ..limits.clone() }
}

/// The same stones where nobody may swap.
fn unswappable(position: &Position) -> Record<Position> {
    let text = position.to_string().replace(SwapRule::On.text(), SwapRule::Off.text());
    Record::from_position(text.parse().unwrap_or_else(|_| position.clone()))
}

/// Puts the swap among the lines. It is worth to Blue what the stone was worth to Red: just what
/// the best placement leaves.
fn with_swap(position: &Position, mut report: Report<Position>, most: usize) -> Report<Position> {
    let Some(best) = report.score() else { return report };
    let swapped = match best {
        Score::WinIn(plies) => Score::LossIn(plies + 1),
        Score::LossIn(plies) => Score::WinIn(plies + 1),
        opinion => opinion.negated(),
    };
    let wanted = should_swap(position).unwrap_or(swapped > best);
    let swapped = match swapped {
        // The table knows better than playouts.
        Score::Chance(share) if wanted => Score::Chance(share.max(501)),
        Score::Chance(share) => Score::Chance(share.min(499)),
        proven => proven,
    };
    let line = Line { moves: vec![Move::Swap], score: swapped, visits: None };
    let better = report.lines.iter().take_while(|line| line.score >= swapped).count();
    let place = if wanted { 0 } else { better.max(1) };
    report.lines.insert(place, line);
    report.lines.truncate(most.max(1));
    report
}
