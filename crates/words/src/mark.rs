//! What can be seen of a position without searching, to be drawn over the board.

use serde::{Deserialize, Serialize};

/// Something to draw. Whatever it says is proven.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Mark {
    /// What it is.
    pub kind: MarkKind,
    /// Whose it is, where it is somebody's: the index of a side.
    pub side: Option<u8>,
    /// What it joins: places, or edges by name.
    pub ends: Vec<String>,
    /// The places it covers.
    pub places: Vec<String>,
}

/// What a mark says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
