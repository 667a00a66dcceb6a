//! Marks: proven facts of a position found without search, to be drawn over the board.

use game::Side;

/// A mark. What it says is proven.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The kind of fact.
    pub kind: MarkKind,
    /// The side it belongs to, if any.
    pub side: Option<Side>,
    /// The ends of a virtual connection: cells, or edges by name.
    pub ends: Vec<String>,
    /// The cells it covers; of a virtual connection its carrier.
    pub places: Vec<String>,
}

/// The kinds of marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

impl MarkKind {
    /// As programs write it.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::MustPlay => "must-play",
            Self::Win => "win",
            Self::Captured => "captured",
            Self::Dead => "dead",
        }
    }
}
