//! Empty boards as tables: cells, neighbours, borders and corners of every shape and size. No stones.
//!
//! Cells are numbered along the rows, from the top.

use crate::{CellSet, Shape};
use hexgrid::{Axial, Cell, Direction};
use std::sync::OnceLock;

/// The number of cells of the largest board.
const MOST_CELLS: usize = 361;
/// The rows of the board that has most.
const MOST_ROWS: usize = 26;
/// The largest size of any shape, with an entry for every number below it.
const SIZES: usize = 27;

/// A row: its cells run from `first_q` on, and the first of them has the number `first_cell`.
#[derive(Clone, Copy, Debug)]
struct Row {
    first_q: i16,
    first_cell: u16,
    length: u16,
}

/// The empty board of one shape and size, as tables.
#[derive(Debug)]
pub struct Board {
    shape: Shape,
    size: usize,
    cells: CellSet,
    borders: [CellSet; 6],
    corners: CellSet,
    rows: [Row; MOST_ROWS],
    axials: [Axial; MOST_CELLS],
    /// The neighbours of every cell; where there are fewer than six, the cell itself fills up, so
    /// that hot loops need no bounds.
    around: [[Cell; 6]; MOST_CELLS],
    /// The same by direction: the cell itself stands where the board ends.
    steps: [[Cell; 6]; MOST_CELLS],
    degrees: [u8; MOST_CELLS],
    anchors: [u16; MOST_CELLS],
}

impl Board {
    /// The board with `size` cells a side, if it is one of [`Shape::sizes`].
    ///
    /// It is made when it is first asked for, and kept.
    #[inline]
    pub fn sized(shape: Shape, size: usize) -> Option<&'static Self> {
        let slot = BOARDS[shape as usize].get(size)?;
        match slot.get() {
            Some(board) => Some(board),
            None => Self::first_use(slot, shape, size),
        }
    }

    #[cold]
    fn first_use(
        slot: &'static OnceLock<Box<Self>>,
        shape: Shape,
        size: usize,
    ) -> Option<&'static Self> {
        let board = Self::build(shape, size)?;
        Some(slot.get_or_init(|| Box::new(board)))
    }

    /// A board of one's own, for types that hold their tables by value.
    pub fn build(shape: Shape, size: usize) -> Option<Self> {
        if !shape.sizes().contains(&size) {
            return None;
        }
        let mut board = Self {
            shape,
            size,
            cells: CellSet::EMPTY,
            borders: [CellSet::EMPTY; 6],
            corners: CellSet::EMPTY,
            rows: [Row { first_q: 0, first_cell: 0, length: 0 }; MOST_ROWS],
            axials: [Axial::new(0, 0); MOST_CELLS],
            around: [[Cell::new(0); 6]; MOST_CELLS],
            steps: [[Cell::new(0); 6]; MOST_CELLS],
            degrees: [0; MOST_CELLS],
            anchors: [0; MOST_CELLS],
        };
        board.build_rows();
        for cell in board.cells {
            board.build_neighbours(cell);
            board.build_borders(cell);
        }
        board.build_corners();
        board.build_anchors();
        Some(board)
    }

    fn build_rows(&mut self) {
        let mut count = 0;
        for r in 0..self.shape.rows(self.size) {
            let (first, last) = self.shape.columns(self.size, r);
            let first_q = i16::from(self.shape.axial(first, r).q);
            let length = (last - first + 1) as u16;
            self.rows[r] = Row { first_q, first_cell: count as u16, length };
            for column in first..=last {
                self.axials[count] = self.shape.axial(column, r);
                count += 1;
            }
        }
        self.cells = CellSet::first(count);
    }

    fn build_neighbours(&mut self, cell: Cell) {
        let i = cell.index();
        self.around[i] = [cell; 6];
        self.steps[i] = [cell; 6];
        for direction in Direction::ALL {
            if let Some(next) = self.cell(self.axials[i] + direction.step()) {
                self.around[i][usize::from(self.degrees[i])] = next;
                self.steps[i][direction.index()] = next;
                self.degrees[i] += 1;
            }
        }
    }

    fn build_borders(&mut self, cell: Cell) {
        for side in 0..self.shape.sides() {
            if self.shape.touches(self.size, side, self.column_and_row(cell)) {
                self.borders[side].insert(cell);
            }
        }
    }

    /// Corners are where borders meet.
    fn build_corners(&mut self) {
        for side in 1..self.shape.sides() {
            for other in 0..side {
                self.corners |= self.borders[side] & self.borders[other];
            }
        }
        if self.shape == Shape::Hexagon {
            for border in &mut self.borders {
                *border &= !self.corners;
            }
        }
    }

    fn build_anchors(&mut self) {
        for side in 0..self.shape.sides() {
            for cell in self.borders[side] {
                self.anchors[cell.index()] |= 1 << side;
            }
        }
        for (i, corner) in self.corners.into_iter().enumerate() {
            self.anchors[corner.index()] |= 1 << (6 + i);
        }
    }

    /// The outline.
    #[inline]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Cells a side.
    #[inline]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// All cells.
    #[inline]
    pub const fn cells(&self) -> CellSet {
        self.cells
    }

    /// How many rows there are.
    pub const fn row_count(&self) -> usize {
        self.shape.rows(self.size)
    }

    /// The cells of row `r`, counted from 0 at the top.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, r: usize) -> impl Iterator<Item = Cell> + use<> {
        let Row { first_cell, length, .. } = self.rows[..self.row_count()][r];
        (first_cell..first_cell + length).map(|i| Cell::new(usize::from(i)))
    }

    /// The cells along a side of the outline, in the order of `Shape::touches`: top, bottom, left and
    /// right of the rhombus, corners included; clockwise from the top of the hexagon, corners
    /// excluded; left, right and bottom of the triangle, corners included.
    ///
    /// # Panics
    /// If the shape has fewer sides.
    #[inline]
    pub const fn border(&self, side: usize) -> CellSet {
        self.borders[side]
    }

    /// All borders, one set for each side.
    #[inline]
    pub fn borders(&self) -> &[CellSet] {
        &self.borders[..self.shape.sides()]
    }

    /// The corner cells.
    #[inline]
    pub const fn corners(&self) -> CellSet {
        self.corners
    }

    /// The borders (bits 0 to 5) and corners (bits 6 to 11) that `cell` belongs to: the bits of the cells
    /// of a group together say what it connects.
    #[inline]
    pub const fn anchors(&self, cell: Cell) -> u16 {
        self.anchors[cell.index()]
    }

    /// The cell at a place, if it is on the board.
    #[inline]
    pub const fn cell(&self, at: Axial) -> Option<Cell> {
        // A negative row turns into a huge one; rows that are not there have no cells.
        let r = at.r as usize;
        if r >= MOST_ROWS {
            return None;
        }
        let row = self.rows[r];
        let along = (at.q as i16 - row.first_q) as u16;
        if along < row.length { Some(Cell::new((row.first_cell + along) as usize)) } else { None }
    }

    /// Where a cell is.
    #[inline]
    pub const fn axial(&self, cell: Cell) -> Axial {
        self.axials[cell.index()]
    }

    /// The column and the row of a cell, both counted from 0.
    pub const fn column_and_row(&self, cell: Cell) -> (usize, usize) {
        let at = self.axial(cell);
        ((at.q + self.shape.skew() * at.r) as usize, at.r as usize)
    }

    /// The two to six cells that touch `cell`, anticlockwise from the right.
    #[inline]
    pub fn neighbours(&self, cell: Cell) -> &[Cell] {
        &self.around[cell.index()][..usize::from(self.degrees[cell.index()])]
    }

    /// The neighbours of `cell`, filled up to six with `cell` itself.
    #[inline]
    pub const fn around(&self, cell: Cell) -> &[Cell; 6] {
        &self.around[cell.index()]
    }

    /// What lies one step away in each [`Direction`]; `cell` itself where the board ends.
    #[inline]
    pub const fn steps(&self, cell: Cell) -> &[Cell; 6] {
        &self.steps[cell.index()]
    }

    /// The name of a cell: the letter of its column and the number of its row.
    pub fn name(&self, cell: Cell) -> String {
        let (column, row) = self.column_and_row(cell);
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }

    /// The cell with this name, in either case.
    pub fn named(&self, name: &str) -> Option<Cell> {
        let (column, row) = crate::moves::column_and_row(&name.to_ascii_lowercase())?;
        self.cell(Axial::new((column - i16::from(self.shape.skew()) * row) as i8, row as i8))
    }
}

/// The boards that were asked for, by shape and size. They are made when they are wanted: together
/// they take half a megabyte, and a browser would have to fetch them.
static BOARDS: [[OnceLock<Box<Board>>; SIZES]; 3] =
    [const { [const { OnceLock::new() }; SIZES] }; 3];

#[cfg(test)]
mod tests;
