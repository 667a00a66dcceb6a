//! All integration tests of this crate in one binary: one link instead of 4.

mod conformance;
mod notation;
mod properties;
mod rules;
mod slow;
