//! What the network is shown.

use super::NEXT;
use game::{Position as _, Side};
use hex::{Move, Position};
use hexgrid::Axial;

/// Stones beyond the rim, on each side.
const RIM: usize = 2;

/// What stands on a place: an own stone, one of the opponent's, and the last one once more.
pub(super) const KINDS: usize = 3;
const OWN: u8 = 0;
const OTHER: u8 = 1;
const LAST: u8 = 2;

/// A position seen by the side to move: its own edges above and below, the opponent's left and
/// right, all of them two stones thick.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Seen {
    size: usize,
    /// Where stones stand, and of which kind; those of the edges first.
    stones: Vec<(u16, u8)>,
    /// How many those are.
    edges: usize,
}

impl Seen {
    /// Looks at a position, which `last` led to.
    pub(super) fn show(&mut self, position: &Position, last: Option<Move>) {
        let (size, side) = (position.size(), position.side_to_move());
        if self.size != size {
            self.lay_out(size);
        }
        self.stones.truncate(self.edges);
        for (stones, kind) in [(position.stones(side), OWN), (position.stones(side.other()), OTHER)]
        {
            for stone in stones {
                let at = cell(size, side, position.board().axial(stone));
                self.put(at, kind);
            }
        }
        if let Some(Move::Place(at)) = last {
            self.put(cell(size, side, at), LAST);
        }
    }

    fn put(&mut self, cell: usize, kind: u8) {
        let (row, column) = (cell / self.size, cell % self.size);
        let at = (row + RIM) * self.width() + column + RIM;
        self.stones.push((at as u16, kind));
    }

    fn lay_out(&mut self, size: usize) {
        self.size = size;
        self.stones.clear();
        let inside = RIM..size + RIM;
        for at in 0..self.places() {
            let (row, column) = (at / self.width(), at % self.width());
            match (inside.contains(&row), inside.contains(&column)) {
                (false, _) => self.stones.push((at as u16, OWN)),
                (true, false) => self.stones.push((at as u16, OTHER)),
                (true, true) => {}
            }
        }
        self.edges = self.stones.len();
    }

    /// Stones on the board.
    pub(super) fn stones(&self) -> &[(u16, u8)] {
        &self.stones[self.edges..]
    }

    /// Stones that stand for edges.
    pub(super) fn edges(&self) -> &[(u16, u8)] {
        &self.stones[..self.edges]
    }

    pub(super) const fn width(&self) -> usize {
        self.size + 2 * RIM
    }

    pub(super) const fn places(&self) -> usize {
        self.width() * self.width()
    }

    /// The places of the board, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = usize> + use<> {
        let (size, width) = (self.size, self.width());
        (0..size)
            .flat_map(move |row| (0..size).map(move |column| (row + RIM) * width + column + RIM))
    }

    /// The places of each row of the board.
    pub(super) fn rows(&self) -> impl Iterator<Item = std::ops::Range<usize>> + use<> {
        let (size, width) = (self.size, self.width());
        (RIM..size + RIM).map(move |row| row * width + RIM..row * width + RIM + size)
    }

    /// Which cells are empty.
    pub(super) fn free(&self) -> Vec<bool> {
        let mut free = vec![true; self.size * self.size];
        for &(at, _) in self.stones() {
            let (row, column) = (usize::from(at) / self.width(), usize::from(at) % self.width());
            free[(row - RIM) * self.size + column - RIM] = false;
        }
        free
    }

    /// The same after half a turn.
    pub(super) fn turned(&self) -> Self {
        let last = self.places() as u16 - 1;
        let stones = self.stones.iter().map(|&(at, kind)| (last - at, kind)).collect();
        Self { stones, ..*self }
    }
}

/// The number of a cell as `side` sees it: the second side looks at the board in a mirror.
pub(super) fn cell(size: usize, side: Side, at: Axial) -> usize {
    let (row, column) = match side {
        Side::First => (at.r, at.q),
        Side::Second => (at.q, at.r),
    };
    row as usize * size + column as usize
}

/// The steps to cells within one or two of a place.
pub(super) fn around<const N: usize>(width: usize) -> [isize; N] {
    let reach: isize = if N == NEXT { 1 } else { 2 };
    let mut steps = [0; N];
    let all = (-reach..=reach).flat_map(|r| (-reach..=reach).map(move |q| (q, r)));
    let near = all.filter(|(q, r)| (q + r).abs() <= reach);
    for (step, (q, r)) in steps.iter_mut().zip(near) {
        *step = r * width as isize + q;
    }
    steps
}
