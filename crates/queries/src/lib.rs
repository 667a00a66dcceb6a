//! Questions about the rules of any game, and their answers as serde types: legal moves, whether a move is
//! legal and why not, the position after moves, the state of a game, its picture.
//!
//! The commands, the HTTP API and the package for JavaScript answer from here and have no rule of their own.
//! A question is a [`GameQuery`], read by [`read`] into a record; [`answer`] reads a [`Question`] as JSON.
//! Hidden information: a [`ViewerName`] restricts every answer to what that viewer may know. Without one,
//! nothing is hidden: the author of the text knows it.
//!
//! Searching is not done here: [`BestAnswer`] only says what a search has found.

#![warn(missing_docs)]

mod best;
mod checked;
mod games;
mod input;
mod moves;
#[cfg(feature = "openapi")]
mod openapi;
mod query_error;
mod question;
mod state;
mod viewer;

pub use best::{AnalysisLine, BestAnswer, best};
pub use checked::{AppliedAnswer, CheckAnswer, apply, check};
pub use games::{GameAnswer, SettingAnswer, games};
pub use input::{GameQuery, LONGEST_RECORD, LONGEST_TEXT, MOST_MOVES, after, read, read_line};
pub use moves::{MoveAnswer, MoveFlag, MoveSelection, MovesAnswer, moves};
#[cfg(feature = "openapi")]
pub use openapi::ScoreResponse;
pub use query_error::{InputPart, Place, QueryError, QueryErrorCode};
pub use question::{Answer, QueryKind, Question, answer};
pub use state::{
    HiddenPiece, PieceAnswer, PinnedLink, Pools, ResultAnswer, SideName, StateAnswer, ThreatAnswer,
    state,
};
pub use viewer::{NoSuchViewer, ViewerName};

use catalog::AnyRecord;
use scene::Table as _;

/// The picture of where a game stands, as SVG, with the last move marked.
pub fn picture(record: &AnyRecord, viewer: ViewerName) -> String {
    scene::svg::render(&record.scene(viewer.into()))
}
