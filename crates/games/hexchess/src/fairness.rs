//! AND/OR search (Nilsson 1971) of fixed depth, exact: kings that can be captured by force within a few moves, and
//! random line-ups in which neither king can be.

use crate::threat::win_in_one;
use crate::{Move, Phase, Position};
use game::{Dice, Outcome, Position as _, Viewer};

/// How often a line-up is drawn anew before an unfair one is taken: about a third are unfair, so
/// this is reached only where hardly any is fair.
const DRAWS: usize = 200;

/// Whether the side to move takes the other king by force within so many of its own moves. Exact.
pub fn wins_within(position: &Position, moves: usize) -> bool {
    if moves == 0 || position.phase() == Phase::Setup || position.outcome().is_some() {
        return false;
    }
    win_in_one(position).is_some()
        || (moves > 1
            && position.moves().iter().any(|&mv| loses_within(&position.after(mv), moves - 1)))
}

/// Whether the side to move loses its king by force within so many moves of the *other* side.
/// Exact.
pub fn loses_within(position: &Position, moves: usize) -> bool {
    if moves == 0 || position.phase() == Phase::Setup || position.outcome().is_some() {
        return false;
    }
    let other = position.side_to_move().other();
    let falls = |&mv: &Move| {
        let after = position.after(mv);
        match after.outcome() {
            Some(outcome) => outcome == Outcome::Win(other),
            None => wins_within(&after, moves),
        }
    };
    win_in_one(position).is_none() && position.moves().iter().all(falls)
}

/// Whether play that begins here is open: neither side can take the other king by force within two
/// of its own moves.
pub fn is_fair(position: &Position) -> bool {
    !wins_within(position, 2) && !loses_within(position, 2)
}

impl Position {
    /// “Place all (random)” as it is offered to people (HC-2.6): drawn until the game that begins is
    /// fair, whatever the other side hides. While the other side has still to place, every draw
    /// will do. `None` after the setup.
    pub fn place_all_fair(&self, dice: &mut Dice) -> Option<Move> {
        let worlds = self.view(Viewer::Player(self.side_to_move())).worlds();
        let begun = |mv: Move| worlds.iter().map(move |world| world.after(mv));
        let fair = |mv| begun(mv).all(|p| p.phase() == Phase::Setup || is_fair(&p));
        let mut drawn = self.place_all_random(dice)?;
        for _ in 1..DRAWS {
            if fair(drawn) {
                break;
            }
            drawn = self.place_all_random(dice)?;
        }
        Some(drawn)
    }
}
