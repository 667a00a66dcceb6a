//! A fixed piece of work, for profilers: nodes, how many of them a second, and the lines found.
//!
//! `cargo run --release -p hexchess-engine --example hexchess_course [depth]`

use game::Record;
use hexchess::Position;
use hexchess_engine::{Engine, Evaluation};
use search::alphabeta::Settings;
use search::{AlphaBeta, Limits, Search as _};

const POSITIONS: [&str; 5] = [
    "1/2/KP3pk/CP2pc/DP1pd/GP2pg/FP3pf/2/1 w even -",
    "1/2/QP3pq/RP2pr/KP1pk/BP2pb/NP3pn/2/1 w even -",
    "1/2/MP3pf/DP2pg/KP1pk/GP2pd/FP3pm/2/1 w even -",
    "N/2/F2Ppbn/GP2p1/1Pp2/2d1pq/1CKk1p1/2/1 b odd -",
    "D/2/1P1P2r/C3pk/F1Pp1/KP1p1m/QPd2pn/2/1 b even -",
];

fn main() {
    let depth = std::env::args().nth(1).and_then(|depth| depth.parse().ok()).unwrap_or(9);
    let settings = Settings { techniques: Engine::TECHNIQUES, ..Settings::default() };
    let mut engine = AlphaBeta::new(Evaluation::default(), settings);
    let (mut nodes, mut seconds) = (0, 0.0);
    for text in POSITIONS {
        let position: Position = text.parse().expect("a position");
        engine.forget();
        let limits = Limits::depth(depth);
        let report = engine.search(&Record::from_position(position), &limits, &mut |_| ());
        nodes += report.nodes;
        seconds += report.elapsed.as_secs_f64();
        println!("{:>9} nodes {:?} {:?}", report.nodes, report.score(), report.best());
    }
    println!("{nodes} nodes, {:.0} a second", nodes as f64 / seconds);
}
