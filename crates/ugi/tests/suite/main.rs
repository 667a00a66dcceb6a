//! All integration tests of this crate in one binary: one link instead of 5.

mod any_bytes;
mod client;
mod documentation;
mod golden;
mod streams;
