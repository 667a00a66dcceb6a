//! Input planes of the policy network (Silver et al. 2017), as a sparse list of stones.

use super::TAPS;
use crate::incremental_board::{Content, OrientedBoard};
use hexgrid::Axial;

/// Width of the padding.
const RIM: usize = 2;

/// Input planes: own stones, the opponent's stones, and the last move.
pub(super) const PLANES: usize = 3;
const OWN: u8 = 0;
const OTHER: u8 = 1;
const LAST: u8 = 2;

/// The input planes, oriented to the side to move (its own edges are top and bottom) and padded
/// with two rows of edge stones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct InputPlanes {
    size: usize,
    /// Padded cell and plane of every stone; those of the edges first.
    stones: Vec<(u16, u8)>,
    /// Number of edge stones.
    edges: usize,
}

impl InputPlanes {
    /// Sets the position.
    pub(super) fn set_position(&mut self, board: &OrientedBoard<'_>) {
        if self.size != board.board().size() {
            self.set_size(board.board().size());
        }
        self.stones.truncate(self.edges);
        for (cell, owner) in board.stones() {
            let at = board.turn(board.board().board().axial(cell));
            self.put(at, if owner == Content::Own { OWN } else { OTHER });
        }
        if let Some(last) = board.last() {
            self.put(last, LAST);
        }
    }

    fn put(&mut self, at: Axial, kind: u8) {
        let place = (at.r as usize + RIM) * self.width() + at.q as usize + RIM;
        self.stones.push((place as u16, kind));
    }

    fn set_size(&mut self, size: usize) {
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

    /// Edge stones in the padding.
    pub(super) fn edges(&self) -> &[(u16, u8)] {
        &self.stones[..self.edges]
    }

    pub(super) const fn width(&self) -> usize {
        self.size + 2 * RIM
    }

    pub(super) const fn places(&self) -> usize {
        self.width() * self.width()
    }

    /// Padded indices of the board's cells, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = usize> + use<> {
        let (size, width) = (self.size, self.width());
        (0..size)
            .flat_map(move |row| (0..size).map(move |column| (row + RIM) * width + column + RIM))
    }

    /// Padded indices of each row of the board.
    pub(super) fn rows(&self) -> impl Iterator<Item = std::ops::Range<usize>> + use<> {
        let (size, width) = (self.size, self.width());
        (RIM..size + RIM).map(move |row| row * width + RIM..row * width + RIM + size)
    }

    /// Which cells are empty.
    pub(super) fn empty_cells(&self) -> Vec<bool> {
        let mut free = vec![true; self.size * self.size];
        for &(at, _) in self.stones() {
            let (row, column) = (usize::from(at) / self.width(), usize::from(at) % self.width());
            free[(row - RIM) * self.size + column - RIM] = false;
        }
        free
    }

    /// Rotated by half a turn, for data augmentation.
    pub(super) fn turned(&self) -> Self {
        let last = self.places() as u16 - 1;
        let stones = self.stones.iter().map(|&(at, kind)| (last - at, kind)).collect();
        Self { stones, ..*self }
    }
}

/// Index of the logit of a cell, given in coordinates of the board.
pub(super) fn logit_index(board: &OrientedBoard<'_>, at: Axial) -> usize {
    let at = board.turn(at);
    at.r as usize * board.board().size() + at.q as usize
}

/// Index offsets of the taps of a convolution of radius 1 or 2.
pub(super) fn around<const N: usize>(width: usize) -> [isize; N] {
    let reach: isize = if N == TAPS { 1 } else { 2 };
    let mut steps = [0; N];
    let all = (-reach..=reach).flat_map(|r| (-reach..=reach).map(move |q| (q, r)));
    let near = all.filter(|(q, r)| (q + r).abs() <= reach);
    for (step, (q, r)) in steps.iter_mut().zip(near) {
        *step = r * width as isize + q;
    }
    steps
}
