//! Match of two players from random openings, each played with both colours: points of the first with
//! their 95 % interval (Wilson 1927), and processor time of each.
//!
//! `cargo run --release -p havannah-engine --example duel -- full@1000 full,rave=0@1000 100 8`: games,
//! cells along a border, and then, if wanted, the number of the first opening.

mod contestant;

use contestant::{contestant, number};
use game::{Dice, Outcome, Position as _, Record};
use havannah::{Options, Position, SwapRule};
use std::error::Error;
use std::time::{Duration, Instant};

const USAGE: &str = "duel PLAYER PLAYER GAMES SIDE [FIRST-OPENING]";

/// Random stones at the beginning of a game.
const OPENING_PLIES: usize = 2;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [first, second, games, side, rest @ ..] = &args[..] else { return Err(USAGE.into()) };
    let sides = [contestant(first)?, contestant(second)?];
    let (games, size) = (number(games)?, number(side)? as usize);
    let from = rest.first().map_or(Ok(0), |text| number(text))?;
    let (mut halves, mut draws) = (0, 0);
    let (mut moves, mut time) = ([0u32; 2], [Duration::ZERO; 2]);
    for game in 0..games {
        let mut players = sides.each_ref().map(|side| side.seat(from + game + 1));
        let mut record = opening(size, from + game / 2)?;
        while record.position().outcome().is_none() {
            // The first player moves first in every other game.
            let mover = record.position().side_to_move().index() ^ (game % 2) as usize;
            let begun = busy();
            let mv = players[mover].choose(&record).ok_or("no move")?;
            time[mover] += busy().saturating_sub(begun);
            moves[mover] += 1;
            record.play(mv)?;
        }
        match record.position().outcome() {
            Some(Outcome::Win(winner)) if winner.index() == (game % 2) as usize => halves += 2,
            Some(Outcome::Draw) => (halves, draws) = (halves + 1, draws + 1),
            _ => (),
        }
    }
    let pace = |i: usize| time[i].as_secs_f64() * 1e3 / f64::from(moves[i].max(1));
    let share = f64::from(halves) / 2.0 / games as f64;
    let (low, high) = wilson(share, games as f64);
    println!(
        "{first} {second} side {size}: {:.1} of {games} ({:.1} %, {:.1}–{:.1}), {draws} draws, {} plies; {:.2} and {:.2} ms a move",
        f64::from(halves) / 2.0,
        share * 100.0,
        low * 100.0,
        high * 100.0,
        u64::from(moves[0] + moves[1]) / games.max(1) + OPENING_PLIES as u64,
        pace(0),
        pace(1)
    );
    Ok(())
}

/// The 95 % score interval of a share (Wilson 1927).
fn wilson(share: f64, count: f64) -> (f64, f64) {
    const Z: f64 = 1.96;
    let square = Z * Z / count;
    let middle = share + square / 2.0;
    let half = Z * (share * (1.0 - share) / count + square / (4.0 * count)).sqrt();
    ((middle - half) / (1.0 + square), (middle + half) / (1.0 + square))
}

/// The game after some random stones.
fn opening(size: usize, number: u64) -> Result<Record<Position>, Box<dyn Error>> {
    let mut dice = Dice::new(number);
    let mut record = Record::<Position>::new(Options::new(size, SwapRule::Off)?);
    for _ in 0..OPENING_PLIES {
        let mv = dice.choose(&record.position().moves()).ok_or("no move")?;
        record.play(mv)?;
    }
    Ok(record)
}

/// The processor time this thread has taken; where the system does not tell, the time gone by.
fn busy() -> Duration {
    thread_local!(static START: Instant = Instant::now());
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| START.with(Instant::elapsed), Duration::from_nanos)
}
