//! Incremental board (own term): stones, padded contents and rings of a position, updated by the
//! stones in which it differs from the position before. Pattern prior, network input, playouts and
//! virtual connections all read it; the solver has its own.
//!
//! Positions of a tree search differ in few stones from one call to the next, and the empty board is
//! set up once for each size.
//!
//! ```text
//!   · r r r ·      The board is padded with three rows of edge stones: red above and below, blue
//!   b     . b      left and right. The corners of the padding belong to neither side.
//!   · r r r ·
//! ```

use crate::ring::Ring;
use game::{BySide, Side};
use hex::{Board, CellSet, Move, Position};
use hexgrid::{Axial, Cell, Direction};

/// Width of the padding.
const RIM: usize = 3;
/// Row length, the same for every size: offsets of neighbours are constants.
pub(crate) const WIDTH: usize = Board::LARGEST + 2 * RIM;
/// Places of the largest board with its padding.
pub(crate) const PLACES: usize = WIDTH * WIDTH;

/// Contents of a place: bits of the side that has a stone or an edge there, of an empty cell, or
/// none in the corners of the padding.
pub(crate) const CORNER: u8 = 0;
pub(crate) const EMPTY: u8 = 4;

pub(crate) const fn stone(side: Side) -> u8 {
    1 << side.index()
}

/// Place of a cell, or of padding up to three steps off the board.
#[inline]
pub(crate) const fn place(at: Axial) -> usize {
    (at.r as isize + RIM as isize) as usize * WIDTH + (at.q as isize + RIM as isize) as usize
}

/// Difference of places of a step.
#[inline]
pub(crate) const fn offset(step: Axial) -> isize {
    step.r as isize * WIDTH as isize + step.q as isize
}

/// The board.
#[derive(Clone, Debug)]
pub(crate) struct IncrementalBoard {
    board: &'static Board,
    stones: BySide<CellSet>,
    contents: Box<[u8; PLACES]>,
    rings: Box<[Ring; PLACES]>,
    /// The place of every cell.
    places: Vec<u16>,
}

impl Default for IncrementalBoard {
    /// The smallest board.
    fn default() -> Self {
        Self::new(Board::sized(Board::SMALLEST).expect("there is a smallest board"))
    }
}

impl IncrementalBoard {
    /// The empty board.
    pub(crate) fn new(board: &'static Board) -> Self {
        let size = board.size() as i8;
        let around = -(RIM as i8)..size + RIM as i8;
        let mut contents = Box::new([CORNER; PLACES]);
        for (r, q) in around.clone().flat_map(|r| around.clone().map(move |q| (r, q))) {
            contents[place(Axial::new(q, r))] =
                match ((0..size).contains(&r), (0..size).contains(&q)) {
                    (false, false) => CORNER,
                    (false, true) => stone(Side::First),
                    (true, false) => stone(Side::Second),
                    (true, true) => EMPTY,
                };
        }
        let axials = board.cells().into_iter().map(|cell| board.axial(cell));
        let mut rings = Box::new([Ring::default(); PLACES]);
        for at in axials.clone() {
            rings[place(at)] = Ring::of_edges(board.size(), at);
        }
        Self {
            board,
            stones: BySide::from_fn(|_| CellSet::EMPTY),
            contents,
            rings,
            places: axials.map(|at| place(at) as u16).collect(),
        }
    }

    /// The board of a position: places and removes the stones that differ.
    pub(crate) fn update(&mut self, position: &Position) {
        if self.board.size() != position.size() {
            *self = Self::new(position.board());
        }
        let before = self.stones;
        for side in Side::BOTH {
            for cell in before[side] & !position.stones(side) {
                self.remove(side, cell);
            }
        }
        for side in Side::BOTH {
            for cell in position.stones(side) & !before[side] {
                self.place_stone(side, cell);
            }
        }
    }

    fn place_stone(&mut self, side: Side, cell: Cell) {
        let at = self.place(cell);
        self.stones[side].insert(cell);
        self.contents[at] = stone(side);
        for d in Direction::ALL {
            let ring = &mut self.rings[at.wrapping_add_signed(offset(d.step()))];
            *ring = ring.with(side, d.opposite().index());
        }
    }

    fn remove(&mut self, side: Side, cell: Cell) {
        let at = self.place(cell);
        self.stones[side].remove(cell);
        self.contents[at] = EMPTY;
        for d in Direction::ALL {
            let ring = &mut self.rings[at.wrapping_add_signed(offset(d.step()))];
            *ring = ring.without(side, d.opposite().index());
        }
    }

    pub(crate) const fn board(&self) -> &'static Board {
        self.board
    }

    pub(crate) const fn size(&self) -> usize {
        self.board.size()
    }

    /// The stones of a side.
    pub(crate) fn stones(&self, side: Side) -> CellSet {
        self.stones[side]
    }

    /// The place of a cell.
    #[inline]
    pub(crate) fn place(&self, cell: Cell) -> usize {
        usize::from(self.places[cell.index()])
    }

    /// The contents of every place.
    #[inline]
    pub(crate) fn contents(&self) -> &[u8; PLACES] {
        &self.contents
    }

    /// Number of places in use: those of the rows of this size.
    pub(crate) const fn places_in_use(&self) -> usize {
        (self.size() + 2 * RIM) * WIDTH
    }

    /// The ring of the cell at a place.
    #[inline]
    pub(crate) fn ring(&self, at: usize) -> Ring {
        self.rings[at]
    }

    /// The directions with an empty neighbour, as bits.
    #[inline]
    pub(crate) fn free_around(&self, at: usize) -> u32 {
        let free = |d: Direction| self.contents[at.wrapping_add_signed(offset(d.step()))] == EMPTY;
        Direction::ALL.into_iter().fold(0, |set, d| set | u32::from(free(d)) << d.index())
    }

    /// The board as the side to move sees it; `last` led to the position.
    pub(crate) fn oriented(&self, side: Side, last: Option<Move>) -> OrientedBoard<'_> {
        let mut oriented = OrientedBoard { board: self, side, last: None };
        if let Some(Move::Place(at)) = last {
            oriented.last = Some(oriented.turn(at));
        }
        oriented
    }
}

/// Contents of a cell for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Content {
    Empty,
    Own,
    Other,
}

/// A board seen by the side to move: its own edges are top and bottom. For the second side the
/// board is mirrored in its long diagonal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrientedBoard<'a> {
    board: &'a IncrementalBoard,
    side: Side,
    last: Option<Axial>,
}

impl<'a> OrientedBoard<'a> {
    pub(crate) const fn board(&self) -> &'a IncrementalBoard {
        self.board
    }

    pub(crate) const fn side(&self) -> Side {
        self.side
    }

    pub(crate) const fn size(&self) -> i8 {
        self.board.size() as i8
    }

    /// Oriented coordinates of the last move.
    pub(crate) const fn last(&self) -> Option<Axial> {
        self.last
    }

    /// Oriented coordinates of a cell or step, and back.
    pub(crate) const fn turn(&self, at: Axial) -> Axial {
        match self.side {
            Side::First => at,
            Side::Second => Axial::new(at.r, at.q),
        }
    }

    /// Every cell, in oriented coordinates.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Axial> + use<> {
        let size = self.size();
        (0..size).flat_map(move |r| (0..size).map(move |q| Axial::new(q, r)))
    }

    /// Own stones, then the opponent's, each in the order of cells.
    pub(crate) fn stones(&self) -> impl Iterator<Item = (Cell, Content)> + use<> {
        let own = self.board.stones(self.side).into_iter();
        let other = self.board.stones(self.side.other()).into_iter();
        own.map(|cell| (cell, Content::Own)).chain(other.map(|cell| (cell, Content::Other)))
    }

    /// Contents of the oriented cell `at`, up to three steps off the board. The corners of the
    /// padding are own.
    #[inline]
    pub(crate) fn content(&self, at: Axial) -> Content {
        match self.board.contents[place(self.turn(at))] {
            EMPTY => Content::Empty,
            content if content == stone(self.side.other()) => Content::Other,
            _ => Content::Own,
        }
    }

    /// The ring of a cell, in coordinates of the board. The corners of the padding are own.
    #[inline]
    pub(crate) fn ring(&self, at: Axial) -> Ring {
        let ring = self.board.ring(place(at));
        let last = self.size() - 1;
        match (self.side, at.q, at.r) {
            (Side::Second, q, 0) if q == last => ring.turned_over(1),
            (Side::Second, 0, r) if r == last => ring.turned_over(4),
            _ => ring,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Dice, Position as _, Record};
    use hex::{Options, SwapRule};

    /// A board that goes from any position to any other is the board of that position.
    #[test]
    fn updates_are_the_same_as_a_new_board() {
        let mut dice = Dice::new(9);
        let mut kept = IncrementalBoard::default();
        for size in [3, 11, 11, 5, 19, 19, 4] {
            let options = Options::new(size, SwapRule::Off).expect("a size");
            let mut record = Record::<Position>::new(options);
            let plies = dice.below(size * size);
            while record.ply() < plies && record.conclusion().is_none() {
                let mv = dice.choose(&record.position().moves()).expect("a move");
                record.play(mv).expect("legal");
            }
            for position in [record.position().clone(), record.position().rotated()] {
                kept.update(&position);
                let mut new = IncrementalBoard::new(position.board());
                new.update(&position);
                assert_eq!(kept.contents, new.contents, "{position}");
                assert_eq!(kept.stones, new.stones, "{position}");
                for cell in position.board().cells() {
                    let at = kept.place(cell);
                    assert_eq!(kept.ring(at), new.ring(at), "{position}");
                }
            }
        }
    }
}
