//! `sixfold conform` on our engines, and on engines of ours that a filter has broken, one fault each.

use serde_json::Value;
use std::process::{Command, Output};

const SIXFOLD: &str = env!("CARGO_BIN_EXE_sixfold");

fn conform(args: &[&str]) -> Output {
    Command::new(SIXFOLD).arg("conform").args(args).output().unwrap()
}

fn passes(command: &str, args: &[&str]) {
    let output = conform(&[&[command], args].concat());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command}: {text}");
    assert!(text.contains(" 0 failed"), "{text}");
}

#[test]
fn our_engines_keep_their_protocols() {
    // Most of the time is spent waiting.
    std::thread::scope(|scope| {
        for game in catalog::GameName::ALL.map(catalog::GameName::text) {
            let command = format!("'{SIXFOLD}' engine {game}");
            scope.spawn(move || passes(&command, &["--game", game, "--late", "20s"]));
        }
        let htp = format!("'{SIXFOLD}' engine hex --htp --level 1");
        scope.spawn(move || passes(&htp, &["--protocol", "htp", "--late", "20s"]));
    });
}

/// Our engine behind `sed` scripts for its input and its output, which break it.
fn broken(engine: &str, input: &str, output: &str) -> String {
    format!("sh -c \"sed -u '{input}' | {SIXFOLD} engine hex {engine} | sed -u '{output}'\"")
}

fn fails(command: &str, args: &[&str], words: &str) {
    let output = conform(&[&[command, "--json"], args].concat());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{command}: {text}");
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let told: Vec<String> = lines
        .filter(|line| line["result"]["verdict"] == "failed")
        .map(|line| line["result"]["words"].as_str().unwrap().to_owned())
        .collect();
    assert!(
        told.iter().any(|told| told.contains(words)),
        "{command}: {told:?} should have “{words}”"
    );
}

#[test]
fn what_a_broken_engine_gets_wrong_is_said() {
    let faults = [
        ("handshake", "", "/^id name/d", "there is no `id name` before `ugiok`"),
        ("handshake", "/^ugi$/Q", "", "after `ugi`"),
        ("handshake", "", "s/^readyok/%%%\\nreadyok/", "none of the protocol: “%%%”"),
        ("options", "", "s/ type spin/ type dial/", "unknown type “dial”"),
        ("options", "", "s/min 3 max 19/min 2 max 19/", "option Size refuses its own value 2"),
        ("positions", "", "s/^bestmove.*/bestmove swap/", "`bestmove swap` is not legal"),
        ("positions", "", "s/^bestmove.*/bestmove 17/", "`bestmove 17` cannot be read"),
        ("positions", "", "s/^bestmove .*/&\\n&/", "more than one `bestmove`"),
        ("positions", "/^go/Q", "", "after `go movetime 50`"),
        ("illegal-input", "", "/^error/d", "an illegal move is not answered by `error`"),
        ("garbage", "/xyzzy/Q", "", "it ended with"),
        ("stop", "s/^go infinite/go nodes 1/", "", "before `stop`"),
        ("time-keeping", "s/movetime 300/movetime 1500/", "", "after `go movetime 300`"),
        ("end", "/^quit/d", "", "it still runs"),
    ];
    std::thread::scope(|scope| {
        for (area, input, output, words) in faults {
            // What comes too late must be later than this; what comes too soon, sooner.
            let late = if area == "time-keeping" { "500ms" } else { "10s" };
            scope.spawn(move || {
                fails(&broken("", input, output), &["--only", area, "--late", late], words);
            });
        }
    });
}

#[test]
fn what_a_broken_hex_program_gets_wrong_is_said() {
    let faults = [
        ("handshake", "", "s/^= 2$/= 1/", "`protocol_version` is 1, not 2"),
        ("handshake", "s/^17 //", "", "`17 name` is not answered by `=17`"),
        ("options", "", "/^genmove$/d", "lacks genmove"),
        ("positions", "", "s/^= [a-e][1-5]$/= e5/", "`genmove"),
        ("illegal-input", "", "s/^?.*/=/", "a stone on a taken cell is accepted"),
        ("garbage", "", "s/^?.*/what/", "without `=` or `?`: “what”"),
    ];
    for (area, input, output, words) in faults {
        fails(
            &broken("--htp --level 1", input, output),
            &["--protocol", "htp", "--only", area],
            words,
        );
    }
    fails("/nowhere/engine", &[], "cannot be started");
}
