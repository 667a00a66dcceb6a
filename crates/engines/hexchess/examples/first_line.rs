//! Time and nodes until the engine reports its first line, over all positions of random games.
//!
//! `cargo run --release -p hexchess-engine --example first_line -- GAMES LINES`

use game::{Dice, Position as _, Record};
use hexchess::{Options, Position};
use hexchess_engine::Engine;
use search::{Limits, Search};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A random game to its end; every other one with bulk placement (HC-2.6).
fn random_game(seed: u64) -> Record<Position> {
    let mut dice = Dice::new(seed);
    let mut record = Record::<Position>::new(Options);
    while record.conclusion().is_none() {
        let position = record.position();
        let bulk = if seed.is_multiple_of(2) { position.place_all_random(&mut dice) } else { None };
        let mut moves = game::MoveList::new();
        position.setup_placements(&mut moves);
        if moves.is_empty() {
            moves = position.moves();
        }
        let mv = bulk.or_else(|| dice.choose(&moves)).expect("a move");
        record.play(mv).expect("a legal move");
    }
    record
}

/// Time and nodes of the first report of an unlimited search, which is stopped then.
fn first_line(engine: &mut Engine, record: &Record<Position>) -> (Duration, u64) {
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits::default().with_stop(Arc::clone(&stop));
    let (begun, mut first) = (Instant::now(), None);
    engine.forget();
    engine.search(record, &limits, &mut |report| {
        first.get_or_insert((begun.elapsed(), report.nodes));
        stop.store(true, Ordering::Relaxed);
    });
    first.expect("a report")
}

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse().ok());
    let (games, lines) = (numbers.next().unwrap_or(200), numbers.next().unwrap_or(3));
    // Clearing the table is part of every search: as small as the page's.
    let mut engine = Engine::new(1, 1, lines as usize);
    let mut found: Vec<(Duration, u64, String)> = Vec::new();
    for game in (0..games).map(random_game) {
        for ply in 0..game.ply() {
            let record = game.truncated(ply);
            let (time, nodes) = first_line(&mut engine, &record);
            found.push((time, nodes, record.position().to_string()));
        }
    }
    found.sort();
    let (median, worst) = (&found[found.len() / 2], &found[found.len() - 1]);
    let most = found.iter().map(|(_, nodes, _)| nodes).max();
    println!("{} positions of {games} games, {lines} lines", found.len());
    println!("time to the first line: median {:?}, worst {:?} in {}", median.0, worst.0, worst.2);
    println!("nodes to the first line: most {}", most.unwrap_or(&0));
}
