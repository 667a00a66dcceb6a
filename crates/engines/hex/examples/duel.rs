//! Match of two players, each with its own simulations or time per move: wins of the first, and
//! processor time of each. On a busy machine simulations in a fixed ratio are a fairer measure than
//! equal time.
//!
//! `cargo run --release -p hex-engine --example duel -- full@400 full,c=1@400 24
//! crates/vectors/data/hex_openings.json`, or `size:13` for another board than 11×11

mod contestant;

use contestant::{contestant, number};
use game::{Position as _, Record};
use hex::{Options, Position, SwapRule};
use search::{Score, Search as _};
use std::error::Error;
use std::time::{Duration, Instant};

const USAGE: &str = "duel PLAYER@LIMIT PLAYER@LIMIT GAMES OPENINGS [FIRST-OPENING]";

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [first, second, games, file, rest @ ..] = &args[..] else { return Err(USAGE.into()) };
    let sides = [contestant(first)?, contestant(second)?];
    let openings = openings(file)?;
    let from = rest.first().map_or(Ok(0), |text| number(text))? as usize;
    let (mut won, mut moves, mut time) = (0, [0u32; 2], [Duration::ZERO; 2]);
    for game in 0..number(games)? as usize {
        let opening = &openings[(from + game / 2) % openings.len()];
        let seed = game as u64 + 1;
        let mut players = sides.each_ref().map(|side| side.player(seed));
        let mut record = opening.clone();
        // The first player moves first in every other game.
        let winner = loop {
            let side = record.position().side_to_move();
            let mover = side.index() ^ (game % 2);
            let begun = busy();
            let report = players[mover].search(&record, &sides[mover].limits, &mut |_| ());
            time[mover] += busy().saturating_sub(begun);
            moves[mover] += 1;
            let best = report.best().ok_or("the game is over")?;
            record.play(best)?;
            if matches!(report.score(), Some(Score::WinIn(_))) {
                break mover;
            }
        };
        won += usize::from(winner == 0);
        let pace = |i: usize| time[i].as_secs_f64() * 1e3 / f64::from(moves[i].max(1));
        let (a, b) = (pace(0), pace(1));
        println!("{won} of {} won; {a:.1} and {b:.1} ms a move", game + 1);
    }
    Ok(())
}

/// The processor time this thread has taken; where the system does not tell, the time gone by.
fn busy() -> Duration {
    thread_local!(static START: Instant = Instant::now());
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| START.with(Instant::elapsed), Duration::from_nanos)
}

/// The balanced openings of 11×11 in the vectors' file; or `size:N`, first stones on a board of that
/// size, none of which wins easily.
fn openings(file: &str) -> Result<Vec<Record<Position>>, Box<dyn Error>> {
    if let Some(size) = file.strip_prefix("size:") {
        return first_stones(number(size)? as usize);
    }
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let options = Options::new(11, SwapRule::Off)?;
    let words = text.split('"').filter(|word| word.contains('-'));
    let records = words.filter_map(|word| {
        let (first, second) = word.split_once('-')?;
        let mut record = Record::new(options);
        record.play_text(first).ok()?;
        record.play_text(second).ok()?;
        Some(record)
    });
    let records: Vec<_> = records.collect();
    if records.is_empty() { Err(format!("{file}: no openings").into()) } else { Ok(records) }
}

/// Stones on the second and third line, where few of them win easily.
fn first_stones(size: usize) -> Result<Vec<Record<Position>>, Box<dyn Error>> {
    let options = Options::new(size, SwapRule::Off)?;
    let stones = ["a2", "b4", "a3", "c2", "a4", "b5", "a5", "d2", "b3", "a6", "c4", "b6"];
    let record = |stone: &&str| {
        let mut record = Record::new(options);
        record.play_text(stone)?;
        Ok(record)
    };
    stones.iter().map(record).collect()
}
