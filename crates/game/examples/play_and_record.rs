//! Plays a short game, writes its record, and reads it again: what every game gets from the trait
//! `Position`, here with Hex.
//!
//! `cargo run -p game --example play_and_record`

use game::{Position as _, Record, RecordFault};

fn main() {
    let options = "size=3 swap=off".parse().expect("options of Hex");
    let mut record = Record::<hex::Position>::new(options);
    for text in ["b2", "a3", "c1", "c2"] {
        record.play_text(text).expect("a legal move");
    }
    println!("{:#}", record.position());
    println!(
        "{} moves are legal, {} sequences of two",
        record.position().moves().len(),
        record.position().perft(2)
    );

    let refused = record.play_text("b2").expect_err("there is a stone");
    println!("refused: {refused}");
    record.play_text("b3").expect("a legal move");
    println!("the end: {:?}\n", record.conclusion().expect("the edges are connected"));

    let text = record.to_string();
    println!("{text}");
    let again: Record<hex::Position> = text.parse().expect("what is written can be read");
    assert_eq!(again, record);

    let wrong = text.replace("b3", "a1 a1");
    let error = wrong.parse::<Record<hex::Position>>().expect_err("a1 is taken");
    println!("a wrong record: {error}; {} moves could be read", error.partial.ply());
    assert!(matches!(error.fault, RecordFault::Move { number: 6, .. }));
}
