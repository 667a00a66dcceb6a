//! A position oriented to the side to move, as an array padded with three rows of edge stones: its
//! own edges are top and bottom, the opponent's left and right.

use game::{Position as _, Side};
use hex::{Board, CellSet, Move, Position};
use hexgrid::{Axial, Direction};

/// Width of the padding.
const RIM: usize = 3;
const WIDTH: usize = Board::LARGEST + 2 * RIM;
/// Cells of the largest board with its padding.
pub(super) const CELLS: usize = WIDTH * WIDTH;

/// Contents of a cell.
pub(super) const EMPTY: u8 = 0;
pub(super) const OWN: u8 = 1;
pub(super) const OTHER: u8 = 2;

/// A padded board, oriented to the side to move.
#[derive(Clone, Debug)]
pub(super) struct PaddedBoard {
    size: usize,
    side: Side,
    /// The board without stones, and with them.
    empty_board: Box<[u8; CELLS]>,
    cells: Box<[u8; CELLS]>,
    /// Where stones stand, and whose.
    stones: Vec<(u16, u8)>,
    last: Option<Axial>,
}

impl Default for PaddedBoard {
    fn default() -> Self {
        let nothing = Box::new([EMPTY; CELLS]);
        Self {
            size: 0,
            side: Side::First,
            empty_board: nothing.clone(),
            cells: nothing,
            stones: Vec::new(),
            last: None,
        }
    }
}

impl PaddedBoard {
    /// Sets the position, which `last` led to.
    pub(super) fn set_position(&mut self, position: &Position, last: Option<Move>) {
        if self.size != position.size() {
            self.set_size(position.size());
        }
        self.side = position.side_to_move();
        let used = (self.size + 2 * RIM) * WIDTH;
        self.cells[..used].copy_from_slice(&self.empty_board[..used]);
        self.stones.clear();
        self.put(position, position.stones(self.side), OWN);
        self.put(position, position.stones(self.side.other()), OTHER);
        self.last = match last {
            Some(Move::Place(at)) => Some(self.oriented(at)),
            _ => None,
        };
    }

    fn set_size(&mut self, size: usize) {
        self.size = size;
        let inside = RIM..size + RIM;
        for (place, stone) in self.empty_board.iter_mut().enumerate() {
            *stone = match (inside.contains(&(place / WIDTH)), inside.contains(&(place % WIDTH))) {
                (false, _) => OWN,
                (true, false) => OTHER,
                (true, true) => EMPTY,
            };
        }
    }

    fn put(&mut self, position: &Position, stones: CellSet, stone: u8) {
        for cell in stones {
            let at = self.oriented(position.board().axial(cell));
            self.cells[place(at)] = stone;
            self.stones.push((place(at) as u16, stone));
        }
    }

    /// A board without stones.
    pub(super) fn of_empty_board(size: usize) -> Self {
        let mut board = Self::default();
        board.set_size(size);
        board.cells.clone_from(&board.empty_board);
        board
    }

    /// Every cell of the board.
    pub(super) fn cells(&self) -> impl Iterator<Item = Axial> {
        let size = self.size();
        (0..size).flat_map(move |r| (0..size).map(move |q| Axial::new(q, r)))
    }

    /// Where stones stand, and whose.
    pub(super) fn stones(&self) -> &[(u16, u8)] {
        &self.stones
    }

    /// The directions with an empty neighbour, as bits.
    #[inline]
    pub(super) fn free_around(&self, at: usize) -> u32 {
        let free = |d: Direction| self.cells[at.wrapping_add_signed(offset(d.step()))] == EMPTY;
        Direction::ALL.into_iter().fold(0, |set, d| set | u32::from(free(d)) << d.index())
    }

    /// Oriented coordinates of a cell: for the second side the board is mirrored in its long
    /// diagonal.
    pub(super) const fn oriented(&self, at: Axial) -> Axial {
        match self.side {
            Side::First => at,
            Side::Second => Axial::new(at.r, at.q),
        }
    }

    pub(super) const fn size(&self) -> i8 {
        self.size as i8
    }

    /// Oriented coordinates of the last move.
    pub(super) const fn last(&self) -> Option<Axial> {
        self.last
    }

    /// Contents of the cell at offset `step` from the oriented cell `at`; up to three steps off the
    /// board.
    #[inline]
    pub(super) fn stone(&self, at: Axial, step: Axial) -> u8 {
        self.cells[place(at + step)]
    }
}

/// Array index of an oriented cell.
#[inline]
pub(super) const fn place(at: Axial) -> usize {
    (at.r as isize + RIM as isize) as usize * WIDTH + (at.q as isize + RIM as isize) as usize
}

/// Difference of array indices of an offset.
#[inline]
pub(super) const fn offset(step: Axial) -> isize {
    step.r as isize * WIDTH as isize + step.q as isize
}
