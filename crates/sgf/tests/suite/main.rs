//! All integration tests of this crate in one binary: one link instead of 3.

mod havannah;
mod texts;
mod work;
