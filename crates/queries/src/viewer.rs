//! The viewer of an answer, and a position as that viewer sees it.

use game::{Position, Record, Side, Viewer};
use serde::{Deserialize, Serialize};

/// Who the answer is for: it holds no more than this viewer may know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ViewerName {
    /// Nothing is hidden.
    #[default]
    All,
    /// The player who moves first.
    First,
    /// The player who moves second.
    Second,
    /// Any spectator.
    Watcher,
}

impl ViewerName {
    /// All of them, as they are written.
    pub const ALL: [(&'static str, Self); 4] = [
        ("all", Self::All),
        ("first", Self::First),
        ("second", Self::Second),
        ("watcher", Self::Watcher),
    ];
}

/// A text that names no viewer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} is no viewer; there are all, first, second and watcher", game::excerpt(.text))]
pub struct NoSuchViewer {
    /// The text.
    pub text: String,
}

impl std::str::FromStr for ViewerName {
    type Err = NoSuchViewer;

    fn from_str(text: &str) -> Result<Self, NoSuchViewer> {
        let found = Self::ALL.into_iter().find(|(name, _)| *name == text);
        found.map(|(_, viewer)| viewer).ok_or_else(|| NoSuchViewer { text: text.to_owned() })
    }
}

impl From<ViewerName> for Viewer {
    fn from(name: ViewerName) -> Self {
        match name {
            ViewerName::All => Self::Judge,
            ViewerName::First => Self::Player(Side::First),
            ViewerName::Second => Self::Player(Side::Second),
            ViewerName::Watcher => Self::Watcher,
        }
    }
}

/// A game as a viewer knows it: the same record where nothing is hidden from the viewer, else a new one from
/// the position as the viewer sees it.
pub(crate) fn record_seen<P: Position>(record: &Record<P>, viewer: ViewerName) -> Record<P> {
    let position = record.position();
    if viewer == ViewerName::All || record.conclusion().is_some() {
        return record.clone();
    }
    let seen: P = position.view(viewer.into()).into();
    if seen == *position { record.clone() } else { Record::from_position(seen) }
}

/// The text of a position for a viewer.
pub(crate) fn position_text<P: Position>(record: &Record<P>, viewer: ViewerName) -> String {
    let position = record.position();
    if viewer == ViewerName::All || record.conclusion().is_some() {
        position.to_string()
    } else {
        position.view(viewer.into()).to_string()
    }
}
