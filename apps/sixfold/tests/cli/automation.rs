//! The commands for automation: one JSON shape, many lines in, exit codes, completions and manual pages.

use super::{assert_refused, file, sixfold, stdout, three_games, typed};
use serde_json::{Value, json};

fn lines(text: &str) -> Vec<Value> {
    let values = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}")));
    values.collect()
}

fn asked(args: &[&str]) -> Value {
    let output = sixfold(&[args, &["--json"]].concat());
    let mut answers = lines(&stdout(&output));
    assert_eq!(answers.len(), 1, "{args:?}: {}", stdout(&output));
    answers.remove(0)
}

#[test]
fn every_question_has_one_shape_for_every_game() {
    for game in catalog::GameName::ALL.map(catalog::GameName::text) {
        let moves = asked(&["moves", game]);
        assert_eq!((&moves["ok"], &moves["game"]), (&json!(true), &json!(game)));
        let mv = moves["result"]["moves"][0]["move"].as_str().unwrap();
        assert_eq!(asked(&["check", game, mv])["result"]["legal"], true, "{game}");
        let applied = asked(&["apply", game, mv]);
        assert_eq!(applied["result"]["played"], json!([mv]), "{game}");
        let position = applied["result"]["position"].as_str().unwrap();
        let state = asked(&["state", game, "--position", position]);
        assert_eq!(state["result"]["position"], json!(position), "{game}");
        let best = asked(&["best", game, "--moves", mv, "--level", "1", "--nodes", "50"]);
        let reply = best["result"]["move"].as_str().unwrap();
        let checked = asked(&["check", game, reply, "--moves", mv]);
        assert_eq!(checked["result"]["legal"], true, "{game}: {reply}");
    }
}

#[test]
fn every_line_of_the_input_has_a_line_of_output() {
    let input = "start moves c3\n\n11/z r swap=on\n{\"options\": \"size=5\", \"moves\": [\"a1\"]}\n{\"moves\": 3}\n";
    let answers = lines(&typed(&["state", "hex", "--position", "-", "--json"], input));
    let told: Vec<_> =
        answers.iter().map(|answer| (answer["line"].clone(), answer["ok"].clone())).collect();
    let expected = [(1, true), (3, false), (4, true), (5, false)];
    assert_eq!(told, expected.map(|(line, ok)| (json!(line), json!(ok))));
    assert_eq!(answers[1]["error"]["code"], "bad_position");
    assert_eq!(answers[1]["error"]["place"]["part"], "position");
    assert_eq!(answers[3]["error"]["code"], "bad_question");
    let text =
        typed(&["check", "hex", "--position", "-"], "start moves c3 c3\nstart moves c3 d4\n");
    let words: Vec<&str> = text.lines().collect();
    assert_eq!(words[0], "not legal: c3 is taken");
    assert!(words[1].starts_with("legal: d4"), "{text}");
    assert_eq!(typed(&["moves", "hex", "--size", "3", "--position", "-"], "").lines().count(), 0);
}

#[test]
fn exit_codes_tell_an_illegal_move_from_a_request_without_sense() {
    let code = |args: &[&str]| sixfold(args).status.code();
    assert_eq!(code(&["check", "hex", "c3"]), Some(0));
    assert_eq!(code(&["check", "hex", "c3", "--moves", "c3"]), Some(1));
    assert_eq!(code(&["check", "hex", "c3", "--moves", "c3", "--json"]), Some(1));
    assert_refused(&["moves", "hex", "--moves", "c3 c3"], 2, "move 2: c3 is taken");
    assert_refused(&["state", "eclipse", "--position", "nonsense"], 2, "character");
    assert_refused(&["check", "hex"], 2, "which move");
    assert_eq!(code(&["state", "hex", "--viewer", "everybody"]), Some(2));
    let output = sixfold(&["apply", "hex", "c3", "c3", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    let told = &lines(&stdout(&output))[0];
    assert_eq!((&told["ok"], &told["error"]["code"]), (&json!(false), &json!("illegal_move")));
    assert_eq!(told["error"]["place"], json!({ "part": "moves", "index": 2 }));
    let missing = asked(&["state", "hex", "--record", "/nowhere/game.txt"]);
    assert_eq!(missing["error"]["code"], "file");
}

#[test]
fn a_viewer_is_told_no_more_than_it_may_know() {
    let told = |horse: char| {
        let position = format!("1/2/K6/1{horse}4/2Q2/6/6k/2/1 w even -");
        asked(&["state", "hexchess", "--position", &position, "--viewer", "first"])
    };
    assert_eq!(told('n'), told('f'));
    let all = asked(&["state", "hexchess", "--position", "1/2/K6/1f4/2Q2/6/6k/2/1 w even -"]);
    assert_eq!(all["result"]["hidden"][0]["is"], "fool");
}

#[test]
fn older_commands_have_the_same_shape() {
    let games = three_games();
    let games = games.as_str();
    let shown = sixfold(&["show", "hex", "--record", games, "--json"]);
    let shown = lines(&stdout(&shown));
    assert_eq!(shown.len(), 3);
    assert!(shown.iter().all(|game| game["result"]["svg"].as_str().unwrap().starts_with("<svg")));
    let converted = sixfold(&["convert", games, "--to", "sgf", "--json"]);
    let converted = lines(&stdout(&converted));
    assert!(converted[2]["result"]["text"].as_str().unwrap().starts_with("(;"), "{converted:?}");
    let vectors = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/vectors/data/eclipse.json");
    let verified = asked(&["verify", "eclipse", vectors]);
    assert_eq!(verified["result"]["failed"], json!([]));
    assert!(verified["result"]["passed"].as_u64().unwrap() > 10);
    let bench = sixfold(&["bench", "hex", "--time", "10ms", "--json"]);
    let figures: Vec<Value> =
        lines(&stdout(&bench)).into_iter().map(|line| line["result"]["figure"].clone()).collect();
    assert_eq!(figures, ["perft", "playouts", "engine"]);
    let unreadable = file("unreadable.sgf", b"(;GM[11");
    let told = asked(&["convert", unreadable.to_str().unwrap(), "--to", "record"]);
    assert_eq!((&told["ok"], &told["error"]["code"]), (&json!(false), &json!("bad_request")));
}

#[test]
fn shells_are_given_completions_and_readers_manual_pages() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(&sixfold(&["completions", shell]));
        assert!(script.contains("conform") && script.contains("viewer"), "{shell}");
    }
    assert_eq!(sixfold(&["completions", "cmd"]).status.code(), Some(2));
    let folder = tempfile::tempdir().unwrap();
    let output = sixfold(&["man", "--out", folder.path().to_str().unwrap()]);
    assert!(output.status.success());
    let page = std::fs::read_to_string(folder.path().join("sixfold-moves.1")).unwrap();
    assert!(page.contains("sixfold\\-moves") && page.contains("viewer"), "{page}");
    assert!(stdout(&sixfold(&["man"])).contains(".TH sixfold"));
}
