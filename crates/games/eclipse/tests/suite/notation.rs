//! Texts: what is written, what is read, and what is said of texts that cannot be read.

use eclipse::{Move, Options, Position};
use game::{MoveError, Position as _};

const DOCUMENT: &str = include_str!("../../../../../content/eclipse/notation.md");
const START: &str =
    "*28 6-13 43-49 21-36 20-35 19-34 / *22 37-44 1-7 14-29 15-30 16-31 l - standard";

fn start() -> Position {
    Position::start(Options::Standard)
}

fn parse_error(text: &str) -> String {
    match text.parse::<Position>() {
        Ok(position) => panic!("{text} was read as {position}"),
        Err(error) => error.to_string(),
    }
}

/// The examples of the document: lines of fenced blocks marked `eclipse`, each a verb and a text.
fn examples() -> impl Iterator<Item = &'static str> {
    let mut inside = false;
    DOCUMENT.lines().filter(move |line| {
        if line.starts_with("```") {
            inside = *line == "```eclipse";
        }
        inside && !line.starts_with("```") && !line.trim().is_empty()
    })
}

#[test]
fn the_examples_of_the_document_are_true() {
    let mut position = start();
    let mut count = 0;
    for line in examples() {
        count += 1;
        let (verb, text) = line.split_once(' ').expect("a verb and a text");
        let text = text.trim();
        match verb {
            "position" => position = text.parse().unwrap_or_else(|e| panic!("{line}: {e}")),
            "play" => {
                let mv = position.read_move(text).unwrap_or_else(|e| panic!("{line}: {e}"));
                position.play(mv).unwrap();
            }
            "same" => {
                let read = position.parse_move(text).unwrap_or_else(|e| panic!("{line}: {e}"));
                let last = position.moves().iter().copied().find(|&mv| mv == read);
                assert!(last.is_some(), "{line}");
            }
            "gives" => assert_eq!(position.to_string(), text),
            "equals" => assert_eq!(position, text.parse().unwrap()),
            "refuses" => {
                let (mv, why) = text.split_once(": ").expect("a move and a reason");
                match position.read_move(mv) {
                    Err(MoveError::Illegal(error)) => assert_eq!(error.why, why),
                    other => panic!("{line}: {other:?}"),
                }
            }
            "unreadable" => {
                let (mv, why) = text.split_once(": ").expect("a move and a reason");
                assert_eq!(position.parse_move(mv).unwrap_err().to_string(), why);
            }
            "wrong" => {
                let (text, why) = text.split_once(": ").expect("a position and a reason");
                assert_eq!(parse_error(text), why);
            }
            _ => panic!("no such verb: {line}"),
        }
    }
    assert!(count >= 20, "the document has only {count} examples");
}

#[test]
fn the_start_is_written_as_the_document_says() {
    assert_eq!(start().to_string(), START);
    assert_eq!(START.parse::<Position>().unwrap(), start());
    assert_eq!(
        START.replace("standard", "TableTop").parse(),
        Ok(Position::start(Options::Tabletop))
    );
}

#[test]
fn ends_overlaps_case_and_spaces_are_read_in_any_form() {
    let strict =
        "*42 6-13 43-49 21-36 20-35 19-34 / *22 37-44 26-27 14-29 15-30 16-31 l g>e standard";
    let loose =
        "  *42 13-6 49-43 36-21 35-20 34-19  /\t*22 44-37 27-26 29-14 30-15 31-16 L G>E STANDARD ";
    let position: Position = loose.parse().unwrap();
    assert_eq!(position.to_string(), strict);
}

#[test]
fn moves_are_read_in_every_form() {
    let start = start();
    let mv: Move = "34-26".parse().unwrap();
    for text in ["34-26", "e34-26", "E34-26", " e 34 - 26 ", "34 -26", "034-26"] {
        assert_eq!(start.parse_move(text), Ok(mv), "{text}");
    }
    let step: Move = "28-27".parse().unwrap();
    for text in ["28-27", "*28-27", "*27", " * 27", "* 28 - 27 "] {
        assert_eq!(start.parse_move(text), Ok(step), "{text}");
    }
    assert_eq!((start.write_move(mv), start.write_move(step)), ("e34-26".into(), "*28-27".into()));
}

#[test]
fn moves_that_cannot_be_read_say_where_and_why() {
    let start = start();
    for (text, why) in [
        ("", "no move is written; write one as 17-24 or *27 (at character 1)"),
        ("   ", "no move is written; write one as 17-24 or *27 (at character 1)"),
        ("c17-24", "chain c does not stand on 17 (at character 1)"),
        ("*17-24", "no comet stands on 17 (at character 2)"),
        ("e34", "expected “-”, found the end (at character 4)"),
        ("e34x26", "expected “-”, found “x26” (at character 4)"),
        ("34-50", "there is no cell “50”; they go from 1 to 49 (at character 4)"),
        ("0-1", "there is no cell “0”; they go from 1 to 49 (at character 1)"),
        ("34-26-18", "expected nothing more, found “-18” (at character 6)"),
        ("k34-26", "expected the number of a cell, found “k34-26” (at character 1)"),
        ("é", "expected the number of a cell, found “é” (at character 1)"),
    ] {
        assert_eq!(start.parse_move(text).unwrap_err().to_string(), why);
    }
    let endless = "9".repeat(10_000_000);
    assert!(start.parse_move(&endless).unwrap_err().to_string().len() < 120);
    assert!(endless.parse::<Position>().unwrap_err().to_string().len() < 120);
    assert!("a>f,".repeat(2_500_000).parse::<Position>().unwrap_err().to_string().len() < 120);
}

#[test]
fn positions_that_cannot_stand_say_where_and_why() {
    for (old, new, why) in [
        ("*22", "*28", "Light's comet and Dark's comet both stand on cell 28 (at character 36)"),
        ("6-13", "6-28", "Light's comet and chain a both stand on cell 28 (at character 5)"),
        ("6-13", "6-6", "both satellites of chain a stand on cell 6 (at character 5)"),
        ("1-7", "1-49", "chain b and chain g both stand on cell 49 (at character 46)"),
        ("*28", "*50", "there is no cell “50”; they go from 1 to 49 (at character 2)"),
        ("*28", "28", "expected “*”, found “28” (at character 1)"),
        (
            "6-13",
            "6-11",
            "cells 6 and 11 of chain a must be neighbours for a short chain (at character 5)",
        ),
        (
            "19-34",
            "19-33",
            "cells 19 and 33 of chain e must be neighbours or a diagonal apart for a long chain \
             (at character 28)",
        ),
        ("/", "|", "expected /, found “|” (at character 34)"),
        (" l ", " w ", "expected l or d, found “w” (at character 68)"),
        (" - ", " e>g ", "chains e and g do not cross (at character 70)"),
        (" - ", " ab ", "expected “>”, found “b” (at character 71)"),
        (" - ", " a>k ", "expected the letter of a chain, found “k” (at character 72)"),
        (
            "standard",
            "",
            "expected the rules, standard or tabletop, found the end (at character 71)",
        ),
        ("standard", "chess", "expected standard or tabletop, found “chess” (at character 72)"),
        ("standard", "standard 1", "expected nothing more, found “1” (at character 81)"),
    ] {
        assert_eq!(parse_error(&START.replacen(old, new, 1)), why);
    }
}

#[test]
fn who_lies_on_top_must_be_said_once_for_each_pair_that_matters() {
    let with = |overlaps: &str, rules: &str| {
        format!(
            "*42 6-13 43-49 21-36 20-35 19-34 / *22 37-44 26-27 14-29 15-30 16-31 l {overlaps} {rules}"
        )
    };
    assert!(with("e>g", "standard").parse::<Position>().is_ok());
    let unsaid = "chains e and g cross, but which lies on top is not said (at character 72)";
    assert_eq!(parse_error(&with("-", "standard")), unsaid);
    for twice in ["e>g,e>g", "e>g,g>e"] {
        assert!(parse_error(&with(twice, "standard")).contains("is said twice (at character 76)"));
    }
}

#[test]
fn friends_on_top_are_a_matter_of_the_tabletop_rules() {
    let with = |rest: &str| {
        format!("*42 6-13 43-49 18-27 20-26 19-34 / *22 37-44 1-7 14-29 15-30 16-31 l {rest}")
    };
    assert!(with("- standard").parse::<Position>().is_ok());
    let friends = "chains c and d are friends, which matters only under tabletop (at character 70)";
    assert_eq!(parse_error(&with("c>d standard")), friends);
    assert_eq!(
        parse_error(&with("c>d,c>e tabletop")),
        "chains d and e cross, but which lies on top is not said (at character 70)"
    );
    assert!(with("c>d,c>e,e>d tabletop").parse::<Position>().is_ok());
    // Who moved last lies on top, and somebody moved first.
    let circle = "chains c, d, e lie on each other in a circle (at character 70)";
    assert_eq!(parse_error(&with("c>d,d>e,e>c tabletop")), circle);
}

#[test]
fn drawings_are_read_as_they_are_drawn() {
    let text =
        "*42 6-13 43-49 18-27 20-26 19-34 / *22 37-44 1-7 14-29 15-30 16-31 d c>d,c>e,e>d tabletop";
    let position: Position = text.parse().unwrap();
    let drawing = format!("{position:#}");
    assert_eq!(drawing.lines().count(), 8);
    assert_eq!(drawing.parse::<Position>().unwrap().to_string(), text);
    for (old, new, why) in [
        ("*", ".", "Light has one comet, found 0"),
        ("@", "*", "Light has one comet, found 2"),
        ("a", "b", "chain a has two satellites, found 1"),
        ("@", "x", "expected *, @, a dot or a letter from a to j, found “x”"),
        (". .", "..", "expected one mark a cell, found “..”"),
    ] {
        let error = parse_error(&drawing.replacen(old, new, 1));
        assert!(error.starts_with(why), "{error}");
    }
    assert!(parse_error("g . . .\n").starts_with("expected “*”, found “g”"));
    assert!(parse_error("g . .\n. .").starts_with("expected cell 6 of the drawing, found the end"));
}

#[test]
fn options_are_read_in_any_case() {
    assert_eq!(" TABLETOP ".parse(), Ok(Options::Tabletop));
    assert_eq!(Options::default().to_string(), "standard");
    let error = "  chess".parse::<Options>().unwrap_err();
    assert_eq!(error.to_string(), "expected standard or tabletop, found “chess” (at character 3)");
}
