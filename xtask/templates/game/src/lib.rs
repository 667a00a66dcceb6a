//! Trio: three in a line on seven cells. STUB: the game that `cargo xtask new-game` begins with.
//!
//! The rules follow `content/trio/rules.md`; numbers such as TR-2.1 are its sentences.

mod drawing;
mod position;
mod teach;

pub use position::{BOARD, Move, Position};
