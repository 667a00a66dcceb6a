//! A copy of the crates that know the pieces of Hex Chess, as a workspace of its own with few other games.

use catalog::GameName;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Crates that a kind of piece touches, and what they need.
const CRATES: [&str; 12] = [
    "hexgrid",
    "game",
    "depict",
    "placement",
    "games/hex",
    "games/hexchess",
    "catalog",
    "analysis",
    "search",
    "engines/hexchess",
    "scene",
    "lessons",
];

/// Games that come along, Hex because the catalog has it as the favourite. All others stay away.
const GAMES: [GameName; 2] = [GameName::Hex, GameName::HexChess];

/// Files outside `src` that those are compiled from.
const BESIDE: [&str; 9] = [
    "Cargo.lock",
    "crates/games/hex/perft.txt",
    "crates/games/hexchess/perft.txt",
    "crates/games/hexchess/tests/suite/conformance.rs",
    "crates/games/hexchess/tests/suite/oracle/mod.rs",
    "crates/engines/hexchess/setup.txt",
    "crates/engines/hexchess/weights.txt",
    "crates/lessons/build.rs",
    "crates/lessons/tests/lessons/kinds.rs",
];

/// The tests that the copy has.
const PROOF: (&str, &str) =
    ("crates/games/hexchess/tests/suite/main.rs", "mod conformance;\nmod oracle;\n");
const KINDS: (&str, &str) =
    ("crates/lessons/tests/kinds.rs", "#[path = \"lessons/kinds.rs\"]\nmod kinds;\n");

/// What `kinds.rs` needs beside what the crate itself needs.
const KINDS_NEED: &str =
    "[dev-dependencies]\nhexchess-engine.workspace = true\nsearch.workspace = true\n";

/// The copy, and where cargo builds it.
pub(crate) struct Workspace {
    root: PathBuf,
    target: PathBuf,
}

/// The repository.
fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The text of a file of the repository.
pub(crate) fn text(file: &str) -> String {
    let path = repository().join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

impl Workspace {
    /// Copies what is needed. Cargo compiles again only what has changed since the last time.
    pub(crate) fn new() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new_piece");
        let workspace = Self { root: folder.join("workspace"), target: folder.join("target") };
        for name in CRATES {
            workspace.copy_folder(&format!("crates/{name}/src"));
            workspace.write_manifest(name);
        }
        for folder in ["content/hex", "content/hexchess"] {
            workspace.copy_folder(folder);
        }
        for file in BESIDE {
            workspace.copy_file(file);
        }
        for (file, text) in [PROOF, KINDS] {
            workspace.write(file, text);
        }
        workspace.write("Cargo.toml", &root_manifest(&text("Cargo.toml")));
        workspace
    }

    fn copy_folder(&self, folder: &str) {
        for entry in fs::read_dir(repository().join(folder)).expect("a folder") {
            let name = entry.expect("an entry").file_name();
            let path = format!("{folder}/{}", name.to_string_lossy());
            if repository().join(&path).is_dir() {
                self.copy_folder(&path);
            } else {
                self.copy_file(&path);
            }
        }
    }

    fn copy_file(&self, file: &str) {
        self.write(file, &without_other_games(&text(file)));
    }

    /// The manifest of a crate without what only its own tests need.
    fn write_manifest(&self, name: &str) {
        let file = format!("crates/{name}/Cargo.toml");
        let text = without_other_games(&text(&file));
        let library = text.split("[dev-dependencies]").next().unwrap_or_default();
        let needed = if name == "lessons" { KINDS_NEED } else { "" };
        self.write(&file, &format!("{library}{needed}"));
    }

    /// Writes a file of the copy; one that is so already keeps its date.
    pub(crate) fn write(&self, file: &str, text: &str) {
        let path = self.root.join(file);
        if fs::read_to_string(&path).is_ok_and(|now| now == text) {
            return;
        }
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder that can be made");
        fs::write(&path, text).expect("a file that can be written");
    }

    /// Runs the tests of the copy: whether they pass, and all that is said.
    pub(crate) fn test(&self) -> (bool, String) {
        let run = Command::new(env!("CARGO"))
            .args(["test", "--offline", "--no-fail-fast", "--color", "never"])
            .args(["--workspace", "--test", "suite", "--test", "kinds", "--target-dir"])
            .arg(&self.target)
            .args(["--", "play_keeps_the_laws", "step_", "every_kind"])
            .current_dir(&self.root)
            .output()
            .expect("cargo runs");
        let said = [run.stdout, run.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        (run.status.success(), said.concat())
    }
}

/// The lines of a text that do not declare another game, with its description, or depend on one.
fn without_other_games(text: &str) -> String {
    let mut kept = Vec::new();
    for line in text.split_inclusive('\n') {
        let mut others = GameName::ALL.into_iter().filter(|game| !GAMES.contains(game));
        if others.any(|game| is_declaration(line.trim_end(), game.text())) {
            while kept.pop_if(|above: &mut &str| above.starts_with("    ///")).is_some() {}
        } else {
            kept.push(line);
        }
    }
    kept.concat()
}

fn is_declaration(line: &str, game: &str) -> bool {
    line.ends_with(&format!(" = {game},")) || line.starts_with(&format!("{game}.workspace"))
}

/// The manifest of the workspace with other members, and compiled quickly.
fn root_manifest(text: &str) -> String {
    let from = text.find("[workspace.package]").expect("[workspace.package]");
    let to = text.find("[profile.").expect("profiles at the end");
    let members = CRATES.map(|name| format!("\"crates/{name}\"")).join(", ");
    let profile = "[profile.dev]\ndebug = false\n";
    let shared = &text[from..to];
    format!("[workspace]\nresolver = \"3\"\nmembers = [{members}]\n\n{shared}{profile}")
}
