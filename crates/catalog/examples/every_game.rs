//! Goes through all games: how each starts, and how many moves there are.
//!
//! `cargo run -p catalog --example every_game`

use catalog::{GameName, with_game};
use game::Position;

fn main() {
    for name in GameName::ALL {
        let summary = with_game!(name, P => summary::<P>());
        println!("{name}: {summary}");
    }
    let unknown = "chess".parse::<GameName>().expect_err("there is no such game here");
    println!("{unknown}");
}

/// Generic over the game; [`with_game!`] chooses it by name.
fn summary<P: Position>() -> String {
    let start = P::start(P::Options::default());
    let counts: Vec<String> = (1..=2).map(|depth| start.perft(depth).to_string()).collect();
    format!("{} sequences of 1 and 2 moves from {start}", counts.join(" and "))
}
