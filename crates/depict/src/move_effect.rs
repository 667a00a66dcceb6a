//! What a move does, in words that programs understand, and pieces that are not what they look like.

use game::Side;
use hexgrid::Cell;

/// What a legal move does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveEffect {
    /// Puts a piece or a stone on the board.
    Placement,
    /// Places all pieces of a setup at once.
    LineUp,
    /// Takes over the first stone.
    Swap,
    /// Pins a piece.
    Pin,
    /// Takes a piece.
    Capture,
    /// Removes a piece that it leaps over.
    Burn,
    /// Changes places with a piece of its side.
    Exchange,
    /// Becomes another kind of piece.
    Promotion,
    /// The piece that moves is removed.
    Removed,
}

/// A piece whose kind is hidden from a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Disguised {
    /// The cell that it stands on.
    pub cell: Cell,
    /// Its side.
    pub side: Side,
    /// The kind that it looks like to every viewer.
    pub looks: &'static str,
    /// What it is, if the viewer may know.
    pub is: Option<&'static str>,
}
