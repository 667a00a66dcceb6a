//! Holds `docs/glossary.md` to the sources: each file of a row exists, and each type or function of the
//! row is defined in one of its files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A row of a table: its line, its names, and its files with the folders they may be in.
#[derive(Debug)]
struct Row {
    line: usize,
    names: Vec<String>,
    files: Vec<Vec<String>>,
}

/// The texts in backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The rows of all tables; `crates` has the folders of each folder name.
fn rows(text: &str, crates: &BTreeMap<String, Vec<String>>) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut heading: Vec<String> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        if line.starts_with("## ") {
            heading = quoted(line).map(str::to_owned).collect();
        }
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, term, names, files, _, _] = columns[..] else { continue };
        if term == "term" || term.starts_with("---") {
            continue;
        }
        let mut folders = heading.clone();
        let mut places = Vec::new();
        for file in quoted(files) {
            let path = file.split_once(": ").map_or(file, |(folder, path)| {
                folders = crates.get(folder).cloned().unwrap_or_default();
                path
            });
            let below = folders.iter().map(|folder| format!("{folder}/{path}"));
            places.push(below.chain([path.to_owned()]).collect());
        }
        let names = quoted(names).map(str::to_owned).collect();
        rows.push(Row { line: i + 1, names, files: places });
    }
    rows
}

/// Whether a text defines a name, at its end if it is a path: type, function, module, field or variant.
fn defines(text: &str, name: &str) -> bool {
    let name = name.rsplit("::").next().unwrap_or(name);
    if !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return text.contains(name);
    }
    let keywords = ["struct", "enum", "trait", "type", "fn", "mod", "const", "static"];
    text.lines().map(str::trim_start).filter(|line| !line.starts_with("//")).any(|line| {
        line.match_indices(name).any(|(at, _)| {
            let (before, after) = (&line[..at], &line[at + name.len()..]);
            let word = |c: char| c.is_alphanumeric() || c == '_';
            let whole = !before.ends_with(word) && !after.starts_with(word);
            let keyword = before.split_whitespace().next_back().unwrap_or_default();
            let member = before.is_empty() || before == "pub " || before == "pub(crate) ";
            let variant = name.starts_with(char::is_uppercase);
            let signs: &[&str] = if variant { &[",", "(", " {"] } else { &[":"] };
            let follows = signs.iter().any(|sign| after.starts_with(sign));
            whole
                && (keywords.contains(&keyword) || (member && follows && !after.starts_with("::")))
        })
    })
}

/// What is wrong with the rows, read from the files below a folder.
fn faults(root: &Path, rows: &[Row]) -> Vec<String> {
    let mut faults = Vec::new();
    for row in rows {
        let mut text = String::new();
        for places in &row.files {
            let found: Vec<PathBuf> =
                places.iter().map(|place| root.join(place)).filter(|path| path.exists()).collect();
            if found.is_empty() {
                faults.push(format!("{}: there is no {}", row.line, places.join(" or ")));
            }
            for path in &found {
                read(path, &mut text);
            }
        }
        if row.files.is_empty() {
            faults.push(format!("{}: no file", row.line));
        }
        let missing = row.names.iter().filter(|name| !defines(&text, name));
        faults.extend(missing.map(|name| format!("{}: `{name}` is not in its files", row.line)));
    }
    faults
}

/// Appends a file, or all Rust files below a folder.
fn read(path: &Path, into: &mut String) {
    if path.is_file() {
        *into += &fs::read_to_string(path).expect("sources are text");
        return;
    }
    for entry in fs::read_dir(path).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        if path.is_dir() || path.extension().is_some_and(|extension| extension == "rs") {
            read(&path, into);
        }
    }
}

/// The folders of crates by their names: `hex` is a game and an engine.
fn crate_folders(root: &Path) -> BTreeMap<String, Vec<String>> {
    let mut folders: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for parent in ["crates", "crates/games", "crates/engines", "apps"] {
        for entry in fs::read_dir(root.join(parent)).expect("a folder of crates") {
            let entry = entry.expect("an entry");
            if entry.path().join("Cargo.toml").exists() {
                let name = entry.file_name().into_string().expect("names of crates are text");
                folders.entry(name.clone()).or_default().push(format!("{parent}/{name}"));
            }
        }
    }
    folders
}

#[test]
fn files_and_names_of_the_glossary_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = fs::read_to_string(root.join("docs/glossary.md")).expect("the glossary");
    let rows = rows(&text, &crate_folders(&root));
    assert!(rows.len() > 150, "{} rows", rows.len());
    let faults = faults(&root, &rows);
    assert!(faults.is_empty(), "docs/glossary.md:\n{}", faults.join("\n"));
}

#[test]
fn wrong_rows_are_found() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = "## Build (`tests`)\n\
        | right | `rows`, `Row::names` | `glossary.rs` | |\n\
        | file is not there | `rows` | `glossaries.rs` | |\n\
        | defined elsewhere | `Definition` | `glossary.rs` | |\n\
        | no file | `rows` | | |\n";
    let faults = faults(root, &rows(text, &BTreeMap::new()));
    let lines: Vec<&str> = faults.iter().map(|fault| &fault[..2]).collect();
    assert_eq!(lines, ["3:", "3:", "4:", "5:", "5:"], "{faults:?}");
}

#[test]
fn definitions_are_told_from_uses() {
    for line in ["pub struct Entry {", "    pub depth: u8,", "    Fisher(u8),", "pub use a::Entry;"]
    {
        let name = ["Entry", "depth", "Fisher"].into_iter().find(|name| line.contains(name));
        assert_eq!(defines(line, name.unwrap()), !line.contains("a::"), "{line}");
    }
    assert!(!defines("    let entry = Entry::new();", "Entry"));
    assert!(!defines("/// struct Entry", "Entry"));
    assert!(!defines("struct Entries;", "Entry"));
}
