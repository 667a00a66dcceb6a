//! A fixed piece of work, for profilers: nodes, how many of them a second, and the lines found.
//!
//! `cargo run --release -p eclipse-engine --example eclipse_course [depth]`

use eclipse::Position;
use eclipse_engine::Engine;
use game::Record;
use search::{Limits, Search as _};

const POSITIONS: [&str; 5] = [
    "*28 6-13 43-49 21-36 20-35 19-34 / *22 37-44 1-7 14-29 15-30 16-31 l - standard",
    "*35 12-13 43-49 21-36 20-26 10-16 / *22 37-44 1-7 8-14 9-24 31-32 d i>e standard",
    "*19 6-13 35-43 42-47 11-17 34-48 / *23 37-44 1-7 15-16 9-18 20-26 l d>i standard",
    "*25 5-11 48-49 21-36 28-43 19-34 / *22 38-39 1-7 16-23 18-27 17-32 d i>e standard",
    "*27 4-5 28-36 11-17 24-39 34-41 / *37 45-46 8-16 23-32 9-18 10-25 l c>i,c>j,h>d,i>j tabletop",
];

fn main() {
    let depth = std::env::args().nth(1).and_then(|depth| depth.parse().ok()).unwrap_or(8);
    let mut engine = Engine::new(1, 16, 1);
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
