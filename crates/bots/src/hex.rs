//! Hex: Monte-Carlo tree search at full strength; a one-ply player that counts missing stones.

use crate::{Config, Course, Effort, Engine, Playable};
use catalog::games::hex::{CellSet, Edge, Position};
use game::{Position as _, Side};
use hex_engine::{Knowledge, Player, Settings};
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
