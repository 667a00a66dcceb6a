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
//! Stones are never removed and exactly one side has a winning chain on a full board, so it is
//! filled up and evaluated once.

use crate::incremental_board::{CORNER, IncrementalBoard, PLACES, WIDTH, place, stone};
use game::{Dice, Position as _, Side};
use hex::{Board, Move, Position};
use hexgrid::{Axial, Cell, Direction};
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

/// Differences of places to the six neighbours, in turn; steps back wrap around.
const STEPS: [usize; 6] = {
    let back = 0usize.wrapping_sub(WIDTH);
    [1, back.wrapping_add(1), back, usize::MAX, WIDTH - 1, WIDTH]
};

/// Plays out games on boards of any size.
#[derive(Clone, Debug)]
pub struct HexPlayout {
    style: PlayoutPolicy,
    board: IncrementalBoard,
    /// The move to every place.
    moves: Box<[Move; PLACES]>,
    /// Contents of the places during a playout.
    contents: Box<[u8; PLACES]>,
    /// Places of the empty cells in any order, and the rank of each in it.
    empties: Vec<u16>,
    ranks: Box<[u16; PLACES]>,
    stack: Vec<u16>,
}

impl HexPlayout {
    /// Playouts with this policy.
    pub fn new(style: PlayoutPolicy) -> Self {
        let board = IncrementalBoard::default();
        Self {
            style,
            moves: moves_by_place(board.board()),
            contents: Box::new(*board.contents()),
            board,
            empties: Vec::new(),
            ranks: Box::new([0; PLACES]),
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
        let mut last = last.map(|cell| self.board.place(cell));
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
            note(side, self.moves[index]);
            last = Some(index);
            side = side.other();
        }
        if self.red_has_chain() { Side::First } else { Side::Second }
    }

    fn set_up(&mut self, position: &Position) {
        if self.board.size() != position.size() {
            self.moves = moves_by_place(position.board());
        }
        self.board.update(position);
        let in_use = self.board.places_in_use();
        self.contents[..in_use].copy_from_slice(&self.board.contents()[..in_use]);
        self.empties.clear();
        for cell in position.empties() {
            let index = self.board.place(cell);
            self.ranks[index] = self.empties.len() as u16;
            self.empties.push(index as u16);
        }
    }

    #[inline]
    fn take(&mut self, index: usize, side: Side) {
        self.contents[index] = stone(side);
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
        for (i, step) in STEPS.iter().enumerate() {
            let here = u32::from(self.contents[last.wrapping_add(*step)]);
            own |= (here >> side.index() & 1) << i;
            empty |= (here >> 2 & 1) << i;
        }
        // Bit i: an own stone in direction i − 1, nothing in i, an own stone in i + 1.
        let found = empty & Direction::turned_set(own, 1) & Direction::turned_set(own, 5);
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
        let step = STEPS[rest.trailing_zeros() as usize];
        Some(last.wrapping_add(step))
    }

    /// Whether Red's stones on the full board connect its edges: a depth-first search from the top.
    fn red_has_chain(&mut self) -> bool {
        let red = stone(Side::First);
        let top = place(Axial::new(0, 0));
        let bottom = top + (self.board.size() - 1) * WIDTH;
        self.stack.clear();
        for index in top..top + self.board.size() {
            if self.contents[index] == red {
                self.contents[index] = CORNER;
                self.stack.push(index as u16);
            }
        }
        while let Some(index) = self.stack.pop() {
            if usize::from(index) >= bottom {
                return true;
            }
            for step in STEPS {
                let next = usize::from(index).wrapping_add(step);
                if self.contents[next] == red && next >= top {
                    self.contents[next] = CORNER;
                    self.stack.push(next as u16);
                }
            }
        }
        false
    }
}

/// The move to every place of a board.
fn moves_by_place(board: &Board) -> Box<[Move; PLACES]> {
    let mut moves = Box::new([Move::Swap; PLACES]);
    for cell in board.cells() {
        let at = board.axial(cell);
        moves[place(at)] = Move::Place(at);
    }
    moves
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
