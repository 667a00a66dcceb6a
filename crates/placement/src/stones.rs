//! Stones on a board, whose turn it is and who has won: the part of a position that all placement games have.

use crate::{Board, CellSet, Keys, Notation, Setup, SwapRule};
use game::{BySide, InvalidPosition, Key, Side};
use hexgrid::Cell;

/// The stones of a position. `W` is what is known of a win beside who has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedStones<W = ()> {
    stones: BySide<CellSet>,
    key: Key,
    size: u8,
    swap: SwapRule,
    to_move: Side,
    won: Option<(Side, W)>,
}

impl<W: Copy> PlacedStones<W> {
    /// The empty board.
    pub fn none(keys: &Keys, size: usize, swap: SwapRule, to_move: Side) -> Self {
        Self {
            stones: BySide::new(CellSet::EMPTY, CellSet::EMPTY),
            key: keys.empty(size, swap, to_move),
            size: size as u8,
            swap,
            to_move,
            won: None,
        }
    }

    /// Cells a side.
    #[inline]
    pub const fn size(&self) -> usize {
        self.size as usize
    }

    /// The swap rule of this game.
    #[inline]
    pub const fn swap_rule(&self) -> SwapRule {
        self.swap
    }

    /// Whose turn it is.
    #[inline]
    pub const fn turn(&self) -> Side {
        self.to_move
    }

    /// The Zobrist key of stones, size, swap rule and turn.
    #[inline]
    pub const fn fingerprint(&self) -> Key {
        self.key
    }

    /// The stones of a side.
    #[inline]
    pub fn stones(&self, side: Side) -> CellSet {
        self.stones[side]
    }

    /// The stones of both sides.
    #[inline]
    pub const fn both(&self) -> &BySide<CellSet> {
        &self.stones
    }

    /// Whose stone is on `cell`.
    #[inline]
    pub fn stone(&self, cell: Cell) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.stones[side].contains(cell))
    }

    /// The cells of `board` without a stone.
    #[inline]
    pub fn vacant(&self, board: &Board) -> CellSet {
        board.cells() & !(self.stones.first | self.stones.second)
    }

    /// Whether the side to move may swap: the second side, after the first stone.
    #[inline]
    pub fn can_swap(&self) -> bool {
        self.swap.permits(self.to_move, &self.stones)
    }

    /// Whether the first stone is to be placed, which the other side may take over.
    pub fn is_opening(&self) -> bool {
        let none = self.stones.first.is_empty() && self.stones.second.is_empty();
        none && self.to_move == Side::First && self.swap == SwapRule::On
    }

    /// The side that has won.
    #[inline]
    pub fn winner(&self) -> Option<Side> {
        self.won.map(|(side, _)| side)
    }

    /// The side that has won, and what is known of its win.
    #[inline]
    pub const fn won(&self) -> Option<(Side, W)> {
        self.won
    }

    /// Notes who has won.
    #[inline]
    pub const fn set_won(&mut self, won: Option<(Side, W)>) {
        self.won = won;
    }

    /// Puts a stone on an empty cell.
    #[inline]
    pub fn insert(&mut self, keys: &Keys, side: Side, cell: Cell) {
        self.stones[side].insert(cell);
        self.key ^= keys.stone(side, cell);
    }

    /// Gives the turn to the other side.
    #[inline]
    pub fn pass_turn(&mut self, keys: &Keys) {
        self.to_move = self.to_move.other();
        self.key ^= keys.turn();
    }

    /// What the text of the position says.
    pub const fn setup(&self) -> Setup {
        Setup { size: self.size(), stones: self.stones, to_move: self.to_move, swap: self.swap }
    }
}

impl Board {
    /// Whether stones can lie on this board of the game with this notation.
    ///
    /// # Errors
    /// If a stone is not on it, or two are on one cell.
    pub fn check_stones(
        &self,
        notation: &Notation,
        stones: &BySide<CellSet>,
    ) -> Result<(), InvalidPosition> {
        if (stones.first | stones.second).meets(!self.cells()) {
            let board = notation.shape.board_text(self.size());
            return Err(InvalidPosition::new(format!("a stone is off {board}")));
        }
        let Some(cell) = (stones.first & stones.second).lowest() else { return Ok(()) };
        let [first, second] = Side::BOTH.map(|side| notation.colours[side].to_lowercase());
        let name = self.name(cell);
        Err(InvalidPosition::new(format!("{name} has both a {first} and a {second} stone")))
    }
}
