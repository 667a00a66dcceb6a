//! Playouts with the save-bridge pattern (as in MoHex; Arneson, Hayward and Henderson 2010).
//!
//! ```text
//!      R · ·            After Blue's intrusion b, R and r are connected only through ×: Red
//! replies
//!       b × ·           there. The edges count as stones, so that bridges to an edge are saved
//! too.
//!        · r ·
//! ```
//!
//! The board is an array padded with one row of edge stones. Stones are never removed and exactly
//! one side has a winning chain on a full board, so it is filled up and evaluated once.

use game::{Dice, Position as _, Side};
use hex::{Board, Move, Position};
use hexgrid::{Axial, Cell};
use search::mcts::{Playout, Reward};

/// Playout policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PlayoutPolicy {
    /// Uniformly random moves.
    Light,
    /// Replies to intrusions into bridges; otherwise uniformly random moves.
    #[default]
    BridgeSaving,
}

/// Row length of the largest board with its padding.
const MAX_WIDTH: usize = Board::LARGEST + 2;
const MAX_CELLS: usize = MAX_WIDTH * MAX_WIDTH;

/// Contents of a cell: a stone of either side, nothing, or (in two corners of the padding) no
/// side's edge. The first two are bits by the side's index.
const EMPTY: u8 = 4;
const OFF_BOARD: u8 = 0;

const fn stone(side: Side) -> u8 {
    1 << side.index()
}

/// The empty board of one size.
#[derive(Clone, Debug)]
struct EmptyBoard {
    size: usize,
    /// Index offsets of the six neighbours, in turn.
    steps: [usize; 6],
    cells: Box<[u8; MAX_CELLS]>,
    /// The move to every index, and the index of every cell.
    moves: Box<[Move; MAX_CELLS]>,
    of_cell: Vec<u16>,
}

impl EmptyBoard {
    fn new(board: &Board) -> Self {
        let size = board.size();
        let width = size + 2;
        let mut empty_board = Self {
            size,
            // Steps back wrap around.
            steps: [1, 1usize.wrapping_sub(width), 0usize.wrapping_sub(width), usize::MAX]
                .into_iter()
                .chain([width - 1, width])
                .collect::<Vec<_>>()
                .try_into()
                .unwrap_or_default(),
            cells: Box::new([OFF_BOARD; MAX_CELLS]),
            moves: Box::new([Move::Swap; MAX_CELLS]),
            of_cell: Vec::with_capacity(size * size),
        };
        for i in 1..=size {
            for (index, side) in [
                (i, Side::First),
                ((size + 1) * width + i, Side::First),
                (i * width, Side::Second),
                (i * width + size + 1, Side::Second),
            ] {
                empty_board.cells[index] = stone(side);
            }
        }
        for cell in board.cells() {
            let at = board.axial(cell);
            let index = empty_board.index_of(at);
            empty_board.cells[index] = EMPTY;
            empty_board.moves[index] = Move::Place(at);
            empty_board.of_cell.push(index as u16);
        }
        empty_board
    }

    fn index_of(&self, at: Axial) -> usize {
        (at.r as usize + 1) * (self.size + 2) + at.q as usize + 1
    }

    #[inline]
    fn of_cell(&self, cell: Cell) -> usize {
        usize::from(self.of_cell[cell.index()])
    }
}

/// Plays out games on boards of any size.
#[derive(Clone, Debug)]
pub struct HexPlayout {
    style: PlayoutPolicy,
    empty_board: EmptyBoard,
    cells: Box<[u8; MAX_CELLS]>,
    /// Indices of the empty cells in any order, and the rank of each in it.
    empties: Vec<u16>,
    ranks: Box<[u16; MAX_CELLS]>,
    stack: Vec<u16>,
}

impl HexPlayout {
    /// Playouts with this policy.
    ///
    /// # Panics
    /// Never: there is a smallest board.
    pub fn new(style: PlayoutPolicy) -> Self {
        let empty_board =
            EmptyBoard::new(Board::sized(Board::SMALLEST).expect("the smallest board"));
        Self {
            style,
            cells: empty_board.cells.clone(),
            empty_board,
            empties: Vec::new(),
            ranks: Box::new([0; MAX_CELLS]),
            stack: Vec::new(),
        }
    }

    /// Plays out one game from `position`, whose last move went to `last`, and returns the winner.
    /// Calls `note` with every move, in order.
    pub fn run(
        &mut self,
        position: &Position,
        last: Option<Cell>,
        dice: &mut Dice,
        mut note: impl FnMut(Side, Move),
    ) -> Side {
        self.set_up(position);
        let mut side = position.side_to_move();
        let mut last = last.map(|cell| self.empty_board.of_cell(cell));
        while !self.empties.is_empty() {
            let bridge = match self.style {
                PlayoutPolicy::Light => None,
                PlayoutPolicy::BridgeSaving => {
                    last.and_then(|last| self.broken_bridge(last, side, dice))
                }
            };
            let index =
                bridge.unwrap_or_else(|| usize::from(self.empties[dice.below(self.empties.len())]));
            self.take(index, side);
            note(side, self.empty_board.moves[index]);
            last = Some(index);
            side = side.other();
        }
        if self.red_has_chain() { Side::First } else { Side::Second }
    }

    fn set_up(&mut self, position: &Position) {
        if self.empty_board.size != position.size() {
            self.empty_board = EmptyBoard::new(position.board());
        }
        let used = (self.empty_board.size + 2) * (self.empty_board.size + 2);
        self.cells[..used].copy_from_slice(&self.empty_board.cells[..used]);
        for side in Side::BOTH {
            for cell in position.stones(side) {
                self.cells[self.empty_board.of_cell(cell)] = stone(side);
            }
        }
        self.empties.clear();
        for cell in position.empties() {
            let index = self.empty_board.of_cell(cell);
            self.ranks[index] = self.empties.len() as u16;
            self.empties.push(index as u16);
        }
    }

    #[inline]
    fn take(&mut self, index: usize, side: Side) {
        self.cells[index] = stone(side);
        let rank = usize::from(self.ranks[index]);
        let moved = self.empties[self.empties.len() - 1];
        self.empties[rank] = moved;
        self.ranks[usize::from(moved)] = rank as u16;
        self.empties.pop();
    }

    /// Save-bridge reply of `side` to the stone on `last`: an empty cell between two of its own
    /// stones around `last`.
    #[inline]
    fn broken_bridge(&self, last: usize, side: Side, dice: &mut Dice) -> Option<usize> {
        let (mut own, mut empty) = (0u32, 0u32);
        for (i, step) in self.empty_board.steps.iter().enumerate() {
            let here = u32::from(self.cells[last.wrapping_add(*step)]);
            own |= (here >> side.index() & 1) << i;
            empty |= (here >> 2 & 1) << i;
        }
        // Bit i: an own stone in direction i − 1, nothing in i, an own stone in i + 1.
        let found = empty & turned(own, 1) & turned(own, 5);
        if found == 0 {
            return None;
        }
        let mut nth =
            if found.is_power_of_two() { 0 } else { dice.below(found.count_ones() as usize) };
        let mut rest = found;
        while nth > 0 {
            rest &= rest - 1;
            nth -= 1;
        }
        let step = self.empty_board.steps[rest.trailing_zeros() as usize];
        Some(last.wrapping_add(step))
    }

    /// Whether Red's stones on the full board connect its edges: a depth-first search from the top.
    fn red_has_chain(&mut self) -> bool {
        let width = self.empty_board.size + 2;
        let red = stone(Side::First);
        self.stack.clear();
        for index in width + 1..=width + self.empty_board.size {
            if self.cells[index] == red {
                self.cells[index] = OFF_BOARD;
                self.stack.push(index as u16);
            }
        }
        let last_row = self.empty_board.size * width;
        while let Some(index) = self.stack.pop() {
            if usize::from(index) >= last_row {
                return true;
            }
            for step in self.empty_board.steps {
                let next = usize::from(index).wrapping_add(step);
                if self.cells[next] == red && next > width {
                    self.cells[next] = OFF_BOARD;
                    self.stack.push(next as u16);
                }
            }
        }
        false
    }
}

/// Rotates six bits by `by`.
const fn turned(six: u32, by: u32) -> u32 {
    (six << by | six >> (6 - by)) & 63
}

impl Playout<Position> for HexPlayout {
    fn play_out(
        &mut self,
        position: &Position,
        last: Option<Move>,
        dice: &mut Dice,
        played: &mut Vec<(Side, Move)>,
    ) -> Reward {
        let last = match last {
            Some(Move::Place(at)) => position.board().cell(at),
            _ => None,
        };
        let winner = self.run(position, last, dice, |side, mv| played.push((side, mv)));
        Reward::of_first(if winner == Side::First { 1.0 } else { 0.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hex::{Options, SwapRule};

    fn cell(position: &Position, text: &str) -> Cell {
        let Ok(Move::Place(at)) = text.parse() else { panic!("{text} is no cell") };
        position.board().cell(at).expect("a cell of the board")
    }

    /// The first move of playouts after `last`.
    fn answers(text: &str, last: &str) -> Vec<String> {
        let position: Position = text.parse().expect("a position");
        let mut playout = HexPlayout::new(PlayoutPolicy::BridgeSaving);
        let mut dice = Dice::new(7);
        let mut found: Vec<String> = (0..40)
            .map(|_| {
                let mut first = None;
                let last = Some(cell(&position, last));
                playout.run(&position, last, &mut dice, |_, mv| {
                    first.get_or_insert(mv);
                });
                first.expect("a move").to_string()
            })
            .collect();
        found.sort();
        found.dedup();
        found
    }

    #[test]
    fn bridges_are_saved() {
        assert_eq!(answers("5/2r2/2b2/1r3/5 r swap=off", "c3"), ["b3"]);
        assert_eq!(answers("5/5/5/2r2/2b2 r swap=off", "c5"), ["b5"], "to the edge");
        assert!(answers("5/5/5/5/r4 b swap=off", "a5").len() > 5, "nothing is broken");
        assert!(answers("5/1b3/2r2/3b1/5 b swap=off", "c3").len() > 5, "no bridge at all");
        let two = answers("5/2r2/1rb2/1r3/5 r swap=off", "c3");
        assert!(two.len() > 2, "joined already: {two:?}");
    }

    #[test]
    fn playouts_end_as_the_rules_say() {
        let mut dice = Dice::new(1);
        for size in [3, 4, 7, 11, 19] {
            let start = Position::start(Options::new(size, SwapRule::Off).expect("a size"));
            for style in [PlayoutPolicy::Light, PlayoutPolicy::BridgeSaving] {
                let mut playout = HexPlayout::new(style);
                for _ in 0..50 {
                    let mut position = start.clone();
                    let winner = playout.run(&start, None, &mut dice, |side, mv| {
                        if position.winner().is_none() {
                            assert_eq!(position.side_to_move(), side);
                            position.play(mv).expect("a legal move");
                        }
                    });
                    assert_eq!(position.winner(), Some(winner), "{position}");
                }
            }
        }
    }
}
