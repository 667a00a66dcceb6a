//! All integration tests of this crate in one binary: one link instead of 3.

mod common;
mod features;
mod threats;
mod wins;
