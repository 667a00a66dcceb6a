//! Who is looking, and what a player's texts are read from.

use crate::{MoveError, Position, Side};

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
    ///
    /// ```
    /// use game::{Side, Viewer};
    /// assert!(Viewer::Player(Side::First).knows(Side::First));
    /// assert!(!Viewer::Player(Side::First).knows(Side::Second) && !Viewer::Watcher.knows(Side::First));
    /// ```
    pub fn knows(self, side: Side) -> bool {
        match self {
            Self::Player(own) => own == side,
            Self::Watcher => false,
            Self::Judge => true,
        }
    }
}

/// The position as one player sees it: the only thing that the texts of this player are read from.
///
/// It is made from a [`Position::View`], so it is equal for all true positions that look the same to
/// the player, and so are the moves that it reads and the reasons that it gives for a refusal.
/// Whether a move that was read is legal in the true position need not be asked again: the law of
/// [`Position::View`] says so, and [`conformance`](crate::conformance) checks it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerView<P: Position>(P);

impl<P: Position> PlayerView<P> {
    /// What the side to move may know of a position.
    pub fn of_side_to_move(position: &P) -> Self {
        Self::new(position.view(Viewer::Player(position.side_to_move())))
    }

    /// The position as it looks in this view.
    pub fn new(view: P::View) -> Self {
        Self(view.into())
    }

    /// Reads a move in either notation and makes sure that it is legal.
    ///
    /// ```
    /// use game::PlayerView;
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// let view = PlayerView::of_side_to_move(&position);
    /// assert!(view.read_move("b3").is_ok());
    /// assert!(view.read_move("b2").is_err());
    /// ```
    ///
    /// # Errors
    /// Why it cannot be read or played, told with no more than the player knows.
    pub fn read_move(&self, text: &str) -> Result<P::Move, MoveError> {
        self.0.read_move(text)
    }
}
