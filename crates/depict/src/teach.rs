//! What a game gives to be taught: the words of its coach, and how its forced wins are found.
//!
//! Forced wins are found by an AND/OR search of fixed depth unless a game has something better. Depths
//! count moves of the side that wins.

use crate::{Depict, Glyph};
use game::{Outcome, Record};
use hexgrid::Cell;

/// A sentence of the coach, and the cells it is about: where a move of the opponent starts and
/// ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoachNote {
    /// The sentence.
    pub text: String,
    /// The cells.
    pub cells: Vec<Cell>,
}

/// What a card says of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceCard {
    /// The name, as a heading.
    pub title: &'static str,
    /// How the piece moves.
    pub moves: &'static str,
    /// What else it can do, or what is to be watched.
    pub power: &'static str,
    /// The name of the diagram that shows how it moves.
    pub diagram: &'static str,
}

/// A game that can be taught. Everything has a default.
pub trait Teach: Depict {
    /// What a winning move does, after “threatens”.
    const WIN: &'static str = "to win";
    /// What is said of a move that lets the opponent win.
    const LOSS: &'static str = "After this your opponent can win.";

    // ---- the coach -----------------------------------------------------------------------

    /// The position as if the side to move had passed, where that can be.
    fn with_turn_passed(&self) -> Option<Self> {
        None
    }

    /// What a move does to its own side, where that is the reason why it loses.
    fn own_mistake(&self, _mv: Self::Move) -> Option<String> {
        None
    }

    /// Threats that do not win at once.
    fn other_threats(_record: &Record<Self>, _position: &Self) -> Vec<CoachNote> {
        Vec::new()
    }

    /// What speaks against a move that does not lose at once.
    fn other_warning(
        _record: &Record<Self>,
        _position: &Self,
        _mv: Self::Move,
    ) -> Option<CoachNote> {
        None
    }

    /// The card of a piece, in the phase that a picture shows ([`Scene::phase`](crate::Scene)).
    fn piece_card(_glyph: Glyph, _phase: u8) -> Option<PieceCard> {
        None
    }

    // ---- forced wins ---------------------------------------------------------------------

    /// Whether the side to move wins by force within so many of its own moves.
    fn wins_within(&self, moves: usize) -> bool {
        self.outcome().is_none() && self.winning_move(moves).is_some()
    }

    /// A move that wins by force within so many moves; the quickest there is.
    fn winning_move(&self, moves: usize) -> Option<Self::Move> {
        let list = self.moves();
        (1..=moves).find_map(|n| list.iter().copied().find(|&mv| is_winning(self, mv, n)))
    }

    /// Whether the side to move loses by force within so many moves of the other side.
    fn loses_within(&self, moves: usize) -> bool {
        let falls = |&mv: &Self::Move| {
            let after = self.after(mv);
            match after.outcome() {
                Some(outcome) => outcome == Outcome::Win(self.side_to_move().other()),
                None => after.wins_within(moves),
            }
        };
        self.outcome().is_none() && moves > 0 && self.moves().iter().all(falls)
    }

    // ---- lessons -------------------------------------------------------------------------

    /// The replies among which a lesson looks for the hardest one.
    fn replies_to_try(&self) -> Vec<Self::Move> {
        self.moves().into_vec()
    }

    /// How easy it is to find a right move, where that is known without counting them.
    fn freedom(&self) -> Option<usize> {
        None
    }
}

/// Whether `mv` wins by force within so many moves, itself included.
pub fn is_winning<P: Teach>(position: &P, mv: P::Move, moves: usize) -> bool {
    let after = position.after(mv);
    match after.outcome() {
        Some(outcome) => outcome == Outcome::Win(position.side_to_move()),
        None => after.loses_within(moves.saturating_sub(1)),
    }
}

/// Whether the other side has no forced win within so many moves after `mv`.
pub fn is_safe<P: Teach>(position: &P, mv: P::Move, moves: usize) -> bool {
    let after = position.after(mv);
    match after.outcome() {
        Some(outcome) => outcome != Outcome::Win(position.side_to_move().other()),
        None => !after.wins_within(moves),
    }
}
