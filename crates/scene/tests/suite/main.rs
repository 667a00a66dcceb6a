//! Tests of drawings, and Trio, the game of the template, which is drawn in them.

#![allow(
    unreachable_pub,
    reason = "the modules are the template of a crate, whose items are public"
)]

mod drawings;
mod hidden;
mod piece_sets;
mod seven_steps;

#[path = "../../../../xtask/templates/game/src/drawing.rs"]
mod drawing;
#[path = "../../../../xtask/templates/game/src/position.rs"]
mod position;
#[path = "../../../../xtask/templates/game/src/teach.rs"]
mod teach;

// The tests of the template know its crate by its name.
extern crate self as trio;
pub use position::{BOARD, Move, Position};

#[path = "../../../../xtask/templates/game/tests/conformance.rs"]
mod step_4_the_proof;
