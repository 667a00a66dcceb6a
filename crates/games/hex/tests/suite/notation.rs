//! Reads every block of the page that describes the notation.

use game::{Position as _, Record};
use hex::{Move, Options, Position};
use std::fmt::Display;
use std::str::FromStr;

const PAGE: &str = include_str!("../../../../../docs/notation-hex.md");

/// The blocks whose opening line starts with `hex-` and `kind`: the rest of that line, and the
/// text of the block.
fn blocks(kind: &str) -> Vec<(&'static str, &'static str)> {
    let parts: Vec<&str> = PAGE.split("```").collect();
    let opened = parts.iter().skip(1).step_by(2).filter_map(|block| {
        let (head, body) = block.split_once('\n')?;
        let rest = head.strip_prefix("hex-")?.strip_prefix(kind)?;
        Some((rest.trim(), body))
    });
    opened.collect()
}

/// The one block of this kind.
fn block(kind: &str) -> &'static str {
    let found = blocks(kind);
    assert_eq!(found.len(), 1, "{kind}");
    found[0].1
}

/// Lines `text -> written` and `text !! error`: each side without its padding.
fn rows(kind: &str) -> impl Iterator<Item = (&'static str, Result<&'static str, &'static str>)> {
    block(kind).lines().map(|line| {
        if let Some((text, written)) = line.split_once(" -> ") {
            (text.trim_end(), Ok(written.trim()))
        } else {
            let (text, error) = line.split_once(" !! ").expect("an arrow or an error");
            (text.trim_end(), Err(error.trim()))
        }
    })
}

fn check<T: FromStr<Err: Display> + Display>(kind: &str, least: usize) {
    let mut count = 0;
    for (text, expected) in rows(kind) {
        let found = text.parse::<T>().map(|read| read.to_string()).map_err(|e| e.to_string());
        assert_eq!(found, expected.map(str::to_owned).map_err(str::to_owned), "{text}");
        count += 1;
    }
    assert!(count >= least, "the page has only {count} {kind}");
}

#[test]
fn moves_options_and_positions_are_read_as_the_page_says() {
    check::<Move>("moves", 10);
    check::<Options>("options", 8);
    check::<Position>("positions", 8);
}

#[test]
fn moves_lead_where_the_page_says() {
    for (text, expected) in rows("play") {
        let (position, mv) = text.split_once(':').expect("a position and a move");
        let position: Position = position.parse().unwrap();
        let found = position.read_move(mv).map(|mv| position.after(mv).to_string());
        let found = found.map_err(|e| e.to_string());
        assert_eq!(found, expected.map(str::to_owned).map_err(str::to_owned), "{text}");
    }
    assert!(rows("play").count() >= 7);
}

#[test]
fn the_drawing_is_the_position_it_is_said_to_be() {
    let drawings = blocks("drawing of ");
    assert_eq!(drawings.len(), 1);
    for (text, drawing) in drawings {
        let position: Position = text.parse().unwrap();
        assert_eq!(drawing.parse(), Ok(position.clone()));
        assert_eq!(format!("{position:#}\n"), drawing);
    }
}

#[test]
fn the_record_is_written_as_it_is_read() {
    let text = block("record");
    let record: Record<Position> = text.parse().unwrap();
    assert_eq!(record.to_string(), text);
    assert_eq!(record.position().to_string(), "5/3b1/1br2/5/5 r swap=on");
}

/// HX-1.2, in the page's own example.
#[test]
fn b2_touches_the_cells_the_page_names() {
    let board = hex::Board::sized(11).unwrap();
    let cell = |name: &str| match name.parse() {
        Ok(Move::Place(at)) => board.cell(at).unwrap(),
        other => panic!("{other:?}"),
    };
    let named = PAGE.split("`b2` touches").nth(1).unwrap().split('.').next().unwrap();
    let named: hex::CellSet = named.split('`').skip(1).step_by(2).map(cell).collect();
    assert_eq!(named.len(), 6);
    assert_eq!(board.neighbours(cell("b2")).iter().copied().collect::<hex::CellSet>(), named);
}
