//! What Eclipse's player knows: what positions are worth, which moves threaten, which to try first.
//!
//! - `ground`, `placement`: tables of the board
//! - `survey`: what each side could do
//! - `features`, `weights`: what is counted, and what it is worth
//! - `shut`: moves that shut a comet in, the way to win
//! - `evaluation`: all of it, as the search asks for it
//! - `engine`: the player

#![warn(missing_docs)]

mod engine;
mod evaluation;
mod features;
mod ground;
mod narrowing;
mod placement;
mod shut;
mod survey;
mod weights;
mod worth;

pub use engine::Engine;
pub use evaluation::Evaluation;
pub use features::{FEATURES, feature_names, features};
pub use weights::Weights;
