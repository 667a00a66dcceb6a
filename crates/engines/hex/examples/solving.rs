//! What the solver and the surveyor find of the vectors' puzzles and facts, and what it costs in
//! processor time, which other work on the machine does not change.
//!
//! ```text
//! cargo run --release -p hex-engine --example solving -- puzzles crates/vectors/data/hex_puzzles.json 9 60
//! cargo run --release -p hex-engine --example solving -- facts crates/vectors/data/hex_puzzles.json
//! cargo run --release -p hex-engine --example solving -- openings 7 600
//! cargo run --release -p hex-engine --example solving -- empty 8 600
//! cargo run --release -p hex-engine --example solving -- builds 11
//! ```
//!
//! `puzzles` asks for a winner up to a size, `openings` solves each first move by itself; the last
//! number is the most seconds for each. A further word takes only what has it in its name.

use game::{BySide, Dice, Position as _, Side};
use hex::{CellSet, Edge, Move, Options, Position, SwapRule};
use hex_engine::{Connectivity, End, Inferior, Solver, SolverLimits, Surveyor};
use serde_json::Value;
use std::error::Error;
use std::time::{Duration, Instant};

const USAGE: &str = "solving puzzles FILE SIZE SECONDS | facts FILE | openings SIZE SECONDS | \
                     empty SIZE SECONDS | builds SIZE";

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        ["puzzles", file, size, seconds, ref rest @ ..] => {
            puzzles(&vectors(file)?, number(size)?, number(seconds)?, rest)
        }
        ["facts", file] => facts(&vectors(file)?),
        ["openings", size, seconds, ref rest @ ..] => {
            openings(number(size)?, number(seconds)?, rest)
        }
        ["empty", size, seconds] => {
            let start = Position::start(Options::new(number(size)? as usize, SwapRule::Off)?);
            Bench::new(number(seconds)?).solve("empty", &start, None);
            Ok(())
        }
        ["builds", size] => builds(number(size)? as usize),
        _ => Err(USAGE.into()),
    }
}

fn number(text: &str) -> Result<u64, Box<dyn Error>> {
    Ok(text.parse().map_err(|_| format!("{text} is no number"))?)
}

fn vectors(file: &str) -> Result<Value, Box<dyn Error>> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    Ok(serde_json::from_str(&text).map_err(|error| format!("{file}: {error}"))?)
}

/// Processor time so far; where the system does not tell, time.
fn cpu(begun: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| begun.elapsed().as_secs_f64(), |n| n / 1e9)
}

struct Bench {
    limits: SolverLimits,
    begun: Instant,
    nodes: u64,
    seconds: f64,
    open: u32,
    wrong: u32,
}

impl Bench {
    fn new(seconds: u64) -> Self {
        let limits =
            SolverLimits { time: Some(Duration::from_secs(seconds)), ..SolverLimits::default() };
        Self { limits, begun: Instant::now(), nodes: 0, seconds: 0.0, open: 0, wrong: 0 }
    }

    fn solve(&mut self, name: &str, position: &Position, expected: Option<Side>) {
        let before = cpu(self.begun);
        let solution = Solver::new(256).solve(position, &self.limits, &mut |_, _| {});
        let seconds = cpu(self.begun) - before;
        self.nodes += solution.nodes;
        self.seconds += seconds;
        self.open += u32::from(solution.winner.is_none());
        let wrong = expected.is_some() && solution.winner.is_some() && solution.winner != expected;
        self.wrong += u32::from(wrong);
        let mark = if wrong { " WRONG" } else { "" };
        let rate = solution.nodes as f64 / seconds;
        let (winner, nodes) = (solution.winner, solution.nodes);
        println!("{name}: {winner:?}{mark}, {nodes} nodes, {seconds:.2} s, {rate:.0} a second");
    }

    fn sum(&self) {
        let Self { nodes, seconds, open, wrong, .. } = self;
        println!("all: {nodes} nodes, {seconds:.1} s, {open} open, {wrong} wrong");
    }
}

fn puzzles(vectors: &Value, size: u64, seconds: u64, names: &[&str]) -> Result<(), Box<dyn Error>> {
    let mut bench = Bench::new(seconds);
    for puzzle in vectors["puzzles"].as_array().ok_or("no puzzles")? {
        let id = puzzle["id"].as_str().unwrap_or_default();
        let asks = ["winner", "winning_moves"].iter().any(|kind| puzzle["kind"] == *kind);
        let fits = puzzle["size"].as_u64() <= Some(size);
        if asks && fits && (names.is_empty() || names.iter().any(|name| id.contains(name))) {
            bench.solve(id, &position(puzzle)?, Some(side(&puzzle["winner"])));
        }
    }
    bench.sum();
    Ok(())
}

fn openings(size: u64, seconds: u64, names: &[&str]) -> Result<(), Box<dyn Error>> {
    let start = Position::start(Options::new(size as usize, SwapRule::Off)?);
    let mut bench = Bench::new(seconds);
    let moves = start.moves();
    for &mv in &moves[..moves.len().div_ceil(2)] {
        let name = mv.to_string();
        if names.is_empty() || names.contains(&name.as_str()) {
            bench.solve(&name, &start.after(mv), None);
        }
    }
    bench.sum();
    Ok(())
}

fn side(name: &Value) -> Side {
    if name == "black" { Side::First } else { Side::Second }
}

fn words(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// The stones of a puzzle or a fact: black is Red.
fn position(puzzle: &Value) -> Result<Position, Box<dyn Error>> {
    let size = puzzle["size"].as_u64().ok_or("no size")? as usize;
    let board = Position::start(Options::new(size, SwapRule::Off)?).board();
    let stones = |name: &str| words(&puzzle[name]).map(|cell| at(board, cell)).collect();
    let sets: BySide<Result<CellSet, Box<dyn Error>>> =
        BySide::new(stones("black"), stones("white"));
    let sets = BySide::new(sets.first?, sets.second?);
    Ok(Position::setup(size, sets, side(&puzzle["to_move"]), SwapRule::Off)?)
}

fn at(board: &hex::Board, name: &str) -> Result<hexgrid::Cell, Box<dyn Error>> {
    let Ok(Move::Place(at)) = name.parse() else { return Err(format!("{name} is no cell").into()) };
    Ok(board.cell(at).ok_or_else(|| format!("{name} is off the board"))?)
}

fn facts(vectors: &Value) -> Result<(), Box<dyn Error>> {
    let mut surveyor = Surveyor::new();
    let (mut found, mut all) = (0, 0);
    for fact in vectors["connection_facts"].as_array().ok_or("no connections")? {
        let (id, position) = (&fact["id"], position(fact)?);
        for to in words(&fact["to"]) {
            let from = fact["from"].as_str().unwrap_or_default();
            let (a, b) = (end(&position, from)?, end(&position, to)?);
            let joined = surveyor.connectivity(&position, side(&fact["colour"]), a, b);
            let is_full =
                matches!(joined, Some(Connectivity::Connected | Connectivity::Full { .. }));
            let is_semi = matches!(joined, Some(Connectivity::Semi { .. }));
            let is_found = is_full || is_semi && fact["question"] == "semi_connection";
            (found, all) = (found + u32::from(is_found), all + 1);
            if !is_found {
                println!("{id}: {from} to {to} not found");
            }
        }
    }
    println!("connections: {found} of {all}");
    (found, all) = (0, 0);
    for fact in vectors["inferior_cell_facts"].as_array().ok_or("no inferior cells")? {
        let (id, position) = (&fact["id"], position(fact)?);
        let inferior = surveyor.inferior(&position);
        for cell in fact["facts"].as_array().into_iter().flatten() {
            let place = at(position.board(), cell["cell"].as_str().unwrap_or_default())?;
            let is_found = has(&inferior, place, cell["cls"].as_str().unwrap_or_default());
            (found, all) = (found + u32::from(is_found), all + 1);
            if !is_found {
                println!("{id}: {cell} not found");
            }
        }
    }
    println!("inferior cells: {found} of {all}");
    Ok(())
}

fn end(position: &Position, name: &str) -> Result<End, Box<dyn Error>> {
    Ok(match name {
        "north" => End::Edge(Edge::Top),
        "south" => End::Edge(Edge::Bottom),
        "west" => End::Edge(Edge::Left),
        "east" => End::Edge(Edge::Right),
        _ => End::At(at(position.board(), name)?),
    })
}

fn has(inferior: &Inferior, cell: hexgrid::Cell, class: &str) -> bool {
    let captured = |side: Side| inferior.captured[side].contains(cell);
    let dead = inferior.dead.contains(cell);
    match class {
        "dead" => dead,
        "captured_by_black" => captured(Side::First),
        "captured_by_white" => captured(Side::Second),
        "dead_or_captured_by_black" => dead || captured(Side::First),
        "dead_or_captured_by_white" => dead || captured(Side::Second),
        "fill_in_any" => dead || captured(Side::First) || captured(Side::Second),
        "vulnerable" => inferior.vulnerable.contains(cell),
        _ => inferior.dominated.contains(cell),
    }
}

/// All connections of one side, from positions after up to ten random moves.
fn builds(size: usize) -> Result<(), Box<dyn Error>> {
    let mut dice = Dice::new(1);
    let mut surveyor = Surveyor::new();
    for stones in [0, 2, 6, 10, 20] {
        let mut position = Position::start(Options::new(size, SwapRule::Off)?);
        for _ in 0..stones {
            let mv = dice.choose(&position.moves()).ok_or("no move")?;
            position.play(mv)?;
        }
        let begun = Instant::now();
        let before = cpu(begun);
        let rounds = 50;
        let links: usize =
            (0..rounds).map(|_| surveyor.virtual_connections(&position, Side::First).len()).sum();
        let pace = (cpu(begun) - before) / f64::from(rounds);
        let links = links / rounds as usize;
        println!(
            "{stones} stones: {:.2} ms, {:.0} a second, {links} links",
            pace * 1e3,
            1.0 / pace
        );
    }
    Ok(())
}
