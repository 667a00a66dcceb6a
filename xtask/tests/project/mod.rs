//! The project as files, for tests that read all of it.

use std::fs;
use std::path::{Path, PathBuf};

/// The project's own folder.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The folders of all crates: the members of the workspace, `crates/games/*` expanded.
pub(crate) fn members() -> Vec<String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    let list = manifest.split("members = [").nth(1).and_then(|rest| rest.split(']').next());
    let patterns = list.expect("a list of members").split('"').skip(1).step_by(2);
    patterns.flat_map(expanded).collect()
}

/// A member, or all that a pattern with a star at its end stands for.
fn expanded(pattern: &str) -> Vec<String> {
    let Some(folder) = pattern.strip_suffix("/*") else { return vec![pattern.to_owned()] };
    let entries = fs::read_dir(root().join(folder)).unwrap_or_else(|e| panic!("{folder}: {e}"));
    let crates = entries.map(|entry| entry.expect("an entry").path());
    let crates = crates.filter(|path| path.join("Cargo.toml").is_file());
    let mut folders: Vec<String> = crates
        .map(|path| format!("{folder}/{}", path.file_name().expect("a name").display()))
        .collect();
    folders.sort();
    folders
}

/// All Rust files below a folder.
pub(crate) fn sources(folder: &Path, into: &mut Vec<(String, String)>) {
    files(folder, &["rs"], into);
}

/// All files below a folder that end so, but for what others wrote.
pub(crate) fn files(folder: &Path, endings: &[&str], into: &mut Vec<(String, String)>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if path.is_dir() && !path.ends_with("node_modules") {
            files(&path, endings, into);
        } else if endings.contains(&ending) {
            let text = fs::read_to_string(&path).expect("sources are text");
            into.push((path.display().to_string(), text));
        }
    }
}
