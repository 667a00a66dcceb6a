//! docs/bots.md, followed from the first line to a rated game: its programs are written to files as they
//! stand on the page, and its commands are run.

use super::bot::{Process, SIXFOLD};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

fn guide() -> String {
    fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/bots.md")).unwrap()
}

/// Writes the programs of the guide into a folder, by the names in their first lines.
pub(crate) fn write_programs(folder: &Path) {
    let text = guide();
    let blocks = text.split("```python\n# ").skip(1);
    let mut count = 0;
    for block in blocks {
        let (name, rest) = block.split_once('\n').unwrap();
        fs::write(folder.join(name), rest.split("```").next().unwrap()).unwrap();
        count += 1;
    }
    assert_eq!(count, 3, "engine.py, register.py and bot.py");
}

/// The command of the guide that begins so, with the address of this server.
fn command(begins: &str, server: &str) -> String {
    let text = guide();
    let line = text.lines().find(|line| line.starts_with(begins));
    line.unwrap_or_else(|| panic!("{begins}")).replace("http://localhost:6060", server)
}

/// A shell in the folder, in which `sixfold` is this one.
fn shell(folder: &Path, line: &str) -> Command {
    let path = std::env::var("PATH").unwrap_or_default();
    let binaries = Path::new(SIXFOLD).parent().unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(folder).stdin(Stdio::null());
    shell.env("PATH", format!("{}:{path}", binaries.display()));
    shell
}

fn printed(folder: &Path, line: &str) -> String {
    let output = shell(folder, line).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{line}: {error}{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

#[test]
fn the_guide_leads_from_nothing_to_a_rated_game() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    write_programs(at);
    let checked = printed(at, &format!("{} --late 20s", command("sixfold conform", "")));
    assert!(checked.contains("Firstling: ") && checked.contains(" 0 failed"), "{checked}");
    printed(at, &command("sixfold match", "").replace("--games 10", "--games 2"));

    let serve = format!("exec {} --port 0 --data data", command("sixfold serve", ""));
    let mut server = Process::spawn(shell(at, &serve));
    let base = server.line();
    let register = |person: &str, bot: &str| {
        let line = command("TOKEN=", &base).replace("Ann", person).replace("Firstling", bot);
        printed(at, &format!("{line}; echo $TOKEN"))
    };
    let (mine, theirs) = (register("Ann", "Firstling"), register("Ben", "Golem"));

    let listening = format!("TOKEN={mine}; exec {}", command("python3 bot.py", &base));
    let mut bot = Process::spawn(shell(at, &listening));
    assert_eq!(bot.line(), "listening");
    let text = guide();
    let rated =
        text.lines().find(|line| line.contains("--challenge Firstling")).expect("a challenge");
    let rated = rated.replace("http://localhost:6060", &base).replace("sixfold_…", &theirs);
    let rated = rated.replace("'sixfold engine hex'", "'sixfold engine hex --level 1'");
    let told = printed(at, &rated);
    assert!(told.contains("wins, mate"), "{told}");
    let ended = bot.line();
    assert!(ended.starts_with("game ") && ended.contains(": mate, winner "), "{ended}");
    for name in ["Firstling", "Golem"] {
        let mut answer = ureq::get(format!("{base}/api/people/{name}")).call().unwrap();
        let person: Value =
            serde_json::from_str(&answer.body_mut().read_to_string().unwrap()).unwrap();
        let ratings = person["ratings"].as_array().unwrap_or_else(|| panic!("{person}"));
        assert!(
            ratings.iter().any(|rating| rating["game"] == "hex"),
            "{name} has a rating: {person}"
        );
    }

    // The engine of the guide as a bot of its own.
    let engine = format!("exec {}", command("sixfold bot", &base));
    let engine =
        engine.replace("sixfold_…", &mine).replace("'sixfold engine hex'", "'python3 engine.py'");
    drop(bot);
    let mut bot = Process::spawn(shell(at, &engine));
    assert!(bot.line().contains(" is on "));
    assert!(printed(at, &rated).contains("wins, mate"));
}
