//! The engine held back: few nodes, and a tempered choice among moves that are nearly as good.
//!
//! A weak player here is short-sighted and undecided, never absurd: it takes a win in one, from
//! level 2 on it sees what would lose to the next move, and it only ever chooses among moves that
//! it believes to be nearly equal.

use crate::foresight::{risk, win_in_one};
use crate::random::{dice, single};
use crate::{Config, Engine, Greedy, Level, Playable};
use game::{Dice, Record};
use search::{Evaluator, Limits, Line, Report, Score, Search};

/// How a level chooses.
struct Manner {
    /// How many moves it compares.
    lines: usize,
    /// What it hardly notices, in small but clear advantages.
    warmth: f64,
}

/// The manners of levels 1 to 7.
const MANNERS: [Manner; Level::FULL.number() as usize - 1] = [
    Manner { lines: 10, warmth: 1.2 },
    Manner { lines: 5, warmth: 0.5 },
    Manner { lines: 4, warmth: 0.3 },
    Manner { lines: 3, warmth: 0.2 },
    Manner { lines: 3, warmth: 0.1 },
    Manner { lines: 2, warmth: 0.05 },
    Manner { lines: 1, warmth: 0.02 },
];

/// With more moves than this nothing is at stake yet (the thousands of line-ups of a setup), and to
/// weigh each against every answer would take longer than a game.
const CROWD: usize = 1_000;

/// From this level on nothing is left to the next move of the opponent.
const CAREFUL_FROM: u8 = 2;

/// What the choice may be worse by, in units of warmth.
const NEARLY_EQUAL: f64 = 3.0;

/// Memory for a few seconds of thought at most, cleared before every move.
const MEMORY_MIB: usize = 4;

/// An engine that plays at a level. Its move depends on the record and the seed alone, as long as
/// no limit of time cuts it short.
pub struct Levelled<P: Playable> {
    engine: Engine<P>,
    greedy: Greedy<P>,
    level: Level,
    seed: u64,
}

impl<P: Playable> Levelled<P> {
    /// A player of this level; at the highest it is the engine itself, with what chance leaves it.
    pub fn new(level: Level, seed: u64) -> Self {
        let lines = manner(level).lines;
        let config = Config { threads: 1, memory_mib: MEMORY_MIB, lines, level, seed };
        Self { engine: P::engine(&config), greedy: Greedy::new(seed), level, seed }
    }

    /// The moves it is willing to play.
    fn acceptable(&self, record: &Record<P>, worlds: &[P]) -> Vec<P::Move> {
        let moves = record.position().moves().into_vec();
        if self.level.number() < CAREFUL_FROM || moves.len() > CROWD {
            return moves;
        }
        let rated: Vec<_> = moves.into_iter().map(|mv| (risk(worlds, mv), mv)).collect();
        let least = rated.iter().map(|(risk, _)| *risk).min();
        rated.into_iter().filter(|(risk, _)| Some(*risk) == least).map(|(_, mv)| mv).collect()
    }

    fn limits(&self, position: &P, given: &Limits) -> Limits {
        let own = position.nodes(index(self.level));
        Limits { nodes: Some(given.nodes.map_or(own, |nodes| nodes.min(own))), ..given.clone() }
    }

    fn choose(&mut self, record: &Record<P>, limits: &Limits) -> Report<P> {
        let worlds = P::worlds(record);
        if let Some(win) = win_in_one(&worlds) {
            return single(win, Score::WinIn(1));
        }
        let acceptable = self.acceptable(record, &worlds);
        self.engine.forget();
        let mut report =
            self.engine.search(record, &self.limits(record.position(), limits), &mut |_| ());
        report.lines.retain(|line| line.first().is_some_and(|mv| acceptable.contains(&mv)));
        let warmth = manner(self.level).warmth;
        let mut dice = dice(self.seed, record.ply(), &worlds);
        match pick::<P>(&report.lines, warmth, &mut dice) {
            Some(line) => Report { lines: vec![line], ..report },
            None => self.fallback(&worlds, &acceptable),
        }
    }

    /// What looks best at once, where the engine thought of nothing acceptable.
    fn fallback(&mut self, worlds: &[P], acceptable: &[P::Move]) -> Report<P> {
        let best = acceptable.iter().max_by_key(|mv| self.greedy.worth(worlds, **mv));
        best.map_or_else(Report::empty, |&mv| single(mv, Score::Estimate(0)))
    }
}

impl<P: Playable> Search<P> for Levelled<P> {
    fn search(
        &mut self,
        record: &Record<P>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<P>),
    ) -> Report<P> {
        let report = self.choose(record, limits);
        progress(&report);
        report
    }

    fn forget(&mut self) {
        self.engine.forget();
    }
}

fn index(level: Level) -> usize {
    (usize::from(level.number()) - 1).min(MANNERS.len() - 1)
}

fn manner(level: Level) -> &'static Manner {
    &MANNERS[index(level)]
}

/// One of the lines that are nearly as good as the best, better ones more often.
fn pick<P: Playable>(lines: &[Line<P>], warmth: f64, dice: &mut Dice) -> Option<Line<P>> {
    let best = worth::<P>(lines.first()?.score);
    let behind = |line: &Line<P>| (best - worth::<P>(line.score)) / warmth;
    let near: Vec<_> = lines.iter().filter(|line| behind(line) <= NEARLY_EQUAL).collect();
    let weights: Vec<f64> = near.iter().map(|line| (-behind(line)).exp()).collect();
    let mut point = dice.fraction() * weights.iter().sum::<f64>();
    let chosen = weights.iter().position(|weight| {
        point -= weight;
        point < 0.0
    });
    near.get(chosen.unwrap_or(0)).map(|line| (*line).clone())
}

/// A score as a number of small but clear advantages; proven results are far from all others.
fn worth<P: Playable>(score: Score) -> f64 {
    const DECIDED: f64 = 1e6;
    /// Thousandths of the point that make a clear advantage.
    const SHARE: f64 = 60.0;
    match score {
        Score::Estimate(value) => f64::from(value) / f64::from(P::Opinion::UNIT),
        Score::Chance(share) => (f64::from(share) - 500.0) / SHARE,
        Score::Draw => 0.0,
        Score::WinIn(plies) => DECIDED - f64::from(plies),
        Score::LossIn(plies) => f64::from(plies) - DECIDED,
    }
}
