//! The player: Monte-Carlo tree search with what Hex knows, and its opening with the swap rule.

use crate::crew::Crew;
use crate::opening::{fair_openings, should_swap};
use game::{Position as _, Record, Side};
use hex::{Move, Position, SwapRule};
use search::mcts::{self, Rave};
use search::{Limits, Line, Report, Score, Search};

/// What the player goes by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Knowledge {
    /// All there is.
    #[default]
    Full,
    /// All moves as first and bridge-saving playouts, without virtual connections or inferior
    /// cells: the yardstick for what those are worth.
    Plain,
}

/// How the player works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The memory of its tree, in MiB.
    pub memory_mib: usize,
    /// Threads that search, each a tree of its own.
    pub threads: usize,
    /// How many of the best moves to report.
    pub lines: usize,
    /// How its dice fall.
    pub seed: u64,
    /// What it goes by.
    pub knowledge: Knowledge,
    /// Visits before virtual connections are looked at.
    pub study_after: u32,
    /// What such a look is worth to a move, in playouts.
    pub faith: u16,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            memory_mib: 64,
            threads: 1,
            lines: 1,
            seed: 1,
            knowledge: Knowledge::Full,
            study_after: 100,
            faith: 60,
        }
    }
}

impl Settings {
    /// The yardstick.
    pub fn plain() -> Self {
        Self { knowledge: Knowledge::Plain, ..Self::default() }
    }

    fn of_search(self) -> mcts::Settings {
        mcts::Settings {
            memory_mib: self.memory_mib,
            rave: Rave::Until(800.0),
            exploration: 0.0,
            first_play: 0.5,
            expand_after: 6,
            study_after: (self.knowledge == Knowledge::Full).then_some(self.study_after),
            lines: self.lines,
            seed: self.seed,
            ..mcts::Settings::default()
        }
    }
}

/// Plays Hex on every board.
pub struct Player {
    settings: Settings,
    search: Crew,
}

impl Player {
    /// A player that has seen nothing yet.
    pub fn new(settings: Settings) -> Self {
        let faith = f32::from(settings.faith);
        Self { settings, search: Crew::new(settings.threads, faith, settings.of_search()) }
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
        if !position.can_swap() {
            return self.search.search(record, limits, progress);
        }
        let most = self.settings.lines;
        let mut tell = |report: &Report<Position>| {
            progress(&with_swap(position, report.clone(), most));
        };
        let report = self.search.search(&unswappable(position), limits, &mut tell);
        with_swap(position, report, most)
    }

    fn forget(&mut self) {
        self.search.forget();
    }
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
