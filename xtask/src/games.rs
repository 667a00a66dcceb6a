//! The games that `crates/catalog` declares, for what is built from their list: shortcuts of the app, types of
//! the package.

use crate::run::root;
use std::fs;

/// A game as the list and its rules name it.
#[derive(Debug)]
pub(crate) struct DeclaredGame {
    /// Its crate, and its name in commands and addresses.
    pub(crate) name: String,
    /// The name as people read it: the first heading of its rules.
    pub(crate) title: String,
}

/// All games, in the order in which they are offered.
pub(crate) fn declared_games() -> Result<Vec<DeclaredGame>, String> {
    let list = read("crates/catalog/src/lib.rs")?;
    let inside = list.split("declare_games! {").nth(1).and_then(|rest| rest.split('}').next());
    let inside = inside.ok_or("crates/catalog/src/lib.rs declares no games")?;
    let lines = inside.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    lines
        .filter_map(|line| line.split_once(" = "))
        .map(|(_, name)| game(name.trim_end_matches(',')))
        .collect()
}

/// The game of addresses where none was chosen: `GameName::FAVOURITE`.
pub(crate) fn favourite() -> Result<String, String> {
    let names = read("crates/catalog/src/name.rs")?;
    let variant =
        names.split("FAVOURITE: Self = Self::").nth(1).and_then(|rest| rest.split(';').next());
    let variant = variant.ok_or("crates/catalog/src/name.rs has no FAVOURITE")?;
    let list = read("crates/catalog/src/lib.rs")?;
    let declared = |line: &str| {
        let name = line.trim().strip_prefix(variant)?.strip_prefix(" = ")?;
        Some(name.trim_end_matches(',').to_owned())
    };
    list.lines().find_map(declared).ok_or_else(|| format!("{variant} is not declared"))
}

fn game(name: &str) -> Result<DeclaredGame, String> {
    let file = format!("content/{name}/rules.md");
    let rules = read(&file)?;
    let heading = rules.lines().next().and_then(|line| line.strip_prefix("# "));
    let title = heading.and_then(|heading| heading.split(':').next());
    let title = title.ok_or_else(|| format!("{file} begins with no heading “# Title: …”"))?;
    Ok(DeclaredGame { name: name.to_owned(), title: title.to_owned() })
}

fn read(file: &str) -> Result<String, String> {
    fs::read_to_string(root().join(file)).map_err(|e| format!("{file}: {e}"))
}

#[cfg(test)]
mod tests {
    use super::{declared_games, favourite};

    #[test]
    fn declared_games_have_names_and_titles() {
        let games = declared_games().unwrap();
        let chess = games.iter().find(|game| game.name == "hexchess").unwrap();
        assert_eq!(chess.title, "Hex Chess");
        assert!(games.len() >= 4, "{games:?}");
        let favourite = favourite().unwrap();
        assert!(games.iter().any(|game| game.name == favourite), "{favourite}");
    }
}
