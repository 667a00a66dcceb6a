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

use game::Side;
use hexgrid::{Axial, Cell, Direction};
use std::sync::OnceLock;

/// A set of cells of a board of any size.
pub type CellSet = hexgrid::CellSet<6>;

/// The number of cells of the largest board.
const MOST_CELLS: usize = Board::LARGEST * Board::LARGEST;

/// One of the four edges.
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

    const fn holds(self, at: Axial, size: usize) -> bool {
        match self {
            Self::Top => at.r == 0,
            Self::Bottom => at.r == size as i8 - 1,
            Self::Left => at.q == 0,
            Self::Right => at.q == size as i8 - 1,
        }
    }
}

/// The empty board of one size, as tables.
#[derive(Debug)]
pub struct Board {
    size: usize,
    cells: CellSet,
    edges: [CellSet; 4],
    axials: [Axial; MOST_CELLS],
    /// The neighbours of every cell; where there are fewer than six, the cell itself fills up, so
    /// that hot loops need no bounds.
    around: [[Cell; 6]; MOST_CELLS],
    degrees: [u8; MOST_CELLS],
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

    /// Cells a row, and rows.
    #[inline]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// All cells.
    #[inline]
    pub const fn cells(&self) -> CellSet {
        self.cells
    }

    /// The cells along an edge.
    #[inline]
    pub const fn edge(&self, edge: Edge) -> CellSet {
        self.edges[edge as usize]
    }

    /// The cell at (column, row), if it is on the board.
    #[inline]
    pub const fn cell(&self, at: Axial) -> Option<Cell> {
        cell_at(at, self.size)
    }

    /// The (column, row) of a cell.
    #[inline]
    pub const fn axial(&self, cell: Cell) -> Axial {
        self.axials[cell.index()]
    }

    /// The two to six cells that touch `cell` (HX-1.2).
    #[inline]
    pub fn neighbours(&self, cell: Cell) -> &[Cell] {
        &self.around[cell.index()][..usize::from(self.degrees[cell.index()])]
    }

    /// The neighbours of `cell`, filled up to six with `cell` itself.
    #[inline]
    pub(crate) const fn around(&self, cell: Cell) -> &[Cell; 6] {
        &self.around[cell.index()]
    }

    /// Where `cell` lies after half a turn.
    #[inline]
    pub const fn rotated(&self, cell: Cell) -> Cell {
        Cell::new(self.size * self.size - 1 - cell.index())
    }

    /// Where `cell` lies in the mirror along the long diagonal: a3 becomes c1.
    #[inline]
    pub const fn mirrored(&self, cell: Cell) -> Cell {
        let at = self.axial(cell);
        Cell::new(at.q as usize * self.size + at.r as usize)
    }

    const fn build(size: usize) -> Self {
        let count = size * size;
        let mut board = Self {
            size,
            cells: CellSet::first(count),
            edges: [CellSet::EMPTY; 4],
            axials: [Axial::new(0, 0); MOST_CELLS],
            around: [[Cell::new(0); 6]; MOST_CELLS],
            degrees: [0; MOST_CELLS],
        };
        let mut i = 0;
        while i < count {
            board.axials[i] = Axial::new((i % size) as i8, (i / size) as i8);
            board.build_neighbours(i);
            board.build_edges(i);
            i += 1;
        }
        board
    }

    const fn build_neighbours(&mut self, i: usize) {
        self.around[i] = [Cell::new(i); 6];
        let mut d = 0;
        while d < 6 {
            let at = self.axials[i].plus(Direction::ALL[d].step());
            if let Some(cell) = cell_at(at, self.size) {
                self.around[i][self.degrees[i] as usize] = cell;
                self.degrees[i] += 1;
            }
            d += 1;
        }
    }

    const fn build_edges(&mut self, i: usize) {
        let mut e = 0;
        while e < 4 {
            if Edge::ALL[e].holds(self.axials[i], self.size) {
                self.edges[e] = self.edges[e].with(Cell::new(i));
            }
            e += 1;
        }
    }
}

const fn cell_at(at: Axial, size: usize) -> Option<Cell> {
    let (column, row) = (at.q as usize, at.r as usize);
    // A negative coordinate turns into a huge one.
    if column < size && row < size { Some(Cell::new(row * size + column)) } else { None }
}

/// The boards that were asked for. They are made when they are wanted: together they take 100 kB, and a
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
    fn neighbours_are_the_cells_at_distance_one() {
        for board in all() {
            for cell in board.cells() {
                let near = |other: &Cell| board.axial(cell).distance(board.axial(*other)) == 1;
                let slow: CellSet = board.cells().into_iter().filter(near).collect();
                assert_eq!(board.neighbours(cell).iter().copied().collect::<CellSet>(), slow);
                assert_eq!(board.neighbours(cell).len(), slow.len());
                let filled: CellSet = board.around(cell).iter().copied().collect();
                assert_eq!(filled.without(cell), slow);
            }
        }
    }

    #[test]
    fn numbers_run_along_the_rows() {
        for board in all() {
            for (i, cell) in board.cells().into_iter().enumerate() {
                assert_eq!(cell.index(), i);
                assert_eq!(board.cell(board.axial(cell)), Some(cell));
            }
            let size = board.size() as i8;
            for off in [(-1, 0), (0, -1), (size, 0), (0, size), (-128, 127)] {
                assert_eq!(board.cell(Axial::new(off.0, off.1)), None);
            }
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
