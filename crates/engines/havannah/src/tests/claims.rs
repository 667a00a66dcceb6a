//! Proven scores against exhaustive search, and short wins that must not be missed.

use super::{drawn_games, walk};
use crate::{Player, Settings};
use game::{Dice, Outcome, Position as _, Record};
use havannah::{Move, Position};
use search::{Limits, Report, Score, Search as _};
use std::collections::HashMap;

fn search(position: &Position, nodes: u64, settings: Settings) -> Report<Move> {
    let record = Record::from_position(position.clone());
    let settings = Settings { memory_mib: 8, ..settings };
    Player::new(settings).search(&record, &Limits::nodes(nodes), &mut |_| ())
}

/// The outcome of a position with best play, by exhaustive search: 1 if the side to move wins.
fn solve(position: &Position, known: &mut HashMap<u64, i8>) -> i8 {
    let side = position.side_to_move();
    match position.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(winner)) => return if winner == side { 1 } else { -1 },
        None => (),
    }
    if let Some(&value) = known.get(&position.key().0) {
        return value;
    }
    let mut best = -1;
    for mv in position.moves().iter() {
        best = best.max(-solve(&position.after(*mv), known));
        if best == 1 {
            break;
        }
    }
    known.insert(position.key().0, best);
    best
}

fn claimed(score: Score) -> Option<i8> {
    match score {
        Score::WinIn(_) => Some(1),
        Score::LossIn(_) => Some(-1),
        Score::Draw => Some(0),
        Score::Chance(_) | Score::Estimate(_) => None,
    }
}

/// Checks every proven score of a report; returns their number.
fn check_claims(position: &Position) -> usize {
    let mut known = HashMap::new();
    let settings = Settings { lines: 9, prove_after: 1, ..Settings::default() };
    let report = search(position, 400, settings);
    let mut proven = 0;
    for line in &report.lines {
        let first = line.first().expect("a move");
        if let Some(value) = claimed(line.score) {
            assert_eq!(value, -solve(&position.after(first), &mut known), "{first} in {position}");
            proven += 1;
        }
    }
    let truth = solve(position, &mut known);
    let score = report.score().and_then(claimed);
    assert!(score.is_none_or(|value| value == truth), "{position}");
    proven
}

#[test]
fn proven_scores_are_true() {
    let mut dice = Dice::new(11);
    let positions = (0..150).map(|_| walk(4, 9, &mut dice));
    let late = positions.filter(|position| position.empties().len() == 9);
    let proven: usize = late.map(|position| check_claims(&position)).sum();
    assert!(proven > 200, "only {proven} claims to check");
}

#[test]
fn proven_draws_are_true() {
    let games = drawn_games(12);
    let late = games.iter().map(|game| game.truncated(game.ply() - 8));
    let proven: usize = late.map(|record| check_claims(record.position())).sum();
    assert!(proven > 40, "only {proven} claims to check");
}

/// Moves that win at once.
fn wins(position: &Position) -> Vec<Move> {
    let won = Some(Outcome::Win(position.side_to_move()));
    let all = position.moves();
    all.iter().copied().filter(|&mv| position.after(mv).outcome() == won).collect()
}

/// The cells at which the opponent would win at once.
fn dangers(position: &Position) -> Vec<Move> {
    let other = position.side_to_move().other();
    let board = position.board();
    let cells = position.empties().into_iter().filter(|&cell| position.wins_at(other, cell));
    cells.map(|cell| Move::Place(board.axial(cell))).collect()
}

#[test]
fn wins_in_one_are_taken_and_prevented() {
    let mut dice = Dice::new(2);
    let (mut taken, mut prevented) = (0, 0);
    for i in 0..400 {
        let position = walk([4, 5, 6][i % 3], 3 + dice.below(30), &mut dice);
        let (own, other) = (wins(&position), dangers(&position));
        for nodes in [1, 30] {
            let report = search(&position, nodes, Settings::default());
            let best = report.best().expect("a move");
            if !own.is_empty() {
                assert!(own.contains(&best), "{best} in {position}");
                assert_eq!(report.score(), Some(Score::WinIn(1)));
                taken += 1;
            } else if other.len() == 1 {
                assert_eq!(best, other[0], "{position}");
                prevented += 1;
            }
        }
    }
    assert!(taken > 50 && prevented > 50, "{taken} and {prevented}");
}

/// Whether a move makes two wins in one, and the opponent cannot win before.
fn is_double_threat(position: &Position, mv: Move) -> bool {
    let after = position.after(mv);
    after.outcome().is_none() && wins(&after).is_empty() && dangers(&after).len() > 1
}

#[test]
fn moves_with_two_threats_are_found() {
    let mut dice = Dice::new(5);
    let (mut found, mut met) = (0, 0);
    for i in 0..800 {
        let position = walk([5, 6, 8][i % 3], 3 + dice.below(60), &mut dice);
        if !wins(&position).is_empty() {
            continue;
        }
        let moves = position.moves();
        if moves.iter().any(|&mv| is_double_threat(&position, mv)) {
            let report = search(&position, 2, Settings::default());
            assert_eq!(report.score(), Some(Score::WinIn(3)), "{position}");
            assert!(is_double_threat(&position, report.best().expect("a move")));
            found += 1;
        } else if dangers(&position).is_empty() {
            met += usize::from(avoids_double_threats(&position));
        }
    }
    assert!(found > 30 && met > 20, "{found} and {met}");
}

/// Whether the opponent would have a move with two threats; then the player's move must leave none,
/// if there is such a move.
fn avoids_double_threats(position: &Position) -> bool {
    let loses = |mv: Move| {
        let after = position.after(mv);
        wins(&after).is_empty() && after.moves().iter().any(|&next| is_double_threat(&after, next))
    };
    let moves = position.moves();
    let safe: Vec<Move> = moves.iter().copied().filter(|&mv| !loses(mv)).collect();
    if safe.is_empty() || safe.len() == moves.len() || safe.len() > 12 {
        return false;
    }
    let best = search(position, 3_000, Settings::default()).best().expect("a move");
    assert!(safe.contains(&best), "{best} in {position}");
    true
}
