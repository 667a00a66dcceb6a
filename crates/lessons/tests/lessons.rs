//! Lessons are true: positions stand, moves are legal, and every rule is shown.

use catalog::{GameName, with_game};
use game::Position;
use lessons::{Lesson, lessons};
use std::collections::BTreeSet;

/// The legal moves of a lesson: those that solve it, and the others.
fn moves(game: GameName, lesson: &Lesson) -> (Vec<String>, Vec<String>) {
    with_game!(game, P => {
        let position: P = lesson.position.parse().unwrap_or_else(|e| panic!("{}: {e}", lesson.id));
        position.moves().iter().map(ToString::to_string).partition(|mv| lesson.accepts(mv))
    })
}

fn every_lesson(mut law: impl FnMut(GameName, &Lesson)) {
    for game in GameName::ALL {
        for lesson in lessons(game) {
            law(game, &lesson);
        }
    }
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
fn every_accepted_move_is_legal() {
    every_lesson(|game, lesson| {
        let (right, _) = moves(game, lesson);
        for pattern in lesson.accept.iter().filter(|p| **p != "any") {
            let alone = Lesson { accept: vec![pattern], ..lesson.clone() };
            let fits = right.iter().any(|mv| alone.accepts(mv));
            assert!(fits, "{game} {}: {pattern} is not legal; legal are {right:?}", lesson.id);
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
    let pages = [
        (GameName::Eclipse, include_str!("../../../docs/rules/eclipse.md")),
        (GameName::HexChess, include_str!("../../../docs/rules/hexchess.md")),
        (GameName::Hex, include_str!("../../../docs/rules/hex.md")),
    ];
    for (game, page) in pages {
        let shown: BTreeSet<String> =
            lessons(game).iter().flat_map(|l| l.rules.clone()).map(str::to_owned).collect();
        let missing: Vec<String> = rule_numbers(page).difference(&shown).cloned().collect();
        assert!(missing.is_empty(), "{game}: no lesson shows {missing:?}");
    }
}

/// What the words promise is what the moves do.
#[test]
fn lessons_that_promise_a_win_give_one() {
    let mut wins = 0;
    every_lesson(|game, lesson| {
        if !lesson.id.starts_with("win") {
            return;
        }
        with_game!(game, P => {
            let position: P = lesson.position.parse().unwrap();
            for &mv in position.moves().iter() {
                let outcome = position.after(mv).outcome();
                let won = outcome == Some(game::Outcome::Win(position.side_to_move()));
                assert_eq!(lesson.accepts(&mv.to_string()), won, "{} {}: {mv}", P::NAME, lesson.id);
                wins += usize::from(won);
            }
        });
    });
    assert!(wins >= 3, "each game has such a lesson");
}
