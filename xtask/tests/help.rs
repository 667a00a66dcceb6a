//! `cargo xtask COMMAND --help` and `-h`: an explanation of every command, and nothing is done.

use std::process::{Command, Output};

fn xtask(args: &[&str]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    let Output { status, stdout, stderr } = command.args(args).output().expect("it runs");
    let text = [stdout, stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    (status.success(), text.concat())
}

/// The commands that the help of all lists.
fn commands(help: &str) -> Vec<&str> {
    let list = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    list.expect("a list").lines().filter_map(|line| line.split_whitespace().next()).collect()
}

#[test]
fn every_command_explains_itself() {
    let (done, help) = xtask(&["--help"]);
    assert!(done, "{help}");
    let commands = commands(&help);
    assert_eq!(commands.len(), 12, "{commands:?}");
    for command in commands {
        let usage = format!("Usage: cargo xtask {command}");
        let (done, text) = xtask(&[command, "--help"]);
        assert!(done && text.contains(&usage), "{command}: {text}");
        assert_eq!(xtask(&[command, "-h"]), (true, text.clone()), "{command}");
        assert_eq!(xtask(&["help", command]), (true, text), "{command}");
    }
}

#[test]
fn unknown_commands_and_arguments_are_refused() {
    for args in [&["tset"][..], &["quick", "now"], &["help", "tset"], &["fuzz", "long"]] {
        let (done, text) = xtask(args);
        assert!(!done && text.starts_with("xtask: "), "{args:?}: {text}");
    }
}
