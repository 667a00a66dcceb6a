//! All integration tests of this crate in one binary: one link instead of 4.

mod any_bytes;
mod client;
mod golden;
mod streams;
