//! A position: stones, whose turn it is, and who has won. The contract is kept in `rules.rs`,
//! texts in `notation.rs`.
//!
//! Beside its stones each side has the set of its *rooted* stones: those joined to its near edge
//! (top for Red, left for Blue). A new stone that touches the near edge or a rooted stone roots
//! itself and everything joined to it; a rooted stone on the far edge wins (HX-2.2). A stone is
//! rooted once in a game, so a move costs little, and the sets depend on the stones alone, not on
//! the order in which they came.

use crate::{Board, CellSet, Edge, NOTATION, SwapRule};
use game::{BySide, InvalidPosition, Side};
use hexgrid::Cell;
use placement::{Keys, PlacedStones};
use std::ops::Deref;

const KEYS: Keys = Keys::new(0x4e00);

/// Stones on a board of any size from 2 to 19, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    placed: PlacedStones,
    rooted: BySide<CellSet>,
}

/// Stones, size, turn and winner, as in every game in which stones are placed.
impl Deref for Position {
    type Target = PlacedStones;

    #[inline]
    fn deref(&self) -> &PlacedStones {
        &self.placed
    }
}

impl Position {
    /// A position set up by hand. The numbers of stones are free, and so is whose turn it is.
    ///
    /// Unlike [`Options`](crate::Options) this knows the 2×2 board, for solvers and their tests.
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
        board.check_stones(&NOTATION, &stones)?;
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
            placed: PlacedStones::none(&KEYS, size, swap, to_move),
            rooted: BySide::new(CellSet::EMPTY, CellSet::EMPTY),
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

    /// The same stones under this swap rule.
    #[must_use]
    pub fn with_swap_rule(&self, swap: SwapRule) -> Self {
        Self::with_stones(self.size(), *self.both(), self.turn(), swap)
    }

    /// The stones of a side that are joined to its near edge; see [`Edge::near`].
    #[inline]
    pub fn rooted(&self, side: Side) -> CellSet {
        self.rooted[side]
    }

    /// The cells without a stone.
    #[inline]
    pub fn empties(&self) -> CellSet {
        self.vacant(self.board())
    }

    /// Puts a stone of the side to move on an empty cell: [`Move::Place`](crate::Move) for those
    /// who think in cells. On a taken cell, or when the game is over, nonsense is left.
    #[inline]
    pub fn place(&mut self, cell: Cell) {
        self.add(self.turn(), cell);
        self.placed.pass_turn(&KEYS);
    }

    /// Replaces the red stone by a blue one on the mirrored cell (HX-2.3).
    pub(crate) fn swap(&mut self) {
        let blue =
            self.stones(Side::First).into_iter().map(|cell| self.board().mirrored(cell)).collect();
        let stones = BySide::new(CellSet::EMPTY, blue);
        *self = Self::with_stones(self.size(), stones, Side::First, self.swap_rule());
    }

    #[inline]
    fn add(&mut self, side: Side, cell: Cell) {
        self.placed.insert(&KEYS, side, cell);
        let board = self.board();
        let rooted = &self.rooted[side];
        let joins = board.edge(Edge::near(side)).contains(cell)
            || board.around(cell).iter().any(|&next| rooted.contains(next));
        if joins {
            spread(board, &self.placed.both()[side], &mut self.rooted[side], cell);
            if self.rooted[side].meets(board.edge(Edge::far(side))) {
                self.placed.set_won(Some((side, ())));
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
