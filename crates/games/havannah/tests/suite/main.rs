//! All integration tests of this crate in one binary.

mod conformance;
mod golden;
mod notation;
mod oracle;
mod perft;
mod properties;
mod setup;
