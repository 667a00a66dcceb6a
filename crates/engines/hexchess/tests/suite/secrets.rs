//! The player knows what its side may know and no more (HC-5.3): the same view, the same move; and
//! what is hidden from it does not keep it from reporting.

use crate::common;

use game::{Dice, Position as _, Record, Side, Viewer};
use hexchess::{Kind, Move, Options, Position, view_of};
use hexchess_engine::Engine;
use search::{Limits, Report, Search};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

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

/// The other side has a horse, which may be a knight or a fool.
const HIDDEN: &str = "1/2/KP3pk/NP2pn/RP1pr/BP2pb/QP3pq/2/1 w even -";

/// All reports of a search, the final one last.
fn reports(record: &Record<Position>, limits: &Limits, lines: usize) -> Vec<Report<Move>> {
    let mut all = Vec::new();
    let mut engine = Engine::new(1, 1, lines);
    let last = engine.search(record, limits, &mut |report| all.push(report.clone()));
    all.push(last);
    all
}

#[test]
fn every_iteration_over_an_information_set_is_reported_and_all_nodes_are_used() {
    let hidden = Record::from_position(HIDDEN.parse().expect("a position"));
    let setup = Record::<Position>::new(Options);
    for record in [hidden, setup] {
        for lines in [1, 3] {
            let all = reports(&record, &Limits::nodes(60_000), lines);
            let (last, progress) = all.split_last().expect("a report");
            let depths: Vec<usize> = progress.iter().map(|report| report.depth).collect();
            assert_eq!(depths, (1..=depths.len()).collect::<Vec<_>>(), "one report each");
            assert!(depths.len() >= 3, "{depths:?} in {}", record.position());
            assert!(progress.is_sorted_by(|a, b| a.nodes < b.nodes));
            assert_eq!(last.nodes, 60_000, "{}", record.position());
            assert!(all.iter().all(|report| report.lines.len() == lines));
        }
    }
}

#[test]
fn the_whole_time_for_a_move_is_used() {
    let record = Record::from_position(HIDDEN.parse().expect("a position"));
    let time = Duration::from_millis(120);
    let last = reports(&record, &Limits::time(time), 1).pop().expect("a report");
    assert!(last.elapsed >= time, "{:?} of {time:?}", last.elapsed);
}

/// Nodes of the first report of a search without limits, which is stopped then.
fn nodes_to_first_line(record: &Record<Position>) -> u64 {
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits::default().with_stop(Arc::clone(&stop));
    let mut first = None;
    Engine::new(1, 1, 3).search(record, &limits, &mut |report| {
        first.get_or_insert(report.nodes);
        stop.store(true, Ordering::Relaxed);
    });
    first.expect("a report")
}

#[test]
fn every_position_has_a_first_line_after_few_nodes() {
    let mut most = (0, String::new());
    for seed in 0..12 {
        let game = common::walk(seed, 80);
        for ply in (0..game.ply()).filter(|ply| *ply < 3 || ply % 4 == 3) {
            let record = game.truncated(ply);
            let nodes = nodes_to_first_line(&record);
            most = most.max((nodes, record.position().to_string()));
        }
    }
    // A page searches some 100,000 nodes a second on a slow phone.
    assert!(most.0 <= 10_000, "{} nodes before the first line in {}", most.0, most.1);
}
