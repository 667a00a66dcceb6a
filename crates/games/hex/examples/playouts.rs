//! Prints how many random games a second one core of this machine plays:
//! `cargo run --release -p hex --example playouts`.

use game::{Dice, Position as _, Side};
use hex::{Options, Playouts, Position, SwapRule};
use std::time::{Duration, Instant};

/// The best of so many slices counts: other work on the machine only ever slows one down.
const SLICES: usize = 300;
const SLICE: Duration = Duration::from_millis(3);

fn main() {
    println!("a position takes {} bytes", size_of::<Position>());
    for size in [5, 11, 19] {
        let options = Options::new(size, SwapRule::Off).expect("the size exists");
        let mut games = Playouts::new(&Position::start(options));
        let mut dice = Dice::new(1);
        let played = rate(|| games.play(&mut dice).winner() == Some(Side::First));
        let filled = rate(|| games.fill(&mut dice).winner == Side::First);
        println!("{size}×{size}: {played:.0} games a second move by move, {filled:.0} by filling");
    }
}

/// How often `game` runs in a second.
fn rate(mut game: impl FnMut() -> bool) -> f64 {
    (0..SLICES).map(|_| slice(&mut game)).fold(0.0, f64::max)
}

fn slice(game: &mut impl FnMut() -> bool) -> f64 {
    let (start, mut games, mut won) = (Instant::now(), 0, 0);
    while start.elapsed() < SLICE {
        for _ in 0..100 {
            won += u32::from(game());
        }
        games += 100;
    }
    assert!(won <= games, "so that the games are really played");
    f64::from(games) / start.elapsed().as_secs_f64()
}
