//! The player: MCTS with RAVE and domain knowledge, and the opening under the swap rule.

use crate::knowledge::{HavannahKnowledge, KnowledgeSettings};
use crate::opening::{PIE_RULE, opening_search};
use crate::pattern_prior::Weights;
use crate::playout::{HavannahPlayout, PlayoutPolicy};
use game::Record;
use havannah::{Move, Position};
use search::mcts::{MctsSettings, Rave, RootParallel, Widening};
use search::opening::swapped_score;
use search::{Limits, Line, Report, Search};

/// Settings of the player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Memory of the tree in MiB.
    pub memory_mib: usize,
    /// Search threads, each with its own tree (root parallelisation).
    pub threads: usize,
    /// Number of best moves to report.
    pub lines: usize,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Priors and proofs.
    pub knowledge: KnowledgeSettings,
    /// Playout policy.
    pub playout: PlayoutPolicy,
    /// Visits of a node before wins by threats are searched.
    pub prove_after: u32,
    /// RAVE equivalence parameter k; 0 for no RAVE.
    pub rave_equivalence: u16,
    /// Visits before a leaf is expanded.
    pub expand_after: u32,
    /// UCT's exploration constant.
    pub exploration: f32,
    /// Progressive widening: children at the first visit, and children added by every doubling of
    /// the visits; 0 for all.
    pub widening: (u16, u16),
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            memory_mib: 64,
            threads: 1,
            lines: 1,
            seed: 1,
            knowledge: KnowledgeSettings {
                pattern_weight: 80,
                threat_boards: 100,
                must_play: true,
                most_threats: 4,
            },
            playout: PlayoutPolicy::default(),
            prove_after: 3,
            rave_equivalence: 800,
            expand_after: 4,
            exploration: 0.0,
            widening: (8, 4),
        }
    }
}

impl Settings {
    /// The baseline without domain knowledge but the rules.
    pub fn plain() -> Self {
        let usual = Self::default();
        let knowledge =
            KnowledgeSettings { pattern_weight: 0, threat_boards: 0, ..usual.knowledge };
        let playout = PlayoutPolicy { decisive: false, saves_bridges: false };
        Self { knowledge, playout, ..usual }
    }

    fn mcts_settings(self) -> MctsSettings {
        let rave = match self.rave_equivalence {
            0 => Rave::Off,
            visits => Rave::Equivalence(f32::from(visits)),
        };
        // Progressive widening needs a prior.
        let widening = match self.widening {
            _ if self.knowledge.pattern_weight == 0 => Widening::Off,
            (0, _) => Widening::Off,
            (first, rate) => Widening::Doubling { first: first.into(), rate: rate.into() },
        };
        MctsSettings {
            memory_mib: self.memory_mib,
            rave,
            exploration: self.exploration,
            first_play_urgency: 0.5,
            expand_after: self.expand_after,
            prove_after: (self.knowledge.threat_boards > 0).then_some(self.prove_after),
            widening,
            lines: self.lines,
            seed: self.seed,
            ..MctsSettings::default()
        }
    }
}

/// Plays Havannah on every board.
pub struct Player {
    search: RootParallel<Position, HavannahKnowledge, HavannahPlayout>,
    lines: usize,
}

impl Player {
    /// A player with an empty tree.
    pub fn new(settings: Settings) -> Self {
        Self::with_weights(settings, &Weights::default())
    }

    /// The same with other weights of the pattern prior.
    pub fn with_weights(settings: Settings, weights: &Weights) -> Self {
        let make = || {
            let knowledge = HavannahKnowledge::new(settings.knowledge, weights);
            (knowledge, HavannahPlayout::new(settings.playout))
        };
        let search = RootParallel::new(settings.threads, settings.mcts_settings(), make);
        Self { search, lines: settings.lines.max(1) }
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
        if position.is_opening() {
            let mut openings = opening_search(position, self.lines);
            return openings.run(&mut self.search, limits, progress);
        }
        if !position.can_swap() {
            let mut tell = |report: &Report<Move>| progress(&report.clone().sorted());
            return self.search.search(record, limits, &mut tell).sorted();
        }
        let lines = self.lines;
        let mut tell = |report: &Report<Move>| progress(&with_swap(report.clone().sorted(), lines));
        let without_swap = Record::from_position((PIE_RULE.without)(position));
        let report = self.search.search(&without_swap, limits, &mut tell);
        with_swap(report.sorted(), lines)
    }

    fn forget(&mut self) {
        self.search.forget();
    }
}

/// Inserts the swap into the report. Its score is that of the stone for the side that placed it: the
/// negated score of the best placement.
fn with_swap(mut report: Report<Move>, most: usize) -> Report<Move> {
    let Some(best) = report.score() else { return report };
    let swapped = swapped_score(best);
    let line = Line::new(vec![Move::Swap], swapped);
    let better = report.lines.iter().take_while(|line| line.score >= swapped).count();
    report.lines.insert(better, line);
    report.lines.truncate(most);
    report
}
