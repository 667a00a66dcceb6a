//! Adding a game in the steps of CONTRIBUTING.md, done with Trio: the game that `cargo xtask new-game` begins
//! with (`xtask/templates`). Each test is a step; the rules, step 1, are `xtask/templates/content/rules.md`. Step 4,
//! the proof, is the template's own test, a module of the suite.

use crate::position::Position as Trio;
use catalog::{GameName, with_game};
use game::{NoOptions, Outcome, Position as _, Record, Side, Viewer};
use scene::{Table as _, Teach as _, is_winning, svg, text};
use search::{Limits, Mcts, Search, mcts};

#[test]
fn step_2_the_rules() {
    let mut record = Record::<Trio>::new(NoOptions);
    for text in ["4", "1", "3", "2", "5"] {
        record.play_text(text).unwrap();
    }
    assert_eq!(record.position().outcome(), Some(Outcome::Win(Side::First)), "TR-2.2");
}

#[test]
fn step_3_the_texts() {
    let position: Trio = "x..o... x".parse().unwrap();
    assert_eq!(position.to_string(), "x..o... x");
    assert!(position.read_move("1").unwrap_err().to_string().contains("taken"));
    assert_eq!("x..?... x".parse::<Trio>().unwrap_err().at, 3);
}

#[test]
fn step_5_the_drawing() {
    let mut record = Record::<Trio>::new(NoOptions);
    record.play_text("4").unwrap();
    let scene = record.scene(Viewer::Watcher);
    assert!(svg::render(&scene).contains("Cross stone"));
    assert!(text::render(&scene, text::Ink::Plain).contains("[●]"));
    assert_eq!(record.choices().len(), 6);
}

#[test]
fn step_6_the_teaching() {
    let position: Trio = "o.xx..o x".parse().unwrap();
    let third = position.read_move("5").unwrap();
    assert!(position.wins_within(1) && is_winning(&position, third, 1));
    let other = position.read_move("2").unwrap();
    assert!(!is_winning(&position, other, 1), "every default of the coach works");
}

/// What `cargo xtask new-game` does at the end.
#[test]
fn declared_games_have_the_names_of_their_types() {
    for game in GameName::ALL {
        with_game!(game, P => assert_eq!(<P as game::Position>::NAME, game.text()));
    }
}

#[test]
fn step_7_an_opponent_on_the_first_day() {
    let record = Record::from_position("xo.x..o x".parse::<Trio>().unwrap());
    let mut player = Mcts::<Trio>::plain(mcts::MctsSettings::default());
    let report = player.search(&record, &Limits::nodes(2000), &mut |_| {});
    let best = report.best().expect("the game goes on");
    let score = report.score().expect("a move has a score");
    assert!(score.is_proven(), "seven cells are soon seen through: {score}");
    assert!(record.position().is_legal(best));
}
