//! Connected components by flood fill (Hopcroft and Tarjan 1973), shortest paths by breadth-first search
//! (Moore 1959): groups of joined stones, and paths through them.

use crate::{Board, CellSet};
use hexgrid::Cell;
use std::collections::VecDeque;

impl Board {
    /// The cells of `within` that can be reached from `cell` through `within` (flood fill); `cell` is
    /// one.
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

    /// Everything that can be reached through `within` from the cells of `from` in it.
    pub fn reachable(&self, from: CellSet, within: CellSet) -> CellSet {
        let mut found = CellSet::EMPTY;
        for cell in from & within {
            if !found.contains(cell) {
                found |= self.joined(cell, within);
            }
        }
        found
    }

    /// The connected components of `stones`, in the order of their lowest cells.
    pub fn groups(&self, stones: CellSet) -> Vec<CellSet> {
        let mut groups = Vec::new();
        let mut rest = stones;
        while let Some(cell) = rest.lowest() {
            let group = self.joined(cell, rest);
            rest &= !group;
            groups.push(group);
        }
        groups
    }

    /// A path through `cells` from a cell of `from` to one of `to` with as few cells as possible, in
    /// that order, if there is one (breadth-first search).
    pub fn shortest_path(&self, from: CellSet, to: CellSet, cells: CellSet) -> Option<Vec<Cell>> {
        let mut waiting: VecDeque<Cell> = (cells & from).into_iter().collect();
        let mut came_from: Vec<Option<Cell>> = vec![None; self.cells().len()];
        for &cell in &waiting {
            came_from[cell.index()] = Some(cell);
        }
        while let Some(cell) = waiting.pop_front() {
            if to.contains(cell) {
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
    use crate::Shape;

    fn set(board: &Board, names: &str) -> CellSet {
        names.split_whitespace().map(|name| board.named(name).expect(name)).collect()
    }

    #[test]
    fn groups_are_joined_stones() {
        let board = Board::sized(Shape::Hexagon, 4).unwrap();
        let stones = set(board, "a1 b2 c3 d2 f4 g5 a4");
        let groups = board.groups(stones);
        let expected = ["a1 b2 c3", "d2", "a4", "f4 g5"].map(|names| set(board, names));
        assert_eq!(groups, expected);
        assert_eq!(board.joined(board.named("b2").unwrap(), stones), expected[0]);
        assert_eq!(board.reachable(set(board, "a1 b1 g5"), stones), expected[0] | expected[3]);
    }

    #[test]
    fn a_shortest_path_goes_straight() {
        let board = Board::sized(Shape::Triangle, 5).unwrap();
        let path = board.shortest_path(set(board, "a5"), board.border(1), board.cells()).unwrap();
        assert_eq!(path.len(), 5, "every path from a corner to the far side has five cells");
        assert_eq!(
            board.shortest_path(set(board, "a1"), set(board, "c3"), set(board, "a1 c3")),
            None
        );
    }
}
