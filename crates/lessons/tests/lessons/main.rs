//! Lessons are true: positions stand, moves are legal, every rule is shown, and engines agree about
//! what wins and what loses.

mod coach;
mod content;
mod hex_solver;
mod kinds;
mod listed;
#[path = "../new_piece/mod.rs"]
mod new_piece;
mod piece_card;
mod rules_page;

use bots::{Config, Playable};
use catalog::games::hex;
use catalog::{GameName, with_game};
use game::{Outcome, Position, Record, Side};
use hex_engine::{Solver, SolverLimits};
use lessons::{Goal, Lesson, Response, guided, lessons};
use scene::Teach;
use search::{Limits, Score};
use std::collections::BTreeSet;

/// The legal moves of a lesson: those that solve it, and the others.
fn moves(game: GameName, lesson: &Lesson) -> (Vec<String>, Vec<String>) {
    with_game!(game, P => {
        let position: P = lesson.position.parse().unwrap_or_else(|e| panic!("{}: {e}", lesson.id));
        let right = |mv: &String| lesson.accepts(lesson.position, 0, mv);
        position.moves().iter().map(ToString::to_string).partition(right)
    })
}

fn every_lesson(mut law: impl FnMut(GameName, &Lesson)) {
    for game in GameName::ALL {
        for lesson in lessons(game).into_iter().chain(guided(game)) {
            law(game, &lesson);
        }
    }
}

/// Games with lessons. A new game may have none: `cargo xtask game-check` reminds of them.
fn taught() -> impl Iterator<Item = GameName> {
    GameName::ALL.into_iter().filter(|game| !lessons(*game).is_empty())
}

#[test]
fn every_lesson_is_whole_and_can_be_solved() {
    every_lesson(|game, lesson| {
        let said =
            [lesson.id, lesson.title, lesson.position, lesson.task, lesson.done, lesson.hint];
        assert!(said.iter().all(|s| !s.is_empty()), "{game}: {lesson:?}");
        assert!(!lesson.text.is_empty() && !lesson.rules.is_empty(), "{game} {}", lesson.id);
        let (right, _) = moves(game, lesson);
        assert!(!right.is_empty(), "{game} {}: no legal move solves it", lesson.id);
    });
}

#[test]
fn every_listed_move_is_legal() {
    every_lesson(|game, lesson| {
        let Goal::Listed(turns) = &lesson.goal else { return };
        for pattern in turns[0].iter().filter(|p| **p != "any") {
            let alone = Lesson { goal: Goal::Listed(vec![vec![pattern]]), ..lesson.clone() };
            let (right, all) = moves(game, &alone);
            assert!(!right.is_empty(), "{game} {}: {pattern} is not legal: {all:?}", lesson.id);
        }
    });
}

#[test]
fn ids_are_unique() {
    for game in GameName::ALL {
        let ids: BTreeSet<&str> = lessons(game).iter().map(|l| l.id).collect();
        assert_eq!(ids.len(), lessons(game).len(), "{game}");
    }
}

/// The numbers of a rules page: lines that begin `3.4 `.
fn rule_numbers(page: &str) -> BTreeSet<String> {
    let number = |line: &str| {
        let word = line.split_whitespace().next()?.to_owned();
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let (section, sentence) = word.split_once('.')?;
        (digits(section) && digits(sentence)).then_some(word)
    };
    page.lines().filter_map(number).collect()
}

#[test]
fn every_rule_is_shown_by_some_lesson() {
    for game in taught() {
        let content = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content");
        let page = std::fs::read_to_string(format!("{content}/{game}/rules.md")).unwrap();
        let shown: BTreeSet<String> =
            lessons(game).iter().flat_map(|l| l.rules.clone()).map(str::to_owned).collect();
        let missing: Vec<String> = rule_numbers(&page).difference(&shown).cloned().collect();
        assert!(missing.is_empty(), "{game}: no lesson shows {missing:?}");
    }
}

/// What the words promise is what the moves do.
#[test]
fn lessons_that_promise_a_win_give_one() {
    let mut promising = BTreeSet::new();
    every_lesson(|game, lesson| {
        if lesson.id != "win" {
            return;
        }
        with_game!(game, P => {
            let position: P = lesson.position.parse().unwrap();
            for &mv in position.moves().iter() {
                let outcome = position.after(mv).outcome();
                let won = outcome == Some(Outcome::Win(position.side_to_move()));
                let right = lesson.accepts(lesson.position, 0, &mv.to_string());
                assert_eq!(right, won, "{} {}: {mv}", P::NAME, lesson.id);
                if won {
                    promising.insert(game);
                }
            }
        });
    });
    assert_eq!(promising, taught().collect(), "each game with lessons has such a lesson");
}

/// Lessons about how to play, which a search judges.
fn judged(game: GameName) -> Vec<Lesson> {
    lessons(game)
        .into_iter()
        .chain(guided(game))
        .filter(|l| !matches!(l.goal, Goal::Listed(_)))
        .collect()
}

#[test]
fn every_game_with_lessons_has_twelve_of_several_moves() {
    for game in taught() {
        let several = lessons(game).iter().filter(|l| l.goal.turns() > 1).count();
        assert!(several >= 12, "{game}: {several}");
    }
}

/// Which of the right moves is played.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pick {
    First,
    Last,
}

/// Plays a lesson with right moves; gives the position at its end.
fn play_right<P: Position>(lesson: &Lesson, pick: Pick) -> P {
    let mut position: P = lesson.position.parse().unwrap();
    for turn in 0..=lesson.goal.turns() {
        let text = position.to_string();
        let mut all: Vec<String> = position.moves().iter().map(ToString::to_string).collect();
        if pick == Pick::Last {
            all.reverse();
        }
        let right = all.into_iter().find(|mv| lesson.accepts(&text, turn, mv));
        let missing = || panic!("{} {}: nothing is right in {text}", P::NAME, lesson.id);
        let mv = right.unwrap_or_else(missing);
        position.play(position.read_move(&mv).unwrap()).unwrap();
        match lesson.respond(&text, turn, &mv) {
            Response::Solved => return position,
            Response::GoOn(reply) => {
                let reply = position.read_move(&reply);
                position.play(reply.unwrap_or_else(|e| panic!("{}: {e}", lesson.id))).unwrap();
                if position.outcome().is_some() {
                    return position;
                }
            }
            Response::Wrong { reason, .. } => panic!("{} {}: {mv}: {reason}", P::NAME, lesson.id),
        }
    }
    panic!("{} {}: not solved by right moves", P::NAME, lesson.id)
}

/// Whether a forced win is one within so many moves; a game that is solved says only who wins.
fn counts_moves<P: Teach>(lesson: &Lesson) -> bool {
    let position: P = lesson.position.parse().unwrap();
    !position.wins_within(0) && !position.loses_within(0)
}

#[test]
fn every_lesson_is_solved_by_right_moves_and_ends_as_it_says() {
    every_lesson(|game, lesson| {
        for pick in [Pick::First, Pick::Last] {
            with_game!(game, P => {
                let reader = lesson.position.parse::<P>().unwrap().side_to_move();
                let end: P = play_right(lesson, pick);
                if matches!(lesson.goal, Goal::Win(_)) && counts_moves::<P>(lesson) {
                    assert_eq!(end.outcome(), Some(Outcome::Win(reader)), "{}", lesson.id);
                }
                if matches!(lesson.goal, Goal::Safe { .. }) {
                    assert_ne!(end.outcome(), Some(Outcome::Win(reader.other())), "{}", lesson.id);
                }
            });
        }
    });
}

#[test]
fn a_wrong_move_is_told_why_and_answered() {
    for game in GameName::ALL {
        for lesson in judged(game) {
            let (right, wrong) = moves(game, &lesson);
            assert!(wrong.len() >= right.len(), "{game} {}: {right:?} is too easy", lesson.id);
            // Some of them: to refute a move takes longer than to see that it does not win.
            for mv in wrong.iter().step_by(wrong.len() / 4 + 1) {
                let Response::Wrong { reason, reply } = lesson.respond(lesson.position, 0, mv)
                else {
                    panic!("{game} {}: {mv} is both right and wrong", lesson.id)
                };
                assert!(reason.ends_with('.'), "{game} {}: {mv}: {reason}", lesson.id);
                with_game!(game, P => {
                    let position: P = lesson.position.parse().unwrap();
                    let after = position.after(position.read_move(mv).unwrap());
                    let answered = reply.is_some_and(|reply| after.read_move(&reply).is_ok());
                    assert!(answered || after.outcome().is_some(), "{game} {}: {mv}", lesson.id);
                });
            }
            for (mv, _) in &lesson.wrong {
                let known = wrong.iter().any(|wrong| wrong == mv || mv.ends_with('*'));
                assert!(known, "{game} {}: {mv} is not a wrong move", lesson.id);
            }
        }
    }
}

/// The hint says what to look for; a wrong answer is told what is wrong with it.
#[test]
fn no_wrong_move_is_answered_by_the_hint_alone() {
    every_lesson(|game, lesson| {
        if !matches!(lesson.goal, Goal::Listed(_)) {
            // Those are answered with the opponent's move: `a_wrong_move_is_told_why_and_answered`.
            return;
        }
        let (_, wrong) = moves(game, lesson);
        for mv in wrong.iter().step_by(wrong.len() / 12 + 1) {
            let Response::Wrong { reason, .. } = lesson.respond(lesson.position, 0, mv) else {
                panic!("{game} {}: {mv} is both right and wrong", lesson.id)
            };
            assert_ne!(reason, lesson.hint, "{game} {}: {mv}", lesson.id);
            assert!(reason.ends_with('.'), "{game} {}: {mv}: {reason}", lesson.id);
        }
    });
}

/// The engine's score of a position, searched this deep.
fn score<P: Playable>(position: &P, plies: usize) -> Option<Score> {
    let mut engine = P::engine(&Config { memory_mib: 16, ..Config::default() });
    let record = Record::from_position(position.clone());
    let report = engine.search(&record, &Limits::depth(plies), &mut |_| {});
    report.lines.first().map(|line| line.score)
}

/// Whether the side to move wins within so many moves: every move is tried, and every answer.
fn wins_plainly<P: Position>(position: &P, moves: usize) -> bool {
    let won = Some(Outcome::Win(position.side_to_move()));
    let after = |mv: &P::Move| position.after(*mv);
    let list = position.moves();
    let answered = |position: P| {
        let falls = |&mv: &P::Move| {
            let after = position.after(mv);
            after.outcome() == won || after.outcome().is_none() && wins_plainly(&after, moves - 1)
        };
        position.outcome().is_none() && position.moves().iter().all(falls)
    };
    list.iter().any(|mv| after(mv).outcome() == won)
        || moves > 1 && list.iter().any(|mv| answered(after(mv)))
}

/// The engine or a plain search finds the win, and none after the moves that the lesson calls safe.
fn check_with_engine<P: Playable>(lesson: &Lesson) {
    let position: P = lesson.position.parse().unwrap();
    if let Goal::Win(turns) = lesson.goal {
        // Searches prune: a few plies more make sure that the win is seen.
        let (within, found) = (2 * turns - 1, score(&position, 2 * turns + 3));
        let lost = matches!(found, Some(Score::LossIn(_)));
        let proven = matches!(found, Some(Score::WinIn(n)) if n as usize <= within);
        // Playouts may prove a longer win or, this early, none: then every line is tried.
        let wins = proven || !lost && wins_plainly(&position, turns);
        assert!(wins, "{} {}: {found:?}", P::NAME, lesson.id);
    }
    if let Goal::Safe { within, .. } = lesson.goal {
        let plies = 2 * within - 1;
        for &mv in position.moves().iter() {
            let after = position.after(mv);
            let lost = after.outcome() == Some(Outcome::Win(position.side_to_move().other()))
                || matches!(score(&after, plies), Some(Score::WinIn(n)) if n as usize <= plies)
                || wins_plainly(&after, within);
            let right = lesson.accepts(lesson.position, 0, &mv.to_string());
            assert_eq!(right, !lost, "{} {}: {mv}", P::NAME, lesson.id);
        }
    }
}

#[test]
fn engines_agree_about_wins_that_are_counted() {
    for game in GameName::ALL {
        for lesson in judged(game) {
            with_game!(game, P => {
                if counts_moves::<P>(&lesson) {
                    check_with_engine::<P>(&lesson);
                }
            });
        }
    }
}

fn hex_winner(solver: &mut Solver, position: &hex::Position) -> Option<Side> {
    solver.solve(position, &SolverLimits::default(), &mut |_, _| {}).winner
}

#[test]
fn the_solver_of_the_engine_agrees_about_hex() {
    let mut solver = Solver::new(16);
    for lesson in judged(GameName::Hex) {
        let position: hex::Position = lesson.position.parse().unwrap();
        let reader = position.side_to_move();
        for &mv in position.moves().iter().filter(|mv| **mv != hex::Move::Swap) {
            let wins = hex_winner(&mut solver, &position.after(mv)) == Some(reader);
            let right = lesson.accepts(lesson.position, 0, &mv.to_string());
            assert_eq!(right, wins, "{}: {mv}", lesson.id);
        }
    }
}

#[test]
fn an_opening_that_is_called_fair_does_not_win() {
    let lessons = lessons(GameName::Hex);
    let lesson = lessons.iter().find(|lesson| lesson.id == "play-opening").unwrap();
    let position: hex::Position = lesson.position.parse().unwrap();
    let mut solver = Solver::new(16);
    for &mv in position.moves().iter() {
        let fair = hex_winner(&mut solver, &position.after(mv)) == Some(Side::Second);
        assert_eq!(lesson.accepts(lesson.position, 0, &mv.to_string()), fair, "{mv}");
    }
}
