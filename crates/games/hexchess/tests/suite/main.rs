//! All integration tests of this crate in one binary: one link instead of 5.

mod conformance;
mod notation;
mod oracle;
mod properties;
mod rules;
mod secrets;
