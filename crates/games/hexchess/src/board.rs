//! The star of 37 cells: where each one is, how it is numbered, and the cells that rules name
//! (HC-1.1, HC-1.2, HC-2.1, HC-2.2). How pieces move over it is in `reach`.
//!
//! ```text
//!          10              34
//!              16      27                 White sits at the bottom.
//!           9      21      33
//!              15      26                 Columns are q = −4 … 4, from left
//!           8      20      32             to right; cells are counted column
//!       3      14      25      36         by column, from bottom to top.
//!   1       7      19      31      37
//!       2      13      24      35
//!           6      18      30
//!              12      23
//!           5      17      29
//!              11      22
//!           4              28
//! ```

use game::{BySide, ParseError, Side, excerpt};
use hexgrid::{Axial, Cell, CellSet, Shape};

/// The number of cells.
pub const CELLS: usize = 37;

/// The board (HC-1.2): cell number n has index n − 1.
pub const SHAPE: Shape<CELLS> = Shape::new(cells());

/// Every cell.
pub const BOARD: CellSet = CellSet::first(CELLS);

/// Where each side's pawns stand at first (HC-2.1).
pub const PAWN_CELLS: BySide<CellSet> =
    BySide::new(set_of([5, 12, 18, 23, 29]), set_of([9, 15, 20, 26, 33]));

/// Where each side places its pieces, and where the other's pawns become queens (HC-2.2).
pub const BACK_RANKS: BySide<CellSet> =
    BySide::new(set_of([4, 11, 17, 22, 28]), set_of([10, 16, 21, 27, 34]));

/// Columns as (q, largest r, number of cells), from left to right.
pub(crate) const COLUMNS: [(i8, i8, usize); 9] = [
    (-4, 2, 1),
    (-3, 2, 2),
    (-2, 4, 7),
    (-1, 3, 6),
    (0, 2, 5),
    (1, 2, 6),
    (2, 2, 7),
    (3, -1, 2),
    (4, -2, 1),
];

/// The last cell before a step north leaves the board, of every column.
pub(crate) const TOPS: CellSet = set_of([1, 3, 10, 16, 21, 27, 34, 36, 37]);

/// The last cell before a step south leaves the board, of every column.
pub(crate) const BOTTOMS: CellSet = set_of([1, 2, 4, 11, 17, 22, 28, 35, 37]);

const fn cells() -> [Axial; CELLS] {
    let mut cells = [Axial::new(0, 0); CELLS];
    let (mut count, mut column) = (0, 0);
    while column < COLUMNS.len() {
        let (q, bottom, length) = COLUMNS[column];
        let mut up = 0;
        while up < length {
            cells[count] = Axial::new(q, bottom - up as i8);
            count += 1;
            up += 1;
        }
        column += 1;
    }
    cells
}

const fn set_of<const N: usize>(numbers: [usize; N]) -> CellSet {
    let mut set = CellSet::EMPTY;
    let mut i = 0;
    while i < N {
        set = set.with(Cell::new(numbers[i] - 1));
        i += 1;
    }
    set
}

/// The number of a cell as the rules count, from 1 to 37.
pub const fn number(cell: Cell) -> usize {
    cell.index() + 1
}

/// The cell with a number from 1 to 37.
pub const fn numbered(number: usize) -> Option<Cell> {
    if number >= 1 && number <= CELLS { Some(Cell::new(number - 1)) } else { None }
}

/// What players call a side.
pub const fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "White",
        Side::Second => "Black",
    }
}

/// Whether a cell made from any number is one of this board.
pub(crate) const fn on_board(cell: Cell) -> bool {
    cell.index() < CELLS
}

/// Reads a cell's number: one or two digits, no sign, no leading zero.
pub(crate) fn read_number(text: &str) -> Result<Cell, ParseError> {
    let plain = matches!(text.len(), 1 | 2)
        && text.bytes().all(|b| b.is_ascii_digit())
        && !text.starts_with('0');
    let cell = if plain { text.parse().ok().and_then(numbered) } else { None };
    cell.ok_or_else(|| {
        ParseError::new(0, format!("expected a cell from 1 to 37, found {}", excerpt(text)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stand_where_the_table_of_rule_1_2_says() {
        for (n, q, r) in [(1, -4, 2), (4, -2, 4), (10, -2, -2), (11, -1, 3), (16, -1, -2)] {
            assert_eq!(SHAPE.axial(numbered(n).unwrap()), Axial::new(q, r), "cell {n}");
        }
        for (n, q, r) in [(19, 0, 0), (27, 1, -3), (34, 2, -4), (35, 3, -1), (37, 4, -2)] {
            assert_eq!(SHAPE.axial(numbered(n).unwrap()), Axial::new(q, r), "cell {n}");
        }
        assert_eq!((numbered(0), numbered(38)), (None, None));
    }

    #[test]
    fn a_step_north_is_the_next_number_except_from_the_top() {
        for cell in SHAPE.cells() {
            let north = SHAPE.step(cell, Axial::new(0, -1));
            assert_eq!(north.is_none(), TOPS.contains(cell));
            assert!(north.is_none_or(|n| n.index() == cell.index() + 1));
            let south = SHAPE.step(cell, Axial::new(0, 1));
            assert_eq!(south.is_none(), BOTTOMS.contains(cell));
            assert!(south.is_none_or(|s| s.index() + 1 == cell.index()));
        }
    }

    #[test]
    fn numbers_are_read_strictly() {
        assert_eq!(read_number("37"), Ok(Cell::new(36)));
        for bad in ["", "0", "38", "07", "+7", "-7", "1 ", "123", "٣", "x"] {
            assert!(read_number(bad).is_err(), "{bad}");
        }
    }
}
