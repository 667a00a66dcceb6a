//! All integration tests of this crate in one binary: one link instead of 4.

mod common;
mod evaluation;
mod secrets;
mod setup;
mod wins;
