//! A position: stones, whose turn it is, and who has won. The contract is kept in `rules.rs`,
//! texts in `notation.rs` and `drawing.rs`.
//!
//! Beside its stones each side has the set of its *rooted* stones: those joined to its near edge
//! (top for Red, left for Blue). A new stone that touches the near edge or a rooted stone roots
//! itself and everything joined to it; a rooted stone on the far edge wins (HX-2.2). A stone is
//! rooted once in a game, so a move costs little, and the sets depend on the stones alone, not on
//! the order in which they came.

use crate::{Board, CellSet, Edge, Options, SwapRule, key};
use game::{BySide, InvalidPosition, Key, Side};
use hexgrid::Cell;

/// Stones on a board of any size from 2 to 19, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    stones: BySide<CellSet>,
    rooted: BySide<CellSet>,
    key: Key,
    size: u8,
    swap: SwapRule,
    to_move: Side,
    winner: Option<Side>,
}

impl Position {
    /// A position set up by hand. The numbers of stones are free, and so is whose turn it is.
    ///
    /// Unlike [`Options`] this knows the 2×2 board, for solvers and their tests.
    ///
    /// # Errors
    /// If there is no board of this size, a stone is not on it, or two are on one cell.
    pub fn setup(
        size: usize,
        stones: BySide<CellSet>,
        to_move: Side,
        swap: SwapRule,
    ) -> Result<Self, InvalidPosition> {
        let no_board = || format!("boards are 2×2 to 19×19, not {size}×{size}");
        let board = Board::sized(size).ok_or_else(|| InvalidPosition::new(no_board()))?;
        if (stones.first | stones.second).meets(!board.cells()) {
            return Err(InvalidPosition::new(format!("a stone is off the {size}×{size} board")));
        }
        if let Some(cell) = (stones.first & stones.second).lowest() {
            let place = crate::Move::Place(board.axial(cell));
            return Err(InvalidPosition::new(format!("{place} has both a red and a blue stone")));
        }
        Ok(Self::with_stones(size, stones, to_move, swap))
    }

    /// What [`setup`](Self::setup) makes of stones known to fit.
    pub(crate) fn with_stones(
        size: usize,
        stones: BySide<CellSet>,
        to_move: Side,
        swap: SwapRule,
    ) -> Self {
        let mut position = Self {
            stones: BySide::new(CellSet::EMPTY, CellSet::EMPTY),
            rooted: BySide::new(CellSet::EMPTY, CellSet::EMPTY),
            key: key::empty(size, swap, to_move),
            size: size as u8,
            swap,
            to_move,
            winner: None,
        };
        for side in Side::BOTH {
            for cell in stones[side] {
                position.add(side, cell);
            }
        }
        position
    }

    /// The board under the stones.
    ///
    /// # Panics
    /// Never: a position has a size that exists.
    #[inline]
    pub fn board(&self) -> &'static Board {
        Board::sized(self.size()).expect("a position has a board")
    }

    /// Cells a row, and rows.
    #[inline]
    pub const fn size(&self) -> usize {
        self.size as usize
    }

    /// The swap rule of this game.
    #[inline]
    pub const fn swap_rule(&self) -> SwapRule {
        self.swap
    }

    /// The same stones under this swap rule.
    #[must_use]
    pub fn with_swap_rule(&self, swap: SwapRule) -> Self {
        Self::with_stones(self.size(), self.stones, self.to_move, swap)
    }

    /// The stones of a side.
    #[inline]
    pub fn stones(&self, side: Side) -> CellSet {
        self.stones[side]
    }

    /// The stones of a side that are joined to its near edge; see [`Edge::near`].
    #[inline]
    pub fn rooted(&self, side: Side) -> CellSet {
        self.rooted[side]
    }

    /// Whose stone is on `cell`.
    #[inline]
    pub fn stone(&self, cell: Cell) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.stones[side].contains(cell))
    }

    /// The cells without a stone.
    #[inline]
    pub fn empties(&self) -> CellSet {
        self.board().cells() & !(self.stones.first | self.stones.second)
    }

    /// The side whose stones connect its edges (HX-2.2).
    #[inline]
    pub const fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// Whether the side to move may swap: Blue, after Red's first stone (HX-2.3).
    #[inline]
    pub fn can_swap(&self) -> bool {
        self.swap == SwapRule::On
            && self.to_move == Side::Second
            && self.stones.second.is_empty()
            && self.stones.first.len() == 1
    }

    /// Puts a stone of the side to move on an empty cell: [`Move::Place`](crate::Move) for those
    /// who think in cells. On a taken cell, or when the game is over, nonsense is left.
    #[inline]
    pub fn place(&mut self, cell: Cell) {
        self.add(self.to_move, cell);
        self.to_move = self.to_move.other();
        self.key ^= key::turn();
    }

    /// Replaces the red stone by a blue one on the mirrored cell (HX-2.3).
    pub(crate) fn swap(&mut self) {
        let blue = self.stones.first.into_iter().map(|cell| self.board().mirrored(cell)).collect();
        let stones = BySide::new(CellSet::EMPTY, blue);
        *self = Self::with_stones(self.size(), stones, Side::First, self.swap);
    }

    pub(crate) const fn turn(&self) -> Side {
        self.to_move
    }

    pub(crate) const fn fingerprint(&self) -> Key {
        self.key
    }

    pub(crate) const fn chosen(&self) -> Options {
        Options::unchecked(self.size(), self.swap)
    }

    #[inline]
    fn add(&mut self, side: Side, cell: Cell) {
        self.stones[side].insert(cell);
        self.key ^= key::stone(side, cell);
        let board = self.board();
        let rooted = &self.rooted[side];
        let joins = board.edge(Edge::near(side)).contains(cell)
            || board.around(cell).iter().any(|&next| rooted.contains(next));
        if joins {
            spread(board, &self.stones[side], &mut self.rooted[side], cell);
            if self.rooted[side].meets(board.edge(Edge::far(side))) {
                self.winner = Some(side);
            }
        }
    }
}

/// Puts `cell` and all `stones` joined to it that are not yet `rooted` into `rooted`.
fn spread(board: &Board, stones: &CellSet, rooted: &mut CellSet, cell: Cell) {
    rooted.insert(cell);
    for &next in board.around(cell) {
        if stones.contains(next) && !rooted.contains(next) {
            spread(board, stones, rooted, next);
        }
    }
}
