//! Plays the first moves of Eclipse, draws the board and tells which chains are pinned.
//!
//! `cargo run -p eclipse --example pinned_chains`

use eclipse::{Chain, Options, Position};
use game::{Dice, Record};

fn main() {
    let mut record = Record::<Position>::new(Options::Standard);
    record.play_text("e34-12").expect("chain e moves from cell 34 to cell 12");
    let mut dice = Dice::new(4);
    while record.conclusion().is_none() && record.position().pinned().is_empty() {
        let mv = dice.choose(&game::Position::moves(record.position())).expect("a move");
        record.play(mv).expect("a legal move");
    }
    let position = record.position();
    println!("after {} moves:\n\n{position:#}", record.ply());
    for chain in Chain::ALL.into_iter().filter(|&chain| position.pinned().contains(chain)) {
        println!("chain {chain} is pinned");
    }
    println!("in machine notation: {position}");
}
