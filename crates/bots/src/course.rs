//! A fixed piece of work for a game's engine: what it visits and finds is its signature.
//!
//! A signature is the same on every machine and in every build. Another signature is another way
//! of playing, and a change that makes one comes with the results of a match.

use crate::{Config, Engine, Playable};
use game::Record;
use search::alphabeta::Technique;
use search::{Limits, Report, Score};
use std::fmt;
use std::time::Duration;

/// Positions to look at, each for itself.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// The positions, in machine notation.
    pub positions: &'static [&'static str],
    /// How far to look.
    pub effort: Effort,
}

/// How far to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// So many plies.
    Depth(usize),
    /// So many nodes, or playouts.
    Nodes(u64),
}

impl Effort {
    fn limits(self) -> Limits {
        match self {
            Self::Depth(plies) => Limits::depth(plies),
            Self::Nodes(count) => Limits::nodes(count),
        }
    }
}

/// `depth 7` or `20000 nodes`.
impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(plies) => write!(f, "depth {plies}"),
            Self::Nodes(count) => write!(f, "{count} nodes"),
        }
    }
}

/// What came of a course.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature {
    /// Nodes visited on all positions.
    pub nodes: u64,
    /// Those, and the moves and scores found, folded into one number.
    pub fold: u64,
    /// The time it took; no part of the signature proper.
    pub elapsed: Duration,
}

/// Runs a game's course on one thread.
///
/// # Panics
/// If a position of the course cannot be read: courses are part of the source.
pub fn run_course<P: Playable>() -> Signature {
    run_with(P::engine(&equipment()))
}

/// The same less one technique; `None` if the engine does not use it.
///
/// # Panics
/// As [`run_course`] does.
pub fn run_course_without<P: Playable>(technique: Technique) -> Option<Signature> {
    let less = P::techniques().filter(|used| used.has(technique))?.without(technique);
    P::engine_with(less, &equipment()).map(run_with)
}

fn equipment() -> Config {
    Config { memory_mib: 16, ..Config::default() }
}

fn run_with<P: Playable>(mut engine: Engine<P>) -> Signature {
    let mut signature = Signature { nodes: 0, fold: 0, elapsed: Duration::ZERO };
    for text in P::COURSE.positions {
        let position: P = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let record = Record::from_position(position);
        engine.forget();
        let report = engine.search(&record, &P::COURSE.effort.limits(), &mut |_| ());
        signature.add(&report);
    }
    signature
}

impl Signature {
    fn add<P: Playable>(&mut self, report: &Report<P>) {
        self.nodes += report.nodes;
        self.elapsed += report.elapsed;
        self.take(report.nodes);
        self.take(report.score().map_or(0, score_number));
        let moves = report.lines.first().map_or(&[][..], |line| &line.moves);
        for byte in moves.iter().flat_map(|mv| mv.to_string().into_bytes()) {
            self.take(u64::from(byte));
        }
    }

    /// One step of FNV-1a, on words.
    fn take(&mut self, number: u64) {
        self.fold = (self.fold ^ number).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(17);
    }

    /// Nodes a second.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)) as u64
    }
}

/// Different scores, different numbers.
fn score_number(score: Score) -> u64 {
    let (kind, value) = match score {
        Score::Estimate(value) => (1, value),
        Score::Chance(share) => (2, i32::from(share)),
        Score::Draw => (3, 0),
        Score::WinIn(plies) => (4, plies as i32),
        Score::LossIn(plies) => (5, plies as i32),
    };
    kind << 32 | u64::from(value as u32)
}
