//! The commands that think, met as a newcomer would, also with wrong input.

mod matches;

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn sixfold(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sixfold"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A command that has ended does not listen any more.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

fn stdout_of(args: &[&str], input: &str) -> String {
    let output = sixfold(args, input);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {error}");
    String::from_utf8(output.stdout).expect("text")
}

/// One line on standard error, and the exit code of a senseless request.
fn refused(args: &[&str]) -> String {
    let output = sixfold(args, "");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
    assert!(!error.contains("panicked"), "{error}");
    error
}

const QUICK: [&str; 8] = ["--size", "4", "--games", "4", "--nodes", "50", "--opening-plies", "1"];

#[test]
fn an_engine_talks_until_its_input_ends() {
    let text = stdout_of(&["engine", "hex"], "ugi\nsetoption name Size value 4\ngo nodes 100\n");
    assert!(text.starts_with("id name Sixfold"), "{text}");
    assert!(text.contains("\nugiok\n"), "{text}");
    let last = text.lines().last().unwrap_or_default();
    assert!(last.starts_with("bestmove "), "{text}");
    assert_eq!(stdout_of(&["engine", "eclipse"], ""), "");
    assert!(stdout_of(&["engine", "eclipse"], "nonsense\nquit\n").starts_with("error no command"));
}

#[test]
fn a_match_has_a_table_and_can_be_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.txt");
    let path = file.to_str().expect("a plain name");
    let contestants = ["match", "hex", "--first", "greedy", "--second", "random", "--save", path];
    let args = [&contestants[..], &QUICK].concat();
    let text = stdout_of(&args, "");
    assert!(text.starts_with("greedy against random, hex, 50 nodes a move\n"), "{text}");
    assert!(text.contains("all games          4 games"), "{text}");
    let saved = std::fs::read_to_string(&file).expect("the games");
    assert_eq!(saved.matches("[Game \"hex\"]").count(), 4);
    // A second match does not write over the first.
    let again = sixfold(&args, "");
    assert_eq!(again.status.code(), Some(3));

    let json = stdout_of(&[&args[..6], &QUICK, &["--json"]].concat(), "");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["total"]["games"], 4);
}

#[test]
fn a_match_against_another_program() {
    let other = format!("cmd:'{}' engine hex --level 1 --seed 1", env!("CARGO_BIN_EXE_sixfold"));
    let args = [&["match", "hex", "--first", "random", "--second", &other][..], &QUICK].concat();
    let text = stdout_of(&args, "");
    assert!(text.contains("random 0, "), "{text}");
    assert!(text.trim_end().ends_with(" 0"), "nobody lost by a fault: {text}");
}

#[test]
fn a_ladder_has_a_rung_for_every_two_levels() {
    let args = ["match", "hex", "--ladder", "--size", "3", "--games", "2", "--nodes", "20"];
    let text = stdout_of(&args, "");
    assert_eq!(text.lines().count(), 8, "{text}");
    assert!(text.contains("level 8 – 7"), "{text}");
}

#[test]
fn a_position_is_analysed_as_text_and_as_json() {
    let args = ["analyse", "eclipse", "--depth", "2", "--lines", "3"];
    let text = stdout_of(&args, "");
    assert!(text.contains("Light to move; depth 2"), "{text}");
    assert_eq!(text.lines().filter(|line| line.starts_with("  ")).count(), 3, "{text}");
    let json = stdout_of(&[&args[..], &["--json"]].concat(), "");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["lines"].as_array().map(Vec::len), Some(3));
    let over = ["analyse", "hex", "--position", "3/bbb/3 r swap=off"];
    assert_eq!(stdout_of(&over, ""), "The game is over: 0-1.\n");
}

#[test]
fn a_game_is_reviewed_and_its_blunders_are_marked() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.txt");
    // Red could have won with b2, and gave it to Blue.
    let game = "[Game \"hex\"]\n[Options \"size=3 swap=off\"]\n\n1. a1 b2 2. c1 *\n";
    std::fs::write(&file, game).expect("written");
    let path = file.to_str().expect("a plain name");
    let text = stdout_of(&["analyse", "hex", "--record", path, "--nodes", "3000"], "");
    assert!(
        text.contains(" a1?? ") && text.contains("Red: 0 inaccuracies, 0 mistakes, 1 bl"),
        "{text}"
    );
    assert!(text.contains("Blue: 0 inaccuracies, 0 mistakes, 0 blunders"), "{text}");
    let json = stdout_of(&["analyse", "hex", "--record", path, "--nodes", "3000", "--json"], "");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["moves"][0]["verdict"], "blunder");
    assert_eq!(json["moves"].as_array().map(Vec::len), Some(3), "{json}");
}

#[test]
fn what_makes_no_sense_is_refused_in_words() {
    for (args, expected) in [
        (&["engine", "chess"][..], "no game is called “chess”"),
        (&["engine", "hex", "--level", "9"], "levels go from 1 to 8"),
        (&["match", "hex"], "--first"),
        (&["match", "hex", "--first", "full", "--second", "bob"], "no player is called “bob”"),
        (&["match", "hex", "--first", "random", "--second", "cmd:/no/such"], "cannot be started"),
        (&["match", "hex", "--first", "random", "--second", "weights:/no/such"], "/no/such"),
        (
            &["match", "hex", "--first", "random", "--second", "random", "--tabletop"],
            "--tabletop is for eclipse",
        ),
        (&["match", "hex", "--first", "random", "--second", "random", "--clock", "x"], "10s+100ms"),
        (&["match", "hex", "--first", "random", "--second", "random", "--sprt", "9,1"], "smaller"),
        (&["match", "hex", "--ladder", "--first", "random"], "cannot be used with"),
        (&["analyse", "hex", "--time", "0"], "100ms"),
        (&["analyse", "hex", "--position", "garbage"], "character"),
        (&["tune", "hex", "--games", "5"], "is not in"),
        (&["tune", "eclipse", "--network"], "eclipse has no network"),
        (&["tune", "hex", "--network", "--nodes", "50"], "100 --nodes or more"),
        (&["tune", "hex", "--network", "--size", "5"], "cannot be used with"),
        (&["tune", "hex", "--generations", "2"], "--network"),
        (&["selfplay", "eclipse", "--out", "/no/such"], "eclipse has no network"),
        (&["selfplay", "hex", "--out", "/no/such", "--sizes", "5,20"], "3 to 19 rows, not 20"),
    ] {
        let error = refused(args);
        assert!(error.contains(expected), "{args:?}: {error}");
    }
    let missing = sixfold(&["analyse", "hex", "--record", "/no/such/file"], "");
    assert_eq!(missing.status.code(), Some(3));
}

#[test]
fn every_engine_has_a_signature() {
    let text = stdout_of(&["bench", "--engines"], "");
    assert_eq!(text.lines().count(), catalog::GameName::ALL.len(), "{text}");
    assert!(text.lines().all(|line| line.contains("signature ")), "{text}");
    let only = stdout_of(&["bench", "hexchess", "--engines"], "");
    let signature = |text: &str| {
        text.lines()
            .find(|line| line.starts_with("hexchess"))
            .map(|line| line.rsplit(' ').next().unwrap_or_default().to_owned())
    };
    assert_eq!(only.lines().count(), 1, "{only}");
    assert_eq!(signature(&only), signature(&text));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_an_engine_quietly() {
    let binary = env!("CARGO_BIN_EXE_sixfold");
    let script = format!("(echo go infinite; sleep 5) | '{binary}' engine eclipse | head -n 1");
    let output = Command::new("sh").args(["-c", &script]).output().expect("a shell");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("info depth 1"));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
