//! Groups of joined stones, and the chain that won.

use crate::{Board, CellSet, Edge, Position};
use game::Side;
use hexgrid::Cell;
use std::collections::VecDeque;

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
        let mut groups = Vec::new();
        let mut rest = self.stones(side);
        while let Some(cell) = rest.lowest() {
            let group = self.board().joined(cell, rest);
            rest &= !group;
            groups.push(group);
        }
        groups
    }

    /// A shortest chain of the winner's stones from its near edge to its far edge, in that order.
    pub fn winning_chain(&self) -> Option<Vec<Cell>> {
        let side = self.winner()?;
        self.board().shortest_chain(side, self.stones(side))
    }
}

impl Board {
    /// The cells of `within` that can be reached from `cell` through `within`; `cell` is one.
    pub fn joined(&self, cell: Cell, within: CellSet) -> CellSet {
        let mut found = CellSet::EMPTY.with(cell);
        let mut waiting = vec![cell];
        while let Some(cell) = waiting.pop() {
            for &next in self.neighbours(cell) {
                if within.contains(next) && !found.contains(next) {
                    found.insert(next);
                    waiting.push(next);
                }
            }
        }
        found
    }

    /// A chain through `cells` from the near edge of `side` to its far edge with as few cells as
    /// possible, in that order, if there is one.
    pub fn shortest_chain(&self, side: Side, cells: CellSet) -> Option<Vec<Cell>> {
        let far = self.edge(Edge::far(side));
        let mut waiting: VecDeque<Cell> =
            (cells & self.edge(Edge::near(side))).into_iter().collect();
        let mut came_from: Vec<Option<Cell>> = vec![None; self.cells().len()];
        for &cell in &waiting {
            came_from[cell.index()] = Some(cell);
        }
        while let Some(cell) = waiting.pop_front() {
            if far.contains(cell) {
                return Some(way_back(cell, &came_from));
            }
            for &next in self.neighbours(cell) {
                if cells.contains(next) && came_from[next.index()].is_none() {
                    came_from[next.index()] = Some(cell);
                    waiting.push_back(next);
                }
            }
        }
        None
    }
}

/// The way from where a search started (a cell that came from itself) to `end`.
fn way_back(end: Cell, came_from: &[Option<Cell>]) -> Vec<Cell> {
    let before = |&cell: &Cell| came_from[cell.index()].filter(|&from| from != cell);
    let mut way: Vec<Cell> = std::iter::successors(Some(end), before).collect();
    way.reverse();
    way
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
