//! Lessons on play whose right moves are listed: the rules and the engine agree with what is listed.
//!
//! Not those of Havannah about the first stone: on eight cells a side the engine gives the side to move 53 % after
//! 1,500 nodes whether that stone is in the middle or in a corner, which decides nothing.

use bots::{Config, Playable};
use catalog::GameName;
use catalog::games::hexchess;
use game::{Outcome, Position, Record, Side};
use lessons::{Lesson, lessons};
use search::{Limits, Score};

fn lesson(game: GameName, id: &str) -> Lesson {
    lessons(game).into_iter().find(|lesson| lesson.id == id).expect("a lesson of this game")
}

/// The fool is bait where the king takes it for a knight and leaves the board with it.
#[test]
fn the_fool_is_put_where_the_king_can_capture_it_and_is_lost_by_that() {
    let lesson = lesson(GameName::HexChess, "play-fool");
    let position: hexchess::Position = lesson.position.parse().unwrap();
    for &mv in position.moves().iter() {
        let after = position.after(mv);
        let is_lost = |reply: &hexchess::Move| {
            reply.to_string().starts_with("34-")
                && after.after(*reply).outcome() == Some(Outcome::Win(Side::First))
        };
        let is_bait = after.outcome().is_none() && after.moves().iter().any(is_lost);
        let right = lesson.accepts(lesson.position, 0, &mv.to_string());
        assert_eq!(right, is_bait, "{mv}");
    }
}

/// The pieces of a line-up by their cells, White's as the lesson lists them.
fn line_up(id: &str) -> Vec<String> {
    let lessons::Goal::Listed(turns) = lesson(GameName::HexChess, id).goal else {
        panic!("{id} lists its moves")
    };
    turns[0].iter().map(|&mv| mv.to_owned()).collect()
}

/// The same for Black: every back-rank cell of White with the cell of Black in the same column.
fn mirrored(placed: &str) -> String {
    let columns = [("4", "10"), ("11", "16"), ("17", "21"), ("22", "27"), ("28", "34")];
    let (piece, cell) = placed.split_once('@').expect("a placement");
    let (_, other) = columns.iter().find(|(white, _)| *white == cell).expect("a back-rank cell");
    format!("{piece}@{other}")
}

/// The engine's opinion of one line-up against another, for White.
fn setup_score(white: &[String], black: &[String]) -> i32 {
    let start = lesson(GameName::HexChess, "play-lineup-attack").position;
    let mut position: hexchess::Position = start.parse().unwrap();
    for (white, black) in white.iter().zip(black) {
        for mv in [white, &mirrored(black)] {
            position.play(position.read_move(mv).unwrap()).unwrap();
        }
    }
    let mut engine = hexchess::Position::engine(&Config { memory_mib: 16, ..Config::default() });
    let record = Record::from_position(position);
    let report = engine.search(&record, &Limits::depth(4), &mut |_| {});
    match report.lines[0].score {
        Score::Estimate(score) => score,
        score => panic!("{score:?} is no estimate"),
    }
}

/// “The engine judges this line-up as good as the attacking one”: whoever has it, the other side gains little.
#[test]
fn the_two_line_ups_are_about_even_against_each_other() {
    let (attack, balanced) = (line_up("play-lineup-attack"), line_up("play-lineup-balanced"));
    let [one, other] = [setup_score(&attack, &balanced), setup_score(&balanced, &attack)];
    println!("attack first {one}, balanced first {other}");
    // Whoever begins has the same small advantage.
    assert!((one - other).abs() < 150, "{one} and {other}");
}
