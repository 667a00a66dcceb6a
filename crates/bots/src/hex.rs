//! Hex: the engine in `hex-engine`, and a shortest-path evaluation for the one-ply player.

mod marks;

use crate::{BenchLimit, BenchSuite, Config, Engine, Level, Playable, TrainingSample, Tuning};
use analysis::{Countdown, Mark};
use catalog::games::hex::{CellSet, Edge, Move, Position};
use game::{Dice, Position as _, Record, Side};
use hex_engine::{
    FEATURES, Knowledge, LIKELIHOOD_UNIT, Models, Player, Settings, Weights, feature_names,
    move_features,
};
use search::{Evaluator, Score};

impl Playable for Position {
    type Evaluation = ShortestPath;

    const NODES: [u64; 7] = [10, 100, 300, 900, 600, 2_000, 8_000];

    const EPSILON: [f64; 7] = [0.5, 0.2, 0.05, 0.0, 0.0, 0.0, 0.0];

    const HAS_SOLVER: bool = true;
    const HAS_NETWORK: bool = true;

    const OPENING_PLIES: usize = 2;

    const BENCH: BenchSuite = BenchSuite {
        positions: &[
            "7/7/7/7/7/7/7 r swap=off",
            "7/7/2b4/3r3/7/7/7 r swap=off",
            "11/11/11/11/11/11/11/11/11/11/11 r swap=off",
            "11/11/8b2/11/4r6/11/11/3b7/11/11/11 r swap=off",
        ],
        limit: BenchLimit::Nodes(1_000),
    };

    /// Small boards are searched through by few playouts, so that the levels would be equal there.
    fn nodes(&self, of_level: usize) -> u64 {
        const USUAL: usize = 121;
        const LEAST: u64 = 4;
        let cells = (self.size() * self.size()).min(USUAL) as u64;
        (Self::NODES[of_level] * cells / USUAL as u64).max(LEAST)
    }

    fn evaluation() -> ShortestPath {
        ShortestPath
    }

    fn engine(config: &Config) -> Engine<Self> {
        Box::new(Player::new(settings(config)))
    }

    fn without_knowledge(config: &Config) -> Option<Engine<Self>> {
        let settings = Settings { knowledge: Knowledge::Plain, ..settings(config) };
        Some(Box::new(Player::new(settings)))
    }

    fn countdown(position: &Self, mv: Move, score: Score) -> Option<Countdown> {
        hex_engine::countdown(position, mv, score).map(|found| match found {
            hex_engine::Countdown::Exactly(stones) => Countdown { stones, is_exact: true },
            hex_engine::Countdown::AtMost(stones) => Countdown { stones, is_exact: false },
        })
    }

    fn marks(position: &Self) -> Vec<Mark> {
        marks::marks(position)
    }

    fn tuning() -> Option<&'static dyn Tuning<Self>> {
        Some(&PatternPriorTuning)
    }
}

/// Tuning of the pattern-prior weights by pairwise comparison of moves (Bradley-Terry, as in Coulom
/// 2007).
struct PatternPriorTuning;

/// Number of other moves that each played move is compared with.
const RIVALS: usize = 8;

/// The log-odds that one move is preferred to another is the difference of their weighted features.
impl Tuning<Position> for PatternPriorTuning {
    fn names(&self) -> Vec<String> {
        feature_names().to_vec()
    }

    /// Unused: moves have features here, positions have none.
    fn features(&self, _: &Position) -> Vec<f32> {
        vec![0.0; FEATURES]
    }

    fn is_quiet(&self, position: &Position) -> bool {
        position.empties().len() > RIVALS
    }

    /// Samples every move of the winner, and those of the loser in the first half of the game:
    /// later moves of the loser are often desperate.
    fn is_sampled(&self, record: &Record<Position>, ply: usize) -> bool {
        let positions = record.positions();
        let winner = positions.last().and_then(|last| last.winner());
        let Some(position) = positions.get(ply).filter(|p| self.is_quiet(p)) else { return false };
        let early = 2 * ply < positions.len();
        let placed = record.moves().get(ply).is_some_and(|&mv| mv != Move::Swap);
        placed && (early || winner == Some(position.side_to_move()))
    }

    fn samples(
        &self,
        record: &Record<Position>,
        ply: usize,
        dice: &mut Dice,
    ) -> Vec<TrainingSample> {
        let position = &record.positions()[ply];
        let last = ply.checked_sub(1).map(|last| record.moves()[last]);
        let played = record.moves()[ply];
        let own = move_features(position, last, played);
        let mut rivals = position.moves().into_vec();
        rivals.retain(|&mv| mv != played && mv != Move::Swap);
        let samples = (0..RIVALS).filter_map(|i| {
            let rival = move_features(position, last, dice.choose(&rivals)?);
            let (sign, result) = if i % 2 == 0 { (1.0, 1.0) } else { (-1.0, 0.0) };
            let features = own.iter().zip(rival).map(|(own, rival)| sign * (own - rival)).collect();
            Some(TrainingSample { features, result })
        });
        samples.collect()
    }

    fn scale(&self) -> Option<f64> {
        Some(LIKELIHOOD_UNIT)
    }

    fn weights(&self) -> Vec<f32> {
        Weights::default().to_f32()
    }

    /// All zero: a uniform prior.
    fn start(&self) -> Vec<f32> {
        vec![0.0; FEATURES]
    }

    fn write(&self, weights: &[f32]) -> String {
        Weights::rounded(weights).to_string()
    }

    fn read(&self, text: &str) -> Result<Vec<f32>, game::ParseError> {
        Ok(text.parse::<Weights>()?.to_f32())
    }

    fn engine(&self, weights: &[f32], config: &Config) -> Engine<Position> {
        let models = Models { weights: Weights::rounded(weights), ..Models::default() };
        let knowledge = Knowledge::Playouts;
        Box::new(Player::with_models(Settings { knowledge, ..settings(config) }, &models))
    }

    /// Self-play without policy network and progressive widening: the pattern prior must not depend
    /// on games of a network trained on it, and widening needs a prior.
    fn self_play_engine(&self, config: &Config) -> Engine<Position> {
        let models = Models { weights: Weights::rounded(&self.start()), ..Models::default() };
        Box::new(Player::with_models(
            Settings {
                knowledge: Knowledge::Playouts,
                policy_weight: 0,
                widening: (0, 0),
                ..settings(config)
            },
            &models,
        ))
    }

    fn file(&self) -> &'static str {
        "crates/engines/hex/weights.txt"
    }
}

/// From this level on the player uses virtual connections, pattern prior and policy network; below,
/// RAVE playouts only. Full strength has the network.
const SEES_CONNECTIONS: u8 = 5;

fn settings(config: &Config) -> Settings {
    let &Config { threads, memory_mib, lines, seed, level } = config;
    let knowledge = match level {
        Level::FULL => Knowledge::Full,
        _ if level.number() >= SEES_CONNECTIONS => Knowledge::Playouts,
        _ => Knowledge::Plain,
    };
    Settings { threads, memory_mib, lines, seed, knowledge, ..Settings::default() }
}

/// Shortest-path evaluation: the stones each side still needs to connect if the other passes.
#[derive(Clone, Debug)]
pub struct ShortestPath;

impl Evaluator<Position> for ShortestPath {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let side = position.side_to_move();
        let ways = |side| {
            let (missing, cells) = shortest_path(position, side);
            -100 * missing + cells.min(90)
        };
        ways(side) - ways(side.other()) + 50
    }
}

/// Number of stones missing on a shortest path between a side's edges, and the number of cells that
/// can be last on such a path.
fn shortest_path(position: &Position, side: Side) -> (i32, i32) {
    let board = position.board();
    let (near, far) = match side {
        Side::First => (board.edge(Edge::Top), board.edge(Edge::Bottom)),
        Side::Second => (board.edge(Edge::Left), board.edge(Edge::Right)),
    };
    let own = position.stones(side);
    let mut unseen = board.cells() & !position.stones(side.other());
    // Breadth-first search: own stones reached with `placed` new ones, and empty cells for the
    // next.
    let mut reached = with_chains(position, near & unseen, own, &mut unseen);
    for placed in 0.. {
        let arrived = reached & far;
        if !arrived.is_empty() || reached.is_empty() {
            return (placed + i32::from(!arrived.meets(own)), arrived.len() as i32);
        }
        let mut next = CellSet::EMPTY;
        for cell in reached {
            for &other in board.neighbours(cell) {
                next.insert(other);
            }
        }
        reached = with_chains(position, next & unseen, own, &mut unseen);
    }
    (i32::MAX, 0)
}

/// These cells and, for those that hold own stones, everything adjacent to their chains; all of it
/// is removed from `unseen`.
fn with_chains(position: &Position, cells: CellSet, own: CellSet, unseen: &mut CellSet) -> CellSet {
    let (mut all, mut fresh) = (cells, cells & own);
    *unseen &= !cells;
    while let Some(cell) = fresh.lowest() {
        fresh.remove(cell);
        for &other in position.board().neighbours(cell) {
            if unseen.contains(other) {
                unseen.remove(other);
                all.insert(other);
                if own.contains(other) {
                    fresh.insert(other);
                }
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::games::hex::{Options, SwapRule};

    #[test]
    fn played_moves_are_told_apart_from_others() {
        let options = hex_options(5);
        let mut record = Record::<Position>::new(options);
        for mv in ["c3", "b2", "c4", "d2", "c5", "a1", "c2", "e2", "c1"] {
            record.play_text(mv).expect("a legal move");
        }
        assert!(record.position().winner().is_some());
        let taught: Vec<usize> =
            (0..9).filter(|&ply| PatternPriorTuning.is_sampled(&record, ply)).collect();
        assert_eq!(taught, [0, 1, 2, 3, 4, 6, 8], "the loser's last moves teach nothing");
        let samples = PatternPriorTuning.samples(&record, 2, &mut Dice::new(1));
        assert_eq!(samples.len(), RIVALS);
        for (i, sample) in samples.iter().enumerate() {
            assert_eq!(sample.result > 0.5, i % 2 == 0);
            assert!(sample.features.iter().any(|&count| count != 0.0), "{i}");
        }
    }

    fn hex_options(size: usize) -> Options {
        Options::new(size, SwapRule::Off).expect("a size")
    }

    fn missing(text: &str) -> (i32, i32) {
        let position: Position = text.parse().expect("a position");
        (shortest_path(&position, Side::First).0, shortest_path(&position, Side::Second).0)
    }

    #[test]
    fn missing_stones_are_counted() {
        assert_eq!(missing("3/3/3 r swap=off"), (3, 3));
        assert_eq!(missing("1r1/3/3 r swap=off"), (2, 3));
        assert_eq!(missing("1r1/1r1/3 b swap=off"), (1, 3));
        assert_eq!(missing("r2/bb1/3 r swap=off"), (3, 1));
        assert_eq!(missing("r2/1r1/3 b swap=off"), (2, 3), "a bridge is no neighbour");
    }
}
