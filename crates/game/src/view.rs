//! Who is looking.

use crate::Side;

/// Somebody who looks at a game, and so what they may know.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// The player of this side.
    Player(Side),
    /// Anybody else while the game is on.
    Watcher,
    /// Whoever may know all: the rules themselves, and everyone once the game is over.
    Judge,
}

impl Viewer {
    /// Whether this viewer may know what `side` keeps to itself.
    pub fn knows(self, side: Side) -> bool {
        match self {
            Self::Player(own) => own == side,
            Self::Watcher => false,
            Self::Judge => true,
        }
    }
}
