//! All integration tests of this crate in one binary: one link instead of 3.

mod eclipse;
mod hex;
mod hexchess;
