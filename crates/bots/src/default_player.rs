//! A player for any game: Monte-Carlo tree search with UCT (Kocsis and Szepesvári 2006), random playouts and
//! no knowledge at all.
//!
//! A game without an engine of its own is given it by `default_player!`; its eight levels differ in their
//! playouts. It needs no evaluation: the greedy player sees wins in one and otherwise chooses at random.

use crate::{Config, Engine};
use game::Position;
use search::Evaluator;
use search::mcts::{MctsSettings, NoKnowledge, RandomPlayout, RootParallel};

/// Playouts a move of levels 1 to 7.
pub const PLAYOUTS: [u64; 7] = [10, 40, 120, 400, 1_500, 5_000, 15_000];

/// Share of random moves of levels 1 to 7.
pub const EPSILON: [f64; 7] = [0.5, 0.3, 0.15, 0.05, 0.0, 0.0, 0.0];

/// A playout that lasts longer than this is a draw.
const MOST_PLIES: usize = 1_000;

/// Every position is worth the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEvaluation;

impl<P: Position> Evaluator<P> for NoEvaluation {
    fn evaluate(&mut self, _position: &P) -> i32 {
        0
    }
}

/// The engine that `default_player!` gives a game.
pub fn plain_engine<P: Position>(config: &Config) -> Engine<P> {
    let &Config { threads, memory_mib, lines, seed, .. } = config;
    let settings = MctsSettings { memory_mib, lines, seed, ..MctsSettings::default() };
    let make = || (NoKnowledge, RandomPlayout::new(MOST_PLIES));
    Box::new(RootParallel::<P, _, _>::new(threads, settings, make))
}

/// Implements [`Playable`](crate::Playable) for a game without an engine of its own.
#[macro_export]
macro_rules! default_player {
    ($position:ty) => {
        impl $crate::Playable for $position {
            type Evaluation = $crate::NoEvaluation;

            const HAS_EVALUATION: bool = false;
            const NODES: [u64; 7] = $crate::PLAYOUTS;
            const EPSILON: [f64; 7] = $crate::EPSILON;
            const OPENING_PLIES: usize = 2;
            const BENCH: $crate::BenchSuite =
                $crate::BenchSuite { positions: &[], limit: $crate::BenchLimit::Nodes(1_000) };

            fn evaluation() -> $crate::NoEvaluation {
                $crate::NoEvaluation
            }

            fn engine(config: &$crate::Config) -> $crate::Engine<Self> {
                $crate::plain_engine(config)
            }
        }
    };
}
