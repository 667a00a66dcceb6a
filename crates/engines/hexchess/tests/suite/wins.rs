//! Forced wins of known length, found by brute force, must be found and played in no more plies.

use game::{Dice, Outcome, Position as _, Record};
use hexchess::{Position, wins_within};
use hexchess_engine::Engine;
use search::{Limits, Score, Search};

fn puzzles() -> Vec<(u32, Position)> {
    let read = |line: &str| {
        let (plies, text) = line.split_once(' ').expect("plies and a position");
        (plies.parse().expect("plies"), text.parse().expect("a position"))
    };
    include_str!("wins.txt").lines().map(read).collect()
}

#[test]
fn the_set_is_as_it_says() {
    let all = puzzles();
    assert!(all.len() >= 50, "{}", all.len());
    for (plies, position) in all {
        let moves = plies as usize / 2 + 1;
        assert!(wins_within(&position, moves) && !wins_within(&position, moves - 1), "{position}");
    }
}

#[test]
fn known_wins_are_found_and_played_in_time() {
    for (number, (plies, position)) in puzzles().into_iter().enumerate() {
        let side = position.side_to_move();
        let mut dice = Dice::new(number as u64);
        let mut engine = Engine::new(1, 2, 1);
        let mut record = Record::from_position(position.clone());
        for left in (1..=plies).rev() {
            let to_move = record.position().side_to_move();
            let mv = if to_move == side {
                let report =
                    engine.search(&record, &Limits::depth(plies as usize + 3), &mut |_| ());
                let score = report.score().expect("a score");
                assert!(matches!(score, Score::WinIn(n) if n <= left), "{score} in {position}");
                report.best()
            } else {
                dice.choose(&record.position().moves())
            };
            record.play(mv.expect("a move")).expect("legal");
            if record.conclusion().is_some() {
                break;
            }
        }
        let outcome = record.conclusion().map(|conclusion| conclusion.outcome);
        assert_eq!(outcome, Some(Outcome::Win(side)), "{position}");
    }
}
