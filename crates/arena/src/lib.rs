//! Engine against engine: matches and what they prove, and weights fitted to their results.
//!
//! - [`Spec`], [`Contestant`]: who plays; [`Pace`], [`Terms`]: how fast and for how long
//! - [`Openings`]: where games start; every opening is played twice, with sides changed
//! - [`Match`]: many games at once, counted in pairs by a [`Tally`]
//! - [`elo`], [`Sprt`]: how much stronger, and how sure that is
//! - [`tune`]: self-play and the fit of weights to its results
//! - [`Plain`]: the yardstick, an alpha-beta player as people usually write one
//!
//! Nothing here prints: commands are told of progress and decide what to show.

#![warn(missing_docs)]

mod contestant;
mod duel;
pub mod elo;
mod matches;
mod openings;
mod pace;
mod plain;
mod saving;
mod spec;
mod sprt;
mod tally;
pub mod tune;

pub use contestant::{Contestant, Equipment};
pub use duel::{Adjudication, End, Played, Terms};
pub use matches::{Match, Progress, Summary};
pub use openings::Openings;
pub use pace::Pace;
pub use plain::Plain;
pub use saving::{Shelf, records};
pub use spec::Spec;
pub use sprt::{Sprt, Verdict};
pub use tally::{Standing, Tally};
