//! Eclipse: the engine in `eclipse-engine`.

use crate::{BenchLimit, BenchSuite, Config, Engine, Parallelism, Playable, Tuning};
use catalog::games::eclipse::Position;
use eclipse_engine::{Evaluation, Weights, feature_names, features};
use search::Evaluator as _;
use search::alphabeta::Techniques;

impl Playable for Position {
    type Evaluation = Evaluation;

    const NODES: [u64; 7] = [150, 1_500, 5_000, 15_000, 50_000, 150_000, 450_000];

    const EPSILON: [f64; 7] = [0.5, 0.3, 0.15, 0.05, 0.0, 0.0, 0.0];

    const PARALLELISM: Parallelism = Parallelism::Deepest;

    const OPENING_PLIES: usize = 6;

    const BENCH: BenchSuite = BenchSuite {
        positions: &[
            "*28 6-13 43-49 21-36 20-35 19-34 / *22 37-44 1-7 14-29 15-30 16-31 l - standard",
            "*35 12-13 43-49 21-36 20-26 10-16 / *22 37-44 1-7 8-14 9-24 31-32 d i>e standard",
            "*19 6-13 35-43 42-47 11-17 34-48 / *23 37-44 1-7 15-16 9-18 20-26 l d>i standard",
            "*25 5-11 48-49 21-36 28-43 19-34 / *22 38-39 1-7 16-23 18-27 17-32 d i>e standard",
            "*27 4-5 28-36 11-17 24-39 34-41 / *37 45-46 8-16 23-32 9-18 10-25 l c>i,c>j,h>d,i>j \
             tabletop",
        ],
        limit: BenchLimit::Depth(8),
    };

    fn evaluation() -> Evaluation {
        Evaluation::default()
    }

    fn engine(config: &Config) -> Engine<Self> {
        with_weights(&Weights::default(), config)
    }

    fn techniques() -> Option<Techniques> {
        Some(eclipse_engine::Engine::TECHNIQUES)
    }

    fn engine_with(techniques: Techniques, config: &Config) -> Option<Engine<Self>> {
        let &Config { threads, memory_mib, lines, .. } = config;
        let engine = eclipse_engine::Engine::new(threads, memory_mib, lines);
        Some(Box::new(engine.with_techniques(techniques)))
    }

    fn tuning() -> Option<&'static dyn Tuning<Self>> {
        Some(&EclipseTuning)
    }
}

fn with_weights(weights: &Weights, config: &Config) -> Engine<Position> {
    let &Config { threads, memory_mib, lines, .. } = config;
    Box::new(eclipse_engine::Engine::with_weights(weights, threads, memory_mib, lines))
}

/// Tuning of the evaluation weights of `eclipse-engine`.
struct EclipseTuning;

impl Tuning<Position> for EclipseTuning {
    fn names(&self) -> Vec<String> {
        feature_names().to_vec()
    }

    fn features(&self, position: &Position) -> Vec<f32> {
        features(position).map(f32::from).to_vec()
    }

    fn is_quiet(&self, position: &Position) -> bool {
        let evaluation = Evaluation::default();
        !evaluation.is_forced(position) && evaluation.win_in_one(position).is_none()
    }

    fn weights(&self) -> Vec<f32> {
        Weights::default().to_f32()
    }

    fn write(&self, weights: &[f32]) -> String {
        Weights::rounded(weights).to_string()
    }

    fn read(&self, text: &str) -> Result<Vec<f32>, game::ParseError> {
        Ok(text.parse::<Weights>()?.to_f32())
    }

    fn engine(&self, weights: &[f32], config: &Config) -> Engine<Position> {
        with_weights(&Weights::rounded(weights), config)
    }

    fn file(&self) -> &'static str {
        "crates/engines/eclipse/weights.txt"
    }
}
