//! A position: which piece stands where, whose turn it is, and what turn (HC-4.3). Also what may
//! be read from it. What it does for the contract is in `contract`.

use crate::board::{CELLS, number, on_board};
use crate::{Kind, Piece, check, key, reach};
use game::{BySide, InvalidPosition, Key, Side};
use hexgrid::{Cell, CellSet};

/// Whether the present turn has an even or an odd number: what the moon goes by (HC-3.9).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Parity {
    /// Turns 6, 8, 10 …: moons slide as bishops.
    Even,
    /// Turns 7, 9, 11 …: moons slide to the steep corners.
    Odd,
}

impl Parity {
    /// The parity of the turn after a move of `mover`: a round is over when Black has moved
    /// (HC-2.7).
    #[inline]
    pub const fn after(self, mover: Side) -> Self {
        match (mover, self) {
            (Side::First, same) => same,
            (Side::Second, Self::Even) => Self::Odd,
            (Side::Second, Self::Odd) => Self::Even,
        }
    }
}

impl Parity {
    /// The parity of turn `turn`.
    pub const fn of(turn: usize) -> Self {
        if turn.is_multiple_of(2) { Self::Even } else { Self::Odd }
    }
}

/// The two parts of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// Pieces are placed on the back ranks (HC-2).
    Setup,
    /// Pieces move (HC-3).
    Play,
}

/// How many cells share a word of the board.
const CELLS_IN_WORD: usize = 16;

/// A position of Hex Chess. White is [`Side::First`].
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    pub(crate) kinds: [CellSet; Kind::COUNT],
    pub(crate) sides: BySide<CellSet>,
    /// The kind on every occupied cell, four bits each: said at once, without looking through all.
    board: [u64; CELLS.div_ceil(CELLS_IN_WORD)],
    pub(crate) key: Key,
    pub(crate) to_move: Side,
    pub(crate) parity: Parity,
    pub(crate) phase: Phase,
}

impl Position {
    /// An empty board, before anything is put on it.
    pub(crate) fn bare(phase: Phase, to_move: Side, parity: Parity) -> Self {
        let mut position = Self {
            kinds: [CellSet::EMPTY; Kind::COUNT],
            sides: BySide::new(CellSet::EMPTY, CellSet::EMPTY),
            board: [0; _],
            key: Key::default(),
            to_move: Side::First,
            parity: Parity::Even,
            phase,
        };
        if phase == Phase::Setup {
            position.key ^= key::SETUP;
        }
        if to_move == Side::Second {
            position.change_side();
        }
        if parity == Parity::Odd {
            position.change_parity();
        }
        position
    }

    /// A position of the play phase with these pieces.
    ///
    /// # Errors
    /// If it cannot stand on a board, as a sentence: a cell that is taken twice or does not exist,
    /// a second king.
    pub fn from_pieces(
        pieces: impl IntoIterator<Item = (Cell, Piece)>,
        to_move: Side,
        parity: Parity,
    ) -> Result<Self, InvalidPosition> {
        let mut position = Self::bare(Phase::Play, to_move, parity);
        for (cell, piece) in pieces {
            if !on_board(cell) || position.occupied().contains(cell) {
                let why = format!("cell {} is taken twice or not there", number(cell));
                return Err(InvalidPosition::new(why));
            }
            position.toggle(piece, cell);
        }
        check::check(&position)?;
        Ok(position)
    }

    // ---- reading ---------------------------------------------------------------------------

    /// The piece on a cell of the board.
    #[inline]
    pub fn piece_at(&self, cell: Cell) -> Option<Piece> {
        let side = if self.sides.first.contains(cell) {
            Side::First
        } else if self.sides.second.contains(cell) {
            Side::Second
        } else {
            return None;
        };
        Some(Piece::new(side, self.kind_at(cell)))
    }

    /// The pieces of one side.
    #[inline]
    pub fn of(&self, side: Side) -> CellSet {
        self.sides[side]
    }

    /// The pieces of one kind of both sides.
    #[inline]
    pub fn of_kind(&self, kind: Kind) -> CellSet {
        self.kinds[kind.index()]
    }

    /// The pieces of one side and kind.
    #[inline]
    pub fn pieces(&self, side: Side, kind: Kind) -> CellSet {
        self.sides[side] & self.kinds[kind.index()]
    }

    /// The cells with a piece.
    #[inline]
    pub fn occupied(&self) -> CellSet {
        self.sides.first | self.sides.second
    }

    /// Where a side's king stands, if it does.
    #[inline]
    pub fn king(&self, side: Side) -> Option<Cell> {
        self.pieces(side, Kind::King).lowest()
    }

    /// Every piece with its cell, lowest cells first.
    pub fn board(&self) -> impl Iterator<Item = (Cell, Piece)> + '_ {
        self.occupied().into_iter().filter_map(|cell| Some((cell, self.piece_at(cell)?)))
    }

    /// Whether pieces are being placed or moved.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether the present turn is even or odd.
    #[inline]
    pub fn parity(&self) -> Parity {
        self.parity
    }

    /// The cells that the piece on `cell` attacks now; see [`attacks`](crate::attacks).
    pub fn attacks_from(&self, cell: Cell) -> CellSet {
        self.piece_at(cell).map_or(CellSet::EMPTY, |piece| {
            reach::attacks(piece, cell, self.occupied(), self.parity)
        })
    }

    /// All cells that a side attacks now.
    pub fn attacks_of(&self, side: Side) -> CellSet {
        self.sides[side].into_iter().fold(CellSet::EMPTY, |all, cell| all | self.attacks_from(cell))
    }

    /// The kind of the piece on an occupied cell.
    #[inline]
    pub(crate) fn kind_at(&self, cell: Cell) -> Kind {
        let bits = self.board[cell.index() / CELLS_IN_WORD] >> (4 * (cell.index() % CELLS_IN_WORD));
        Kind::numbered(bits as usize % 16)
    }

    // ---- changing --------------------------------------------------------------------------

    /// Puts a piece on an empty cell, or takes it off its own.
    #[inline]
    pub(crate) fn toggle(&mut self, piece: Piece, cell: Cell) {
        let bit = CellSet::EMPTY.with(cell);
        self.kinds[piece.kind.index()] ^= bit;
        self.sides[piece.side] ^= bit;
        self.board[cell.index() / CELLS_IN_WORD] ^=
            (piece.kind.index() as u64) << (4 * (cell.index() % CELLS_IN_WORD));
        self.key ^= key::piece_on(piece, cell);
    }

    #[inline]
    pub(crate) fn change_side(&mut self) {
        self.to_move = self.to_move.other();
        self.key ^= key::SECOND_TO_MOVE;
    }

    #[inline]
    pub(crate) fn change_parity(&mut self) {
        self.parity = match self.parity {
            Parity::Even => Parity::Odd,
            Parity::Odd => Parity::Even,
        };
        self.key ^= key::ODD;
    }
}
