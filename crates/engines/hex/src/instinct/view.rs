//! A position as the side to move sees it: its own edges above and below, the opponent's left and
//! right, all of them three stones thick.

use game::{Position as _, Side};
use hex::{Board, CellSet, Move, Position};
use hexgrid::{Axial, Direction};

/// Stones beyond the rim, on each side.
const RIM: usize = 3;
const WIDEST: usize = Board::LARGEST + 2 * RIM;
/// Places of the largest board with its rim.
pub(super) const PLACES: usize = WIDEST * WIDEST;

/// What stands on a place.
pub(super) const EMPTY: u8 = 0;
pub(super) const OWN: u8 = 1;
pub(super) const OTHER: u8 = 2;

/// A position seen by the side to move.
#[derive(Clone, Debug)]
pub(super) struct View {
    size: usize,
    side: Side,
    /// The board without stones, and with them.
    ground: Box<[u8; PLACES]>,
    places: Box<[u8; PLACES]>,
    /// Where stones stand, and whose.
    stones: Vec<(u16, u8)>,
    last: Option<Axial>,
}

impl Default for View {
    fn default() -> Self {
        let nothing = Box::new([EMPTY; PLACES]);
        Self {
            size: 0,
            side: Side::First,
            ground: nothing.clone(),
            places: nothing,
            stones: Vec::new(),
            last: None,
        }
    }
}

impl View {
    /// Looks at a position, which `last` led to.
    pub(super) fn show(&mut self, position: &Position, last: Option<Move>) {
        if self.size != position.size() {
            self.lay_out(position.size());
        }
        self.side = position.side_to_move();
        let used = (self.size + 2 * RIM) * WIDEST;
        self.places[..used].copy_from_slice(&self.ground[..used]);
        self.stones.clear();
        self.put(position, position.stones(self.side), OWN);
        self.put(position, position.stones(self.side.other()), OTHER);
        self.last = match last {
            Some(Move::Place(at)) => Some(self.seen(at)),
            _ => None,
        };
    }

    fn lay_out(&mut self, size: usize) {
        self.size = size;
        let inside = RIM..size + RIM;
        for (place, stone) in self.ground.iter_mut().enumerate() {
            *stone = match (inside.contains(&(place / WIDEST)), inside.contains(&(place % WIDEST)))
            {
                (false, _) => OWN,
                (true, false) => OTHER,
                (true, true) => EMPTY,
            };
        }
    }

    fn put(&mut self, position: &Position, stones: CellSet, stone: u8) {
        for cell in stones {
            let at = self.seen(position.board().axial(cell));
            self.places[place(at)] = stone;
            self.stones.push((place(at) as u16, stone));
        }
    }

    /// A board without stones.
    pub(super) fn of_empty_board(size: usize) -> Self {
        let mut view = Self::default();
        view.lay_out(size);
        view.places.clone_from(&view.ground);
        view
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

    /// The directions from a place in which it is empty.
    #[inline]
    pub(super) fn free_around(&self, at: usize) -> u32 {
        let free = |d: Direction| self.places[at.wrapping_add_signed(offset(d.step()))] == EMPTY;
        Direction::ALL.into_iter().fold(0, |set, d| set | u32::from(free(d)) << d.index())
    }

    /// Where the side to move sees a place: the second side looks at the board in a mirror.
    pub(super) const fn seen(&self, at: Axial) -> Axial {
        match self.side {
            Side::First => at,
            Side::Second => Axial::new(at.r, at.q),
        }
    }

    pub(super) const fn size(&self) -> i8 {
        self.size as i8
    }

    /// Where the last stone is seen.
    pub(super) const fn last(&self) -> Option<Axial> {
        self.last
    }

    /// What stands on a seen place `step` away from `at`; up to three steps beyond the rim.
    #[inline]
    pub(super) fn stone(&self, at: Axial, step: Axial) -> u8 {
        self.places[place(at + step)]
    }
}

/// The number of a seen place.
#[inline]
pub(super) const fn place(at: Axial) -> usize {
    (at.r as isize + RIM as isize) as usize * WIDEST + (at.q as isize + RIM as isize) as usize
}

/// What a step adds to the number of a place.
#[inline]
pub(super) const fn offset(step: Axial) -> isize {
    step.r as isize * WIDEST as isize + step.q as isize
}
