//! Matches between engines, their statistics (Elo, SPRT), and the tuning of weights by self-play.
//!
//! - [`Spec`], [`Entrant`], [`Contestant`]: who plays; [`Pace`], [`GameTerms`]: limits per move and
//!   per game
//! - [`Openings`]: opening positions; every opening is played twice, with sides changed
//! - [`Tournament`]: games in parallel between two or more, counted in pairs by a [`Tally`]
//! - [`elo`], [`Sprt`]: rating difference with its confidence interval, and the sequential test
//! - [`tune`]: self-play and logistic regression of weights
//! - [`BaselineAlphaBeta`]: the baseline, plain fixed-depth alpha-beta
//!
//! Nothing here prints: commands get progress callbacks.

#![warn(missing_docs)]

mod baseline;
mod contestant;
pub mod elo;
mod entrant;
mod error;
mod external;
mod match_game;
mod move_report;
mod openings;
mod pace;
mod player_clock;
mod record_writer;
mod schedule;
mod spec;
mod sprt;
mod summary;
mod tally;
mod tournament;
pub mod tune;

pub use baseline::BaselineAlphaBeta;
pub use contestant::Contestant;
pub use entrant::{Entrant, Resources, make_names_unique};
pub use error::{ContestantError, DescriptionError, MoveFailure, NoOpening, TournamentError};
pub use match_game::{Adjudication, GameEnd, GameTerms, PlayedGame};
pub use move_report::MoveReport;
pub use openings::Openings;
pub use pace::Pace;
pub use record_writer::{RecordWriter, records};
pub use schedule::Schedule;
pub use spec::Spec;
pub use sprt::{Sprt, SprtDecision};
pub use summary::{Faults, Summary};
pub use tally::{Tally, WinDrawLoss};
pub use tournament::{Pairing, Progress, Tournament};
