//! How many puzzles a player plays right: those with good moves and those with all winning moves,
//! with a second each or so many simulations.
//!
//! `cargo run --release -p hex-engine --example puzzles -- crates/vectors/data/hex_puzzles.json [full@1000]`

mod contestant;

use contestant::contestant;
use game::{Position as _, Record, Side};
use hex::{Move, Options, Position, SwapRule};
use search::Search as _;
use serde_json::Value;
use std::error::Error;

const USAGE: &str = "puzzles FILE [PLAYER@LIMIT]";

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, player @ ..] = &args[..] else { return Err(USAGE.into()) };
    let player = contestant(player.first().map_or("full@1000ms", String::as_str))?;
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let vectors: Value = serde_json::from_str(&text)?;
    for kind in ["good_moves", "winning_moves"] {
        let (mut right, mut all) = (0, 0);
        let puzzles = vectors["puzzles"].as_array().ok_or("no puzzles")?;
        for puzzle in puzzles.iter().filter(|puzzle| puzzle["kind"] == kind) {
            let report = player.player(1).search(&record(puzzle)?, &player.limits, &mut |_| ());
            let played = report.best().ok_or("no move")?;
            let good = words(&puzzle["answer"]).any(|answer| answer.parse() == Ok(played));
            (right, all) = (right + u32::from(good), all + 1);
            if !good {
                let (id, answer, score) = (&puzzle["id"], &puzzle["answer"], report.score());
                println!("{id}: {played} ({score:?}) is not {answer}");
            }
        }
        println!("{kind}: {right} of {all} right");
    }
    Ok(())
}

fn words(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// The stones of a puzzle: black is Red.
fn record(puzzle: &Value) -> Result<Record<Position>, Box<dyn Error>> {
    let size = puzzle["size"].as_u64().ok_or("no size")? as usize;
    let mut position = Position::start(Options::new(size, SwapRule::Off)?);
    let board = position.board();
    let mut sets = game::BySide::from_fn(|_| hex::CellSet::EMPTY);
    for (side, name) in [(Side::First, "black"), (Side::Second, "white")] {
        for cell in words(&puzzle[name]) {
            let Ok(Move::Place(at)) = cell.parse() else { return Err(format!("{cell}?").into()) };
            sets[side].insert(board.cell(at).ok_or("off the board")?);
        }
    }
    let turn = if puzzle["to_move"] == "black" { Side::First } else { Side::Second };
    position = Position::setup(size, sets, turn, SwapRule::Off)?;
    Ok(Record::from_position(position))
}
