//! Adding a game in the seven steps of CONTRIBUTING.md, done with Trio. Each test is a step.
//!
//! The rules, step 1:
//! - TR-1 The board is a cell and its six neighbours.
//! - TR-2 In turn each side puts a stone on an empty cell.
//! - TR-3 Three of one side in a line through the centre win; a full board without is a draw.

mod drawing;
mod trio;

use catalog::{GameName, with_game};
use game::conformance::{Kit, Oracle};
use game::{Outcome, Position as _, Record, Side, Viewer, perft};
use hexgrid::{Axial, Cell, Direction};
use scene::{Table as _, svg, text};
use search::{Limits, Mcts, Search, mcts};
use trio::{BOARD, Move, Options, Trio};

#[test]
fn step_2_the_rules() {
    let mut record = Record::<Trio>::new(Options);
    for text in ["4", "1", "3", "2", "5"] {
        record.play_text(text).unwrap();
    }
    assert_eq!(record.position().outcome(), Some(Outcome::Win(Side::First)), "TR-3");
}

#[test]
fn step_3_the_texts() {
    let position: Trio = "x..o... x".parse().unwrap();
    assert_eq!(position.to_string(), "x..o... x");
    assert!(position.read_move("1").unwrap_err().to_string().contains("taken"));
    assert_eq!("x..?... x".parse::<Trio>().unwrap_err().at, 3);
}

/// The lines again, found by walking instead of from a list.
fn slow_outcome(position: &Trio) -> Option<Outcome> {
    let owner = |at: Axial| {
        let cell = BOARD.cell(at)?;
        Side::BOTH.into_iter().find(|side| position.stones[side.index()].contains(cell))
    };
    let centre = owner(Axial::new(0, 0));
    let line = |d: &Direction| {
        owner(d.step()) == centre && owner(d.opposite().step()) == centre && centre.is_some()
    };
    if Direction::ALL.iter().any(line) {
        return centre.map(Outcome::Win);
    }
    BOARD.cells().all(|c| owner(BOARD.axial(c)).is_some()).then_some(Outcome::Draw)
}

fn slow_moves(position: &Trio) -> Vec<Move> {
    let free = |cell: &Cell| position.stones.iter().all(|stones| !stones.contains(*cell));
    let open = slow_outcome(position).is_none();
    BOARD.cells().filter(|cell| open && free(cell)).map(Move).collect()
}

fn slow_after(position: &Trio, mv: Move) -> Trio {
    let mut stones = position.stones;
    stones[position.side.index()] =
        stones[position.side.index()].into_iter().chain([mv.0]).collect();
    Trio { stones, side: position.side.other() }
}

/// Turned by 60°.
fn turned(position: &Trio) -> Trio {
    let image = |cell: Cell| {
        let Axial { q, r } = BOARD.axial(cell);
        BOARD.cell(Axial::new(-r, q + r)).unwrap()
    };
    let stones = position.stones.map(|stones| stones.into_iter().map(image).collect());
    Trio { stones, side: position.side }
}

#[test]
fn step_4_the_proof() {
    Kit {
        starts: vec![Trio::start(Options), "x..o... x".parse().unwrap()],
        expressible: |_| BOARD.cells().map(Move).collect(),
        oracle: Oracle { moves: slow_moves, after: slow_after, outcome: slow_outcome },
        symmetries: vec![turned],
        walks: 50,
        plies: 10,
        express_every: 1,
    }
    .run();
    perft::check_table::<Trio>("7 42 210 840 2520 : ....... x", 3000);
}

#[test]
fn step_5_the_list() {
    for game in GameName::ALL {
        with_game!(game, P => assert_eq!(<P as game::Position>::NAME, game.text()));
    }
}

#[test]
fn step_6_the_drawing() {
    let mut record = Record::<Trio>::new(Options);
    record.play_text("4").unwrap();
    let scene = record.scene(Viewer::Watcher);
    assert!(svg::render(&scene).contains("Cross stone"));
    assert!(text::render(&scene, text::Ink::Plain).contains("[●]"));
    assert_eq!(record.choices().len(), 6);
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
