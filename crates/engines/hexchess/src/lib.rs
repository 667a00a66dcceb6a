//! What Hex Chess's player knows: evaluation, setup and the hidden fool.
//!
//! - `reach`, `places`: tables of the board
//! - `threat`, `capture`: whose king can be taken, and what a capture brings
//! - `features`, `weights`: what is counted, and what it is worth
//! - `evaluation`: all of it, as the search asks for it

#![warn(missing_docs)]

mod capture;
mod evaluation;
mod features;
mod places;
mod reach;
mod threat;
mod weights;

pub use evaluation::Evaluation;
pub use features::{FEATURES, feature_names, features};
pub use weights::Weights;
