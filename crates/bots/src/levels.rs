//! Softmax choice (Boltzmann distribution; Luce 1959) and epsilon-greedy choice (Watkins 1989) of moves.
//!
//! Levels below full strength: a small node limit, a softmax choice among moves of nearly equal
//! value, and now and then a random move.
//!
//! A weak level searches little and chooses at random among moves whose values are within
//! [`MAX_GAP`] temperatures of the best. With probability [`Playable::EPSILON`] it plays any move, as people
//! do who overlook something. Every level takes a win in one, and from level 2 on moves that lose to the
//! next reply are avoided. `docs/strength.md` has each level against the next.

use crate::random::{dice, single};
use crate::two_ply::{risk, win_in_one};
use crate::{Config, Engine, Greedy, Level, Playable};
use game::{Dice, Record};
use search::{Evaluator, Limits, Line, Report, Score, Search};

/// Parameters of a level.
struct LevelParameters {
    /// Number of best moves to choose from.
    lines: usize,
    /// Softmax temperature, in evaluation units ([`Evaluator::UNIT`]).
    temperature: f64,
}

/// Parameters of levels 1 to 7.
const LEVELS: [LevelParameters; Level::FULL.number() as usize - 1] = [
    LevelParameters { lines: 10, temperature: 1.2 },
    LevelParameters { lines: 5, temperature: 0.5 },
    LevelParameters { lines: 4, temperature: 0.3 },
    LevelParameters { lines: 3, temperature: 0.2 },
    LevelParameters { lines: 3, temperature: 0.1 },
    LevelParameters { lines: 2, temperature: 0.05 },
    LevelParameters { lines: 1, temperature: 0.02 },
];

/// With more moves than this (the thousands of line-ups of a setup) losses to the next reply are
/// not checked: it would take longer than a game.
const MAX_CHECKED_MOVES: usize = 1_000;

/// From this level on, moves that lose to the next reply are avoided.
const CHECKED_FROM: u8 = 2;

/// Moves worse than the best by more than this, in temperatures, are never chosen.
const MAX_GAP: f64 = 3.0;

/// Enough for a few seconds of search; cleared before every move.
const MEMORY_MIB: usize = 4;

/// An engine that plays at a level. Its move depends on the record and the seed alone, as long as
/// no time limit cuts the search short.
pub struct Levelled<P: Playable> {
    engine: Engine<P>,
    greedy: Greedy<P>,
    level: Level,
    seed: u64,
}

impl<P: Playable> Levelled<P> {
    /// A player of this level; at the highest it uses the parameters of level 7.
    pub fn new(level: Level, seed: u64) -> Self {
        let lines = parameters(level).lines;
        let config = Config { threads: 1, memory_mib: MEMORY_MIB, lines, level, seed };
        Self { engine: P::engine(&config), greedy: Greedy::new(seed), level, seed }
    }

    /// The legal moves of least risk.
    fn acceptable(&self, record: &Record<P>, worlds: &[P]) -> Vec<P::Move> {
        let moves = record.position().moves().into_vec();
        if self.level.number() < CHECKED_FROM || moves.len() > MAX_CHECKED_MOVES {
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

    fn choose(&mut self, record: &Record<P>, limits: &Limits) -> Report<P::Move> {
        let worlds = P::worlds(record);
        if let Some(win) = win_in_one(&worlds) {
            return single(win, Score::WinIn(1));
        }
        let acceptable = self.acceptable(record, &worlds);
        let mut dice = dice(self.seed, record.ply(), &worlds);
        if dice.fraction() < P::EPSILON[index(self.level)]
            && let Some(mv) = dice.choose(&acceptable)
        {
            return single(mv, Score::Estimate(0));
        }
        self.engine.forget();
        let mut report =
            self.engine.search(record, &self.limits(record.position(), limits), &mut |_| ());
        report.lines.retain(|line| line.first().is_some_and(|mv| acceptable.contains(&mv)));
        let temperature = parameters(self.level).temperature;
        match softmax_choice::<P>(&report.lines, temperature, &mut dice) {
            Some(line) => Report { lines: vec![line], ..report },
            None => self.fallback(&worlds, &acceptable),
        }
    }

    /// The best move by static evaluation, if no reported move is acceptable.
    fn fallback(&mut self, worlds: &[P], acceptable: &[P::Move]) -> Report<P::Move> {
        let best = acceptable.iter().max_by_key(|mv| self.greedy.value(worlds, **mv));
        best.map_or_else(Report::empty, |&mv| single(mv, Score::Estimate(0)))
    }
}

impl<P: Playable> Search<P> for Levelled<P> {
    fn search(
        &mut self,
        record: &Record<P>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let report = self.choose(record, limits);
        progress(&report);
        report
    }

    fn forget(&mut self) {
        self.engine.forget();
    }
}

fn index(level: Level) -> usize {
    (usize::from(level.number()) - 1).min(LEVELS.len() - 1)
}

fn parameters(level: Level) -> &'static LevelParameters {
    &LEVELS[index(level)]
}

/// Softmax choice (Boltzmann distribution): move i with probability `exp(−Δᵢ/T) / Σⱼ exp(−Δⱼ/T)`, Δ
/// the difference to the best value and T the temperature; moves with `Δ/T` above [`MAX_GAP`] are
/// left out.
fn softmax_choice<P: Playable>(
    lines: &[Line<P::Move>],
    temperature: f64,
    dice: &mut Dice,
) -> Option<Line<P::Move>> {
    let best = value::<P>(lines.first()?.score);
    let behind = |line: &Line<P::Move>| (best - value::<P>(line.score)) / temperature;
    let near: Vec<_> = lines.iter().filter(|line| behind(line) <= MAX_GAP).collect();
    let weights: Vec<f64> = near.iter().map(|line| (-behind(line)).exp()).collect();
    let mut point = dice.fraction() * weights.iter().sum::<f64>();
    let chosen = weights.iter().position(|weight| {
        point -= weight;
        point < 0.0
    });
    near.get(chosen.unwrap_or(0)).map(|line| (*line).clone())
}

/// A score in evaluation units; proven results are far from all others.
fn value<P: Playable>(score: Score) -> f64 {
    const DECIDED: f64 = 1e6;
    /// Thousandths of expected reward that count as one evaluation unit.
    const SHARE: f64 = 60.0;
    match score {
        Score::Estimate(value) => f64::from(value) / f64::from(P::Evaluation::UNIT),
        Score::Chance(thousandths) => (f64::from(thousandths) - 500.0) / SHARE,
        Score::Draw => 0.0,
        Score::WinIn(plies) => DECIDED - f64::from(plies),
        Score::LossIn(plies) => f64::from(plies) - DECIDED,
    }
}
