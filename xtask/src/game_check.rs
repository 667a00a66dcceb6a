//! `cargo xtask game-check NAME`: what a game lacks, or still has from its template, and what it may do
//! without.

use crate::new_game::{content_folder, game_folder, read};
use crate::run::{Done, root};
use std::fs;
use std::path::{Path, PathBuf};

/// What a check found.
#[derive(Debug, Default, PartialEq, Eq)]
struct Findings {
    /// Stubs and files without which the game is not done.
    missing: Vec<String>,
    /// What a game may do without, and most have.
    hints: Vec<String>,
}

/// Prints what is missing, which is an error, and what could be added.
pub(crate) fn game_check(name: &str) -> Done {
    if !game_folder(name).is_dir() {
        return Err(format!(
            "there is no crates/games/{name}; `cargo xtask new-game {name}` makes one"
        ));
    }
    let Findings { missing, hints } = findings(name)?;
    for what in &missing {
        println!("  {what}");
    }
    for what in &hints {
        println!("  optional: {what}");
    }
    match missing.len() {
        0 => {
            println!("{name}: nothing is missing");
            Ok(())
        }
        1 => Err(format!("{name}: one thing is missing")),
        count => Err(format!("{name}: {count} things are missing")),
    }
}

fn findings(name: &str) -> Result<Findings, String> {
    let mut files = Vec::new();
    for folder in [game_folder(name), content_folder(name)] {
        collect(&folder, &mut files)?;
    }
    files.push(root().join("crates/catalog/src/lib.rs"));
    let mut missing = missing_files(name)?;
    for file in &files {
        missing.extend(stubs(file)?);
    }
    Ok(Findings { missing, hints: hints(name)? })
}

/// Files that the skeleton has and the game has not, and pictures of its diagrams that are not drawn.
fn missing_files(name: &str) -> Result<Vec<String>, String> {
    let content = content_folder(name);
    let templates = root().join("xtask/templates/content");
    let mut needed = vec![game_folder(name).join("perft.txt")];
    let entries = fs::read_dir(&templates).map_err(|e| format!("{}: {e}", templates.display()))?;
    needed.extend(entries.filter_map(|entry| Some(content.join(entry.ok()?.file_name()))));
    let diagrams = content.join("diagrams.txt");
    if diagrams.is_file() {
        let text = read(&diagrams)?;
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let drawn = lines.filter_map(|line| line.split_once(": "));
        needed.extend(drawn.map(|(diagram, _)| content.join(format!("pictures/{diagram}.svg"))));
    }
    needed.sort();
    let missing = needed.into_iter().filter(|path| !path.is_file());
    Ok(missing.map(|path| format!("{}: no such file", shown(&path))).collect())
}

/// What a game may do without: lessons, diagrams, an engine of its own.
fn hints(name: &str) -> Result<Vec<String>, String> {
    let mut hints = Vec::new();
    let lessons = [
        ("lessons.txt", "lessons on the rules"),
        ("play.txt", "lessons on play"),
        ("first.txt", "a guided first game"),
    ];
    for (file, what) in lessons {
        let path = content_folder(name).join(file);
        if path.is_file() && read(&path)?.trim().is_empty() {
            hints.push(format!("content/{name}/{file}: {what}"));
        }
    }
    if !content_folder(name).join("pictures").is_dir() {
        hints.push(format!(
            "content/{name}/diagrams.txt: diagrams of the rules (drawn by the example draw_diagrams of lessons)"
        ));
    }
    if read(&root().join("crates/bots/src/lib.rs"))?.contains(&format!("games::{name}::Position")) {
        hints.push(format!(
            "crates/engines/{name}: an engine of its own (it has the default player)"
        ));
    }
    Ok(hints)
}

/// A path from the root of the project.
fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// The lines of a file that say STUB.
fn stubs(file: &Path) -> Result<Vec<String>, String> {
    let (shown, text) = (shown(file), read(file)?);
    let stubs = text.lines().enumerate().filter(|(_, line)| line.contains("STUB"));
    Ok(stubs.map(|(at, line)| format!("{shown}:{}: {}", at + 1, line.trim())).collect())
}

/// The text files of a folder, in order.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Done {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        let text = path.extension().is_some_and(|end| {
            ["rs", "md", "txt", "toml", "css"].iter().any(|known| end == *known)
        });
        if path.is_dir() {
            collect(&path, files)?;
        } else if text {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::declared_games;

    #[test]
    fn declared_games_have_no_stubs_and_every_file() {
        for game in declared_games().unwrap() {
            let found = findings(&game.name).unwrap();
            assert_eq!(found.missing, [""; 0], "{}", game.name);
        }
    }
}
