//! The rhombus: cells, neighbours and edges of every size (HX-1.1 to HX-1.3). No stones.
//!
//! A cell is (column, row), which is also its axial coordinate, and the number
//! row · size + column. Drawn for size 3, with the two edges of each side:
//!
//! ```text
//!        Red (top)
//!       a1  b1  c1
//!  Blue   a2  b2  c2   Blue
//!  (left)   a3  b3  c3 (right)
//!           Red (bottom)
//! ```

use crate::SHAPE;
use game::Side;
use hexgrid::Cell;
use placement::CellSet;
use std::ops::Deref;
use std::sync::OnceLock;

/// One of the four edges, in the order of [`placement::Board::borders`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Edge {
    /// Row 1; Red's.
    Top,
    /// The last row; Red's.
    Bottom,
    /// Column a; Blue's.
    Left,
    /// The last column; Blue's.
    Right,
}

impl Edge {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Top, Self::Bottom, Self::Left, Self::Right];

    /// The edge of `side` with the lower cells: chains are counted from here.
    #[inline]
    pub const fn near(side: Side) -> Self {
        match side {
            Side::First => Self::Top,
            Side::Second => Self::Left,
        }
    }

    /// The edge of `side` with the higher cells: a chain from the near edge to here wins.
    #[inline]
    pub const fn far(side: Side) -> Self {
        match side {
            Side::First => Self::Bottom,
            Side::Second => Self::Right,
        }
    }

    /// The side that owns this edge (HX-1.3).
    pub const fn owner(self) -> Side {
        match self {
            Self::Top | Self::Bottom => Side::First,
            Self::Left | Self::Right => Side::Second,
        }
    }
}

/// The empty board of one size, as tables: a [`placement::Board`] with the edges of the sides.
#[derive(Debug)]
pub struct Board {
    /// By value: hot loops read its tables without a further indirection.
    tables: placement::Board,
}

/// Cells, neighbours and everything else that is the same on boards of every shape.
impl Deref for Board {
    type Target = placement::Board;

    #[inline]
    fn deref(&self) -> &placement::Board {
        &self.tables
    }
}

impl Board {
    /// The smallest board a game is played on.
    pub const SMALLEST: usize = 3;
    /// The largest board.
    pub const LARGEST: usize = 19;
    /// The smallest board there are tables for: 2×2 serves solvers and their tests.
    pub const TINIEST: usize = 2;

    /// The board of this size, from [`TINIEST`](Self::TINIEST) to [`LARGEST`](Self::LARGEST).
    pub fn sized(size: usize) -> Option<&'static Self> {
        let board = BOARDS.get(size.wrapping_sub(Self::TINIEST))?;
        Some(board.get_or_init(|| Box::new(Self::build(size))))
    }

    /// # Panics
    /// If there is no board of this size.
    fn build(size: usize) -> Self {
        Self { tables: placement::Board::build(SHAPE, size).expect("a size in range") }
    }

    /// Cells a row, and rows.
    #[inline]
    pub const fn size(&self) -> usize {
        self.tables.size()
    }

    /// The cells along an edge.
    #[inline]
    pub const fn edge(&self, edge: Edge) -> CellSet {
        self.tables.border(edge as usize)
    }

    /// Where `cell` lies after half a turn.
    #[inline]
    pub const fn rotated(&self, cell: Cell) -> Cell {
        Cell::new(self.size() * self.size() - 1 - cell.index())
    }

    /// Where `cell` lies in the mirror along the long diagonal: a3 becomes c1.
    #[inline]
    pub const fn mirrored(&self, cell: Cell) -> Cell {
        let at = self.tables.axial(cell);
        Cell::new(at.q as usize * self.size() + at.r as usize)
    }
}

/// The boards that were asked for. They are made when they are wanted: together they take 190 kB, and a
/// browser would have to fetch them.
static BOARDS: [OnceLock<Box<Board>>; Board::LARGEST - Board::TINIEST + 1] =
    [const { OnceLock::new() }; Board::LARGEST - Board::TINIEST + 1];

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = &'static Board> {
        (Board::TINIEST..=Board::LARGEST).map(|size| Board::sized(size).unwrap())
    }

    #[test]
    fn every_size_has_its_cells_and_no_other_size_has_a_board() {
        for (board, size) in all().zip(2..) {
            assert_eq!((board.size(), board.cells().len()), (size, size * size));
        }
        for size in [0, 1, 20, 300, usize::MAX] {
            assert!(Board::sized(size).is_none(), "{size}");
        }
    }

    #[test]
    fn edges_have_size_cells_and_share_corners_with_the_other_side() {
        for board in all() {
            for edge in Edge::ALL {
                assert_eq!(board.edge(edge).len(), board.size());
            }
            for side in Side::BOTH {
                let (near, far) = (Edge::near(side), Edge::far(side));
                assert_eq!((near.owner(), far.owner()), (side, side));
                assert!(!board.edge(near).meets(board.edge(far)));
                let corner = board.edge(near) & board.edge(Edge::far(side.other()));
                assert_eq!(corner.len(), 1);
            }
        }
    }

    #[test]
    fn the_corner_a1_is_acute() {
        for board in all().skip(1) {
            let degree = |i: usize| board.neighbours(Cell::new(i)).len();
            let last = board.size() - 1;
            let corners = [0, last, last * board.size(), board.cells().len() - 1];
            assert_eq!(corners.map(degree), [2, 3, 3, 2]);
        }
    }

    #[test]
    fn turns_and_mirrors_come_home_and_keep_neighbours() {
        for board in all() {
            for cell in board.cells() {
                assert_eq!(board.rotated(board.rotated(cell)), cell);
                assert_eq!(board.mirrored(board.mirrored(cell)), cell);
                for &next in board.neighbours(cell) {
                    let turned = board.neighbours(board.rotated(cell));
                    assert!(turned.contains(&board.rotated(next)));
                    let mirrored = board.neighbours(board.mirrored(cell));
                    assert!(mirrored.contains(&board.mirrored(next)));
                }
            }
        }
    }
}
