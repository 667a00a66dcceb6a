//! Forced wins: AND/OR search of fixed depth over any game, and what follows from it for a lesson.
//!
//! Depths count moves of the side that wins. Hex has a solver of its own (`hex_solver`), so that a
//! win there is a win at any depth.

use crate::hex_solver;
use catalog::games::{eclipse, hex, hexchess};
use game::{Outcome, Position};

/// A game whose short forced wins can be found.
pub trait Tactics: Position {
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
}

impl Tactics for eclipse::Position {}

impl Tactics for hexchess::Position {
    fn wins_within(&self, moves: usize) -> bool {
        hexchess::wins_within(self, moves)
    }

    fn loses_within(&self, moves: usize) -> bool {
        hexchess::loses_within(self, moves)
    }
}

impl Tactics for hex::Position {
    fn wins_within(&self, _moves: usize) -> bool {
        hex_solver::wins(self)
    }

    fn winning_move(&self, _moves: usize) -> Option<hex::Move> {
        hex_solver::winning_move(self)
    }

    fn loses_within(&self, _moves: usize) -> bool {
        !hex_solver::wins(self)
    }
}

/// Whether `mv` wins by force within so many moves, itself included.
pub fn is_winning<P: Tactics>(position: &P, mv: P::Move, moves: usize) -> bool {
    let after = position.after(mv);
    match after.outcome() {
        Some(outcome) => outcome == Outcome::Win(position.side_to_move()),
        None => after.loses_within(moves.saturating_sub(1)),
    }
}

/// Whether the other side has no forced win within so many moves after `mv`.
pub fn is_safe<P: Tactics>(position: &P, mv: P::Move, moves: usize) -> bool {
    let after = position.after(mv);
    match after.outcome() {
        Some(outcome) => outcome != Outcome::Win(position.side_to_move().other()),
        None => !after.wins_within(moves),
    }
}
