//! Time controls and the clock of a game.
//!
//! Everything here is arithmetic: what time it is now is always an argument, and a flag that will
//! fall is a [`Deadline`], a value that can be kept in a database. Nothing here waits.

#![warn(missing_docs)]

mod clock;
mod control;
mod display;
mod lag;
mod moment;

pub use clock::{Clock, ClockReading, Deadline, Due, Flag};
pub use control::{Control, Speed};
pub use lag::Lag;
pub use moment::{Moment, Span};
