//! Positions to try things on.

use eclipse::{Options, Position, Setup, half_turn};
use game::{BySide, Dice, Position as _};
use hexgrid::Cell;

/// Positions of random games, none of them over.
pub(crate) fn walk(options: Options, seed: u64, count: usize) -> Vec<Position> {
    let mut dice = Dice::new(seed);
    let mut found = Vec::new();
    let mut position = Position::start(options);
    while found.len() < count {
        match dice.choose(&position.moves()) {
            Some(mv) => {
                found.push(position.clone());
                position.play_unchecked(mv);
            }
            None => position = Position::start(options),
        }
    }
    found
}

/// The same position with the sides changed about, on the board turned by 180°.
#[allow(dead_code, reason = "not every test turns the board")]
pub(crate) fn turned(position: &Position) -> Position {
    let Setup { comets, chains, overlaps, side, options } = position.setup();
    let all = eclipse::Chain::ALL;
    let other = |i: usize| all[(i + all.len() / 2) % all.len()];
    let turn = |cells: [Cell; 2]| cells.map(half_turn);
    let setup = Setup {
        comets: BySide::new(half_turn(comets.second), half_turn(comets.first)),
        chains: std::array::from_fn(|i| turn(chains[other(i).index()])),
        overlaps: overlaps.iter().map(|(a, b)| (other(a.index()), other(b.index()))).collect(),
        side: side.other(),
        options,
    };
    setup.position().expect("a turned position is a position")
}
