//! Playouts per second on 11×11 with both playout policies, and of the whole search, on one core:
//! `cargo run --release -p hex-engine --example playouts`.

use game::{Dice, Position as _, Record, Side};
use hex::{Options, Position, SwapRule};
use hex_engine::{HexPlayout, Player, PlayoutPolicy, Settings};
use search::{Limits, Search as _};
use std::time::{Duration, Instant};

const TIME: Duration = Duration::from_secs(2);

fn main() {
    let start = Position::start(Options::default());
    for style in [PlayoutPolicy::Light, PlayoutPolicy::BridgeSaving] {
        let mut playout = HexPlayout::new(style);
        let mut dice = Dice::new(1);
        let (began, mut games, mut red) = (Instant::now(), 0u32, 0u32);
        while began.elapsed() < TIME {
            for _ in 0..100 {
                red += u32::from(playout.run(&start, None, &mut dice, |_, _| ()) == Side::First);
            }
            games += 100;
        }
        let rate = f64::from(games) / began.elapsed().as_secs_f64();
        println!("{style:?}: {rate:.0} games a second, {red} of {games} won by Red");
    }
    let record = Record::from_position(
        "11/11/8b2/11/4r6/11/11/11/11/11/11 r swap=off".parse().expect("a position"),
    );
    for (name, settings) in [("plain", Settings::plain()), ("full", Settings::default())] {
        let mut player = Player::new(settings);
        let report = player.search(&record, &Limits::time(TIME), &mut |_| ());
        let speed = report.nodes_per_second().unwrap_or(0);
        println!("{name}: {speed} playouts a second in the search");
    }
    for size in [7, 9, 11, 13, 15, 19] {
        let options = Options::new(size, SwapRule::Off).expect("a size");
        let mut record = Record::<Position>::new(options);
        record.play_text("c4").expect("legal");
        let mut player = Player::new(Settings::default());
        let report = player.search(&record, &Limits::nodes(1), &mut |_| ());
        println!("{size}×{size}: first answer after {:?}", report.elapsed);
    }
}
