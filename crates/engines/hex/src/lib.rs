//! Engine of Hex: PUCT with a residual network and virtual connections, or, on large boards, RAVE with a
//! pattern prior and a small policy network; and a df-pn solver.
//!
//! - `player`: chooses the search, shares the time with the solver, opens and swaps
//! - `network`, `network_knowledge`: the network in integers, and what PUCT knows
//! - `self_play`: labelled positions for training
//! - `root_parallel`, `knowledge`, `playout`: the search with playouts and its domain knowledge
//! - `pattern_prior`: move features with softmax weights (Coulom 2007)
//! - `policy_network`: residual convolutional policy network and its self-play training
//! - `connection`, `connection_search`: virtual connections by H-search (Anshelevich 2002)
//! - `resistance`: electric-circuit evaluation (Anshelevich 2002)
//! - `inferior`, `ring`: dead, captured, vulnerable and dominated cells (Hayward, van Rijswijck,
//!   Henderson)
//! - `vc_evaluation`, `survey`: what virtual connections and inferior cells prove of a position
//! - `solver`, `endgame`, `proof`: depth-first proof-number search (df-pn), proofs and their
//!   checker
//! - `opening`, `opening_search`: the first move under the swap rule
//! - `countdown`: stones until a proven win
//! - `incremental_board`: the board of prior, network, playouts and virtual connections
//! - `geometry`, `solver_board`, `width`: the board of the solver

#![warn(missing_docs)]

mod connection;
mod connection_search;
mod countdown;
mod endgame;
#[cfg(test)]
mod exhaustive;
mod geometry;
mod incremental_board;
mod inferior;
mod knowledge;
mod network;
mod network_knowledge;
mod opening;
mod opening_search;
mod pattern_prior;
mod player;
mod playout;
mod policy_network;
mod proof;
mod resistance;
mod ring;
mod root_parallel;
mod self_play;
mod solver;
mod solver_board;
mod survey;
#[cfg(test)]
mod tests;
mod vc_evaluation;
mod width;

pub use countdown::{Countdown, countdown};
pub use network::{Network, NetworkError};
pub use pattern_prior::{FEATURES, LIKELIHOOD_UNIT, Weights, feature_names, move_features};
pub use player::{Knowledge, Models, Player, Settings};
pub use playout::{HexPlayout, PlayoutPolicy};
pub use policy_network::{Metrics, PolicyNetwork, SelfPlayTraining, TrainedNetwork, TrainingStage};
pub use proof::{CheckedProof, ProofError, ProofFault, check};
pub use self_play::{HEADER, LabelledGame, SelfPlay};
pub use solver::{Solution, Solver, SolverLimits};
pub use survey::{Connectivity, End, Inferior, Survey, Surveyor, VirtualConnection};
