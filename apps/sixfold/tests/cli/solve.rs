//! `sixfold solve` from the outside: answers, proofs and refusals.

use crate::sixfold;
use serde_json::Value;
use std::path::PathBuf;
use std::process::Output;

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What a command prints when all is well.
fn answer(args: &[&str]) -> String {
    let output = sixfold(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    stdout(&output)
}

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn the_first_player_wins_small_boards() {
    let text = answer(&["solve", "hex", "--size", "4"]);
    assert!(text.contains("Red wins") && text.contains("Best play: "), "{text}");
    let text = answer(&["solve", "hex", "--size", "3", "--moves", "a1"]);
    assert!(text.contains("Blue wins"), "{text}");
    let json: Value =
        serde_json::from_str(&answer(&["solve", "hex", "--size", "5", "--json"])).unwrap();
    assert_eq!(
        (&json["winner"], &json["position"]),
        (&"red".into(), &"5/5/5/5/5 r swap=on".into())
    );
    assert!(json["nodes"].as_u64() > Some(0) && !json["line"].as_array().unwrap().is_empty());
}

#[test]
fn every_opening_is_mapped() {
    let args = ["solve", "hex", "--size", "4", "--all-openings"];
    let text = answer(&args);
    for row in ["L L L W", " L L W L", "  L W L L", "   W L L L"] {
        assert!(text.lines().any(|line| line == row), "{row} in\n{text}");
    }
    let json: Value = serde_json::from_str(&answer(&[&args[..], &["--json"]].concat())).unwrap();
    assert_eq!(json["map"], serde_json::json!(["LLLW", "LLWL", "LWLL", "WLLL"]));
    assert_eq!(json["openings"].as_array().unwrap().len(), 8);
    assert_eq!(json["openings"][3]["move"], "d1");
}

#[test]
fn a_proof_is_written_and_believed_until_somebody_changes_it() {
    let file = path("4x4.proof");
    let name = file.to_str().unwrap();
    answer(&["solve", "hex", "--size", "4", "--moves", "b2", "--proof", name]);
    assert!(answer(&["solve", "--check", name]).contains("Blue wins, Blue to move"));
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("winner blue", "winner red")).unwrap();
    let output = sixfold(&["solve", "--check", name]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("does not hold: line "), "{}", stdout(&output));
}

#[test]
fn a_proof_that_cannot_be_written_is_refused_before_the_solving() {
    // 11×11 from the start is out of reach: without the check this would never end.
    let args = ["solve", "hex", "--size", "11", "--proof", "/nowhere/x.proof"];
    let output = sixfold(&args);
    assert_eq!(output.status.code(), Some(3));
    assert!(output.stdout.is_empty(), "{}", stdout(&output));
    let held = path("held.proof");
    std::fs::write(&held, "an older proof").unwrap();
    let output = sixfold(&[
        "solve",
        "hex",
        "--size",
        "11",
        "--nodes",
        "2",
        "--proof",
        held.to_str().unwrap(),
    ]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(std::fs::read_to_string(&held).unwrap(), "an older proof", "no answer, no change");
}

#[test]
fn a_proof_on_standard_output_stands_there_alone() {
    let proof = answer(&["solve", "hex", "--size", "3", "--proof", "-"]);
    assert!(proof.starts_with("hex proof 1\n"), "{proof}");
    let file = path("3x3.proof");
    std::fs::write(&file, proof).unwrap();
    assert!(answer(&["solve", "--check", file.to_str().unwrap()]).contains("Red wins"));
}

#[test]
fn limits_and_nonsense_have_their_exit_codes() {
    let output = sixfold(&["solve", "hex", "--size", "11", "--nodes", "2"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("No answer within 2 nodes"), "{}", stdout(&output));
    for (args, code, says) in [
        (&["solve", "eclipse"][..], 2, "only hex"),
        (&["solve", "hex", "--size", "2"], 2, "2"),
        (&["solve", "hex", "--moves", "z9"], 2, "move 1"),
        (&["solve", "hex", "--time", "never"], 2, "100ms"),
        (&["solve", "hex", "--all-openings", "--moves", "a1"], 2, "cannot be used with"),
        (&["solve"], 2, "required"),
        (&["solve", "--check", "/nowhere/x.proof"], 3, "/nowhere/x.proof"),
        (&["solve", "hex", "--size", "3", "--proof", "/nowhere/x.proof"], 3, "/nowhere/x.proof"),
    ] {
        let output = sixfold(args);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
        assert!(error.contains(says) && error.len() < 1000, "{args:?}: {error}");
    }
}

#[test]
fn the_solver_answers_what_vectors_ask() {
    let file = path("connection.json");
    let text = r#"{"connection_facts": [{"size": 5, "black": ["c3"], "white": [], "colour": "black",
        "question": "full_connection", "from": "north", "to": ["c3"], "expected": true}],
        "boards": [{"columns": 5, "rows": 5, "map": ["LLLLW", "LWWWW", "LWWWL", "WWWWL", "WLLLL"]}]}"#;
    std::fs::write(&file, text).unwrap();
    let text = answer(&["verify", "hex", file.to_str().unwrap(), "--time", "60"]);
    assert!(!text.contains("skipped") && text.ends_with("0 failed\n"), "{text}");
}
