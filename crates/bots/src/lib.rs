//! Players for every game, from beginner to full strength.
//!
//! Everything that thinks is a [`search::Search`]: [`Random`], [`Greedy`], the full engine of a game
//! ([`Playable::engine`]) and the same engine held back ([`Levelled`]). [`player`] makes the one
//! that a [`Config`] asks for. [`review`] goes over a finished game.
//!
//! What a game's engine knows lives in its own crate; here is only what makes a player of it.
//! There is no I/O, and no clock but the one inside `search`.

#![warn(missing_docs)]

mod config;
mod course;
mod eclipse;
mod foresight;
mod greedy;
mod hex;
mod hexchess;
mod levels;
mod mark;
mod playable;
mod random;
pub mod review;
mod sight;
mod tuning;

pub use config::{Config, Level};
pub use course::{Course, Effort, Signature, run_course, run_course_without};
pub use foresight::{risk, win_in_one};
pub use greedy::Greedy;
pub use levels::Levelled;
pub use mark::{Mark, MarkKind};
pub use playable::{Engine, Playable, player};
pub use random::Random;
pub use sight::Sight;
pub use tuning::{Lesson, Tuning};
