//! Adding a game in the steps of CONTRIBUTING.md, done with Trio: the game that `cargo xtask new-game` begins
//! with (`xtask/templates`). Each test is a step; step 4, the proof, is the template's own test, a module of the
//! suite.

use crate::position::Position as Trio;
use catalog::GameName;
use game::{NoOptions, Outcome, Position as _, Record, Side, Viewer};
use scene::{Table as _, Teach as _, is_winning, svg, text};
use search::{Limits, Mcts, Search, mcts};

/// Code cites the rules by their numbers.
#[test]
fn step_1_the_numbered_rules() {
    let rules = include_str!("../../../../xtask/templates/content/rules.md");
    let code = concat!(
        include_str!("../../../../xtask/templates/game/src/position.rs"),
        include_str!("../../../../xtask/templates/game/tests/conformance.rs"),
    );
    let cited: Vec<&str> = code.split("TR-").skip(1).map(|rest| &rest[..3]).collect();
    assert!(cited.len() > 3, "{cited:?}");
    for number in cited {
        let is_rule = |line: &str| line.starts_with(&format!("{number} "));
        assert!(rules.lines().any(is_rule), "{number} is no rule");
    }
}

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

/// What `cargo xtask new-game` does at the end: the game is declared under a variant of its name, and is found by its
/// title. That its name is that of its crate is checked when `catalog` is compiled.
#[test]
fn declared_games_are_found_by_variant_and_title() {
    for game in GameName::ALL {
        assert_eq!(format!("{game:?}").to_lowercase(), game.text());
        assert_eq!(game.title().parse(), Ok(game));
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
