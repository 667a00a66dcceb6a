//! Tests of the whole engine.

mod boards;
mod claims;
mod play;

use game::{Dice, Outcome, Position as _, Record};
use havannah::{Options, Position, SwapRule};

/// An empty board without the swap rule.
fn start(side: usize) -> Record<Position> {
    Record::new(Options::new(side, SwapRule::Off).expect("a size"))
}

/// A random game up to its last position that is not over, or until so many cells are empty.
fn walk(side: usize, empty: usize, dice: &mut Dice) -> Position {
    let mut position = start(side).position().clone();
    while position.empties().len() > empty {
        let mv = dice.choose(&position.moves()).expect("a move");
        let after = position.after(mv);
        if after.outcome().is_some() {
            break;
        }
        position = after;
    }
    position
}

/// Random games on the smallest board that end in a draw.
fn drawn_games(wanted: usize) -> Vec<Record<Position>> {
    let mut dice = Dice::new(8);
    let games = std::iter::repeat_with(|| {
        let mut record = start(4);
        while let Some(mv) = dice.choose(&record.position().moves()) {
            record.play(mv).expect("legal");
        }
        record
    });
    let is_drawn = |game: &Record<Position>| game.position().outcome() == Some(Outcome::Draw);
    games.take(20_000).filter(is_drawn).take(wanted).collect()
}
