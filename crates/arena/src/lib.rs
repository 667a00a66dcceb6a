//! Matches between engines, their statistics (Elo, SPRT), and the tuning of weights by self-play.
//!
//! - [`Spec`], [`Contestant`]: who plays; [`Pace`], [`GameTerms`]: limits per move and per game
//! - [`Openings`]: opening positions; every opening is played twice, with sides changed
//! - [`Match`]: games in parallel, counted in pairs by a [`Tally`]
//! - [`elo`], [`Sprt`]: rating difference with its confidence interval, and the sequential test
//! - [`tune`]: self-play and logistic regression of weights
//! - [`BaselineAlphaBeta`]: the baseline, plain fixed-depth alpha-beta
//!
//! Nothing here prints: commands get progress callbacks.

#![warn(missing_docs)]

mod baseline;
mod contestant;
pub mod elo;
mod match_game;
mod matches;
mod openings;
mod pace;
mod record_writer;
mod spec;
mod sprt;
mod tally;
pub mod tune;

pub use baseline::BaselineAlphaBeta;
pub use contestant::{Contestant, Resources};
pub use match_game::{Adjudication, GameEnd, GameTerms, PlayedGame};
pub use matches::{Match, Progress, Summary};
pub use openings::Openings;
pub use pace::Pace;
pub use record_writer::{RecordWriter, records};
pub use spec::Spec;
pub use sprt::{Sprt, SprtDecision};
pub use tally::{Tally, WinDrawLoss};
