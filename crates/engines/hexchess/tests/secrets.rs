//! The player knows what its side may know and no more (HC-5.3): the same view, the same move.

use game::{Dice, Position as _, Record, Side, Viewer};
use hexchess::{Kind, Move, Options, Position, view_of};
use hexchess_engine::Engine;
use search::{Limits, Search};

/// The same game with Black's knight and fool exchanged, if it can be played so.
fn twin(record: &Record<Position>) -> Option<Record<Position>> {
    let turned = |kind| match kind {
        Kind::Knight => Kind::Fool,
        Kind::Fool => Kind::Knight,
        other => other,
    };
    let mut twin = Record::new(Options);
    for (&mv, before) in record.moves().iter().zip(record.positions()) {
        let black = before.side_to_move() == Side::Second;
        let mv = match mv {
            Move::Place { kind, cell } if black => Move::Place { kind: turned(kind), cell },
            other => other,
        };
        twin.play(mv).ok()?;
    }
    Some(twin)
}

/// A game in which Black places its pieces one by one, a horse or two among them.
fn game_with_horses(seed: u64, plies: usize) -> Record<Position> {
    let mut dice = Dice::new(seed);
    let mut record = Record::<Position>::new(Options);
    let kinds = ["KNDGR", "KFMBQ", "KNFBC", "NKFQM", "FKRGB"][seed as usize % 5];
    record.play_text("all:KDGQB").expect("legal");
    for (letter, number) in kinds.chars().zip([10, 16, 21, 27, 34]) {
        record.play_text(&format!("{letter}@{number}")).expect("legal");
    }
    for _ in 0..plies {
        if record.conclusion().is_some() {
            break;
        }
        let mv = dice.choose(&record.position().moves()).expect("a move");
        record.play(mv).expect("legal");
    }
    record
}

#[test]
fn the_same_view_gives_the_same_move() {
    let white = Viewer::Player(Side::First);
    let (mut compared, mut told_apart) = (0, 0);
    for seed in 0..60 {
        let one = game_with_horses(seed, 2 * (seed as usize % 9));
        let Some(two) = twin(&one) else { continue };
        if one.conclusion().is_some() || one.position().side_to_move() != Side::First {
            continue;
        }
        if view_of(&one, white) != view_of(&two, white) {
            told_apart += 1;
            continue;
        }
        assert_ne!(one.position(), two.position(), "a twin differs");
        for lines in [1, 3] {
            let look = |record| {
                let mut engine = Engine::new(1, 1, lines);
                engine.search(record, &Limits::nodes(3_000), &mut |_| ())
            };
            let (here, there) = (look(&one), look(&two));
            assert_eq!(here.lines, there.lines, "{}", one.position());
            assert_eq!(here.nodes, there.nodes, "{}", one.position());
        }
        compared += 1;
    }
    assert!(compared >= 25, "{compared} compared, {told_apart} told apart");
}

#[test]
fn repetition_looks_the_same_whatever_is_hidden() {
    // Knights go out and back; what Black's is must not change what a third time is worth.
    let look = |horse: &str| {
        let mut record = Record::<Position>::new(Options);
        let lineup = format!("all:{horse}DKGR");
        let there_and_back = ["4-13", "10-14", "13-4", "14-10"];
        let moves = there_and_back.into_iter().cycle().take(6);
        for text in ["all:NDKGQ", lineup.as_str()].into_iter().chain(moves) {
            record.play_text(text).expect("legal");
        }
        Engine::new(1, 1, 2).search(&record, &Limits::nodes(5_000), &mut |_| ()).lines
    };
    assert_eq!(look("N"), look("F"));
}

#[test]
fn placements_do_not_depend_on_a_hidden_horse() {
    let setup = |horse: &str| {
        let mut record = Record::<Position>::new(Options);
        for text in ["K@17", &format!("{horse}@21")] {
            record.play_text(text).expect("legal");
        }
        Engine::new(1, 1, 4).search(&record, &Limits::nodes(3_000), &mut |_| ()).lines
    };
    assert_eq!(setup("N"), setup("F"));
}
