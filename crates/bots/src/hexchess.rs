//! Hex Chess: alpha-beta with the engine's evaluation, told no more than a player may know
//! (HC-5.3).

use crate::{Config, Course, Effort, Engine, Playable, Tuning};
use catalog::games::hexchess::{Phase, Position, worlds};
use game::{Position as _, Record, Viewer};
use hexchess_engine::{Evaluation, FEATURES, Weights, feature_names, features};

impl Playable for Position {
    type Opinion = Evaluation;

    const NODES: [u64; 7] = [300, 600, 1_500, 5_000, 20_000, 80_000, 300_000];

    const OPENING_PLIES: usize = 4;

    const COURSE: Course = Course {
        positions: &[
            "1/2/KP3pk/CP2pc/DP1pd/GP2pg/FP3pf/2/1 w even -",
            "1/2/KP3pb/QP2pd/FP1pq/DP2pf/BP3pk/2/1 w even -",
            "1/2/MP3pk/FP2pn/QP1pm/RP2pc/KP3pg/2/1 w even -",
            "1/2/K1P2pk/CP2pm/D1Ppd/GP2pg/BP2p1r/2/1 b odd -",
            "1/2/KP3pd/1P2pk/RP1p1/QP1p2/MP2p1q/2/1 w even -",
        ],
        effort: Effort::Depth(6),
    };

    fn opinion() -> Evaluation {
        Evaluation::default()
    }

    fn engine(config: &Config) -> Engine<Self> {
        let &Config { threads, memory_mib, lines, .. } = config;
        Box::new(hexchess_engine::Engine::new(threads, memory_mib, lines))
    }

    fn worlds(record: &Record<Self>) -> Vec<Self> {
        worlds(record, Viewer::Player(record.position().side_to_move()))
    }
    fn tuning() -> Option<&'static dyn Tuning<Self>> {
        Some(&Tuner)
    }
}

/// How the evaluation's weights are fitted.
struct Tuner;

impl Tuner {
    fn rounded(weights: &[f32]) -> Weights {
        let weight = |i| weights.get(i).map_or(0, |weight: &f32| weight.round() as i32);
        Weights::new(std::array::from_fn(weight))
    }

    fn plain(weights: &Weights) -> Vec<f32> {
        weights.all().iter().map(|&weight| weight as f32).collect()
    }
}

impl Tuning<Position> for Tuner {
    fn names(&self) -> Vec<String> {
        feature_names().to_vec()
    }

    fn features(&self, position: &Position) -> Vec<f32> {
        let counts: [i16; FEATURES] = features(position);
        counts.iter().map(|&count| f32::from(count)).collect()
    }

    fn is_quiet(&self, position: &Position) -> bool {
        position.phase() == Phase::Play && Evaluation::default().is_quiet(position)
    }

    fn weights(&self) -> Vec<f32> {
        Self::plain(&Weights::default())
    }

    fn write(&self, weights: &[f32]) -> String {
        Self::rounded(weights).to_string()
    }

    fn read(&self, text: &str) -> Result<Vec<f32>, String> {
        let weights: Weights = text.parse().map_err(|error: game::ParseError| error.to_string())?;
        Ok(Self::plain(&weights))
    }

    fn engine(&self, weights: &[f32], config: &Config) -> Engine<Position> {
        let &Config { threads, memory_mib, lines, .. } = config;
        let weights = Self::rounded(weights);
        Box::new(hexchess_engine::Engine::with_weights(&weights, threads, memory_mib, lines))
    }

    fn file(&self) -> &'static str {
        "crates/engines/hexchess/weights.txt"
    }
}
