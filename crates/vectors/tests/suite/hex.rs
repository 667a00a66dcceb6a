//! The vectors of Hex that the project is held to, and files of the same form that say less,
//! more, or wrong things.

use catalog::GameName;
use serde_json::{Value, json};
use vectors::{Report, verify};

const OPENINGS: &str = include_str!("../../data/hex_openings.json");
const PUZZLES: &str = include_str!("../../data/hex_puzzles.json");

/// A change to an entry, and what is then said of it.
type Change = (fn(&mut Value), &'static str);

fn check(json: &str) -> Report {
    verify(GameName::Hex, json).expect("a vectors file")
}

/// The file with only one entry of one section.
fn only(file: &str, section: &str, entry: usize) -> Value {
    let file: Value = serde_json::from_str(file).unwrap();
    json!({ section: [file[section][entry]] })
}

/// The first failure after a change to one entry.
fn failure(file: &str, section: &str, entry: usize, change: impl FnOnce(&mut Value)) -> String {
    let mut file = only(file, section, entry);
    assert_eq!(check(&file.to_string()).failures, [""; 0], "before the change");
    change(&mut file[section][0]);
    check(&file.to_string()).failures.first().cloned().unwrap_or_default()
}

/// The place of the puzzle with this id.
fn puzzle(id: &str) -> usize {
    let file: Value = serde_json::from_str(PUZZLES).unwrap();
    file["puzzles"].as_array().unwrap().iter().position(|p| p["id"] == id).unwrap()
}

/// The boards up to 4×4 are solved by brute force: nothing of them is skipped.
#[test]
fn the_openings_agree() {
    let report = check(OPENINGS);
    assert_eq!(report.failures, [""; 0]);
    assert_eq!(
        report.skipped,
        [
            "balanced openings need a judge of who is ahead: 24",
            "first moves on 5×5 need a solver: 25",
            "first moves on 6×6 need a solver: 36",
            "first moves on 6×7 need a solver: 42",
            "first moves on 7×7 need a solver: 49",
            "first moves on 7×8 need a solver: 56",
        ]
    );
    assert!(report.passed > 1100, "only {} checks were made", report.passed);
}

#[test]
fn the_puzzles_agree() {
    let report = check(PUZZLES);
    assert_eq!(report.failures, [""; 0]);
    assert_eq!(
        report.skipped,
        [
            "cells called “fill_in_any” need a solver: 12",
            "cells called “vulnerable” need a solver: 6",
            "connections of cells need a solver: 20",
            "connections of two edges need a solver: 3",
            "dead and captured cells need a solver: 41",
            "moves of puzzles need a solver: 217",
            "moves of puzzles without a proven winner: 4",
            "winners of puzzles need a solver: 101",
        ]
    );
    assert!(report.passed > 3400, "only {} checks were made", report.passed);
}

/// b2 of the 3×3 board and its half turn stay themselves; a wrong W there only a solver sees.
#[test]
fn a_wrong_first_move_is_found_by_solving() {
    let wrong = failure(OPENINGS, "boards", 1, |board| {
        board["winning_first_moves"] = json!(["c1", "a2", "c2", "a3"]);
        board["losing_first_moves"] = json!(["a1", "b1", "b2", "b3", "c3"]);
        board["map"] = json!(["LLW", "WLW", "WLL"]);
    });
    assert_eq!(wrong, "board 3×3: b2: Second should win, but First does");
}

#[test]
fn tables_that_contradict_themselves_are_found() {
    let cases: [Change; 7] = [
        (|b| b["map"][0] = json!("WLW"), "board 3×3: a1 is W on the map, L in the lists"),
        (|b| b["map"][0] = json!("LLWW"), "board 3×3: the map has another size than the board"),
        (|b| b["losing_first_moves"][0] = json!("b2"), "board 3×3: b2 is listed twice"),
        (|b| b["losing_first_moves"][0] = json!("d9"), "board 3×3: “d9” is not on the board"),
        (|b| b["rows"] = json!(1_000_000), "board 3×1000000: there is no such board"),
        (
            |b| b["local_solves"] = json!([{ "first_move": "a1", "dfs": { "winner": "black" } }]),
            "board 3×3: “dfs” says that a1 is not L",
        ),
        (
            |b| {
                b["map"] = Value::Null;
                b["losing_first_moves"] = json!(["b1", "b3", "c3"]);
            },
            "board 3×3: not every first move is listed",
        ),
    ];
    for (change, expected) in cases {
        assert_eq!(failure(OPENINGS, "boards", 1, change), expected);
    }
    let turned = failure(OPENINGS, "boards", 3, |board| {
        board["map"] = Value::Null;
        board["local_solves"] = json!([]);
        board["winning_first_moves"][0] = json!("a1");
        board["losing_first_moves"][0] = json!("e1");
    });
    assert_eq!(turned, "board 5×5: a1 is W, e5 across is L");
}

#[test]
fn openings_must_be_playable() {
    let wrong = failure(OPENINGS, "balanced_two_ply_openings", 0, |entry| {
        entry["openings"][3] = json!("d1-d1");
    });
    assert_eq!(wrong, "openings on 11×11: “d1-d1”: d1 is not legal: d1 is taken");
}

#[test]
fn wrong_puzzles_are_found() {
    let solved = puzzle("3x3-hein-02");
    let cases: [Change; 8] = [
        (|p| p["white"] = json!(["a2"]), "a2 has both a red and a blue stone"),
        (|p| p["white"] = json!(["a1", "a1"]), "Second has a stone twice"),
        (|p| p["white"] = json!(["a4"]), "“a4” is no cell of a 3×3 board"),
        (|p| p["white"] = json!(["swap"]), "“swap” is no cell of a 3×3 board"),
        (|p| p["size"] = json!(300), "there is no 300×300 board"),
        (|p| p["to_move"] = json!("green"), "no side is called “green”"),
        (|p| p["winner"] = json!("black"), "the answer is not the winner"),
        (
            |p| {
                p["winner"] = json!("black");
                p["answer"] = json!("black");
            },
            "the puzzle: First should win, but Second does",
        ),
    ];
    for (change, expected) in cases {
        let found = failure(PUZZLES, "puzzles", solved, change);
        assert_eq!(found, format!("puzzle “3x3-hein-02”: {expected}"));
    }
}

#[test]
fn wrong_moves_of_puzzles_are_found() {
    let solved = puzzle("3x3-hein-02");
    let moves = |answer: Value, losing: Value| {
        failure(PUZZLES, "puzzles", solved, |p| {
            p["kind"] = json!("winning_moves");
            p["answer"] = answer;
            p["known_losing_moves"] = losing;
        })
    };
    let about = |what: &str| format!("puzzle “3x3-hein-02”: {what}");
    assert_eq!(moves(json!(["b2"]), json!(["c3"])), "");
    assert_eq!(
        moves(json!([]), json!([])),
        about("a side wins exactly when it has a winning move")
    );
    assert_eq!(moves(json!(["a1"]), json!([])), about("a1 is taken"));
    assert_eq!(moves(json!(["c3"]), json!([])), about("c3: Second should win, but First does"));
    assert_eq!(moves(json!(["b2"]), json!(["b2"])), about("b2: First should win, but Second does"));
    assert_eq!(
        moves(json!("white"), json!([])),
        about("the answer is not of the kind that is asked for")
    );
}

#[test]
fn small_facts_are_solved() {
    let file = json!({
        "connection_facts": [
            { "size": 3, "black": ["b2"], "colour": "black", "question": "full_connection",
              "from": "north", "to": ["south"], "expected": true },
            { "size": 3, "white": ["b2"], "colour": "black", "question": "semi_connection",
              "from": "north", "to": ["south"], "expected": true },
            { "size": 3, "black": ["b2"], "colour": "black", "question": "full_connection",
              "from": "west", "to": ["south"] },
        ],
        "inferior_cell_facts": [
            { "size": 4, "black": ["b1", "c1"], "white": ["d3"], "to_move": "white",
              "facts": [{ "cell": "b2", "cls": "captured_by_white" }, { "cell": "b1", "cls": "dead" }] },
            { "size": 3, "to_move": "white", "facts": [{ "cell": "b2", "cls": "dead" }] },
        ],
    });
    let report = check(&file.to_string());
    let failures = [
        "connection 2: semi_connection: First should win, but Second does",
        "connection 3: west is the other side's edge",
        "inferior cells 1: b1 is taken",
        "inferior cells 2: b2 is dead: Second should win, but First does",
    ];
    assert_eq!(report.failures, failures);
    assert_eq!(report.skipped, [""; 0]);
}

#[test]
fn fields_may_be_missing_and_others_are_ignored() {
    let file = json!({
        "puzzles": [
            { "size": 3, "black": ["b2"], "to_move": "white", "winner": "black", "mood": 7 },
            { "black": ["b2"], "to_move": "white" },
            { "size": 5, "to_move": "black", "kind": "riddle", "answer": [] },
        ],
        "boards": [{ "columns": 2, "rows": 3, "map": ["LL", "LL", "LL"] }],
        "songs": [],
    });
    let report = check(&file.to_string());
    assert_eq!(report.failures, [""; 0]);
    // Six cells on the map, as many half turns, as many first moves solved; and one puzzle.
    assert!(report.passed > 3 * 6, "only {} checks were made", report.passed);
    let skipped = [
        "a section called “songs” is not known: 1",
        "entries without a size: 1",
        "puzzles of the kind “riddle” are not known: 1",
        "puzzles without a kind: 1",
    ];
    assert_eq!(report.skipped, skipped);
}

#[test]
fn what_is_no_vectors_file_gets_one_line() {
    for text in ["", "nonsense", "[]", "{}", "7", r#"{"positions": []}"#, "{\"puzzles\": "] {
        let error = verify(GameName::Hex, text).unwrap_err().to_string();
        assert!(error.starts_with("this is no vectors file of Hex: "), "{error}");
        assert!(error.len() < 150 && !error.contains('\n'), "{error}");
    }
    assert!(verify(GameName::Hex, &"[".repeat(10_000_000)).unwrap_err().to_string().len() < 150);
}

/// Every field of every kind of entry, removed or replaced by something else, must not panic.
#[test]
fn no_damage_to_an_entry_makes_the_check_panic() {
    let others =
        [json!(null), json!(-1), json!(128), json!("x"), json!(["é9"]), json!({ "a": [] })];
    let entries = [
        (OPENINGS, "boards", 1),
        (OPENINGS, "boards", 5),
        (OPENINGS, "balanced_two_ply_openings", 0),
        (PUZZLES, "puzzles", puzzle("3x3-hein-02")),
        (PUZZLES, "puzzles", puzzle("9x9-boll-01")),
        (PUZZLES, "connection_facts", 0),
        (PUZZLES, "inferior_cell_facts", 8),
    ];
    for (text, section, entry) in entries {
        let whole = only(text, section, entry);
        for name in whole[section][0].as_object().unwrap().keys() {
            let mut less = whole.clone();
            less[section][0].as_object_mut().unwrap().remove(name);
            check(&less.to_string());
            for other in &others {
                let mut changed = whole.clone();
                changed[section][0][name] = other.clone();
                check(&changed.to_string());
            }
        }
    }
}
