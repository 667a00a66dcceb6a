//! Finds forced wins for `tests/suite/wins.txt` by brute force, in quick games of the engine with itself.
//!
//! `cargo run --release -p eclipse-engine --example find_wins -- GAMES SEED > wins.txt`

use eclipse::{Options, Position};
use eclipse_engine::Engine;
use game::{Dice, Outcome, Position as _, Record, Side};
use search::{Limits, Search};

/// The longest win looked for; brute force takes seconds for longer ones.
const LONGEST: u32 = 5;
/// Random plies before the engine plays.
const OPENING: usize = 8;
/// Nodes a move: enough to play well, few enough to blunder.
const NODES: u64 = 300;

fn main() {
    let number = |n| std::env::args().nth(n).and_then(|text| text.parse().ok());
    let (games, seed) = (number(1).unwrap_or(40), number(2).unwrap_or(1));
    let mut dice = Dice::new(seed);
    for game in 0..games {
        let options = Options::ALL[game as usize % 2];
        if let Some((plies, position)) = win_of_a_game(&mut dice, options) {
            println!("{plies} {position}");
        }
    }
}

/// The longest forced win, of at least two plies, among the positions of one game.
fn win_of_a_game(dice: &mut Dice, options: Options) -> Option<(u32, Position)> {
    let mut engine = Engine::new(1, 1, 1);
    let mut record = Record::<Position>::new(options);
    let mut longest = None;
    while record.conclusion().is_none() && record.ply() < 200 {
        let position = record.position().clone();
        let mv = if record.ply() < OPENING {
            dice.choose(&position.moves())
        } else {
            let plies = (2..=LONGEST).find(|&plies| wins(&position, plies));
            longest = longest.max(plies.filter(|_| !wins(&position, 1)).map(|n| (n, record.ply())));
            engine.search(&record, &Limits::nodes(NODES), &mut |_| ()).best()
        };
        record.play(mv?).ok()?;
    }
    longest.map(|(plies, ply)| (plies, record.positions()[ply].clone()))
}

fn wins(position: &Position, plies: u32) -> bool {
    forces(position, position.side_to_move(), plies)
}

/// Whether `side` has won within so many plies, whatever the other does.
fn forces(position: &Position, side: Side, plies: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome == Outcome::Win(side);
    }
    let moves = position.moves();
    let mut after = moves.iter().map(|&mv| position.after(mv));
    plies > 0
        && if position.side_to_move() == side {
            after.any(|next| forces(&next, side, plies - 1))
        } else {
            after.all(|next| forces(&next, side, plies - 1))
        }
}
