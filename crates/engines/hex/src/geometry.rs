//! Board geometry of one size for solver and H-search: neighbours, edges, rings and templates, with
//! cell sets of as few words as the size needs.

use crate::connection::{Template, templates};
use crate::ring::Ring;
use game::{BySide, Side};
use hex::{Board, Edge};
use hexgrid::{Axial, Cell, CellSet, Direction};

/// Tables of one board size; `W` words hold a set of its cells.
#[derive(Debug)]
pub(crate) struct BoardGeometry<const W: usize> {
    board: &'static Board,
    cells: CellSet<W>,
    /// The cells along the near and the far edge of each side.
    edge_cells: BySide<[CellSet<W>; 2]>,
    /// All cells but those of the first, and of the last column.
    inner_columns: [CellSet<W>; 2],
    neighbours: Vec<CellSet<W>>,
    by_direction: Vec<[Option<Cell>; 6]>,
    rings: Vec<Ring>,
    /// The templates of the near and the far edge of each side.
    templates: BySide<[Vec<Template<W>>; 2]>,
}

impl<const W: usize> BoardGeometry<W> {
    pub(crate) fn new(board: &'static Board) -> Self {
        let places: Vec<Axial> = board.cells().into_iter().map(|c| board.axial(c)).collect();
        let narrow_edge = |edge| narrow(board.edge(edge));
        Self {
            board,
            cells: narrow(board.cells()),
            edge_cells: BySide::from_fn(|side| {
                [Edge::near(side), Edge::far(side)].map(narrow_edge)
            }),
            inner_columns: [Edge::Left, Edge::Right]
                .map(|edge| narrow(board.cells() & !board.edge(edge))),
            neighbours: board.cells().into_iter().map(|c| neighbours(board, c)).collect(),
            by_direction: places.iter().map(|&at| by_direction(board, at)).collect(),
            rings: places.iter().map(|&at| Ring::of_edges(board.size(), at)).collect(),
            templates: BySide::from_fn(|side| {
                [Edge::near(side), Edge::far(side)].map(|edge| templates(board, edge))
            }),
        }
    }

    #[inline]
    pub(crate) const fn board(&self) -> &'static Board {
        self.board
    }

    /// All cells.
    #[inline]
    pub(crate) const fn cells(&self) -> CellSet<W> {
        self.cells
    }

    /// The cells along the near and the far edge of `side`.
    #[inline]
    pub(crate) fn edge_cells(&self, side: Side) -> &[CellSet<W>; 2] {
        &self.edge_cells[side]
    }

    /// The neighbours of a cell as a set.
    #[inline]
    pub(crate) fn neighbours(&self, cell: Cell) -> CellSet<W> {
        self.neighbours[cell.index()]
    }

    /// The neighbours of a cell by direction.
    #[inline]
    pub(crate) fn by_direction(&self, cell: Cell) -> &[Option<Cell>; 6] {
        &self.by_direction[cell.index()]
    }

    /// The ring of a cell on the empty board: the edges count as stones.
    #[inline]
    pub(crate) fn ring(&self, cell: Cell) -> Ring {
        self.rings[cell.index()]
    }

    /// The templates of the near and the far edge of `side`.
    pub(crate) fn templates(&self, side: Side) -> &[Vec<Template<W>>; 2] {
        &self.templates[side]
    }

    /// The cells adjacent to one of `set`; some of `set` may be among them.
    #[inline]
    pub(crate) fn adjacent(&self, set: CellSet<W>) -> CellSet<W> {
        let size = self.board.size();
        let [left, right] = [set & self.inner_columns[0], set & self.inner_columns[1]];
        let rows = set.shifted_up(size) | set.shifted_down(size);
        let columns = right.shifted_up(1) | left.shifted_down(1);
        (rows | columns | left.shifted_up(size - 1) | right.shifted_down(size - 1)) & self.cells
    }

    /// Flood fill: the cells of `within` that are connected to `start`, a part of it, through
    /// `within`.
    #[inline]
    pub(crate) fn flood_fill(&self, start: CellSet<W>, within: CellSet<W>) -> CellSet<W> {
        let mut found = start;
        loop {
            let more = found | self.adjacent(found) & within;
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// A set rotated by half a turn.
    pub(crate) fn rotated(&self, set: CellSet<W>) -> CellSet<W> {
        set.reversed(self.neighbours.len())
    }
}

/// A set of any board as one of `W` words; cells beyond are lost.
pub(crate) fn narrow<const W: usize>(set: hex::CellSet) -> CellSet<W> {
    set.resized()
}

/// The same cells in a set that fits every board.
pub(crate) fn widen<const W: usize>(set: CellSet<W>) -> hex::CellSet {
    set.resized()
}

fn neighbours<const W: usize>(board: &Board, cell: Cell) -> CellSet<W> {
    board.neighbours(cell).iter().copied().collect()
}

fn by_direction(board: &Board, at: Axial) -> [Option<Cell>; 6] {
    Direction::ALL.map(|d| board.cell(at + d.step()))
}
