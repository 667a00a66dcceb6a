//! What is hidden stays so in everything that is shown: games that a viewer cannot tell apart by the views of their
//! positions are drawn and described alike.

use catalog::{GameName, with_game};
use game::conformance::twins;
use game::{Dice, Position, Record, Side, Viewer};
use scene::Depict;

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

/// Everything that is shown of a game to `viewer`. Moves are written as the position looks to the viewer.
fn shown<P: Depict>(record: &Record<P>, viewer: Viewer) -> String {
    let position = record.position();
    let seen: P = position.view(viewer).into();
    let known = position.moves_are_known(viewer);
    let moves = known.then(|| {
        let moves = position.moves();
        let listed = moves.iter().map(|&mv| {
            let explanation =
                position.explain(mv).filter(|_| position.after(mv).outcome().is_none());
            (mv, seen.write_move(mv), position.clicks(mv), explanation)
        });
        listed.collect::<Vec<_>>()
    });
    format!(
        "{:?}\n{:?}\n{:?}\n{moves:?}",
        P::moves_seen(record, viewer),
        position.scene(viewer),
        position.disguised(viewer),
    )
}

/// Compares games with their twins; the number of comparisons.
fn twins_are_told_alike<P: Depict>() -> usize {
    let mut compared = 0;
    for seed in 0..30 {
        let record = walk::<P>(seed, 1 + seed as usize % 12);
        if record.conclusion().is_some() {
            continue;
        }
        for viewer in [Viewer::Player(Side::First), Viewer::Player(Side::Second), Viewer::Watcher] {
            let mut twins = twins(&record, viewer);
            twins.truncate(20);
            for twin in &twins {
                assert_eq!(shown(&record, viewer), shown(twin, viewer), "{viewer:?}: {record}");
            }
            compared += twins.len();
        }
    }
    compared
}

#[test]
fn games_that_look_alike_are_told_alike() {
    for game in GameName::ALL {
        let compared = with_game!(game, P => twins_are_told_alike::<P>());
        assert_eq!(compared > 0, game.has_hidden_information(), "{game}: {compared} comparisons");
    }
}
