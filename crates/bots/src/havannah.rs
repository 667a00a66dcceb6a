//! Havannah: the engine in `havannah-engine`.

use crate::{BenchLimit, BenchSuite, Config, Engine, Playable};
use catalog::games::havannah::Position;
use havannah_engine::{Evaluation, Player, Settings};

impl Playable for Position {
    type Evaluation = Evaluation;

    const NODES: [u64; 7] = [10, 4, 20, 800, 2_400, 6_000, 16_000];

    const EPSILON: [f64; 7] = [0.5, 0.5, 0.25, 0.0, 0.0, 0.0, 0.0];

    const OPENING_PLIES: usize = 2;

    const BENCH: BenchSuite = BenchSuite {
        positions: &[
            "4/5/6/7/6/5/4 w swap=off",
            "5/6/7/2w5/4b4/2w5/7/6/5 b swap=off",
            "6/7/8/3w5/5b4/11/3w2b3/9/8/7/6 w swap=off",
            "8/9/10/3w7/12/4b8/5w8/15/5b8/13/12/6w4/10/9/8 b swap=off",
            "10/11/12/13/4w9/15/5b10/17/8w9/19/6b11/17/16/15/14/13/12/11/10 w swap=off",
        ],
        limit: BenchLimit::Nodes(3_000),
    };

    fn evaluation() -> Evaluation {
        Evaluation::default()
    }

    fn engine(config: &Config) -> Engine<Self> {
        Box::new(Player::new(settings(config)))
    }

    fn without_knowledge(config: &Config) -> Option<Engine<Self>> {
        let &Config { threads, memory_mib, lines, seed, .. } = config;
        Some(Box::new(Player::new(Settings {
            threads,
            memory_mib,
            lines,
            seed,
            ..Settings::plain()
        })))
    }
}

/// From this level on the player has its priors and searches wins by threats; below, RAVE playouts
/// only.
const HAS_KNOWLEDGE: u8 = 2;

fn settings(config: &Config) -> Settings {
    let &Config { threads, memory_mib, lines, seed, level } = config;
    let base =
        if level.number() >= HAS_KNOWLEDGE { Settings::default() } else { Settings::plain() };
    Settings { threads, memory_mib, lines, seed, ..base }
}
