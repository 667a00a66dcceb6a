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
    /// The positions, in machine notation. None: the starting position.
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

/// Ablation of one technique: nodes of each position of the bench suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ablation {
    /// The technique.
    pub technique: Technique,
    /// Whether the engine uses it.
    pub in_use: bool,
    /// Nodes with the technique.
    pub with: Vec<u64>,
    /// Nodes without it.
    pub without: Vec<u64>,
}

impl Ablation {
    /// Nodes without the technique over nodes with it, by position: the geometric mean, so that no
    /// large position outweighs the others.
    pub fn mean_ratio(&self) -> f64 {
        let ratios = self.without.iter().zip(&self.with);
        let logarithms = ratios.map(|(&without, &with)| (without as f64 / with as f64).ln());
        (logarithms.sum::<f64>() / self.with.len() as f64).exp()
    }

    /// Nodes of all positions without the technique over those with it.
    pub fn total_ratio(&self) -> f64 {
        self.without.iter().sum::<u64>() as f64 / self.with.iter().sum::<u64>() as f64
    }
}

/// Runs the bench suite with every technique switched, one at a time, and calls `each`. Nothing is
/// called for an engine without switches.
///
/// # Errors
/// The first of `each`.
///
/// # Panics
/// As [`run_bench`] does.
pub fn run_ablation<P: Playable, F>(
    mut each: impl FnMut(&Ablation) -> Result<(), F>,
) -> Result<(), F> {
    let Some(used) = P::techniques() else { return Ok(()) };
    let whole = position_nodes(P::engine(&equipment()));
    for technique in Technique::ALL {
        let in_use = used.has(technique);
        let switched = if in_use { used.without(technique) } else { used.with(technique) };
        let Some(engine) = P::engine_with(switched, &equipment()) else { continue };
        let (with, without) = (whole.clone(), position_nodes(engine));
        let (with, without) = if in_use { (with, without) } else { (without, with) };
        each(&Ablation { technique, in_use, with, without })?;
    }
    Ok(())
}

fn equipment() -> Config {
    Config { memory_mib: 16, ..Config::default() }
}

fn run_with<P: Playable>(mut engine: Engine<P>) -> Signature {
    let mut signature = Signature { nodes: 0, fold: 0, elapsed: Duration::ZERO };
    bench_positions::<P>().for_each(|position| signature.add(&search(&mut engine, position)));
    signature
}

fn position_nodes<P: Playable>(mut engine: Engine<P>) -> Vec<u64> {
    bench_positions::<P>().map(|position| search(&mut engine, position).nodes).collect()
}

/// The positions of the bench suite; the starting position where the suite lists none.
fn bench_positions<P: Playable>() -> impl Iterator<Item = P> {
    let listed = P::BENCH.positions;
    let start = listed.is_empty().then(|| P::start(P::Options::default()));
    let read = |text: &&str| text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    listed.iter().map(read).chain(start)
}

fn search<P: Playable>(engine: &mut Engine<P>, position: P) -> Report<P::Move> {
    let record = Record::from_position(position);
    engine.forget();
    engine.search(&record, &P::BENCH.limit.limits(), &mut |_| ())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_nodes_without_over_nodes_with() {
        let ablation = Ablation {
            technique: Technique::History,
            in_use: true,
            with: vec![100, 1000],
            without: vec![800, 2000],
        };
        assert!((ablation.mean_ratio() - 4.0).abs() < 1e-9, "{}", ablation.mean_ratio());
        assert!((ablation.total_ratio() - 2800.0 / 1100.0).abs() < 1e-9);
    }
}
