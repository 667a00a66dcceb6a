//! The symmetries of a board: rotations and mirror images that map it onto itself.

use crate::{Board, CellSet};
use hexgrid::{Axial, Cell};

/// Where every cell of a board lies after a symmetry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Permutation {
    images: Vec<Cell>,
}

impl Permutation {
    /// Where `cell` lies.
    #[inline]
    pub fn cell(&self, cell: Cell) -> Cell {
        self.images[cell.index()]
    }

    /// Where the cells of a set lie.
    pub fn set(&self, set: CellSet) -> CellSet {
        set.into_iter().map(|cell| self.cell(cell)).collect()
    }
}

impl Board {
    /// All symmetries: first the rotations, beginning with none, then the mirror images. Four of the
    /// rhombus, twelve of the hexagon, six of the triangle.
    pub fn symmetries(&self) -> Vec<Permutation> {
        let of_the_grid = [false, true].into_iter().flat_map(|mirrored| {
            (0..6).map(move |sixths| {
                move |at| rotated(if mirrored { mirror(at) } else { at }, sixths)
            })
        });
        of_the_grid.filter_map(|image| self.permutation(image)).collect()
    }

    /// The images of all cells, moved so that the topmost and leftmost of them is the first cell; nothing if
    /// they are another board.
    fn permutation(&self, image: impl Fn(Axial) -> Axial) -> Option<Permutation> {
        let images: Vec<Axial> = self.cells().into_iter().map(|c| image(self.axial(c))).collect();
        let first = images.iter().copied().min_by_key(|at| (at.r, at.q))?;
        let by = self.axial(Cell::new(0)) - first;
        let images: Option<Vec<Cell>> = images.into_iter().map(|at| self.cell(at + by)).collect();
        images.map(|images| Permutation { images })
    }
}

/// Turned by `sixths` × 60° anticlockwise around the origin.
fn rotated(at: Axial, sixths: u8) -> Axial {
    (0..sixths).fold(at, |at, _| Axial::new(at.q + at.r, -at.q))
}

/// In the mirror along the line q = r.
fn mirror(at: Axial) -> Axial {
    Axial::new(at.r, at.q)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use std::collections::BTreeSet;

    #[test]
    fn every_shape_has_its_symmetries_and_they_keep_neighbours() {
        for (shape, size, count) in
            [(Shape::Rhombus, 4, 4), (Shape::Hexagon, 4, 12), (Shape::Triangle, 5, 6)]
        {
            let board = Board::sized(shape, size).unwrap();
            let all = board.symmetries();
            assert_eq!(all.len(), count);
            let different: BTreeSet<_> = all.iter().map(|p| p.images.clone()).collect();
            assert_eq!(different.len(), count);
            assert!(board.cells().into_iter().all(|cell| all[0].cell(cell) == cell));
            for permutation in all {
                assert_eq!(permutation.set(board.cells()), board.cells());
                assert_eq!(permutation.set(board.corners()), board.corners());
                for cell in board.cells() {
                    let images: CellSet =
                        board.neighbours(cell).iter().map(|&c| permutation.cell(c)).collect();
                    let near = board.neighbours(permutation.cell(cell));
                    assert_eq!(images, near.iter().copied().collect());
                }
            }
        }
    }

    #[test]
    fn a_sixth_of_a_turn_is_anticlockwise() {
        let board = Board::sized(Shape::Hexagon, 4).unwrap();
        let turned =
            |name: &str| board.name(board.symmetries()[1].cell(board.named(name).unwrap()));
        let corners = ["a1", "a4", "d7", "g7", "g4", "d1"];
        for (i, corner) in corners.into_iter().enumerate() {
            assert_eq!(turned(corner), corners[(i + 1) % 6]);
        }
        assert_eq!(turned("d4"), "d4");
    }
}
