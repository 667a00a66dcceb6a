//! What drawing the setup costs: a match between the engine that draws among line-ups of about equal
//! strength and the engine that takes the best one.
//!
//! `cargo run --release -p hexchess-engine --example setup_match -- GAMES NODES`

use game::{Outcome, Position as _, Record, Side};
use hexchess::{Options, Position};
use hexchess_engine::Engine;
use search::{Limits, Search};

fn engine(seed: Option<u64>) -> Engine {
    let engine = Engine::new(1, 8, 1);
    match seed {
        Some(seed) => engine.with_seed(seed),
        None => engine,
    }
}

/// One game in which `drawn` has a seed; what the engine that draws got, in half points.
fn play(drawn: Side, seed: u64, nodes: u64) -> u32 {
    let mut players = Side::BOTH.map(|side| engine((side == drawn).then_some(seed)));
    // Both are deterministic: without this, few different games would be played many times.
    let nodes = nodes + seed * 37 % nodes;
    let mut record = Record::<Position>::new(Options);
    while record.conclusion().is_none() {
        let side = record.position().side_to_move();
        let report = players[side.index()].search(&record, &Limits::nodes(nodes), &mut |_| ());
        record.play(report.best().expect("a move")).expect("a legal move");
    }
    match record.conclusion().map(|end| end.outcome) {
        Some(Outcome::Win(winner)) => 2 * u32::from(winner == drawn),
        _ => 1,
    }
}

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse().ok());
    let (games, nodes) = (numbers.next().unwrap_or(40), numbers.next().unwrap_or(5_000));
    let mut results = [0; 3];
    for game in 0..games {
        let side = if game % 2 == 0 { Side::First } else { Side::Second };
        results[play(side, game + 1, nodes) as usize] += 1;
    }
    let [lost, drawn, won] = results;
    println!("games {games} of {nodes} nodes a move: won {won}, drawn {drawn}, lost {lost}");
}
