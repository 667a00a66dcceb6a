//! Boards of a fixed shape: which places exist, and what lies next to what.

use crate::{Axial, Cell, Direction};

/// A board of `N` cells, numbered in the order of the list it was made from.
///
/// The examples of this page use seven cells:
///
/// ```text
///       0   1
///     2   3   4
///       5   6
/// ```
#[derive(Clone, Debug)]
pub struct Shape<const N: usize> {
    cells: [Axial; N],
}

impl<const N: usize> Shape<N> {
    /// The board with these cells.
    ///
    /// ```
    /// use hexgrid::{Axial, Shape};
    /// // Three cells in a triangle:
    /// //   0 1
    /// //    2
    /// let triangle = Shape::new([Axial::new(0, 0), Axial::new(1, 0), Axial::new(0, 1)]);
    /// assert_eq!(triangle.cells().count(), 3);
    /// ```
    pub const fn new(cells: [Axial; N]) -> Self {
        Self { cells }
    }

    /// The board made of rows (`r`, first `q`, last `q`), numbered row by row from the left.
    ///
    /// ```
    /// use hexgrid::{Axial, Cell, Shape};
    /// //       0   1         r = -1, q from  0 to 1
    /// //     2   3   4       r =  0, q from -1 to 1
    /// //       5   6         r =  1, q from -1 to 0
    /// let seven = Shape::<7>::from_rows(&[(-1, 0, 1), (0, -1, 1), (1, -1, 0)]);
    /// assert_eq!(seven.axial(Cell::new(3)), Axial::new(0, 0));
    /// ```
    ///
    /// # Panics
    /// If the rows do not hold exactly `N` cells.
    pub const fn from_rows(rows: &[(i8, i8, i8)]) -> Self {
        let mut cells = [Axial::new(0, 0); N];
        let (mut count, mut row) = (0, 0);
        while row < rows.len() {
            let (r, mut q, last) = rows[row];
            while q <= last {
                cells[count] = Axial::new(q, r);
                count += 1;
                q += 1;
            }
            row += 1;
        }
        assert!(count == N, "the rows hold another number of cells");
        Self { cells }
    }

    /// All cells, in order.
    ///
    /// ```
    /// # use hexgrid::{Axial, Cell, Direction, Shape};
    /// # const SEVEN: Shape<7> = Shape::from_rows(&[(-1, 0, 1), (0, -1, 1), (1, -1, 0)]);
    /// assert!(SEVEN.cells().eq((0..7).map(Cell::new)));
    /// ```
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<N> {
        (0..N).map(Cell::new)
    }

    /// Where a cell is.
    ///
    /// ```
    /// # use hexgrid::{Axial, Cell, Direction, Shape};
    /// # const SEVEN: Shape<7> = Shape::from_rows(&[(-1, 0, 1), (0, -1, 1), (1, -1, 0)]);
    /// assert_eq!(SEVEN.axial(Cell::new(4)), Axial::new(1, 0));
    /// ```
    pub const fn axial(&self, cell: Cell) -> Axial {
        self.cells[cell.index()]
    }

    /// The cell at a place, if it is on the board.
    ///
    /// ```
    /// # use hexgrid::{Axial, Cell, Direction, Shape};
    /// # const SEVEN: Shape<7> = Shape::from_rows(&[(-1, 0, 1), (0, -1, 1), (1, -1, 0)]);
    /// assert_eq!(SEVEN.cell(Axial::new(1, 0)), Some(Cell::new(4)));
    /// assert_eq!(SEVEN.cell(Axial::new(2, 0)), None);
    /// ```
    pub const fn cell(&self, at: Axial) -> Option<Cell> {
        let mut i = 0;
        while i < N {
            if self.cells[i].q == at.q && self.cells[i].r == at.r {
                return Some(Cell::new(i));
            }
            i += 1;
        }
        None
    }

    /// The cell one `step` away from `cell`, if it is on the board.
    ///
    /// ```
    /// # use hexgrid::{Axial, Cell, Direction, Shape};
    /// # const SEVEN: Shape<7> = Shape::from_rows(&[(-1, 0, 1), (0, -1, 1), (1, -1, 0)]);
    /// let right = Axial::new(1, 0);
    /// assert_eq!(SEVEN.step(Cell::new(3), right), Some(Cell::new(4)));
    /// assert_eq!(SEVEN.step(Cell::new(4), right), None);
    /// ```
    pub const fn step(&self, cell: Cell, step: Axial) -> Option<Cell> {
        self.cell(self.axial(cell).plus(step))
    }

    /// The cells met when taking the same `step` again and again; a ray ends at the first place
    /// that is not on the board.
    ///
    /// ```
    /// # use hexgrid::{Axial, Cell, Direction, Shape};
    /// # const SEVEN: Shape<7> = Shape::from_rows(&[(-1, 0, 1), (0, -1, 1), (1, -1, 0)]);
    /// //       .   .
    /// //     2 → 3 → 4
    /// //       .   .
    /// let ray: Vec<Cell> = SEVEN.ray(Cell::new(2), Axial::new(1, 0)).collect();
    /// assert_eq!(ray, [Cell::new(3), Cell::new(4)]);
    /// ```
    pub fn ray(&self, from: Cell, step: Axial) -> impl Iterator<Item = Cell> {
        std::iter::successors(self.step(from, step), move |&cell| self.step(cell, step))
    }

    /// For every cell its neighbours, one a direction.
    ///
    /// ```
    /// # use hexgrid::{Axial, Cell, Direction, Shape};
    /// # const SEVEN: Shape<7> = Shape::from_rows(&[(-1, 0, 1), (0, -1, 1), (1, -1, 0)]);
    /// //       .   1
    /// //     .   3   4       the neighbours of 4
    /// //       .   6
    /// let table = SEVEN.neighbours();
    /// let of_4: Vec<Cell> = table[4].into_iter().flatten().collect();
    /// assert_eq!(of_4, [Cell::new(1), Cell::new(3), Cell::new(6)]);
    /// assert_eq!(table[4][Direction::ALL[0].index()], None, "nothing is to the right");
    /// ```
    pub const fn neighbours(&self) -> [[Option<Cell>; 6]; N] {
        let mut table = [[None; 6]; N];
        let mut i = 0;
        while i < N {
            let mut d = 0;
            while d < 6 {
                table[i][d] = self.step(Cell::new(i), Direction::ALL[d].step());
                d += 1;
            }
            i += 1;
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEVEN: Shape<7> = Shape::from_rows(&[(-1, 0, 1), (0, -1, 1), (1, -1, 0)]);

    #[test]
    fn the_centre_of_seven_has_six_neighbours_and_the_rim_three() {
        let centre = SEVEN.cell(Axial::new(0, 0)).unwrap();
        let degree = |cell: Cell| SEVEN.neighbours()[cell.index()].iter().flatten().count();
        assert_eq!(degree(centre), 6);
        assert!(SEVEN.cells().filter(|&c| c != centre).all(|c| degree(c) == 3));
    }

    #[test]
    fn rays_end_at_the_rim() {
        let west = SEVEN.cell(Axial::new(-1, 0)).unwrap();
        assert_eq!(SEVEN.ray(west, Axial::new(1, 0)).count(), 2);
        assert_eq!(SEVEN.ray(west, Axial::new(-1, 0)).count(), 0);
    }
}
