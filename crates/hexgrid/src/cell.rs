//! A cell of a board, by number.

/// A cell of some [`Shape`](crate::Shape), counted from 0 in the shape's own order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u16);

impl Cell {
    /// The cell with this number.
    ///
    /// ```
    /// use hexgrid::{Axial, Cell, Shape};
    /// //   0 1 2
    /// //    3 4 5
    /// //     6 7 8
    /// const BOARD: Shape<9> = Shape::from_rows(&[(0, 0, 2), (1, 0, 2), (2, 0, 2)]);
    /// assert_eq!(BOARD.cell(Axial::new(1, 2)), Some(Cell::new(7)));
    /// assert_eq!(Cell::new(7).index(), 7);
    /// ```
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
