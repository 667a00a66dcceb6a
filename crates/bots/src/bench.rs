//! Bench suite: fixed positions searched to a fixed limit; node count and results make a signature.
//!
//! The signature is the same on every machine and in every build. A change of signature is a change
//! of play, and comes with the results of a match.

use crate::{Config, Engine, Playable};
use game::Record;
use search::alphabeta::Technique;
use search::{Limits, Report, Score};
use std::fmt;
use std::time::Duration;

/// The bench suite of a game: positions, each searched on its own.
#[derive(Clone, Copy, Debug)]
pub struct BenchSuite {
    /// The positions, in machine notation.
    pub positions: &'static [&'static str],
    /// Limit of each search.
    pub limit: BenchLimit,
}

/// Limit of the searches of a bench suite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BenchLimit {
    /// Depth in plies.
    Depth(usize),
    /// Number of nodes, or playouts.
    Nodes(u64),
}

impl BenchLimit {
    fn limits(self) -> Limits {
        match self {
            Self::Depth(plies) => Limits::depth(plies),
            Self::Nodes(count) => Limits::nodes(count),
        }
    }
}

/// `depth 7` or `20000 nodes`.
impl fmt::Display for BenchLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(plies) => write!(f, "depth {plies}"),
            Self::Nodes(count) => write!(f, "{count} nodes"),
        }
    }
}

/// The result of a bench suite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature {
    /// Nodes searched in all positions.
    pub nodes: u64,
    /// FNV-1a hash of the nodes, principal variations and scores.
    pub fold: u64,
    /// Time taken; not part of the hash.
    pub elapsed: Duration,
}

/// Runs a game's bench suite on one thread.
///
/// # Panics
/// If a position of the suite cannot be parsed: suites are part of the source.
pub fn run_bench<P: Playable>() -> Signature {
    run_with(P::engine(&equipment()))
}

/// The same without one technique; `None` if the engine does not use it.
///
/// # Panics
/// As [`run_bench`] does.
pub fn run_bench_without<P: Playable>(technique: Technique) -> Option<Signature> {
    let less = P::techniques().filter(|used| used.has(technique))?.without(technique);
    P::engine_with(less, &equipment()).map(run_with)
}

fn equipment() -> Config {
    Config { memory_mib: 16, ..Config::default() }
}

fn run_with<P: Playable>(mut engine: Engine<P>) -> Signature {
    let mut signature = Signature { nodes: 0, fold: 0, elapsed: Duration::ZERO };
    for text in P::BENCH.positions {
        let position: P = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let record = Record::from_position(position);
        engine.forget();
        let report = engine.search(&record, &P::BENCH.limit.limits(), &mut |_| ());
        signature.add(&report);
    }
    signature
}

impl Signature {
    fn add<M: fmt::Display>(&mut self, report: &Report<M>) {
        self.nodes += report.nodes;
        self.elapsed += report.elapsed;
        self.take(report.nodes);
        self.take(report.score().map_or(0, score_number));
        let moves = report.lines.first().map_or(&[][..], |line| &line.moves[..]);
        for byte in moves.iter().flat_map(|mv| mv.to_string().into_bytes()) {
            self.take(u64::from(byte));
        }
    }

    /// One step of a hash in the manner of FNV-1a, on words.
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
        Score::Chance(thousandths) => (2, i32::from(thousandths)),
        Score::Draw => (3, 0),
        Score::WinIn(plies) => (4, plies as i32),
        Score::LossIn(plies) => (5, plies as i32),
    };
    kind << 32 | u64::from(value as u32)
}
