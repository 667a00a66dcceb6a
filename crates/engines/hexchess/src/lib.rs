//! What Hex Chess's player knows: evaluation, setup and the hidden fool.
//!
//! - `reach`, `places`: tables of the board
//! - `threat`, `capture`: whose king can be taken, and what a capture brings
//! - `features`, `weights`: what is counted, and what it is worth
//! - `evaluation`: all of it, as the search asks for it
//! - `worlds`: what a player must reckon with who may not know everything
//! - `setup`, `forced`: placing the pieces, and kings that fall by force
//! - `engine`, `tally`: the player, and how it weighs what the worlds say

#![warn(missing_docs)]

mod capture;
mod engine;
mod evaluation;
mod features;
mod places;
mod setup;
mod tally;
mod weights;
mod worlds;

pub use engine::Engine;
pub use evaluation::Evaluation;
pub use features::{FEATURES, feature_names, features};
pub use weights::Weights;
