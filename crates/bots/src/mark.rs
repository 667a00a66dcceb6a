//! What can be seen of a position without searching, to be drawn over the board.

use game::Side;

/// Something to draw. Whatever it says is proven.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// What it is.
    pub kind: MarkKind,
    /// Whose it is, where it is somebody's.
    pub side: Option<Side>,
    /// What it joins: places, or edges by name.
    pub ends: Vec<String>,
    /// The places it covers.
    pub places: Vec<String>,
}

/// What a mark says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MarkKind {
    /// Its ends are as good as joined, within its places.
    Link,
    /// The side to move must move to one of the places.
    MustPlay,
    /// The side wins, within the places.
    Win,
    /// The places are as good as the side's own.
    Captured,
    /// Who has the places does not matter.
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
