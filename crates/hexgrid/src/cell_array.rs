//! Arrays indexed by cell.

use crate::Cell;
use std::ops::{Index, IndexMut};

/// One value for each cell of a board with at most 64 · `WORDS` cells: the array to a
/// [`CellSet`](crate::CellSet) of as many words.
///
/// ```
/// use hexgrid::{Cell, CellArray};
///
/// let mut stones = CellArray::<u8, 2>::filled(0);
/// stones[Cell::new(100)] += 1;
/// assert_eq!((stones[Cell::new(100)], stones[Cell::new(99)]), (1, 0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellArray<T, const WORDS: usize = 1>([[T; 64]; WORDS]);

impl<T: Copy, const WORDS: usize> CellArray<T, WORDS> {
    /// The same value everywhere.
    ///
    /// ```
    /// use hexgrid::{Cell, CellArray};
    /// //   7 7 7 …
    /// let seven = CellArray::<u8>::filled(7);
    /// assert_eq!(seven[Cell::new(63)], 7);
    /// ```
    pub const fn filled(value: T) -> Self {
        Self([[value; 64]; WORDS])
    }
}

impl<T, const WORDS: usize> Index<Cell> for CellArray<T, WORDS> {
    type Output = T;

    #[inline]
    fn index(&self, cell: Cell) -> &T {
        &self.0.as_flattened()[cell.index()]
    }
}

impl<T, const WORDS: usize> IndexMut<Cell> for CellArray<T, WORDS> {
    #[inline]
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        &mut self.0.as_flattened_mut()[cell.index()]
    }
}
