//! Symmetry classes of cells and links, for the piece-square features: cells that symmetry makes
//! equivalent share a weight.
//!
//! The half turn exchanges the sides; the reflection top to bottom, (q, r) → (q + r, −r), keeps
//! them. Both are taken out. The relation of a link to a comet is taken modulo all twelve
//! symmetries of the hexagon.

use crate::bitboard::CELLS;
use eclipse::{BOARD, Link, half_turn};
use game::Side;
use hexgrid::{Axial, Cell};

/// Classes of cells for a comet.
pub(crate) const COMETS: usize = 28;
/// Classes of links for a short chain.
pub(crate) const SHORTS: usize = 64;
/// Classes of links for a long chain: those of neighbours first, as for a short chain.
pub(crate) const LONGS: usize = 119;
/// Classes of links about a comet; the last one is that of all that are far.
pub(crate) const RELATIONS: usize = 28;

/// A link is far from a comet if both its cells are farther than this.
const NEAR: u8 = 3;

/// The classes of all cells and links.
#[derive(Debug)]
pub(crate) struct SymmetryClasses {
    cells: [[u8; CELLS]; 2],
    links: [[u8; Link::COUNT]; 2],
    relations: [[u8; Link::COUNT]; CELLS],
}

impl SymmetryClasses {
    pub(crate) fn new() -> Box<Self> {
        let mut classes = Box::new(Self {
            cells: [[0; CELLS]; 2],
            links: [[0; Link::COUNT]; 2],
            relations: [[0; Link::COUNT]; CELLS],
        });
        for side in Side::BOTH {
            classes.cells[side.index()].copy_from_slice(&cell_classes(side));
            classes.links[side.index()].copy_from_slice(&link_classes(side));
        }
        let relations = numbered(BOARD.cells().flat_map(|c| Link::all().map(move |l| about(c, l))));
        for (row, classes) in classes.relations.iter_mut().zip(relations.chunks(Link::COUNT)) {
            row.copy_from_slice(classes);
        }
        classes
    }

    /// The class of the cell on which `side`'s comet stands.
    #[inline]
    pub(crate) fn comet(&self, side: Side, cell: Cell) -> usize {
        usize::from(self.cells[side.index()][cell.index()])
    }

    /// The class of the link of one of `side`'s chains.
    #[inline]
    pub(crate) fn link(&self, side: Side, link: Link) -> usize {
        usize::from(self.links[side.index()][link.index()])
    }

    /// How a link lies about a comet.
    #[inline]
    pub(crate) fn relation(&self, comet: Cell, link: Link) -> usize {
        usize::from(self.relations[comet.index()][link.index()])
    }
}

fn cell_classes(side: Side) -> Vec<u8> {
    numbered(BOARD.cells().map(|cell| {
        let seen = seen_by(side, cell);
        seen.min(reflected(seen))
    }))
}

fn link_classes(side: Side) -> Vec<u8> {
    numbered(Link::all().map(|link| {
        let seen = link.ends().map(|cell| seen_by(side, cell));
        joining(seen).min(joining(seen.map(reflected)))
    }))
}

/// Where Light would have the cell that `side` has here.
fn seen_by(side: Side, cell: Cell) -> Cell {
    if side == Side::First { cell } else { half_turn(cell) }
}

/// The cell with above and below exchanged.
fn reflected(cell: Cell) -> Cell {
    let Axial { q, r } = BOARD.axial(cell);
    BOARD.cell(Axial::new(q + r, -r)).expect("the board is its own reflection")
}

fn joining([a, b]: [Cell; 2]) -> Link {
    Link::between(a, b).expect("reflections and turns keep links")
}

/// A link as seen from a comet, turned and reflected to a standard place; `None` if it is far or
/// if the comet stands on it. Greater than any place, so that those get the last class.
fn about(comet: Cell, link: Link) -> (bool, [Axial; 2]) {
    let mut ends = link.ends().map(|cell| BOARD.axial(cell) - BOARD.axial(comet));
    let distances = ends.map(|end| end.distance(Axial::default()));
    if distances.contains(&0) || distances.iter().all(|&distance| distance > NEAR) {
        return (true, [Axial::default(); 2]);
    }
    let mut images = Vec::new();
    for _ in 0..6 {
        ends = ends.map(|Axial { q, r }| Axial::new(-r, q + r));
        images.push(ends);
        images.push(ends.map(|Axial { q, r }| Axial::new(r, q)));
    }
    for ends in &mut images {
        ends.sort_unstable();
    }
    (false, images.into_iter().min().unwrap_or(ends))
}

/// Numbers things in order, equal ones alike.
fn numbered<T: Ord + Clone>(things: impl Iterator<Item = T>) -> Vec<u8> {
    let things: Vec<T> = things.collect();
    let mut kinds = things.clone();
    kinds.sort();
    kinds.dedup();
    let number = |thing| kinds.binary_search(thing).unwrap_or_default() as u8;
    things.iter().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_classes_as_the_features_have_room_for() {
        let classes = SymmetryClasses::new();
        let most = |classes: &[u8]| usize::from(*classes.iter().max().unwrap()) + 1;
        for side in Side::BOTH {
            assert_eq!(most(&classes.cells[side.index()]), COMETS);
            assert_eq!(most(&classes.links[side.index()]), LONGS);
            assert_eq!(most(&classes.links[side.index()][..Link::SHORT]), SHORTS);
        }
        assert_eq!(most(classes.relations.as_flattened()), RELATIONS);
    }

    #[test]
    fn both_sides_see_the_same_in_half_turned_places() {
        let classes = SymmetryClasses::new();
        for link in Link::all() {
            let turned = joining(link.ends().map(half_turn));
            let seen = classes.link(Side::First, link);
            assert_eq!(seen, classes.link(Side::Second, turned));
            assert_eq!(seen, classes.link(Side::First, joining(link.ends().map(reflected))));
            for comet in BOARD.cells() {
                let relation = classes.relation(comet, link);
                assert_eq!(relation, classes.relation(half_turn(comet), turned));
            }
        }
    }
}
