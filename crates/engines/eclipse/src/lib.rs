//! Engine of Eclipse: alpha-beta search with a linear evaluation.
//!
//! - `bitboard`, `symmetry`: tables of the board
//! - `survey`: mobility and attack sets of each side
//! - `features`, `weights`, `weight_tables`: the features of the evaluation and their weights
//! - `threats`, `threat_moves`: moves that take exits from the opposing comet, the way to win
//! - `evaluation`: the `search::Evaluator`
//! - `engine`: the player

#![warn(missing_docs)]

mod bitboard;
mod engine;
mod evaluation;
mod features;
mod survey;
mod symmetry;
mod threat_moves;
mod threats;
mod weight_tables;
mod weights;

pub use engine::Engine;
pub use evaluation::Evaluation;
pub use features::{FEATURES, feature_names, features};
pub use weights::Weights;
