//! Simulations per second of the search on one core, with and without parts of its knowledge:
//! `cargo run --release -p havannah-engine --example playouts`.

use game::Record;
use havannah::{Options, Position, SwapRule};
use havannah_engine::{Player, Settings};
use search::{Limits, Search as _};
use std::time::Duration;

const TIME: Duration = Duration::from_millis(1500);

fn main() {
    let full = Settings::default();
    let plain = Settings::plain();
    let variants = [
        ("plain", plain),
        ("plain, decisive", Settings { playout: full.playout, ..plain }),
        ("priors", Settings { knowledge: full.knowledge, prove_after: u32::MAX, ..plain }),
        ("full", full),
    ];
    for side in [5, 8, 10] {
        let options = Options::new(side, SwapRule::Off).expect("a size");
        for (name, settings) in variants {
            let mut record = Record::<Position>::new(options);
            for text in ["d4", "e5", "c5", "e4"] {
                record.play_text(text).expect("legal");
            }
            let report = Player::new(settings).search(&record, &Limits::time(TIME), &mut |_| ());
            let speed = report.nodes_per_second().unwrap_or(0);
            println!("side {side}, {name}: {speed} simulations a second, {:?}", report.score());
        }
    }
}
