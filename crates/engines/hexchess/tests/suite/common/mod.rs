//! Games by chance, for the tests of the engine.

use game::{Dice, Position as _, Record};
use hexchess::{Options, Position};

/// A game played by chance, as far as `plies` beyond the setup.
pub(crate) fn walk(seed: u64, plies: usize) -> Record<Position> {
    let mut dice = Dice::new(seed);
    let mut record = Record::<Position>::new(Options);
    for _ in 0..plies + 2 {
        if record.conclusion().is_some() {
            break;
        }
        let mv = match record.position().place_all_random(&mut dice) {
            Some(lineup) => lineup,
            None => dice.choose(&record.position().moves()).expect("a game that goes on has moves"),
        };
        record.play(mv).expect("a listed move is legal");
    }
    record
}
