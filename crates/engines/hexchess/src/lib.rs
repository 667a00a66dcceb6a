//! Engine of Hex Chess: alpha-beta search with a linear evaluation, determinization for the hidden
//! fool, and a search of its own for the setup.
//!
//! - `cell_classes`: symmetry classes of cells
//! - `capture`: static gain of captures
//! - `features`, `weights`: the features of the evaluation and their weights
//! - `evaluation`: the `search::Evaluator`
//! - `worlds`: the possible worlds of the information set of the side to move
//! - `world_search`: iterative deepening over all worlds
//! - `world_scores`: scores of moves over all worlds
//! - `setup`: placing the pieces
//! - `engine`: the player

#![warn(missing_docs)]

mod capture;
mod cell_classes;
mod engine;
mod evaluation;
mod features;
mod setup;
mod weights;
mod world_scores;
mod world_search;
mod worlds;

pub use engine::Engine;
pub use evaluation::Evaluation;
pub use features::{FEATURES, feature_names, features};
pub use weights::Weights;
