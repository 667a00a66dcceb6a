//! A position: stones, whose turn it is, and who has won by what. The contract is kept in `rules.rs`,
//! texts in `notation.rs`.

use crate::structure::completed;
use crate::winning::kind_of;
use crate::{Board, CellSet, NOTATION, Options, SHAPE, SwapRule, WinKind};
use game::{BySide, InvalidPosition, Side};
use hexgrid::Cell;
use placement::{Keys, PlacedStones};
use std::ops::Deref;

const KEYS: Keys = Keys::new(0x4a00);

/// Stones on a board of 4 to 10 cells a side, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    placed: PlacedStones<WinKind>,
}

/// Stones, size, turn and winner, as in every game in which stones are placed.
impl Deref for Position {
    type Target = PlacedStones<WinKind>;

    #[inline]
    fn deref(&self) -> &PlacedStones<WinKind> {
        &self.placed
    }
}

impl Position {
    /// A position set up by hand. The numbers of stones are free, and so is whose turn it is.
    ///
    /// # Errors
    /// If there is no board of this size, a stone is not on it, two are on one cell, or both sides
    /// have won (HV-2.8).
    pub fn setup(
        side_length: usize,
        stones: BySide<CellSet>,
        to_move: Side,
        swap: SwapRule,
    ) -> Result<Self, InvalidPosition> {
        let options = Options::new(side_length, swap);
        let options = options.map_err(|error| InvalidPosition::new(error.to_string()))?;
        let mut position = Self::empty(options, to_move);
        let board = position.board();
        board.check_stones(&NOTATION, &stones)?;
        for side in Side::BOTH {
            for cell in stones[side] {
                position.placed.insert(&KEYS, side, cell);
            }
        }
        position.placed.set_won(winner_of(board, &stones)?);
        Ok(position)
    }

    /// The empty board.
    pub(crate) fn empty(options: Options, to_move: Side) -> Self {
        let (size, swap) = (options.side(), options.swap());
        Self { placed: PlacedStones::none(&KEYS, size, swap, to_move) }
    }

    /// The board under the stones.
    ///
    /// # Panics
    /// Never: a position has a size that exists.
    #[inline]
    pub fn board(&self) -> &'static Board {
        Board::sized(SHAPE, self.size()).expect("a position has a board")
    }

    /// The cells without a stone.
    #[inline]
    pub fn empties(&self) -> CellSet {
        self.vacant(self.board())
    }

    /// What the winner has; [`win`](Self::win) finds the stones too.
    #[inline]
    pub fn win_kind(&self) -> Option<WinKind> {
        self.won().map(|(_, kind)| kind)
    }

    /// The stones joined to the one on `cell`, itself included; empty if there is none.
    pub fn group(&self, cell: Cell) -> CellSet {
        match self.stone(cell) {
            Some(side) => self.board().joined(cell, self.stones(side)),
            None => CellSet::EMPTY,
        }
    }

    /// The groups of a side, each a set of joined stones, in the order of their lowest cells.
    pub fn groups(&self, side: Side) -> Vec<CellSet> {
        self.board().groups(self.stones(side))
    }

    /// Whether a stone of `side` on an empty cell would win. The game must not be over.
    #[inline]
    pub fn wins_at(&self, side: Side, cell: Cell) -> bool {
        self.completes(side, cell).is_some()
    }

    /// What a stone of `side` on an empty cell would win by. The game must not be over.
    #[inline]
    pub fn completes(&self, side: Side, cell: Cell) -> Option<WinKind> {
        completed(self.board(), &self.both()[side], cell)
    }

    /// Puts a stone of the side to move on an empty cell: [`Move::Place`](crate::Move) for those
    /// who think in cells. On a taken cell, or when the game is over, nonsense is left.
    #[inline]
    pub fn place(&mut self, cell: Cell) {
        let side = self.turn();
        self.placed.set_won(self.completes(side, cell).map(|kind| (side, kind)));
        self.placed.insert(&KEYS, side, cell);
        self.placed.pass_turn(&KEYS);
    }

    /// The white stone turns black where it is, and White is to move (HV-3.1).
    pub(crate) fn swap(&mut self) {
        let stones = self.stones(Side::First);
        *self = Self::empty(self.chosen(), Side::First);
        for cell in stones {
            self.placed.insert(&KEYS, Side::Second, cell);
        }
    }

    pub(crate) fn chosen(&self) -> Options {
        Options::new(self.size(), self.swap_rule()).expect("a position has a board")
    }
}

/// Who has won by what, looking at every stone.
fn winner_of(
    board: &Board,
    stones: &BySide<CellSet>,
) -> Result<Option<(Side, WinKind)>, InvalidPosition> {
    let kinds = stones.map(|stones| kind_of(board, stones));
    match (kinds.first, kinds.second) {
        (Some(_), Some(_)) => {
            let BySide { first: white, second: black } = NOTATION.colours;
            Err(InvalidPosition::new(format!("{white} and {black} have both won")))
        }
        (Some(kind), None) => Ok(Some((Side::First, kind))),
        (None, Some(kind)) => Ok(Some((Side::Second, kind))),
        (None, None) => Ok(None),
    }
}
