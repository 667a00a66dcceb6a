//! Marks: proven facts of a position found without search, to be drawn over the board.

use serde::{Deserialize, Serialize};

/// A mark. What it says is proven.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Mark {
    /// The kind of fact.
    pub kind: MarkKind,
    /// The side it belongs to, if any: its index.
    pub side: Option<u8>,
    /// The ends of a virtual connection: cells, or edges by name.
    pub ends: Vec<String>,
    /// The cells it covers; of a virtual connection its carrier.
    pub places: Vec<String>,
}

/// The kinds of marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarkKind {
    /// A virtual connection between the ends, with the cells as its carrier.
    Link,
    /// The must-play region of the side to move.
    MustPlay,
    /// The side wins; the cells are the carrier of its winning connection.
    Win,
    /// Captured cells of the side.
    Captured,
    /// Dead cells.
    Dead,
}
