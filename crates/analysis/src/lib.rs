//! What is said about a position: score, principal variation, mark, move quality, the limits of a
//! search and its report.
//!
//! Search, engines, worker, server, command line and page share these types, so that the page can
//! show a report without being compiled with an engine. A report is generic over the type of its
//! moves: a search reports moves of its game, and what leaves the engine carries [`MoveText`]. No
//! game and no search is known here.

#![warn(missing_docs)]

mod countdown;
mod limits;
mod mark;
mod quality;
mod report;
mod score;
mod time_allotment;

pub use countdown::Countdown;
pub use limits::{Limits, StopSignal, TimeLeft};
pub use mark::{Mark, MarkKind};
pub use quality::{MoveQuality, ReviewedMove};
pub use report::{Line, MoveText, Report};
pub use score::Score;
pub use time_allotment::TimeAllotment;
