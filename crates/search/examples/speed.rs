//! Nodes per second of the search itself: a cheap game with a cheaper evaluator.
//!
//! `cargo run --release -p search --example speed [seconds]`
//!
//! Also prints the node count of a fixed depth: equal on every machine, and different as soon as the search
//! behaves differently.

#[path = "../tests/suite/toys/mod.rs"]
mod toys;

use game::{Position, Record};

use search::{AlphaBeta, AlphaBetaSettings, Evaluator, Limits, Mcts, MctsSettings, Search};
use std::time::Duration;
use toys::Rows;

/// Five in a row on 49 cells: some forty moves a position.
type Board = Rows;

/// A few bits of the key: as cheap as an evaluation can be.
#[derive(Clone)]
struct KeyEvaluator;

impl Evaluator<Board> for KeyEvaluator {
    fn evaluate(&mut self, position: &Board) -> i32 {
        (position.key().0 >> 58) as i32 - 32
    }
}

fn main() {
    let seconds = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(2.0);
    let time = Limits::time(Duration::from_secs_f64(seconds));
    let mut record = Record::from_position(Board::new(7, 5));
    for mv in [24, 16, 17, 31, 25, 23, 30, 18] {
        record.play(toys::Mv(mv)).expect("a legal move");
    }
    for threads in [1, 2] {
        let settings = AlphaBetaSettings { threads, table_mib: 64, ..AlphaBetaSettings::default() };
        let report = AlphaBeta::new(KeyEvaluator, settings).search(&record, &time, &mut |_| ());
        println!(
            "alpha-beta, {threads} threads: {} nodes/s, depth {}/{}, table {} ‰",
            report.nodes_per_second().unwrap_or(0),
            report.depth,
            report.seldepth,
            report.table_fill
        );
    }
    let report = Mcts::plain(MctsSettings::default()).search(&record, &time, &mut |_| ());
    println!(
        "Monte Carlo: {} playouts/s, depth {}/{}, tree {} ‰",
        report.nodes_per_second().unwrap_or(0),
        report.depth,
        report.seldepth,
        report.table_fill
    );
    let mut engine = AlphaBeta::new(KeyEvaluator, AlphaBetaSettings::default());
    let report = engine.search(&record, &Limits::depth(8), &mut |_| ());
    println!("alpha-beta to depth 8: {} nodes", report.nodes);
}
