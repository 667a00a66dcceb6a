//! Drives the fuzz targets' entry points with random and with almost right texts.

use catalog::{GameName, probe, with_game};
use game::{Dice, Position, Record};
use proptest::prelude::*;

/// A text that some game can read: a position, a move or a record after a few random moves.
fn readable(game: GameName, seed: u64) -> [String; 3] {
    with_game!(game, P => {
        let mut record = Record::<P>::new(<P as Position>::Options::default());
        let mut dice = Dice::new(seed);
        for _ in 0..dice.below(30) {
            let moves = record.position().moves();
            let Some(mv) = dice.choose(&moves) else { break };
            if record.play(mv).is_err() {
                break;
            }
        }
        let last = record.moves().last().map_or(String::new(), ToString::to_string);
        [record.position().to_string(), last, record.to_string()]
    })
}

/// `text` with a few bytes changed, dropped or doubled.
fn spoiled(text: &str, seed: u64) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    let mut dice = Dice::new(seed);
    for _ in 0..dice.below(4) {
        if bytes.is_empty() {
            break;
        }
        let at = dice.below(bytes.len());
        match dice.below(4) {
            0 => bytes[at] = dice.roll() as u8,
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, bytes[at]),
            _ => bytes[at] = b"0123456789abcdefghij-/ @:*rb"[dice.below(28)],
        }
    }
    bytes
}

fn probe_all(game: u8, text: &[u8]) {
    let bytes: Vec<u8> = std::iter::once(game).chain(text.iter().copied()).collect();
    probe::position(&bytes);
    probe::moves(&bytes);
    probe::record(&bytes);
}

/// How many games there are; a first byte below it chooses each of them.
const GAMES: u8 = GameName::ALL.len() as u8;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_bytes_are_read_or_refused(game in 0..GAMES, bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        probe_all(game, &bytes);
    }

    #[test]
    fn almost_right_texts_are_read_or_refused(game in 0..GAMES, seed: u64, spoil: u64) {
        for text in readable(GameName::ALL[usize::from(game)], seed) {
            probe_all(game, &spoiled(&text, spoil));
        }
    }
}

#[test]
fn ten_megabytes_of_garbage_get_one_short_line() {
    let garbage = "x9 /".repeat(2_500_000);
    for game in 0..GAMES {
        probe_all(game, garbage.as_bytes());
    }
}
