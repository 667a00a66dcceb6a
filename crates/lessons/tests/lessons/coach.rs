//! The coach says what is threatened, warns of blunders, and tells no secrets.

use catalog::{AnyRecord, GameName};
use hexgrid::Cell;
use lessons::coach::{threats, warning};
use scene::Table as _;

fn record(game: GameName, position: &str, moves: &str) -> AnyRecord {
    let mut record = AnyRecord::from_position(game, position).unwrap();
    moves.split_whitespace().for_each(|mv| record.play(mv).unwrap());
    record
}

fn warned(record: &AnyRecord, mv: &str) -> String {
    warning(record, mv).map_or_else(String::new, |note| note.text)
}

#[test]
fn a_king_that_can_be_captured_is_said_and_warned_of() {
    let board = record(GameName::HexChess, "1/2/K6/6/R3k/6/6p/2/1 b even -", "");
    assert_eq!(threats(&board)[0].text, "White threatens to capture your king.");
    assert_eq!(threats(&board).len(), 1, "it is said once");
    assert_eq!(warned(&board, "34-33"), "After this your king can be captured.");
    assert_eq!(warned(&board, "21-16"), "");
}

#[test]
fn a_queen_that_can_be_taken_for_nothing_is_warned_of() {
    let board = record(GameName::HexChess, "1/2/K6/6/Q4/6/3r2k/2/1 w even -", "");
    assert_eq!(warned(&board, "17-18"), "");
    let taken = warned(&board, "17-28");
    assert_eq!(taken, "Black can then capture your queen.");
}

#[test]
fn a_fool_of_the_opponent_is_a_knight_to_the_coach() {
    let with = |horse: char| {
        let text = format!("1/2/K6/1{horse}4/2Q2/6/6k/2/1 w even -");
        let board = record(GameName::HexChess, &text, "");
        let all = board.choices().into_iter().map(|choice| warning(&board, &choice.mv));
        (threats(&board), all.collect::<Vec<_>>())
    };
    assert_eq!(with('n'), with('f'));
}

#[test]
fn a_comet_shut_in_by_its_own_side_is_warned_of() {
    let start = "*28 6-13 43-49 21-36 20-35 19-34 / *22 37-44 1-7 14-29 15-30 16-31 l - standard";
    let board = record(GameName::Eclipse, start, "");
    assert_eq!(warned(&board, "19-27"), "This shuts in your own comet.");
    assert_eq!(warned(&board, "28-27"), "");
}

#[test]
fn a_broken_bridge_is_seen_and_the_way_to_save_it() {
    let board = record(GameName::Hex, "7/2r4/7/7/7/7/7 r swap=off", "d3 a7 g1 c3");
    let threats = threats(&board);
    assert_eq!(threats[0].text, "Blue has played into one of your bridges.");
    assert_eq!(threats[0].cells, [Cell::new(7 + 3)], "d2");
    assert_eq!(warned(&board, "d2"), "");
    assert_eq!(warned(&board, "a1"), "Blue can now cut your bridge.");
}

#[test]
fn a_stone_that_lets_the_opponent_connect_is_warned_of() {
    let board = record(GameName::Hex, "5/2r2/bb1bb/1r1r1/5 r swap=off", "");
    assert_eq!(threats(&board)[0].text, "Blue threatens to connect.");
    assert_eq!(warned(&board, "a1"), "After this your opponent connects.");
    assert_eq!(warned(&board, "c3"), "");
}

#[test]
fn a_bridge_of_the_opponent_in_havannah_is_seen_and_warned_of() {
    let board = record(GameName::Havannah, "bb1b/w4/6/3w3/6/5/1w2 w swap=off", "");
    let threats = threats(&board);
    assert_eq!(threats[0].text, "Black threatens to complete a ring, a bridge or a fork.");
    assert_eq!(threats[0].cells, [Cell::new(2)], "c1 joins two corners");
    let lost = "After this your opponent completes a ring, a bridge or a fork.";
    assert_eq!(warned(&board, "e4"), lost);
    assert_eq!(warned(&board, "c1"), "");
}
