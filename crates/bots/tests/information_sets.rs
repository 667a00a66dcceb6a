//! The laws of information sets, for every game: a player is given the same worlds and the same canonical member for
//! any two games that it cannot tell apart, and can compute the member from what it saw.

use bots::Playable;
use catalog::{GameName, with_game};
use game::conformance::twins;
use game::{Dice, Position, Record, Viewer};
use std::collections::BTreeSet;

/// A random game of so many plies.
fn walk<P: Position>(seed: u64, plies: usize) -> Record<P> {
    let mut dice = Dice::new(seed);
    let mut record = Record::<P>::new(P::Options::default());
    while record.ply() < plies && record.conclusion().is_none() {
        let mv = dice.choose(&record.position().moves()).expect("a game that goes on has moves");
        record.play(mv).expect("a listed move is legal");
    }
    record
}

fn worlds<P: Playable>(record: &Record<P>) -> BTreeSet<String> {
    P::worlds(record).iter().map(ToString::to_string).collect()
}

/// Each world looks as the game does to the side to move; the truth is one of them, or what looks like it.
fn worlds_look_alike<P: Playable>(record: &Record<P>) {
    let position = record.position();
    let viewer = Viewer::Player(position.side_to_move());
    let worlds = P::worlds(record);
    assert!(worlds.contains(position), "the truth is possible: {record}");
    for world in worlds {
        assert_eq!(world.view(viewer), position.view(viewer), "{world}: {record}");
        assert_eq!(*world.moves(), *position.moves(), "{world}: {record}");
    }
}

/// The canonical member looks as the game does, is its own, and can be computed from what was seen.
fn member_looks_alike<P: Playable>(record: &Record<P>) {
    let side = record.position().side_to_move();
    let viewer = Viewer::Player(side);
    let views = |record: &Record<P>| -> Vec<P::View> {
        record.positions()[1..].iter().map(|position| position.view(viewer)).collect()
    };
    let member = P::canonical_member(record);
    assert_eq!(views(&member), views(record), "{record}");
    assert_eq!(P::canonical_member(&member), member, "{record}");
    let before = record.positions().iter().zip(record.moves());
    let seen: Vec<P::Move> = before.map(|(position, &mv)| position.move_seen(mv, viewer)).collect();
    let found = P::canonical_member_from_views(record.start(), side, &seen, &views(record));
    assert_eq!(found.as_ref(), Some(&member), "from views: {record}");
}

/// Compares games with their twins; the number of comparisons.
fn twins_are_one_information_set<P: Playable>() -> usize {
    let mut compared = 0;
    for seed in 0..30 {
        let record = walk::<P>(seed, 1 + seed as usize % 12);
        if record.conclusion().is_some() {
            continue;
        }
        worlds_look_alike(&record);
        member_looks_alike(&record);
        let viewer = Viewer::Player(record.position().side_to_move());
        let mut twins = twins(&record, viewer);
        twins.truncate(20);
        for twin in &twins {
            assert_eq!(worlds(&record), worlds(twin), "{record}");
            assert_eq!(P::canonical_member(&record), P::canonical_member(twin), "{record}");
        }
        compared += twins.len();
    }
    compared
}

#[test]
fn games_that_look_alike_are_one_information_set() {
    for game in GameName::ALL {
        let compared = with_game!(game, P => twins_are_one_information_set::<P>());
        assert_eq!(compared > 0, game.has_hidden_information(), "{game}: {compared} comparisons");
    }
}
