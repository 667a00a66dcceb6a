//! Game-tree search, generic over `game::Position`: no game is named here.
//!
//! Two searches share one trait ([`Search`]), one set of [`Limits`] and one [`Report`] (both of the
//! crate `analysis`):
//! - [`alphabeta`]: principal variation search with iterative deepening and a transposition table;
//!   an [`Evaluator`] gives the static evaluation;
//! - [`mcts`]: Monte-Carlo tree search (UCT with RAVE and proven results); it needs no evaluator.
//!
//! [`opening`] searches first moves under the swap rule with either of them.
//!
//! Evaluation, move ordering, priors and playout policies are implemented by the engines, as traits. This
//! crate does no I/O, and reads the system clock in `timer` only. `docs/glossary.md` lists every technique
//! with its type, file and source.

#![warn(missing_docs)]

pub mod alphabeta;
mod budget;
mod evaluator;
pub mod mcts;
mod memory;
mod move_hash;
pub mod opening;
mod repetition;
mod search;
mod shared_table;
mod timer;
mod transposition;
mod weights;

pub use alphabeta::{AlphaBeta, AlphaBetaSettings};
pub use analysis::{Limits, Line, Report, Score, StopSignal, TimeAllotment, TimeLeft};
pub use budget::Budget;
pub use evaluator::{Evaluator, Rank};
pub use mcts::{Mcts, MctsSettings};
pub use memory::can_allocate;
pub use opening::{OpeningSearch, PieRule};
pub use search::Search;
pub use shared_table::SharedTable;
pub use weights::{Features, Weights};
