//! Whether a move is legal, and what comes of playing moves.

use crate::input::{after, play};
use crate::moves::describe;
use crate::viewer::record_seen;
use crate::{InputPart, MoveAnswer, QueryError, StateAnswer, ViewerName, state};
use catalog::{AnyRecord, with_record};
use game::{Record, Viewer};
use scene::Depict;
use serde::{Deserialize, Serialize};

/// Whether a move is legal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CheckAnswer {
    /// Whether it may be played.
    pub legal: bool,
    /// The move, if it is legal.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub mv: Option<MoveAnswer>,
    /// The reason if it is not legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<QueryError>,
}

/// Whether a move, in either notation, is legal in a position, as far as the viewer may know.
pub fn check(record: &AnyRecord, text: &str, viewer: ViewerName) -> CheckAnswer {
    with_record!(record, record => check_in(record, text, viewer))
}

fn check_in<P: Depict>(record: &Record<P>, text: &str, viewer: ViewerName) -> CheckAnswer {
    let seen = record_seen(record, viewer);
    let mut tried = seen.clone();
    match play(&mut tried, text, InputPart::Move) {
        Ok(mv) => {
            let scene = seen.position().scene(Viewer::Judge);
            let mv = describe(&seen, &scene, mv);
            CheckAnswer { legal: true, mv: Some(mv), reason: None }
        }
        Err(error) => CheckAnswer { legal: false, mv: None, reason: Some(error) },
    }
}

/// Where a game stands after moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AppliedAnswer {
    /// The position, in machine notation.
    pub position: String,
    /// The whole game as text, where nothing in it is hidden from the viewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// The moves that were played, in machine notation.
    pub played: Vec<String>,
    /// The state after them.
    pub state: StateAnswer,
}

/// Plays moves where a game stands.
///
/// # Errors
/// The first that cannot be read or played.
pub fn apply(
    record: &AnyRecord,
    moves: &[String],
    viewer: ViewerName,
) -> Result<AppliedAnswer, QueryError> {
    let after = after(record, moves)?;
    let before = record.ply();
    let played = with_record!(&after, after => {
        after.moves()[before..].iter().map(ToString::to_string).collect()
    });
    let state = state(&after, viewer);
    let shown = viewer == ViewerName::All || !after.game().has_hidden_information();
    Ok(AppliedAnswer {
        position: state.position.clone(),
        record: shown.then(|| after.to_string()),
        played,
        state,
    })
}
