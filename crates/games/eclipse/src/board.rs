//! The 49 cells and their numbers (EC-1.1). No pieces here.
//!
//! ```text
//!         1   2   3   4   5   6
//!       7   8   9  10  11  12  13
//!    14  15  16  17  18  19  20  21
//!      22  23  24  25  26  27  28
//!    29  30  31  32  33  34  35  36
//!      37  38  39  40  41  42  43
//!        44  45  46  47  48  49
//! ```

use hexgrid::{Axial, Cell, CellSet, Shape};

/// How many cells the board has.
pub(crate) const CELLS: usize = 49;

/// The board; people count its cells from 1, row by row from the top left.
pub static BOARD: Shape<CELLS> = Shape::from_rows(&[
    (-3, -1, 4),
    (-2, -2, 4),
    (-1, -3, 4),
    (0, -3, 3),
    (1, -4, 3),
    (2, -4, 2),
    (3, -4, 1),
]);

/// How many cells each row has, from the top.
pub(crate) const ROWS: [usize; 7] = [6, 7, 8, 7, 8, 7, 6];

/// Every cell of the board.
pub const ALL_CELLS: CellSet = CellSet::first(CELLS);

/// The number people call a cell by, from 1 to 49.
pub const fn number(cell: Cell) -> usize {
    cell.index() + 1
}

/// The cell people call by this number.
pub(crate) const fn numbered(number: usize) -> Option<Cell> {
    if number == 0 || number > CELLS { None } else { Some(Cell::new(number - 1)) }
}

/// Whether a cell is one of this board.
pub(crate) const fn on_board(cell: Cell) -> bool {
    cell.index() < CELLS
}

/// Where a cell comes to lie when the board is turned by 180°.
///
/// # Panics
/// If the cell is not on the board.
pub const fn half_turn(cell: Cell) -> Cell {
    assert!(on_board(cell), "the cell is not on the board");
    Cell::new(CELLS - 1 - cell.index())
}

/// The cell at (`q`, `r`), for the rule book's own coordinates.
pub(crate) const fn at(q: i8, r: i8) -> Cell {
    match BOARD.cell(Axial::new(q, r)) {
        Some(cell) => cell,
        None => panic!("the place is not on the board"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_run_row_by_row_from_the_top_left() {
        assert_eq!(number(at(-1, -3)), 1);
        assert_eq!(number(at(4, -3)), 6);
        assert_eq!(number(at(-2, -2)), 7);
        assert_eq!(number(at(0, 0)), 25);
        assert_eq!(number(at(1, 3)), 49);
        assert_eq!(ROWS.iter().sum::<usize>(), CELLS);
        assert_eq!((numbered(0), numbered(50)), (None, None));
        assert_eq!(numbered(28), Some(at(3, 0)));
    }

    #[test]
    fn the_half_turn_negates_both_coordinates() {
        for cell in BOARD.cells() {
            assert_eq!(BOARD.axial(half_turn(cell)), -BOARD.axial(cell));
        }
    }
}
