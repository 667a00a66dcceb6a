//! Forced wins of known length, found by brute force (`examples/find_wins.rs`), must be found and
//! played in no more plies; and every line reported along the way is legal.

use eclipse::{Move, Position};
use eclipse_engine::Engine;
use game::{Dice, Outcome, Position as _, Record, Side};
use search::{Limits, Line, Report, Score, Search};

fn puzzles() -> Vec<(u32, Position)> {
    let read = |line: &str| {
        let (plies, text) = line.split_once(' ').expect("plies and a position");
        (plies.parse().expect("plies"), text.parse().expect("a position"))
    };
    include_str!("wins.txt").lines().map(read).collect()
}

/// Whether `side` has won within so many plies, whatever the other does: by the rules alone.
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

fn assert_lines_are_legal(report: &Report<Move>, from: &Position) {
    for line in &report.lines {
        let mut position = from.clone();
        assert!(!line.moves.is_empty(), "{from}");
        for &mv in &line.moves {
            assert_eq!(position.play(mv), Ok(()), "{from}: {:?}", line.moves);
        }
    }
}

#[test]
fn the_set_is_as_it_says() {
    let all = puzzles();
    assert!(all.len() >= 50, "{}", all.len());
    for (plies, position) in all {
        let side = position.side_to_move();
        assert!(forces(&position, side, plies), "{position} is no win in {plies}");
        assert!(!forces(&position, side, plies - 1), "{position} is won sooner than in {plies}");
    }
}

#[test]
fn known_wins_are_found_and_played_in_time() {
    for (number, (plies, start)) in puzzles().into_iter().enumerate() {
        let side = start.side_to_move();
        let mut dice = Dice::new(number as u64);
        let mut engine = Engine::new(1, 2, 1);
        let mut record = Record::from_position(start.clone());
        for left in (1..=plies).rev() {
            let position = record.position().clone();
            let mv = if position.side_to_move() == side {
                // Reductions hide some wins for a few rounds; a win once found ends the search.
                let limits = Limits::depth(12);
                let legal = &mut |report: &Report<_>| assert_lines_are_legal(report, &position);
                let report = engine.search(&record, &limits, legal);
                let score = report.score().expect("a score");
                assert!(matches!(score, Score::WinIn(n) if n <= left), "{score}: {start}");
                report.best()
            } else {
                dice.choose(&position.moves())
            };
            record.play(mv.expect("a move")).expect("legal");
            if record.conclusion().is_some() {
                break;
            }
        }
        let outcome = record.conclusion().map(|conclusion| conclusion.outcome);
        assert_eq!(outcome, Some(Outcome::Win(side)), "{start}");
    }
}

#[test]
fn several_lines_are_legal_and_begin_differently() {
    for (_, position) in puzzles().into_iter().take(10) {
        let mut engine = Engine::new(1, 2, 3);
        let record = Record::from_position(position.clone());
        let report = engine.search(&record, &Limits::depth(6), &mut |_| ());
        assert_lines_are_legal(&report, &position);
        let mut firsts: Vec<_> = report.lines.iter().filter_map(Line::first).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 3, "{position}");
    }
}
