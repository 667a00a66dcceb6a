//! `cargo xtask game-check NAME`: what a game lacks, or still has from its template.

use crate::new_game::{content_folder, game_folder, read};
use crate::run::{Done, root};
use std::fs;
use std::path::{Path, PathBuf};

/// Prints what is missing; an error if there is anything.
pub(crate) fn game_check(name: &str) -> Done {
    if !game_folder(name).is_dir() {
        return Err(format!(
            "there is no crates/games/{name}; `cargo xtask new-game {name}` makes one"
        ));
    }
    let missing = missing(name)?;
    for what in &missing {
        println!("  {what}");
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

fn missing(name: &str) -> Result<Vec<String>, String> {
    let mut missing = Vec::new();
    let mut files = Vec::new();
    for folder in [game_folder(name), content_folder(name)] {
        collect(&folder, &mut files)?;
    }
    files.push(root().join("crates/catalog/src/lib.rs"));
    for file in &files {
        missing.extend(stubs(file)?);
    }
    let lessons = [
        ("lessons.txt", "lessons on the rules"),
        ("play.txt", "lessons on play"),
        ("first.txt", "a guided first game"),
    ];
    for (file, what) in lessons {
        let path = content_folder(name).join(file);
        if !path.is_file() || read(&path)?.trim().is_empty() {
            missing.push(format!("content/{name}/{file}: {what}"));
        }
    }
    if !content_folder(name).join("pictures").is_dir() {
        missing.push(format!(
            "content/{name}/pictures: diagrams of the rules (example draw_diagrams of lessons)"
        ));
    }
    if read(&root().join("crates/bots/src/lib.rs"))?.contains(&format!("games::{name}::Position")) {
        missing.push(format!(
            "crates/engines/{name}: an engine of its own (it has the default player)"
        ));
    }
    Ok(missing)
}

/// The lines of a file that say STUB.
fn stubs(file: &Path) -> Result<Vec<String>, String> {
    let shown = file.strip_prefix(root()).unwrap_or(file).display().to_string();
    let text = read(file)?;
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
    fn complete_games_lack_nothing() {
        for game in declared_games().unwrap() {
            assert_eq!(missing(&game.name), Ok(Vec::new()), "{}", game.name);
        }
    }
}
