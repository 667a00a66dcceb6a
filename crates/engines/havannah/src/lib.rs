//! Engine of Havannah: MCTS with RAVE, decisive moves, connection distances and wins by threats.
//!
//! - `player`: the search and its settings, the swap
//! - `opening`: the first move under the swap rule
//! - `knowledge`: priors and proofs for the tree search
//! - `pattern_prior`: move features with softmax weights (Coulom 2007)
//! - `threat_search`: wins by sequences of threats (Allis 1994, Thomsen 2000)
//! - `distance`: stones needed for a bridge or a fork
//! - `evaluation`: static evaluation of one-ply players
//! - `playout`: playout policy
//! - `threats`: winning cells, kept up to date (Teytaud and Teytaud 2010)
//! - `board`, `geometry`, `position_board`: the board of all of them, and how it is made of a position
//! - `place_set`: sets of cells

#![warn(missing_docs)]

mod board;
mod distance;
mod evaluation;
mod geometry;
mod knowledge;
mod opening;
mod pattern_prior;
mod place_set;
mod player;
mod playout;
mod position_board;
#[cfg(test)]
mod tests;
mod threat_search;
mod threats;

pub use evaluation::Evaluation;
pub use knowledge::KnowledgeSettings;
pub use pattern_prior::{FEATURES, LIKELIHOOD_UNIT, Weights, feature_names, move_features};
pub use player::{Player, Settings};
pub use playout::PlayoutPolicy;
