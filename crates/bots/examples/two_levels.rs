//! Lets a beginner play full strength on a small Hex board.
//!
//! `cargo run -p bots --example two_levels`

use bots::{Config, Level, player};
use catalog::games::hex;
use game::{Position as _, Record, Side};
use search::Limits;

fn main() {
    let config = |level| Config { memory_mib: 1, level, seed: 1, ..Config::default() };
    let mut beginner = player::<hex::Position>(&config(Level::LOWEST));
    let mut strong = player::<hex::Position>(&config(Level::FULL));
    let mut record = Record::<hex::Position>::new("size=4 swap=off".parse().expect("options"));
    while record.conclusion().is_none() {
        let side = record.position().side_to_move();
        let engine = if side == Side::First { &mut beginner } else { &mut strong };
        let report = engine.search(&record, &Limits::nodes(200), &mut |_| ());
        let mv = report.best().expect("a game that goes on has moves");
        println!("{side:?} plays {mv}");
        record.play(mv).expect("engines play legal moves");
    }
    println!("\n{:#}\n{:?}", record.position(), record.conclusion());
}
