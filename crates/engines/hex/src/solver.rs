//! Solver of Hex: depth-first proof-number search (df-pn; Nagai 2002) with virtual connections,
//! must-play and inferior cells (as in Henderson, Arneson and Hayward 2009).

mod budget;
mod claims;
mod df_pn;
mod key;
mod must_play;
mod node;
mod proof_numbers;
mod refutations;
mod table;
mod variation;

pub(crate) use budget::Budget;
pub use budget::SolverLimits;
pub(crate) use df_pn::DfPnSearch;
#[cfg(test)]
pub(crate) use key::KeyBuilder;
pub(crate) use must_play::{MustPlayAnalysis, MustPlayResult};

use crate::proof::ProofWriter;
use crate::solver_board::SolverBoard;
use crate::width::{at_width, every_width};
use game::{Position as _, Side};
use hex::{Board, Move, Position};
use std::time::Duration;

/// The result of solving.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The winner with best play; `None` if a limit was reached first.
    pub winner: Option<Side>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
    /// Principal variation until virtual connections decide, as far as the table holds it.
    pub line: Vec<Move>,
}

/// Solves positions. The table of a board size is kept for the next position of that size.
#[derive(Debug)]
pub struct Solver {
    memory_mib: usize,
    search: Option<AnyDfPnSearch>,
}

every_width!(
    /// A search on boards of one size.
    AnyDfPnSearch of DfPnSearch
);

impl Solver {
    /// A solver with a table of at most `memory_mib` MiB.
    pub const fn new(memory_mib: usize) -> Self {
        Self { memory_mib, search: None }
    }

    /// Solves `position`. The swap is ignored. Calls `progress` with nodes and time several times a
    /// second.
    pub fn solve(
        &mut self,
        position: &Position,
        limits: &SolverLimits,
        progress: &mut dyn FnMut(u64, Duration),
    ) -> Solution {
        let side = position.side_to_move();
        let mut budget = Budget::start(limits, progress);
        if let Some(winner) = position.winner() {
            let elapsed = budget.elapsed();
            return Solution { winner: Some(winner), nodes: 0, elapsed, line: Vec::new() };
        }
        let board = position.board();
        let line = at_width!(AnyDfPnSearch, self.search(board), search => {
            let state = search.filled(&SolverBoard::new(&search.geometry, position));
            search.run(&state, side, &mut budget);
            (search.winner(&state, side), search.line(&state, side))
        });
        Solution {
            winner: line.0,
            nodes: budget.nodes(),
            elapsed: budget.elapsed(),
            line: line.1.into_iter().map(|cell| Move::Place(board.axial(cell))).collect(),
        }
    }

    /// Writes the proof that `winner`, found by solving, wins `position`, for
    /// [`check`](crate::check) to verify; `None` if it does not win.
    pub fn proof(&mut self, position: &Position, winner: Side) -> Option<String> {
        let (board, side) = (position.board(), position.side_to_move());
        let lines = at_width!(AnyDfPnSearch, self.search(board), search => {
            ProofWriter::new(search, winner).lines(position, side)?
        });
        let name = if winner == Side::First { "red" } else { "blue" };
        Some(format!("hex proof 1\nposition {position}\nwinner {name}\n{lines}"))
    }

    /// A winning move of the side to move, in a position that was solved and is won by it.
    pub(crate) fn winning_move(&mut self, position: &Position) -> Option<Move> {
        let (board, side) = (position.board(), position.side_to_move());
        let cell = at_width!(AnyDfPnSearch, self.search(board), search => {
            let state = SolverBoard::new(&search.geometry, position);
            search.winning_move(&state, side)
        });
        cell.map(|cell| Move::Place(board.axial(cell)))
    }

    /// Number of empty cells in the carrier of the proof of a solved position: the game is over
    /// once these are filled.
    pub(crate) fn proof_cells(&mut self, position: &Position) -> usize {
        let (board, side) = (position.board(), position.side_to_move());
        at_width!(AnyDfPnSearch, self.search(board), search => {
            let state = SolverBoard::new(&search.geometry, position);
            search.proof_cells(&state, side)
        })
    }

    /// Clears the table.
    pub fn forget(&mut self) {
        self.search = None;
    }

    fn search(&mut self, board: &'static Board) -> &mut AnyDfPnSearch {
        let size = |search: &AnyDfPnSearch| at_width!(AnyDfPnSearch, search, s => s.board().size());
        self.search.take_if(|search| size(search) != board.size());
        let mib = self.memory_mib;
        self.search.get_or_insert_with(|| AnyDfPnSearch::new(board.size(), (board, mib)))
    }
}
