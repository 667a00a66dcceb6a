//! Hex: Monte-Carlo tree search at full strength; a one-ply player that counts missing stones.

mod marks;

use crate::{Config, Course, Effort, Engine, Lesson, Mark, Playable, Tuning};
use catalog::games::hex::{CellSet, Edge, Move, Position};
use game::{Dice, Position as _, Record, Side};
use hex_engine::{
    FEATURES, Knowledge, LIKELIHOOD_UNIT, Models, Player, Settings, Weights, feature_names,
    move_features,
};
use search::Evaluator;

impl Playable for Position {
    type Opinion = MissingStones;

    const NODES: [u64; 7] = [10, 100, 300, 900, 600, 2_000, 8_000];

    const OPENING_PLIES: usize = 2;

    const COURSE: Course = Course {
        positions: &[
            "7/7/7/7/7/7/7 r swap=off",
            "7/7/2b4/3r3/7/7/7 r swap=off",
            "11/11/11/11/11/11/11/11/11/11/11 r swap=off",
            "11/11/8b2/11/4r6/11/11/3b7/11/11/11 r swap=off",
        ],
        effort: Effort::Nodes(4_000),
    };

    /// Small boards are searched through by few playouts, so that the levels would be equal there.
    fn nodes(&self, of_level: usize) -> u64 {
        const USUAL: usize = 121;
        const LEAST: u64 = 4;
        let cells = (self.size() * self.size()).min(USUAL) as u64;
        (Self::NODES[of_level] * cells / USUAL as u64).max(LEAST)
    }

    fn opinion() -> MissingStones {
        MissingStones
    }

    fn engine(config: &Config) -> Engine<Self> {
        Box::new(Player::new(settings(config)))
    }

    fn bare(config: &Config) -> Option<Engine<Self>> {
        let settings = Settings { knowledge: Knowledge::Plain, ..settings(config) };
        Some(Box::new(Player::new(settings)))
    }

    fn marks(position: &Self) -> Vec<Mark> {
        marks::marks(position)
    }

    fn tuning() -> Option<&'static dyn Tuning<Self>> {
        Some(&FirstSight)
    }
}

/// The weights of what the player sees in a move at once.
struct FirstSight;

/// How many of the moves that were not played each played one is compared with.
const RIVALS: usize = 8;

/// A move is better than another by the difference of their features.
impl Tuning<Position> for FirstSight {
    fn names(&self) -> Vec<String> {
        feature_names().to_vec()
    }

    /// Positions have no features here; moves have.
    fn features(&self, _: &Position) -> Vec<f32> {
        vec![0.0; FEATURES]
    }

    fn is_quiet(&self, position: &Position) -> bool {
        position.empties().len() > RIVALS
    }

    /// Every move of the winner, and those of the loser in the first half of the game: what was
    /// played in despair teaches nothing.
    fn teaches(&self, record: &Record<Position>, ply: usize) -> bool {
        let positions = record.positions();
        let winner = positions.last().and_then(Position::winner);
        let Some(position) = positions.get(ply).filter(|p| self.is_quiet(p)) else { return false };
        let early = 2 * ply < positions.len();
        let placed = record.moves().get(ply).is_some_and(|&mv| mv != Move::Swap);
        placed && (early || winner == Some(position.side_to_move()))
    }

    fn lessons(&self, record: &Record<Position>, ply: usize, dice: &mut Dice) -> Vec<Lesson> {
        let position = &record.positions()[ply];
        let last = ply.checked_sub(1).map(|last| record.moves()[last]);
        let played = record.moves()[ply];
        let own = move_features(position, last, played);
        let mut rivals = position.moves().into_vec();
        rivals.retain(|&mv| mv != played && mv != Move::Swap);
        let lessons = (0..RIVALS).filter_map(|i| {
            let rival = move_features(position, last, dice.choose(&rivals)?);
            let (sign, result) = if i % 2 == 0 { (1.0, 1.0) } else { (-1.0, 0.0) };
            let features = own.iter().zip(rival).map(|(own, rival)| sign * (own - rival)).collect();
            Some(Lesson { features, result })
        });
        lessons.collect()
    }

    fn scale(&self) -> Option<f64> {
        Some(LIKELIHOOD_UNIT)
    }

    fn weights(&self) -> Vec<f32> {
        Weights::default().to_f32()
    }

    /// Nothing is thought of any move.
    fn start(&self) -> Vec<f32> {
        vec![0.0; FEATURES]
    }

    fn write(&self, weights: &[f32]) -> String {
        Weights::rounded(weights).to_string()
    }

    fn read(&self, text: &str) -> Result<Vec<f32>, String> {
        let weights: Weights = text.parse().map_err(|e: game::ParseError| e.to_string())?;
        Ok(weights.to_f32())
    }

    fn engine(&self, weights: &[f32], config: &Config) -> Engine<Position> {
        let models = Models { weights: Weights::rounded(weights), ..Models::default() };
        Box::new(Player::with_models(settings(config), &models))
    }

    /// One without the network: first sight must not depend on what was taught with its help. And
    /// no move waits where nothing is thought of any.
    fn teacher(&self, config: &Config) -> Engine<Position> {
        let models = Models { weights: Weights::rounded(&self.start()), ..Models::default() };
        Box::new(Player::with_models(
            Settings { regard: 0, breadth: (0, 0), ..settings(config) },
            &models,
        ))
    }

    fn file(&self) -> &'static str {
        "crates/engines/hex/weights.txt"
    }
}

/// From this level on the player goes by virtual connections; below, by playouts alone, as people
/// who do not see them yet.
const SEES_CONNECTIONS: u8 = 5;

fn settings(config: &Config) -> Settings {
    let &Config { threads, memory_mib, lines, seed, level } = config;
    let sees = level.number() >= SEES_CONNECTIONS;
    let knowledge = if sees { Knowledge::Full } else { Knowledge::Plain };
    Settings { threads, memory_mib, lines, seed, knowledge, ..Settings::default() }
}

/// How many stones each side still needs to connect if the other never answers.
#[derive(Clone, Debug)]
pub struct MissingStones;

impl Evaluator<Position> for MissingStones {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let side = position.side_to_move();
        let ways = |side| {
            let (missing, cells) = shortest_way(position, side);
            -100 * missing + cells.min(90)
        };
        ways(side) - ways(side.other()) + 50
    }
}

/// The stones missing on a shortest way between a side's edges, and how many cells can be last on
/// such a way.
fn shortest_way(position: &Position, side: Side) -> (i32, i32) {
    let board = position.board();
    let (near, far) = match side {
        Side::First => (board.edge(Edge::Top), board.edge(Edge::Bottom)),
        Side::Second => (board.edge(Edge::Left), board.edge(Edge::Right)),
    };
    let own = position.stones(side);
    let mut unseen = board.cells() & !position.stones(side.other());
    // In round `placed`, these are own stones that so many new ones reach, and empty cells for the
    // next one.
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

/// These cells and, for those that hold own stones, everything next to their chains; all of it is
/// taken out of `unseen`.
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
        let taught: Vec<usize> = (0..9).filter(|&ply| FirstSight.teaches(&record, ply)).collect();
        assert_eq!(taught, [0, 1, 2, 3, 4, 6, 8], "the loser's last moves teach nothing");
        let lessons = FirstSight.lessons(&record, 2, &mut Dice::new(1));
        assert_eq!(lessons.len(), RIVALS);
        for (i, lesson) in lessons.iter().enumerate() {
            assert_eq!(lesson.result > 0.5, i % 2 == 0);
            assert!(lesson.features.iter().any(|&count| count != 0.0), "{i}");
        }
    }

    fn hex_options(size: usize) -> Options {
        Options::new(size, SwapRule::Off).expect("a size")
    }

    fn missing(text: &str) -> (i32, i32) {
        let position: Position = text.parse().expect("a position");
        (shortest_way(&position, Side::First).0, shortest_way(&position, Side::Second).0)
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
