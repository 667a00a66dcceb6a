//! All integration tests of this crate in one binary: one link instead of 2.

mod texts;
mod work;
