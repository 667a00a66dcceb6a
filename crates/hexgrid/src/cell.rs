//! A cell of a board, by number.

/// A cell of some [`Shape`](crate::Shape), counted from 0 in the shape's own order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u16);

impl Cell {
    /// The cell with this number.
    #[inline]
    pub const fn new(index: usize) -> Self {
        Self(index as u16)
    }

    /// The number, for tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
