//! What a game gets by being declared, tried on the skeleton that `cargo xtask new-game` writes. `new_game.rs` compiles
//! this in its copy of the project, where the game is called yavalath.

use bots::{Config, Level, Playable, player, run_bench};
use catalog::games::yavalath::Position as Rules;
use catalog::{AnyRecord, GameName};
use game::{Position, Record, Viewer};
use scene::{Table, text};
use search::Limits;
use std::io::Cursor;
use study::{PositionEditor, Tree, editor_start};

fn game() -> GameName {
    Rules::NAME.parse().expect("a declared game")
}

/// Two players of the lowest level play to the end.
#[test]
fn new_game_is_played_by_beginners() {
    let mut record = Record::<Rules>::new(<Rules as Position>::Options::default());
    let mut player = player::<Rules>(&Config { level: Level::LOWEST, ..Config::default() });
    while record.conclusion().is_none() {
        let mv = player.search(&record, &Limits::default(), &mut |_| ()).best();
        record.play(mv.expect("a move")).expect("legal");
    }
    assert!(record.ply() > 0);
}

/// The bench suite without positions searches the start.
#[test]
fn new_game_has_a_bench_suite() {
    assert!(!Rules::HAS_EVALUATION && run_bench::<Rules>().nodes > 0);
}

/// Queries name the legal moves, apply them, tell the state and draw it, as the API and the bindings do.
#[test]
fn new_game_answers_queries() {
    for ask in ["moves", "state", "picture"] {
        let answer = queries::answer(&format!(r#"{{"ask": "{ask}", "game": "{}"}}"#, game()));
        assert!(answer.contains(r#""ok":true"#), "{ask}: {answer}");
    }
    let apply = |mv: &str| {
        let question = format!(r#"{{"ask": "apply", "game": "{}", "play": ["{mv}"]}}"#, game());
        queries::answer(&question)
    };
    let first = Rules::start(<Rules as Position>::Options::default()).moves()[0];
    assert!(apply(&first.to_string()).contains(r#""ok":true"#));
    assert!(apply("nonsense").contains(r#""ok":false"#));
}

/// A study is written and read; the editor begins with the start, or says that this game has none.
#[test]
fn new_game_is_studied_and_edited() {
    let start = AnyRecord::begin(game(), "").expect("a start");
    let mut tree = Tree::new(&start);
    for choice in start.choices().iter().take(2) {
        tree.play(Tree::START, &choice.mv).expect("a legal move");
    }
    let again = Tree::read(game(), &tree.to_string()).expect("what was written");
    assert_eq!(again.to_string(), tree.to_string());
    let editor = PositionEditor::new(&editor_start(game(), "").expect("a start"));
    match editor.position() {
        Ok(record) => assert_eq!(record.position(), start.position()),
        Err(error) => assert!(error.to_string().contains("cannot be set up by hand"), "{error}"),
    }
}

/// The engine speaks UGI.
#[test]
fn new_game_speaks_ugi() {
    let commands = "ugi\nisready\nposition startpos\ngo nodes 50\n";
    let config = Config { memory_mib: 1, ..Config::default() };
    let mut said = Vec::new();
    ugi::converse::<Rules>(config, Cursor::new(commands), &mut said).expect("a conversation");
    let said = String::from_utf8(said).expect("text");
    for word in ["ugiok", "readyok", "bestmove "] {
        assert!(said.lines().any(|line| line.starts_with(word)), "{word}: {said}");
    }
}

/// A scripted game as in the terminal: moves as people type them, each with a drawing, to the end.
#[test]
fn new_game_is_played_in_text() {
    let mut record = AnyRecord::begin(game(), "").expect("a start");
    while record.conclusion().is_none() {
        let scene = record.scene(Viewer::Player(record.side_to_move()));
        let drawn = text::render(&scene, text::Ink::Plain);
        assert!(drawn.contains(&scene.caption), "{drawn}");
        let typed = record.choices().pop().expect("a game that goes on has moves").human;
        record.play(&typed).expect("what is offered can be typed");
    }
    assert_eq!(record.played(Viewer::Watcher).len(), record.ply());
    let again = AnyRecord::read(game(), &record.to_string()).expect("what was written");
    assert_eq!(again.position(), record.position());
}
