//! The vectors of Hex Chess that the project is held to, and files of the same form that say
//! less, more, or wrong things.

use catalog::GameName;
use serde_json::{Value, json};
use vectors::{Report, verify};

const FILE: &str = include_str!("../../data/hexchess.json");

fn check(json: &str) -> Report {
    verify(GameName::HexChess, json).expect("a vectors file")
}

/// The file with only the entry of this id.
fn only(id: &str) -> Value {
    let file: Value = serde_json::from_str(FILE).unwrap();
    for section in ["positions", "edge_vectors", "setup_vectors"] {
        for entry in file[section].as_array().unwrap() {
            if entry["id"] == id {
                return json!({ section: [entry] });
            }
        }
    }
    panic!("no entry is called {id}");
}

/// What a failure should speak of, and a change to an entry that brings it about.
type Change = (&'static str, fn(&mut Value));

/// The failures after a change to one entry.
fn failures(id: &str, change: impl FnOnce(&mut Value)) -> Vec<String> {
    let mut file = only(id);
    assert_eq!(check(&file.to_string()).failures, [""; 0], "before the change");
    let section = file.as_object_mut().unwrap().values_mut().next().unwrap();
    change(&mut section[0]);
    check(&file.to_string()).failures
}

#[test]
fn everything_in_the_file_agrees() {
    let report = check(FILE);
    assert_eq!(report.failures, [""; 0]);
    assert_eq!(report.skipped, [""; 0]);
    // 37 places, 29 counts and eight numbers for each, 28 legal edges with four facts …
    assert!(report.passed > 500, "only {} checks were made", report.passed);
}

#[test]
fn wrong_counts_lists_and_stats_are_found() {
    let wrong = failures("random_73", |case| {
        case["perft"] = json!([23, 396, 8693]);
        case["leaf_stats_by_depth"][2]["draws"] = json!(3);
        case["leaf_stats_by_depth"][0]["collateral"] = json!(0);
        case["legal_moves"].as_array_mut().unwrap().pop();
    });
    assert_eq!(wrong.len(), 4, "{wrong:?}");
    assert!(wrong[0].contains("random_73: legal moves: missing [], extra ["), "{wrong:?}");
    assert!(wrong.contains(&"random_73: perft 3: expected 8693, found 8692".into()), "{wrong:?}");
    assert!(wrong.contains(&"random_73: depth 3: draws: expected 3, found 2".into()), "{wrong:?}");
}

#[test]
fn a_wrong_replay_is_found() {
    let wrong = failures("random_145", |case| case["moves_from_setup"][0] = json!([4, 4]));
    assert_eq!(wrong.len(), 1);
    assert!(wrong[0].contains("a piece cannot stay where it is"), "{wrong:?}");
}

#[test]
fn wrong_effects_of_a_move_are_found() {
    let cases: [Change; 6] = [
        ("is legal", |edge| edge["legal"] = json!(false)),
        ("cells after", |edge| edge["cells_after"][0] = json!("WK")),
        ("cells changed", |edge| edge["changed_cells"] = json!({ "19": null })),
        ("end", |edge| edge["game_over"] = json!({ "winner": "White" })),
        ("what 19-21 does", |edge| edge["tags"] = json!(["capture"])),
        ("end", |edge| edge["game_over"] = json!({ "draw": true })),
    ];
    for (what, change) in cases {
        let wrong = failures("dragon_capture_enemy_fool_between", change);
        assert_eq!(wrong.len(), 1, "{what}: {wrong:?}");
        assert!(wrong[0].contains(what), "{what}: {wrong:?}");
    }
}

#[test]
fn wrong_setups_are_found() {
    let cases: [Change; 6] = [
        ("accepted", |s| s["steps"][5]["accepted"] = json!(true)),
        ("phase", |s| s["steps"][0]["state"]["phase"] = json!("play")),
        ("to move", |s| s["steps"][0]["state"]["to_move"] = json!("W")),
        ("pool", |s| s["steps"][0]["state"]["pool"]["W"] = json!("MNBQ")),
        ("back ranks", |s| s["steps"][0]["state"]["back"]["B"] = json!("K----")),
        ("log", |s| s["steps"][0]["state"]["log"][0] = json!("S: K5|")),
    ];
    for (what, change) in cases {
        let wrong = failures("bulk_then_single", change);
        assert_eq!(wrong.len(), 1, "{what}: {wrong:?}");
        assert!(wrong[0].contains(what), "{what}: {wrong:?}");
    }
}

#[test]
fn a_random_placement_is_read_from_what_it_left() {
    let random = |back: &str| {
        json!({ "setup_vectors": [{ "id": "random", "steps": [{
            "action": "placeAllRandom", "args": [], "accepted": true,
            "state": { "phase": "setup", "to_move": "B", "back": { "W": back, "B": "-----" } },
        }] }] })
    };
    assert_eq!(check(&random("QMKFC").to_string()).failures, [""; 0]);
    // Without the king it cannot have happened.
    assert!(!check(&random("QMRFC").to_string()).failures.is_empty());
}

#[test]
fn draws_of_a_mover_without_moves_are_set_aside() {
    let mut file = only("random_73");
    let stats = &mut file["positions"][0]["leaf_stats_by_depth"];
    stats[1]["draws"] = json!(5);
    stats[1]["mover_stuck_draws"] = json!(5);
    let report = check(&file.to_string());
    assert_eq!(report.failures, [""; 0]);
    let why = "random_73: depth 3 and beyond: games that go on by HC-4.2 were ended there";
    assert_eq!(report.skipped, [why]);
    // The same for a single move: White's pawn shuts its king in.
    let mut cells = vec![Value::Null; 37];
    for (number, piece) in [(1, "WK"), (2, "WP"), (3, "BR"), (7, "WP"), (34, "BK")] {
        cells[number - 1] = json!(piece);
    }
    let edge = json!({ "cells": cells, "side_to_move": "W", "turn": 6, "move": [7, 3],
        "legal": true, "game_over": { "draw": true } });
    let report = check(&json!({ "edge_vectors": [edge] }).to_string());
    assert_eq!((report.passed, report.failures.len()), (1, 0));
    let why = "edge_vectors 1: the mover has no move left, and by HC-4.2 the game goes on";
    assert_eq!(report.skipped, [why]);
}

#[test]
fn fields_may_be_missing_and_others_are_ignored() {
    let file = json!({
        "positions": [
            { "id": "bare", "mood": 7 },
            { "cells": vec![Value::Null; 37], "side_to_move": "W" },
            { "cells": vec![Value::Null; 37], "side_to_move": "X" },
            { "cells": 3 },
        ],
        "edge_vectors": [
            { "cells": vec![Value::Null; 37], "side_to_move": "W", "move": [1, 99] },
            { "cells": vec![Value::Null; 37], "side_to_move": "W", "move": [1, 2] },
            { "cells": vec![Value::Null; 37], "side_to_move": "W", "move": [1, 2], "legal": false },
        ],
        "setup_vectors": [{ "steps": [{ "action": "dance" }] }, {}],
        "songs": [],
    });
    let report = check(&file.to_string());
    assert_eq!(report.failures, [""; 0]);
    assert_eq!(report.passed, 1);
    let skipped = [
        "a section called “songs” is not known",
        "bare: 0 cells are given, and there are 37",
        "positions 3: there is no side “X”",
        "positions 4: it cannot be read: invalid type: integer `3`, expected a sequence",
        "edge_vectors 1: there is no cell 99",
        "edge_vectors 2: a king is missing, so the game is over",
        "setup_vectors 1: step 1 and beyond: the action “dance” is not known",
    ];
    assert_eq!(report.skipped, skipped);
}

#[test]
fn what_is_no_vectors_file_gets_one_line() {
    for text in ["", "nonsense", "[]", "{}", "7", r#"{"format": "hex"}"#, "{\"positions\": "] {
        let error = verify(GameName::HexChess, text).unwrap_err().to_string();
        assert!(error.starts_with("this is no vectors file of Hex Chess: "), "{error}");
        assert!(error.len() < 150 && !error.contains('\n'), "{error}");
    }
    assert!(
        verify(GameName::HexChess, &"[".repeat(10_000_000)).unwrap_err().to_string().len() < 150
    );
}

/// Every field of an entry of every kind, removed or replaced by something else, must not panic.
#[test]
fn no_damage_to_an_entry_makes_the_check_panic() {
    let others =
        [json!(null), json!(-1), json!(128), json!("x"), json!(["é9"]), json!({ "a": [] })];
    for id in ["classic_start", "random_145", "guardian_takes_fool", "bulk_then_single"] {
        let whole = only(id);
        let (section, entries) = whole.as_object().unwrap().iter().next().unwrap();
        for name in entries[0].as_object().unwrap().keys() {
            let mut less = whole.clone();
            less[section][0].as_object_mut().unwrap().remove(name);
            check(&less.to_string());
            for other in &others {
                let mut changed = whole.clone();
                changed[section][0][name] = other.clone();
                check(&changed.to_string());
                if changed[section][0]["steps"].is_array() {
                    changed[section][0]["steps"] = json!([{ "state": other, "args": other }]);
                    check(&changed.to_string());
                }
            }
        }
    }
}
