//! Who wins with best play: the question, and an answer for positions with few empty cells.

use super::after;
use game::{BySide, Key, Position as _, Side};
use hex::{CellSet, Edge, Position, SwapRule};
use hexgrid::{Axial, Cell};
use std::collections::HashMap;

/// One end of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// An edge, with every stone joined to it.
    Edge(Edge),
    /// A cell: a stone with its group, or an empty cell taken as if it had a stone.
    At(Cell),
}

/// Why a cell is not worth a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Its colour never matters.
    Dead,
    /// It is as good as this side's own.
    Captured(Side),
    /// A stone of the side to move would be dead after the best answer.
    Vulnerable,
    /// Another cell is at least as good for the side to move.
    Dominated,
}

/// A solver: it knows more than the rules. What is not known is no mistake, what is said wrong is.
pub trait Solver {
    /// The side that wins with best play without the swap, or `None` if that is not known.
    fn winner(&mut self, position: &Position) -> Option<Side>;

    /// Whether `side`, moving first or second as the position says, is known to join two ends.
    fn joins(&mut self, _position: &Position, _side: Side, _from: End, _to: End) -> bool {
        false
    }

    /// Why `cell` is not worth a move, if that is known.
    fn class(&mut self, _position: &Position, _cell: Cell) -> Option<Class> {
        None
    }
}

/// Tries every move that does not lose at once, and remembers what came of it.
#[derive(Default)]
pub(crate) struct BruteForce {
    known: HashMap<Key, Side>,
}

impl BruteForce {
    /// A 4×4 board is solved at once, a 5×5 board is not.
    const MOST_EMPTIES: usize = 16;

    fn solve(&mut self, position: &Position) -> Side {
        if let Some(winner) = position.winner() {
            return winner;
        }
        if let Some(&winner) = self.known.get(&position.key()) {
            return winner;
        }
        let side = position.side_to_move();
        let wins = !winning_cells(position).is_empty()
            || in_order(position)
                .into_iter()
                .any(|cell| self.solve(&after(position, cell)) == side);
        let winner = if wins { side } else { side.other() };
        self.known.insert(position.key(), winner);
        winner
    }
}

impl Solver for BruteForce {
    fn winner(&mut self, position: &Position) -> Option<Side> {
        let few = position.empties().len() <= Self::MOST_EMPTIES;
        (few || position.winner().is_some()).then(|| self.solve(position))
    }
}

/// The cells where the side to move connects at once.
fn winning_cells(position: &Position) -> CellSet {
    let empties = position.empties().into_iter();
    empties.filter(|&cell| after(position, cell).winner().is_some()).collect()
}

/// The moves after which the opponent does not connect at once: the cell it threatens to take,
/// none if there are two of those, and all if there is none.
fn replies(position: &Position) -> CellSet {
    let threats = winning_cells(&passed(position));
    match threats.len() {
        0 => position.empties(),
        1 => threats,
        _ => CellSet::EMPTY,
    }
}

/// The replies from the middle of the board outwards: good moves are found sooner there.
fn in_order(position: &Position) -> Vec<Cell> {
    let board = position.board();
    let last = board.size() as i8 - 1;
    let from_middle = |cell: &Cell| {
        let at = board.axial(*cell);
        at.distance(Axial::new(last - at.q, last - at.r))
    };
    let mut cells: Vec<Cell> = replies(position).into_iter().collect();
    cells.sort_by_key(from_middle);
    cells
}

/// The same stones with the other side to move.
fn passed(position: &Position) -> Position {
    let stones = BySide::from_fn(|side| position.stones(side));
    let to_move = position.side_to_move().other();
    Position::setup(position.size(), stones, to_move, SwapRule::Off)
        .expect("stones that stand can stand")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every move tried, nothing remembered, nothing left out.
    fn plain(position: &Position) -> Side {
        let side = position.side_to_move();
        let mut replies = position.empties().into_iter();
        position.winner().unwrap_or_else(|| {
            let wins = replies.any(|cell| plain(&after(position, cell)) == side);
            if wins { side } else { side.other() }
        })
    }

    #[test]
    fn threats_and_memory_change_no_result() {
        let mut solver = BruteForce::default();
        for first in 0..9 {
            for second in (0..9).filter(|&second| second != first) {
                let mut position: Position = "3/3/3 r swap=off".parse().unwrap();
                position.place(hexgrid::Cell::new(first));
                position.place(hexgrid::Cell::new(second));
                assert_eq!(solver.winner(&position), Some(plain(&position)), "{position:#}");
            }
        }
    }

    #[test]
    fn too_many_empty_cells_are_refused_unless_the_game_is_over() {
        let mut solver = BruteForce::default();
        let open: Position = "5/5/5/5/5 r swap=off".parse().unwrap();
        assert_eq!(solver.winner(&open), None);
        let over: Position = "r4/r4/r4/r4/r4 b swap=off".parse().unwrap();
        assert_eq!(solver.winner(&over), Some(Side::First));
    }
}
