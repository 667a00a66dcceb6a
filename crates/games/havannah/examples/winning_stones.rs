//! Plays one random game of Havannah, draws the final board and says what won:
//! `cargo run -p havannah --example winning_stones`.

use game::{Dice, Position as _, Record};
use havannah::{Options, Position, SwapRule};

fn main() {
    let options = Options::new(6, SwapRule::On).expect("six cells a side exist");
    let mut record = Record::<Position>::new(options);
    let mut dice = Dice::new(1);
    while let Some(mv) = dice.choose(&record.position().moves()) {
        record.play(mv).expect("a legal move");
    }
    let position = record.position();
    println!("{position:#}");
    match position.win() {
        Some(win) => {
            let cells = win.cells.into_iter().map(|cell| position.board().name(cell));
            let cells: Vec<String> = cells.collect();
            println!("{:?} wins by a {}: {}", win.side, win.kind.name(), cells.join(" "));
        }
        None => println!("a draw"),
    }
}
