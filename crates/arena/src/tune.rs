//! Weights fitted to the results of self-play.
//!
//! [`play`] makes games and keeps quiet positions with the result of their game; [`fit`] finds the
//! weights under which the results are likeliest, and says what that is worth on games it has not
//! seen. Both give the same for the same seed, however many threads play.

mod fit;
mod samples;

pub use fit::{Fit, Fitted, fit};
pub use samples::{Sample, SelfPlay, play};
