//! Plays one random game of Hex and draws the final board:
//! `cargo run -p hex --example random_game`.

use game::{Dice, Position as _, Record};
use hex::{Options, Position, SwapRule};

fn main() {
    let options = Options::new(7, SwapRule::On).expect("7×7 exists");
    let mut record = Record::<Position>::new(options);
    let mut dice = Dice::new(1);
    while let Some(mv) = dice.choose(&record.position().moves()) {
        record.play(mv).expect("a legal move");
    }
    println!("{:#}", record.position());
    println!("{} plies, won by {:?}", record.ply(), record.position().winner());
}
