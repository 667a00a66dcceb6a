//! Connected components (flood fill) and a shortest path by breadth-first search (Moore 1959): groups of
//! joined stones, and the chain that won.

use crate::{Board, CellSet, Edge, Position};
use game::Side;
use hexgrid::Cell;

impl Position {
    /// The stones joined to the one on `cell`, itself included; empty if there is none.
    pub fn group(&self, cell: Cell) -> CellSet {
        match self.stone(cell) {
            Some(side) => self.board().joined(cell, self.stones(side)),
            None => CellSet::EMPTY,
        }
    }

    /// The groups of a side, each a set of joined stones, in the order of their lowest cells.
    pub fn groups(&self, side: Side) -> Vec<CellSet> {
        self.board().groups(self.stones(side))
    }

    /// A shortest chain of the winner's stones from its near edge to its far edge, in that order.
    pub fn winning_chain(&self) -> Option<Vec<Cell>> {
        let side = self.winner()?;
        self.board().shortest_chain(side, self.stones(side))
    }
}

impl Board {
    /// A chain through `cells` from the near edge of `side` to its far edge with as few cells as
    /// possible, in that order, if there is one.
    pub fn shortest_chain(&self, side: Side, cells: CellSet) -> Option<Vec<Cell>> {
        self.shortest_path(self.edge(Edge::near(side)), self.edge(Edge::far(side)), cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(position: &Position, cells: impl IntoIterator<Item = Cell>) -> String {
        let name = |cell| crate::Move::Place(position.board().axial(cell)).to_string();
        cells.into_iter().map(name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn groups_are_joined_stones() {
        let position: Position = "rr1r/2r1/b3/1bb1 r swap=off".parse().unwrap();
        let groups = |side| {
            let groups = position.groups(side);
            groups.into_iter().map(|g| names(&position, g)).collect::<Vec<_>>()
        };
        assert_eq!(groups(Side::First), ["a1 b1", "d1 c2"]);
        assert_eq!(groups(Side::Second), ["a3", "b4 c4"]);
        assert_eq!(names(&position, position.group(Cell::new(6))), "d1 c2");
        assert!(position.group(Cell::new(2)).is_empty());
    }

    #[test]
    fn the_winning_chain_is_short_and_in_order() {
        let position: Position = "rr2/rr2/r1r1/rrr1 b swap=off".parse().unwrap();
        assert_eq!(names(&position, position.winning_chain().unwrap()), "a1 a2 a3 a4");
        let position: Position = "3b/r1b1/1bbr/br2 r swap=off".parse().unwrap();
        assert_eq!(names(&position, position.winning_chain().unwrap()), "a4 b3 c2 d1");
        let open: Position = "3/rr1/r2 b swap=off".parse().unwrap();
        assert_eq!(open.winning_chain(), None);
    }
}
