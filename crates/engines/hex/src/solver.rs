//! Who wins with best play, proven.

mod budget;
mod claims;
mod judge;
mod key;
mod line;
mod node;
mod numbers;
mod reasons;
mod search;
mod table;

pub(crate) use budget::Budget;
pub use budget::Limits;
pub(crate) use judge::{Judge, Verdict};
#[cfg(test)]
pub(crate) use key::Keys;
pub(crate) use search::Search;

use crate::field::Field;
use crate::proof::Writer;
use crate::width::{at_width, every_width};
use game::{Position as _, Side};
use hex::{Board, Move, Position};
use std::time::Duration;

/// What is known after solving, or while it goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Who wins with best play; `None` if a limit came first.
    pub winner: Option<Side>,
    /// Positions looked at.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
    /// Best play by both sides until virtual connections decide, as far as it is remembered.
    pub line: Vec<Move>,
}

/// Finds out who wins with best play. What it learns of a board size is kept for the next
/// position of that size.
#[derive(Debug)]
pub struct Solver {
    memory_mib: usize,
    search: Option<AnySearch>,
}

every_width!(
    /// A search on boards of one size.
    AnySearch of Search
);

impl Solver {
    /// A solver whose table takes at most `memory_mib` MiB.
    pub const fn new(memory_mib: usize) -> Self {
        Self { memory_mib, search: None }
    }

    /// Finds out who wins `position`. The swap is left out of account. `progress` hears of nodes
    /// and time several times a second.
    pub fn solve(
        &mut self,
        position: &Position,
        limits: &Limits,
        progress: &mut dyn FnMut(u64, Duration),
    ) -> Solution {
        let side = position.side_to_move();
        let mut budget = Budget::start(limits, progress);
        if let Some(winner) = position.winner() {
            let elapsed = budget.elapsed();
            return Solution { winner: Some(winner), nodes: 0, elapsed, line: Vec::new() };
        }
        let board = position.board();
        let line = at_width!(AnySearch, self.search(board), search => {
            let field = search.filled(&Field::new(&search.lattice, position));
            search.run(&field, side, &mut budget);
            (search.winner(&field, side), search.line(&field, side))
        });
        Solution {
            winner: line.0,
            nodes: budget.nodes(),
            elapsed: budget.elapsed(),
            line: line.1.into_iter().map(|cell| Move::Place(board.axial(cell))).collect(),
        }
    }

    /// Writes down why `winner`, found by solving, wins `position`, for [`check`](crate::check) to
    /// verify; `None` if it does not win.
    pub fn proof(&mut self, position: &Position, winner: Side) -> Option<String> {
        let (board, side) = (position.board(), position.side_to_move());
        let lines = at_width!(AnySearch, self.search(board), search => {
            Writer::new(search, winner).lines(position, side)?
        });
        let name = if winner == Side::First { "red" } else { "blue" };
        Some(format!("hex proof 1\nposition {position}\nwinner {name}\n{lines}"))
    }

    /// A winning move of the side to move, in a position that was solved and is won by it.
    pub(crate) fn winning_move(&mut self, position: &Position) -> Option<Move> {
        let (board, side) = (position.board(), position.side_to_move());
        let cell = at_width!(AnySearch, self.search(board), search => {
            let field = Field::new(&search.lattice, position);
            search.winning_move(&field, side)
        });
        cell.map(|cell| Move::Place(board.axial(cell)))
    }

    /// How many empty cells the proof for a solved position needs: the game is over once these
    /// are full.
    pub(crate) fn room(&mut self, position: &Position) -> usize {
        let (board, side) = (position.board(), position.side_to_move());
        at_width!(AnySearch, self.search(board), search => {
            let field = Field::new(&search.lattice, position);
            search.room(&field, side)
        })
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.search = None;
    }

    fn search(&mut self, board: &'static Board) -> &mut AnySearch {
        let size = |search: &AnySearch| at_width!(AnySearch, search, s => s.board().size());
        self.search.take_if(|search| size(search) != board.size());
        let mib = self.memory_mib;
        self.search.get_or_insert_with(|| AnySearch::new(board.size(), (board, mib)))
    }
}
