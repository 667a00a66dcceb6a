//! Texel tuning (Österlund 2014; logistic regression): evaluation weights from the results of self-play.
//!
//! [`play`] plays games and samples quiet positions with the result of their game; [`fit`] finds
//! the weights of maximum likelihood, and their loss on held-out games. Both are deterministic for
//! the same seed, however many threads play.

mod fit;
mod samples;

pub use fit::{FitResult, FitSettings, fit};
pub use samples::{Sample, SelfPlay, play};
