//! Self-play for training (Silver et al. 2017): games of the player against itself, whose positions
//! are labelled with the visits of the search, its value and the outcome of the game.
//!
//! A game begins with random stones, chosen such that the network sees no side clearly ahead. In the
//! first moves the player draws by visits, then it plays the best move. A game ends when its result is
//! proven; neither side resigns, so that every outcome is true for best play from there. [`HEADER`] and the
//! records of [`SelfPlay::game`] are a file of the format HXP1, described in
//! `training/hex/positions.py` and `docs/training.md`.

mod policy_game;

use crate::network::{Network, NetworkEvaluator};
use crate::{Knowledge, Player, Settings};
use game::{Dice, Position as _, Record, Side};
use hex::{Move, Options, Position, SwapRule};
use search::{Limits, Line, Report, Score, Search as _};

/// The first bytes of a file of positions.
pub const HEADER: &[u8; 4] = b"HXP1";

/// Tries for a balanced opening, and what counts as one.
const MOST_TRIES: usize = 20;
const BALANCED: std::ops::Range<f32> = 0.2..0.8;

/// How games are played.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// Sizes of boards, drawn with equal probability.
    pub sizes: Vec<usize>,
    /// Simulations of every move; 0 for games of the policy alone.
    pub nodes: u64,
    /// Games with the same seed and number are equal.
    pub seed: u64,
    /// The network that plays.
    pub network: Network,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabelledGame {
    /// Size of the board.
    pub size: usize,
    /// Number of positions.
    pub positions: usize,
    /// Their records.
    pub bytes: Vec<u8>,
}

/// A position with the labels of its search.
struct LabelledPosition {
    position: Position,
    /// Win probability of the side to move.
    value: f32,
    /// Moves with their share of the visits and the win probability after them.
    moves: Vec<(Move, f32, f32)>,
}

impl SelfPlay {
    /// Plays the game with this number.
    ///
    /// # Panics
    /// If there is no size, or one that boards cannot have.
    pub fn game(&self, number: u64) -> LabelledGame {
        let mut dice = Dice::new(self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let size = dice.choose(&self.sizes).expect("a size to play on");
        if self.nodes == 0 {
            return policy_game::policy_game(self, size, &mut dice);
        }
        let mut record = self.opening(size, &mut dice);
        let settings = Settings {
            knowledge: Knowledge::Network,
            lines: size * size,
            memory_mib: 16,
            seed: number,
            ..Settings::default()
        };
        let mut player = Player::with_network(settings, &self.network);
        let mut found = Vec::new();
        let winner = loop {
            let side = record.position().side_to_move();
            let report = player.search(&record, &Limits::nodes(self.nodes), &mut |_| ());
            let labelled = label(record.position(), &report);
            let best = labelled.moves.first().map(|(mv, ..)| *mv);
            let drawn = record.ply() < size;
            let mv = if drawn { draw(&labelled.moves, &mut dice) } else { best };
            found.push(labelled);
            match report.score() {
                Some(Score::WinIn(_)) => break side,
                Some(Score::LossIn(_)) => break side.other(),
                _ => record.play(mv.expect("a move to play")).expect("it is legal"),
            }
        };
        let bytes = found.iter().enumerate();
        let bytes = bytes.flat_map(|(i, labelled)| encode(labelled, winner, i == 0)).collect();
        LabelledGame { size, positions: found.len(), bytes }
    }

    /// Random stones, up to half the size of the board, that leave the game open.
    fn opening(&self, size: usize, dice: &mut Dice) -> Record<Position> {
        let options = Options::new(size, SwapRule::Off).expect("a size that boards have");
        let mut evaluator = NetworkEvaluator::new(&self.network);
        let mut tries = 0;
        loop {
            tries += 1;
            let mut record = Record::<Position>::new(options);
            for _ in 0..dice.below(size / 2 + 1) {
                let mv = dice.choose(&record.position().moves()).expect("the board has room");
                record.play(mv).expect("legal");
            }
            let moves = record.position().moves();
            let value = evaluator.evaluate(record.position(), &moves, &mut Vec::new());
            if BALANCED.contains(&value) || tries == MOST_TRIES {
                return record;
            }
        }
    }
}

/// The labels of a search: a proven win takes the whole policy, and otherwise visits do.
fn label(position: &Position, report: &Report<Move>) -> LabelledPosition {
    let chance = |score: Score| score.win_probability() as f32;
    let visits = |line: &Line<Move>| line.visits.unwrap_or(0);
    let all: u32 = report.lines.iter().map(visits).sum();
    let is_won = matches!(report.score(), Some(Score::WinIn(_)));
    let lines = report.lines.iter().take(if is_won { 1 } else { usize::MAX });
    let share = |line: &Line<Move>| {
        if is_won || all == 0 { 1.0 } else { visits(line) as f32 / all as f32 }
    };
    let mut moves: Vec<_> = lines
        .filter(|line| is_won || all == 0 || visits(line) > 0)
        .filter_map(|line| Some((line.first()?, share(line), chance(line.score))))
        .collect();
    moves.sort_by(|a, b| b.1.total_cmp(&a.1));
    // The mean of the moves by visits is the search's value; a proof is more than that.
    let mean: f32 = moves.iter().map(|(_, share, chance)| share * chance).sum();
    let value = match report.score() {
        Some(proven) if proven.is_proven() => chance(proven),
        _ => mean,
    };
    LabelledPosition { position: position.clone(), value, moves }
}

/// A move drawn by visits.
fn draw(moves: &[(Move, f32, f32)], dice: &mut Dice) -> Option<Move> {
    let mut left = dice.fraction() as f32;
    let chosen = moves.iter().find(|(_, share, _)| {
        left -= share;
        left < 0.0
    });
    chosen.or(moves.first()).map(|(mv, ..)| *mv)
}

/// The record of a position.
fn encode(labelled: &LabelledPosition, winner: Side, is_first: bool) -> Vec<u8> {
    let LabelledPosition { position, value, moves } = labelled;
    let (size, mover) = (position.size(), position.side_to_move());
    let index = |at: hexgrid::Axial| match mover {
        Side::First => at.r as usize * size + at.q as usize,
        Side::Second => at.q as usize * size + at.r as usize,
    };
    let mut cells = vec![0u8; (size * size).div_ceil(4)];
    for (side, stone) in [(mover, 1), (mover.other(), 2)] {
        for cell in position.stones(side) {
            let at = index(position.board().axial(cell));
            cells[at / 4] |= stone << (2 * (at % 4));
        }
    }
    let flags = u8::from(winner == mover) | u8::from(is_first) << 1;
    let mut bytes = vec![size as u8, flags];
    bytes.extend(((value * 65_535.0).round() as u16).to_le_bytes());
    bytes.extend((moves.len() as u16).to_le_bytes());
    bytes.extend(cells);
    for &(mv, share, chance) in moves {
        let Move::Place(at) = mv else { continue };
        bytes.extend((index(at) as u16).to_le_bytes());
        bytes.extend(((share * 65_535.0).round() as u16).to_le_bytes());
        bytes.push((chance * 255.0).round() as u8);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A record as it is read.
    struct ReadRecord {
        size: usize,
        flags: u8,
        value: u16,
        cells: Vec<u8>,
        moves: Vec<[u16; 2]>,
    }

    /// The records of a game.
    fn decode(mut bytes: &[u8]) -> Vec<ReadRecord> {
        let mut found = Vec::new();
        let word = |at: &[u8]| u16::from_le_bytes([at[0], at[1]]);
        while let [size, flags, rest @ ..] = bytes {
            let size = usize::from(*size);
            let (value, count) = (word(rest), usize::from(word(&rest[2..])));
            let packed = (size * size).div_ceil(4);
            let (cells, rest) = rest[4..].split_at(packed);
            let cells = (0..size * size).map(|at| cells[at / 4] >> (2 * (at % 4)) & 3).collect();
            let (moves, rest) = rest.split_at(5 * count);
            let moves = moves.chunks_exact(5).map(|of| [word(of), word(&of[2..])]).collect();
            found.push(ReadRecord { size, flags: *flags, value, cells, moves });
            bytes = rest;
        }
        found
    }

    #[test]
    fn records_hold_legal_positions_and_policies() {
        let network = Network::default();
        let with = |nodes| SelfPlay { sizes: vec![4, 5], nodes, seed: 3, network: network.clone() };
        let plays = [with(40), with(0)];
        for (play, number) in plays.iter().flat_map(|play| (0..6).map(move |i| (play, i))) {
            let game = play.game(number);
            assert_eq!(game, play.game(number), "games with the same number are equal");
            let records = decode(&game.bytes);
            assert_eq!(records.len(), game.positions);
            for (i, record) in records.iter().enumerate() {
                let ReadRecord { size, flags, value, cells, moves } = record;
                assert_eq!((*size, flags >> 1 == 1), (game.size, i == 0));
                let stones =
                    |owner| cells.iter().map(|cell| i32::from(*cell == owner)).sum::<i32>();
                let ahead = stones(2) - stones(1);
                assert!(ahead == 0 || ahead == 1, "{ahead}");
                let sum: u32 = moves.iter().map(|of| u32::from(of[1])).sum();
                assert!((65_000..66_000).contains(&sum), "{sum}");
                assert!(moves.iter().all(|of| cells[usize::from(of[0])] == 0));
                if i + 1 == records.len() {
                    assert_eq!(*value > 40_000, flags & 1 == 1, "the last position is proven");
                }
            }
        }
    }
}
