//! Records as `docs/notation.md` describes them.

use catalog::games::{eclipse, hex, hexchess};
use game::{Conclusion, Ending, Outcome, Position as _, Reason, Record, Side};

/// The record that stands on the page.
fn example() -> String {
    let page = include_str!("../../../../docs/notation.md");
    let start = page.find("[Game \"hex\"]").expect("the page shows a record");
    page[start..].split("```").next().expect("a block ends").to_owned()
}

#[test]
fn the_record_on_the_page_is_read_and_written_as_it_stands() {
    let record: Record<hex::Position> = example().parse().unwrap();
    assert_eq!(record.to_string(), example());
    assert_eq!(record.ply(), 5);
    assert_eq!(record.tags[0], ("Red".to_owned(), "Ann".to_owned()));
    let conclusion = Conclusion::new(Outcome::Win(Side::Second), Reason::Resignation);
    assert_eq!(record.conclusion(), Some(conclusion));
}

#[test]
fn control_characters_in_tags_are_dropped() {
    let text = example().replace("Ann", "A\u{1f}n\u{7}n");
    let record: Record<hex::Position> = text.parse().unwrap();
    assert_eq!(record.to_string(), example());
    assert_eq!(record.to_string().parse(), Ok(record), "the same when read again");
}

#[test]
fn an_illegal_move_is_named_and_the_game_up_to_it_kept() {
    let text = example().replace("c4", "d3");
    let error = text.parse::<Record<hex::Position>>().unwrap_err();
    assert_eq!(error.partial.ply(), 4);
    assert_eq!(error.line, 8);
    assert!(error.to_string().contains("move 5 “d3”: d3 is not legal: d3 is taken"), "{error}");
}

#[test]
fn a_result_must_be_what_the_moves_say() {
    let won =
        "[Game \"hex\"]\n[Options \"size=3 swap=off\"]\n[Result \"0-1\"]\n\nb1 a1 b2 a2 b3 0-1";
    let error = won.parse::<Record<hex::Position>>().unwrap_err();
    assert!(error.to_string().contains("the result says 0-1, the moves say 1-0"), "{error}");
}

#[test]
fn odd_texts_are_refused_in_a_line() {
    let read = |text: &str| text.parse::<Record<eclipse::Position>>().unwrap_err().to_string();
    assert!(read("[Game \"hex\"]\n").contains("“hex”"));
    assert!(read("[Game eclipse]\n").contains("expected a tag"));
    assert!(read("[Result \"2-0\"]\n").contains("no such result"));
    assert!(read("[Ending \"time\"]\n\n*").contains("needs a result"));
    assert!(read("[Start \"nonsense\"]\n").contains("line 1"));
}

#[test]
fn comments_numbers_and_human_moves_are_read() {
    let text = "1. e34-26 {a quiet\nopening} *22-23 2.*28-27 {} 2...*23-22";
    let record: Record<eclipse::Position> = text.parse().unwrap();
    let moves: Vec<String> = record.moves().iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["34-26", "22-23", "28-27", "23-22"]);
}

#[test]
fn the_third_occurrence_is_a_draw_and_can_be_taken_back() {
    let mut record = Record::<eclipse::Position>::new(eclipse::Options::default());
    for _ in 0..2 {
        for text in ["28-27", "22-23", "27-28", "23-22"] {
            assert_eq!(record.conclusion(), None);
            record.play_text(text).unwrap();
        }
    }
    let draw = Conclusion::new(Outcome::Draw, Reason::Repetition);
    assert_eq!(record.conclusion(), Some(draw), "EC-4.2");
    assert!(record.play_text("28-27").is_err(), "the game is over");
    record.undo();
    assert_eq!(record.conclusion(), None);
}

#[test]
fn a_hundred_quiet_plies_are_a_draw_and_progress_starts_the_count_again() {
    let start = "1/2/K6/6/2P2/6/6k/2/1 w even -".parse().expect("two kings and a pawn");
    let mut record = Record::<hexchess::Position>::from_position(start);
    // Kings wander, but never so that the game ends in another way.
    let mut dice = game::Dice::new(4);
    while record.conclusion().is_none() {
        let position = record.position();
        let goes_on = |mv: &hexchess::Move| {
            let mut after = record.clone();
            after.play(*mv).expect("a legal move");
            let reason = after.conclusion().map(|c| c.reason);
            !position.is_progress(*mv) && matches!(reason, None | Some(Reason::QuietLimit))
        };
        let moves: Vec<_> = position.moves().iter().copied().filter(goes_on).collect();
        let mv = dice.choose(&moves).expect("a king can go somewhere");
        record.play(mv).unwrap();
        assert_eq!(record.quiet_plies(), record.ply());
    }
    assert_eq!(record.conclusion().unwrap().reason, Reason::QuietLimit, "HC-4.3");
    assert_eq!(record.ply(), 100);
    while record.play_text("19-20").is_err() {
        record.undo().expect("somewhere on the way the pawn could step");
    }
    assert_eq!(record.quiet_plies(), 0);
}

#[test]
fn endings_outside_the_rules_end_the_game_once() {
    let mut record = Record::<hex::Position>::new(hex::Options::default());
    record.end(Ending::Time(Side::First)).unwrap();
    assert_eq!(record.conclusion().unwrap().outcome, Outcome::Win(Side::Second));
    assert!(record.end(Ending::Agreement).is_err(), "it is over already");
    assert_eq!(record.undo(), None, "the ending is taken back, not a move");
    assert_eq!(record.conclusion(), None);
    let again: Record<hex::Position> = record.to_string().parse().unwrap();
    assert_eq!(again, record);
}
