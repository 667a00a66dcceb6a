//! `cargo xtask new-game` and `game-check` in a copy of the crates: what they write compiles, keeps the laws of the
//! contract, is played to its end, and every stub of it is listed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const NAME: &str = "yavalath";

/// Members of the copy: crates with rules, drawing, players and lessons, and what they need.
const MEMBERS: [&str; 12] = [
    "hexgrid",
    "game",
    "depict",
    "placement",
    "games/*",
    "catalog",
    "analysis",
    "search",
    "engines/*",
    "bots",
    "scene",
    "lessons",
];

/// What is copied with all that it holds, apart from tests and examples.
const COPIED: [&str; 15] = [
    "Cargo.lock",
    "content",
    "xtask/templates",
    "crates/hexgrid",
    "crates/game",
    "crates/depict",
    "crates/placement",
    "crates/games",
    "crates/catalog",
    "crates/analysis",
    "crates/search",
    "crates/engines",
    "crates/bots",
    "crates/scene",
    "crates/lessons",
];

/// Tests that come along: those that every game's lessons must pass, if it has any.
const LESSONS_TESTS: [&str; 2] = ["crates/lessons/tests/lessons", "crates/lessons/tests/new_piece"];

/// Two players of the lowest level play to the end; the bench suite without positions is searched.
const GAME_IS_PLAYED: &str = r#"
use bots::{Config, Level, Playable, player, run_bench};
use catalog::games::yavalath::Position as Rules;
use game::{Position, Record};
use search::Limits;

#[test]
fn two_beginners_play_to_the_end() {
    let mut record = Record::<Rules>::new(<Rules as Position>::Options::default());
    let mut player = player::<Rules>(&Config { level: Level::LOWEST, ..Config::default() });
    while record.conclusion().is_none() {
        let mv = player.search(&record, &Limits::default(), &mut |_| ()).best();
        record.play(mv.expect("a move")).expect("legal");
    }
    assert!(record.ply() > 0);
}

#[test]
fn the_bench_suite_searches_the_start() {
    assert!(!Rules::HAS_EVALUATION && run_bench::<Rules>().nodes > 0);
}
"#;

/// The copy of the project, and where cargo builds it.
struct ProjectCopy {
    root: PathBuf,
    target: PathBuf,
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

impl ProjectCopy {
    /// A copy in which there is no new game yet. What cargo has built before is kept.
    fn new() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new_game");
        let copy = Self { root: folder.join("project"), target: folder.join("target") };
        for added in ["crates/games", "content"] {
            let _ = fs::remove_dir_all(copy.root.join(added).join(NAME));
        }
        for path in COPIED {
            copy.add(path);
        }
        for folder in LESSONS_TESTS {
            copy.add_folder(folder);
        }
        copy.write("crates/bots/tests/new_game.rs", GAME_IS_PLAYED.as_bytes());
        let text = fs::read_to_string(repository().join("Cargo.toml")).expect("a manifest");
        copy.write("Cargo.toml", root_manifest(&text).as_bytes());
        copy
    }

    /// Copies a file or a folder.
    fn add(&self, path: &str) {
        let from = repository().join(path);
        if from.is_dir() {
            self.add_folder(path);
        } else if path.ends_with("Cargo.toml") && !path.ends_with("lessons/Cargo.toml") {
            // What only tests need that stay away would have to be compiled.
            let text = fs::read_to_string(from).expect("a manifest");
            let library = text.split("[dev-dependencies]").next().unwrap_or_default();
            self.write(path, library.as_bytes());
        } else {
            self.write(path, &fs::read(from).expect("a file"));
        }
    }

    fn add_folder(&self, folder: &str) {
        for entry in fs::read_dir(repository().join(folder)).expect("a folder") {
            let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
            let stays = folder.starts_with("crates") && ["tests", "examples"].contains(&&*name);
            if !stays {
                self.add(&format!("{folder}/{name}"));
            }
        }
    }

    /// Writes a file; one that is so already keeps its date.
    fn write(&self, file: &str, bytes: &[u8]) {
        let path = self.root.join(file);
        if fs::read(&path).is_ok_and(|now| now == bytes) {
            return;
        }
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder that can be made");
        fs::write(&path, bytes).expect("a file that can be written");
    }

    /// Runs a command of xtask in the copy: it works in the project of the manifest that cargo names.
    fn xtask(&self, args: &[&str]) -> (bool, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        output_of(command.args(args).env("CARGO_MANIFEST_DIR", self.root.join("xtask")))
    }

    fn cargo(&self, args: &[&str]) -> (bool, String) {
        let mut command = Command::new(env!("CARGO"));
        command.args(args).current_dir(&self.root).env("CARGO_TARGET_DIR", &self.target);
        output_of(command.env_remove("CARGO_MANIFEST_DIR"))
    }

    /// The lines with stubs in what was written for the game, as `game-check` is to list them.
    fn stubs(&self) -> Vec<String> {
        let mut files = vec!["crates/catalog/src/lib.rs".to_owned()];
        for folder in ["crates/games", "content"] {
            files_in(&self.root, &format!("{folder}/{NAME}"), &mut files);
        }
        let lines = files.iter().flat_map(|file| {
            let text = fs::read_to_string(self.root.join(file)).expect("text");
            let lines = text.lines().enumerate().filter(|(_, line)| line.contains("STUB"));
            let listed = lines.map(|(at, line)| format!("  {file}:{}: {}", at + 1, line.trim()));
            listed.collect::<Vec<_>>()
        });
        lines.collect()
    }
}

/// Whether a command succeeds, and all that it says.
fn output_of(command: &mut Command) -> (bool, String) {
    let Output { status, stdout, stderr } = command.output().expect("it runs");
    let text = [stdout, stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    (status.success(), text.concat())
}

fn files_in(root: &Path, folder: &str, files: &mut Vec<String>) {
    for entry in fs::read_dir(root.join(folder)).expect("a folder") {
        let path = format!("{folder}/{}", entry.expect("an entry").file_name().to_string_lossy());
        if root.join(&path).is_dir() {
            files_in(root, &path, files);
        } else {
            files.push(path);
        }
    }
}

/// The manifest of the project with these members only, compiled quickly.
fn root_manifest(text: &str) -> String {
    let from = text.find("[workspace.package]").expect("[workspace.package]");
    let to = text.find("[profile.").expect("profiles at the end");
    let members = MEMBERS.map(|name| format!("\"crates/{name}\"")).join(", ");
    let profile = "[profile.dev]\ndebug = false\n";
    format!("[workspace]\nresolver = \"3\"\nmembers = [{members}]\n\n{}{profile}", &text[from..to])
}

#[test]
fn a_new_game_compiles_is_played_and_lists_its_stubs() {
    let copy = ProjectCopy::new();
    let (done, text) = copy.xtask(&["new-game", NAME]);
    assert!(done, "{text}");
    let (again, text) = copy.xtask(&["new-game", NAME]);
    assert!(!again && text.contains("there is a game called yavalath already"), "{text}");

    let stubs = copy.stubs();
    assert!(stubs.len() > 5, "{stubs:?}");
    let (whole, text) = copy.xtask(&["game-check", NAME]);
    let missing = format!("{} things are missing", stubs.len());
    assert!(!whole && text.contains(&missing), "{text}");
    for stub in &stubs {
        assert!(text.lines().any(|line| line == stub), "{stub} is not listed:\n{text}");
    }
    assert_eq!(text.matches("optional: ").count(), 5, "{text}");

    let packages = ["-p", NAME, "-p", "bots", "-p", "lessons"];
    let targets = ["--test", "conformance", "--test", "new_game", "--test", "lessons"];
    let filters =
        ["contract_is_kept", "two_beginners", "bench_suite", "game_with_lessons", "promise"];
    let run = [&["test", "--offline"], &packages[..], &targets, &["--"], &filters].concat();
    let (passed, text) = copy.cargo(&run);
    assert!(passed, "{text}");
    for count in ["running 1 test", "running 2 tests"] {
        assert!(text.contains(count), "{text}");
    }

    // Without stubs nothing is missing, for lessons and an engine may be left out.
    for stub in stubs {
        let file = stub.trim().split(':').next().expect("a path");
        let text = fs::read_to_string(copy.root.join(file)).expect("text");
        copy.write(file, text.replace("STUB", "done").as_bytes());
    }
    let (whole, text) = copy.xtask(&["game-check", NAME]);
    assert!(whole && text.contains("yavalath: nothing is missing"), "{text}");
    let perft = copy.root.join(format!("crates/games/{NAME}/perft.txt"));
    fs::remove_file(perft).expect("the perft table");
    let (whole, text) = copy.xtask(&["game-check", NAME]);
    assert!(!whole && text.contains("perft.txt: no such file"), "{text}");
}
