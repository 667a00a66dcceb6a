//! Game-tree search, generic over the contract: it knows no game by name.
//!
//! Two searches share one face ([`Search`]), one set of [`Limits`] and one [`Report`]:
//! - [`alphabeta`] looks at everything to some depth and asks an [`Evaluator`] at the horizon;
//! - [`mcts`] plays games to their end at random and needs no evaluator at all.
//!
//! What a game's positions are worth, which moves look good and how playouts are played is an
//! engine's opinion and comes in through traits. There is no I/O here, and the system clock is
//! read in `limits` alone.

#![warn(missing_docs)]

pub mod alphabeta;
mod evaluator;
mod limits;
pub mod mcts;
mod report;
mod score;
mod table;
mod tag;
mod trail;
mod weights;

pub use alphabeta::AlphaBeta;
pub use evaluator::{Evaluator, Rank};
pub use limits::{Limits, TimeLeft};
pub use mcts::Mcts;
pub use report::{Line, Report, Search};
pub use score::Score;
pub use weights::{Features, Weights};
