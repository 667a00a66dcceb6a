//! Exhaustive two-ply search: wins in one and losses to the next move, exact and slow.
//!
//! With hidden information the side to move has several possible worlds, the members of its
//! information set. They all have the same side to move with the same legal moves.

use game::{Outcome, Position, Side};

/// A move that wins at once in every world.
pub fn win_in_one<P: Position>(worlds: &[P]) -> Option<P::Move> {
    let first = worlds.first()?;
    let side = first.side_to_move();
    let wins = |mv: &P::Move| worlds.iter().all(|world| is_won(&world.after(*mv), side));
    first.moves().iter().copied().find(wins)
}

/// Number of worlds in which `mv` loses: at once, or to the next move of the opponent.
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
