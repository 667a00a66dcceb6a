//! What one move and one answer decide, by looking at all of them: slow, simple and certain.
//!
//! Where a side cannot know everything, it must reckon with several worlds: positions that look
//! the same to it. They all have the same side to move with the same legal moves.

use game::{Outcome, Position, Side};

/// A move that wins at once whatever the truth is.
pub fn win_in_one<P: Position>(worlds: &[P]) -> Option<P::Move> {
    let first = worlds.first()?;
    let side = first.side_to_move();
    let wins = |mv: &P::Move| worlds.iter().all(|world| is_won(&world.after(*mv), side));
    first.moves().iter().copied().find(wins)
}

/// In how many of these worlds `mv` loses: at once, or to the next move of the opponent.
pub fn risk<P: Position>(worlds: &[P], mv: P::Move) -> usize {
    worlds.iter().filter(|&world| loses(world, mv)).count()
}

fn loses<P: Position>(world: &P, mv: P::Move) -> bool {
    let opponent = world.side_to_move().other();
    let after = world.after(mv);
    let answered = || after.moves().iter().any(|&answer| is_won(&after.after(answer), opponent));
    is_won(&after, opponent) || (after.side_to_move() == opponent && answered())
}

fn is_won<P: Position>(position: &P, side: Side) -> bool {
    position.outcome() == Some(Outcome::Win(side))
}
