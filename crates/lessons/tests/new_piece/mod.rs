//! Adds a twelfth kind of piece to Hex Chess by the steps of CONTRIBUTING.md, in a copy of the crates concerned:
//! with every step it compiles and plays, and without any one of them the compiler or a test says so.

mod edits;
mod workspace;

use edits::FileEdits;
use std::collections::BTreeSet;
use workspace::{Workspace, text};

/// Files that are forgotten together, to save time: each has a test of its own, which no other hides. The rest
/// does not compile without one of them, and they are forgotten one by one.
const TOGETHER: [&[&str]; 2] = [
    &[
        "content/hexchess/rules.md",
        "crates/games/hexchess/tests/suite/oracle/mod.rs",
        "crates/games/hexchess/src/generate.rs",
        "crates/games/hexchess/src/teach/cards.rs",
        "crates/engines/hexchess/src/features.rs",
        "content/hexchess/lessons.txt",
    ],
    &[
        "crates/games/hexchess/tests/suite/conformance.rs",
        "crates/games/hexchess/src/threat.rs",
        "crates/engines/hexchess/weights.txt",
        "content/hexchess/diagrams.txt",
    ],
];

#[test]
fn a_kind_is_added_in_the_steps_and_none_is_forgotten_silently() {
    let edits = edits::hornet();
    let workspace = Workspace::new();
    for edit in &edits {
        apply(&workspace, edit);
    }
    let (passed, said) = workspace.test();
    assert!(passed, "with every step done, a game with a new kind does not play:\n{said}");
    for forgotten in groups(&edits) {
        for edit in &forgotten {
            workspace.write(edit.file, &text(edit.file));
        }
        let (_, said) = workspace.test();
        for edit in forgotten {
            let (file, expected) = (edit.file, edit.forgotten);
            assert!(
                said.contains(expected),
                "{file} forgotten: nothing says “{expected}”:\n{said}"
            );
            apply(&workspace, edit);
        }
    }
}

fn apply(workspace: &Workspace, edit: &FileEdits) {
    workspace.write(edit.file, &edit.applied_to(&text(edit.file)));
}

/// What is forgotten at the same time.
fn groups(edits: &[FileEdits]) -> Vec<Vec<&FileEdits>> {
    let group_of = |edit: &FileEdits| TOGETHER.iter().position(|files| files.contains(&edit.file));
    let together = (0..TOGETHER.len())
        .map(|group| edits.iter().filter(|edit| group_of(edit) == Some(group)).collect());
    let alone = edits.iter().filter(|edit| group_of(edit).is_none()).map(|edit| vec![edit]);
    together.chain(alone).collect()
}

#[test]
fn the_steps_name_the_files_that_are_edited() {
    let edits = edits::hornet();
    let steps = steps(&text("CONTRIBUTING.md"));
    assert!(!steps.is_empty() && steps.len() <= 7, "seven steps at most, not {}", steps.len());
    for (named, step) in steps.iter().zip(1..) {
        let edited = edits.iter().filter(|edit| edit.step == step);
        let edited: BTreeSet<String> = edited.map(|edit| edit.file.to_owned()).collect();
        assert_eq!(
            *named, edited,
            "step {step}: named in CONTRIBUTING.md, and edited in hornet.txt"
        );
    }
    assert!(edits.iter().all(|edit| edit.step <= steps.len()), "hornet.txt has more steps");
}

/// The files that each step names.
fn steps(contributing: &str) -> Vec<BTreeSet<String>> {
    let section =
        contributing.split("## How to add a piece to Hex Chess").nth(1).expect("the section");
    let list = section.split("\n\n").find(|paragraph| paragraph.starts_with("1. ")).expect("steps");
    let mut steps = Vec::new();
    for line in list.lines() {
        if !line.starts_with(' ') {
            steps.push(BTreeSet::new());
        }
        let quoted = line.split('`').skip(1).step_by(2).filter(|word| word.contains('/'));
        steps.last_mut().expect("a step").extend(quoted.map(in_full));
    }
    steps
}

/// The path from the root of the repository; those of the game's own crate are shortened.
fn in_full(path: &str) -> String {
    let own = path.starts_with("src/") || path.starts_with("tests/");
    if own { format!("crates/games/hexchess/{path}") } else { path.to_owned() }
}
