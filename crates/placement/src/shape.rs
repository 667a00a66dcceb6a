//! The outlines of boards: which axial coordinates are cells, and how a cell is named.
//!
//! The cells of row r are those from a first to a last q. Columns are lines of cells too: those of
//! equal q + [`skew`](Shape::skew) · r. Drawn with the names of the corners, for size 3:
//!
//! ```text
//! Rhombus           Hexagon          Triangle
//! a1  .  c1          a1 .  c1           a1
//!   .  .  .         .  .  .  .         .  .
//!    a3  .  c3    a3 .  .  .  e3     a3 .  c3
//!                   .  .  .  .
//!                    c5 .  e5
//! ```

use hexgrid::Axial;
use std::ops::RangeInclusive;

/// The outline of a board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Shape {
    /// As many rows as cells in each; every border includes both of its corners.
    Rhombus,
    /// Six sides of equal length; a corner belongs to no border.
    Hexagon,
    /// Three sides of equal length; a corner belongs to both of its borders.
    Triangle,
}

impl Shape {
    /// The sizes there are tables for: cells a side, with at most 361 cells in all.
    pub const fn sizes(self) -> RangeInclusive<usize> {
        2..=match self {
            Self::Rhombus => 19,
            Self::Hexagon => 11,
            Self::Triangle => 26,
        }
    }

    /// By how many columns a row lies further left than the row above, in steps of half a cell
    /// beyond the lean of axial coordinates: the column of a cell is q + skew · r.
    pub const fn skew(self) -> i8 {
        match self {
            Self::Rhombus => 0,
            Self::Hexagon | Self::Triangle => 1,
        }
    }

    /// How many rows a board with `size` cells a side has; also the cells of its longest row.
    pub const fn rows(self, size: usize) -> usize {
        match self {
            Self::Rhombus | Self::Triangle => size,
            Self::Hexagon => 2 * size - 1,
        }
    }

    /// The size of the board with this many rows, if there is such a board.
    pub const fn size_of_rows(self, rows: usize) -> Option<usize> {
        match self {
            Self::Rhombus | Self::Triangle => Some(rows),
            Self::Hexagon if rows % 2 == 1 => Some(rows.div_ceil(2)),
            Self::Hexagon => None,
        }
    }

    /// The first and the last column of row `r`, all counted from 0.
    pub const fn columns(self, size: usize, r: usize) -> (usize, usize) {
        match self {
            Self::Rhombus => (0, size - 1),
            Self::Hexagon if r < size => (0, size - 1 + r),
            Self::Hexagon => (r + 1 - size, 2 * size - 2),
            Self::Triangle => (0, r),
        }
    }

    /// How many borders it has.
    pub const fn sides(self) -> usize {
        match self {
            Self::Rhombus => 4,
            Self::Hexagon => 6,
            Self::Triangle => 3,
        }
    }

    /// Whether the cell in this column and row lies along border `side`, corners included.
    ///
    /// Borders in order: top, bottom, left, right of the rhombus; from the top clockwise for the
    /// hexagon; left, right, bottom of the triangle.
    pub(crate) const fn touches(self, size: usize, side: usize, at: (usize, usize)) -> bool {
        let (column, row) = at;
        let last = self.rows(size) - 1;
        match (self, side) {
            (Self::Rhombus | Self::Hexagon, 0) => row == 0,
            (Self::Rhombus, 1) | (Self::Hexagon, 3) | (Self::Triangle, 2) => row == last,
            (Self::Rhombus, 2) | (Self::Hexagon, 5) | (Self::Triangle, 0) => column == 0,
            (Self::Rhombus, 3) | (Self::Hexagon, 2) => column == last,
            (Self::Hexagon, 1) => column == row + size - 1,
            (Self::Hexagon, 4) => row == column + size - 1,
            (Self::Triangle, 1) => column == row,
            _ => false,
        }
    }

    /// The axial coordinate of (column, row).
    pub(crate) const fn axial(self, column: usize, row: usize) -> Axial {
        Axial::new(column as i8 - self.skew() * row as i8, row as i8)
    }

    /// A board in a sentence: `the 3×3 board`.
    pub fn board_text(self, size: usize) -> String {
        match self {
            Self::Rhombus => format!("the {size}×{size} board"),
            Self::Hexagon | Self::Triangle => format!("the board with {size} cells a side"),
        }
    }

    /// A size no game is played on, as a sentence: `boards are 3×3 to 19×19, not 2×2`.
    pub fn no_such_board(self, sizes: &RangeInclusive<usize>, size: usize) -> String {
        let (least, most) = (sizes.start(), sizes.end());
        match self {
            Self::Rhombus => {
                format!("boards are {least}×{least} to {most}×{most}, not {size}×{size}")
            }
            Self::Hexagon | Self::Triangle => {
                format!("boards have {least} to {most} cells a side, not {size}")
            }
        }
    }
}
