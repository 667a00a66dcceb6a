//! Hex Chess: the engine in `hexchess-engine`, given the information set of the side to move only
//! (HC-5.3).

use crate::{BenchLimit, BenchSuite, Config, Engine, Parallelism, Playable, Tuning};
use catalog::games::hexchess::{
    Move, Options, Phase, Position, View, canonical_member, canonical_member_from_views, worlds,
};
use game::{Dice, Position as _, Record, Side, Viewer};
use hexchess_engine::{Evaluation, Weights, feature_names, features};
use search::alphabeta::Techniques;

impl Playable for Position {
    type Evaluation = Evaluation;

    const NODES: [u64; 7] = [150, 1_500, 5_000, 15_000, 50_000, 150_000, 450_000];

    const EPSILON: [f64; 7] = [0.8, 0.45, 0.25, 0.1, 0.0, 0.0, 0.0];

    const PARALLELISM: Parallelism = Parallelism::Deepest;

    const OPENING_PLIES: usize = 4;

    const OPENING_NODES: Option<u64> = Some(200_000);

    const BENCH: BenchSuite = BenchSuite {
        positions: &[
            "1/2/KP3pk/CP2pc/DP1pd/GP2pg/FP3pf/2/1 w even -",
            "1/2/Q1Pp2m/K1P1pd/GP1pc/NP1p1n/1PD2pk/2/1 w odd -",
            "1/2/1QPp2m/K3d1/G1pp1/NDP2n/1P2cpk/2/1 w even -",
            "1/2/M1Pp2r/1PP2m/R2pc/KP2p1/GP3pk/2/1 w odd -",
            "1/2/2Pp3/K2d2/1D1p1/Nc3k/1P2mp1/2/1 w even -",
        ],
        limit: BenchLimit::Depth(9),
    };

    /// HC-2.6.
    fn random_line_up(&self, dice: &mut Dice) -> Option<Self::Move> {
        self.place_all_fair(dice)
    }

    fn evaluation() -> Evaluation {
        Evaluation::default()
    }

    fn engine(config: &Config) -> Engine<Self> {
        let &Config { threads, memory_mib, lines, seed, .. } = config;
        let engine = hexchess_engine::Engine::new(threads, memory_mib, lines);
        Box::new(if seed == 0 { engine } else { engine.with_seed(seed) })
    }

    fn worlds(record: &Record<Self>) -> Vec<Self> {
        worlds(record, Viewer::Player(record.position().side_to_move()))
    }

    fn canonical_member(record: &Record<Self>) -> Record<Self> {
        canonical_member(record, Viewer::Player(record.position().side_to_move()))
    }

    fn canonical_member_from_views(
        start: &Self,
        player: Side,
        moves: &[Move],
        views: &[View],
    ) -> Option<Record<Self>> {
        // A start that was set up by hand shows its fools to both sides; no server plays from one.
        (*start == Self::start(Options))
            .then(|| canonical_member_from_views(player, moves, views))
            .flatten()
    }

    fn techniques() -> Option<Techniques> {
        Some(hexchess_engine::Engine::TECHNIQUES)
    }

    fn engine_with(techniques: Techniques, config: &Config) -> Option<Engine<Self>> {
        let &Config { threads, memory_mib, lines, .. } = config;
        let engine = hexchess_engine::Engine::new(threads, memory_mib, lines);
        Some(Box::new(engine.with_techniques(techniques)))
    }

    fn tuning() -> Option<&'static dyn Tuning<Self>> {
        Some(&HexChessTuning)
    }
}

/// Tuning of the evaluation weights of `hexchess-engine`.
struct HexChessTuning;

impl Tuning<Position> for HexChessTuning {
    fn names(&self) -> Vec<String> {
        feature_names().to_vec()
    }

    fn features(&self, position: &Position) -> Vec<f32> {
        features(position).map(f32::from).to_vec()
    }

    fn is_quiet(&self, position: &Position) -> bool {
        position.phase() == Phase::Play && Evaluation::default().is_quiet(position)
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
        let &Config { threads, memory_mib, lines, .. } = config;
        let weights = Weights::rounded(weights);
        Box::new(hexchess_engine::Engine::with_weights(&weights, threads, memory_mib, lines))
    }

    fn file(&self) -> &'static str {
        "crates/engines/hexchess/weights.txt"
    }
}
