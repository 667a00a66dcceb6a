//! Symmetry classes of cells for piece-square tables: left and right are equivalent, and each side
//! counts from its own rim.
//!
//! ```text
//!    ·     6        ·            Class = first class of the column, by its distance from the
//!       5     5     ·            middle, and then the height over the side's own rim:
//!    6     4     6               middle column 0–4, next 5–10, next 11–17, 18–19, 20.
//!       …     …
//! ```

use game::{BySide, Side};
use hexchess::board::{CELLS, SHAPE};
use hexgrid::{Cell, CellSet};

/// Number of classes.
pub(crate) const CLASSES: usize = 21;

/// The first class of the columns at each distance from the middle.
const FIRST: [usize; 5] = [0, 5, 11, 18, 20];

/// The class of every cell, for each side.
static CLASS: BySide<[u8; CELLS]> = BySide::new(classes(Side::First), classes(Side::Second));

/// The cells between every cell and the far rim, straight ahead.
static AHEAD: BySide<[CellSet; CELLS]> = BySide::new(ahead(Side::First), ahead(Side::Second));

const fn same_column(a: usize, b: usize) -> bool {
    SHAPE.axial(Cell::new(a)).q == SHAPE.axial(Cell::new(b)).q
}

/// Cells of the same column that lie before (`true`) or behind `from`. Numbers rise to the north.
const fn column(from: usize, side: Side, before: bool) -> CellSet {
    let mut set = CellSet::EMPTY;
    let mut cell = 0;
    while cell < CELLS {
        let north = matches!(side, Side::First) == before;
        let wanted = if north { cell > from } else { cell < from };
        if wanted && same_column(cell, from) {
            set = set.with(Cell::new(cell));
        }
        cell += 1;
    }
    set
}

const fn classes(side: Side) -> [u8; CELLS] {
    let mut classes = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let distance = SHAPE.axial(Cell::new(cell)).q.unsigned_abs() as usize;
        let [behind] = column(cell, side, false).words();
        classes[cell] = (FIRST[distance] + behind.count_ones() as usize) as u8;
        cell += 1;
    }
    classes
}

const fn ahead(side: Side) -> [CellSet; CELLS] {
    let mut sets = [CellSet::EMPTY; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        sets[cell] = column(cell, side, true);
        cell += 1;
    }
    sets
}

/// The class of a cell for a side.
#[inline]
pub(crate) fn class(side: Side, cell: Cell) -> usize {
    usize::from(CLASS[side][cell.index()])
}

/// The cells straight ahead of a cell, for a side.
#[inline]
pub(crate) fn ahead_of(side: Side, cell: Cell) -> CellSet {
    AHEAD[side][cell.index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexgrid::Axial;

    #[test]
    fn mirrored_cells_are_of_one_class() {
        let mut seen = [false; CLASSES];
        for cell in SHAPE.cells() {
            let Axial { q, r } = SHAPE.axial(cell);
            let sideways = SHAPE.cell(Axial::new(-q, r + q)).unwrap();
            let over = SHAPE.cell(Axial::new(q, -q - r)).unwrap();
            assert_eq!(class(Side::First, cell), class(Side::First, sideways));
            assert_eq!(class(Side::First, cell), class(Side::Second, over));
            seen[class(Side::First, cell)] = true;
        }
        assert_eq!(seen, [true; CLASSES]);
    }

    #[test]
    fn pawns_look_ahead_to_the_far_rim() {
        for (n, white, black) in [(4, 6, 0), (18, 3, 1), (33, 1, 5), (37, 0, 0)] {
            let cell = hexchess::board::numbered(n).unwrap();
            let lengths = Side::BOTH.map(|side| ahead_of(side, cell).len());
            assert_eq!(lengths, [white, black], "cell {n}");
        }
    }
}
