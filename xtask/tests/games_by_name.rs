//! A game is known by name in `crates/catalog` and in tests only: nothing else compares with a name, with a variant or
//! with the type of a game, and scripts, styles and pages name none.

use crate::project::{files, members, root, sources};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The variants that `declare_games!` makes, each with the name of its crate.
fn declared_games() -> Vec<(String, String)> {
    let list =
        fs::read_to_string(root().join("crates/catalog/src/lib.rs")).expect("the list of games");
    let inside = list.split("declare_games! {").nth(1).and_then(|rest| rest.split('}').next());
    let lines = inside.expect("the games are declared").lines().map(str::trim);
    let pairs =
        lines.filter(|line| !line.starts_with("//")).filter_map(|line| line.split_once(" = "));
    let pair = |(variant, name): (&str, &str)| (variant.to_owned(), name.replace(',', ""));
    pairs.map(pair).collect()
}

/// Files that know what they are of: formats and protocols that exist for certain games. Each name is one of a
/// folder or a file.
const FORMATS: [&str; 1] = [
    // The Hex text protocol is asked for no other game: `FileFormat::Htp` is checked before.
    "crates/arena/src/external.rs",
];

/// Whether `name` stands in a line as a word of its own; gives what is before and behind it.
fn word<'a>(line: &'a str, name: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    let found = line.match_indices(name).map(|(at, _)| (&line[..at], &line[at + name.len()..]));
    found.filter(move |(before, after)| !before.ends_with(inside) && !after.starts_with(inside))
}

/// The variants of a game: `GameName::Hex`.
fn variants(games: &[(String, String)]) -> Vec<String> {
    let of = |of: &'static str| games.iter().map(move |(variant, _)| format!("{of}::{variant}"));
    of("GameName").chain(of("AnyRecord")).collect()
}

/// Whether a line names a variant: `GameName::Hex`.
fn names_a_variant(line: &str, games: &[(String, String)]) -> bool {
    variants(games).iter().any(|variant| word(line, variant).next().is_some())
}

/// Whether a line compares a text or a type with a game: `== "hex"`, `"hex" | "havannah" =>`, `Some("hex") =>`,
/// `matches!(name, "hex")`, `["hex"].contains(…)`, `P::NAME == …`, `TypeId::of::<hex::Position>()`.
fn compares_with_a_name(line: &str, games: &[(String, String)]) -> bool {
    let texts = games.iter().map(|(_, name)| format!("\"{name}\"")).chain(variants(games));
    texts
        .into_iter()
        .any(|text| word(line, &text).any(|(before, after)| is_compared(before, after)))
        || word(line, "NAME").any(|(before, after)| {
            let before = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == ':');
            has_sign_beside(before, after)
        })
        || games.iter().any(|(_, name)| is_told_by_type(line, name))
}

fn has_sign_beside(before: &str, after: &str) -> bool {
    let (before, after) = (before.trim_end(), after.trim_start());
    ["==", "!="].iter().any(|sign| before.ends_with(sign) || after.starts_with(sign))
}

/// Whether what stands between these is part of a comparison or of a pattern.
fn is_compared(before: &str, after: &str) -> bool {
    has_sign_beside(before, after)
        || after.contains("=>") && !before.contains("=>")
        || before.contains("matches!(")
        || after.contains("].contains(")
}

/// Whether the type of a position is asked for: `TypeId`, `downcast_ref`.
fn is_told_by_type(line: &str, name: &str) -> bool {
    let asks = ["TypeId::of", "downcast"].iter().any(|way| line.contains(way));
    asks && word(line, name).any(|(_, after)| after.starts_with("::"))
}

#[test]
fn every_crate_is_a_member() {
    let members = members();
    for member in ["crates/games/hex", "crates/engines/havannah", "apps/web", "xtask"] {
        assert!(members.iter().any(|folder| folder == member), "{members:?}");
    }
}

#[test]
fn comparisons_with_games_are_found() {
    let games = declared_games();
    for line in [
        "let hex = query.game == \"hex\";",
        "    \"hexchess\" => true,",
        "    \"hex\" | \"havannah\" => true,",
        "    Some(\"hex\") => true,",
        "    (\"hex\", 3) => true,",
        "    GameName::Hex => true,",
        "if matches!(game, \"eclipse\" | \"hex\") {",
        "if [\"eclipse\", \"hex\"].contains(&game) {",
        "if P::NAME != hex::Position::NAME {",
        "Goal::Win(_) if P::NAME == name => true,",
        "if TypeId::of::<P>() == TypeId::of::<catalog::games::hex::Position>() {",
        "let record = record.downcast_ref::<Record<hex::Position>>();",
    ] {
        assert!(compares_with_a_name(line, &games), "{line}");
    }
    for line in [
        "let game = \"hex\";",
        "(\"hex\", 3)",
        "format!(\"{}\", P::NAME)",
        "\"game\" => \"hex\".to_owned(),",
        "let record = record.downcast_ref::<Record<P>>();",
        "lessons(GameName::Hex).remove(0)",
    ] {
        assert!(!compares_with_a_name(line, &games), "{line}");
    }
    assert!(names_a_variant("GameName::Hex => 1,", &games));
    assert!(!names_a_variant("GameName::Hexes", &games));
}

/// What of a file is not its tests at the end.
fn program(text: &str) -> &str {
    let tests = text.match_indices("#[cfg(test)]\nmod ").find(|(at, start)| {
        let line = text[at + start.len()..].lines().next().unwrap_or_default();
        line.ends_with('{')
    });
    tests.map_or(text, |(at, _)| &text[..at])
}

/// The lines of Rust files that `is_fault`, without comments and tests.
fn faulty_lines(files: &[(String, String)], is_fault: impl Fn(&str) -> bool) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, text) in files {
        let is_test = path.ends_with("tests.rs") || path.contains("/tests/");
        if is_test || FORMATS.iter().any(|known| path.ends_with(known)) {
            continue;
        }
        for (i, line) in program(text).lines().enumerate() {
            if !line.trim_start().starts_with("//") && is_fault(line) {
                faults.push(format!("{path}:{}: {}", i + 1, line.trim()));
            }
        }
    }
    faults
}

/// A game is known by name in `catalog` and in tests only; everything else asks what it can do.
#[test]
fn no_game_is_compared_with_by_name() {
    let games = declared_games();
    assert!(games.len() >= 4, "{games:?}");
    let mut faults = Vec::new();
    for folder in members().iter().filter(|folder| *folder != "crates/catalog") {
        let folder = root().join(folder);
        let (mut program, mut beside) = (Vec::new(), Vec::new());
        sources(&folder.join("src"), &mut program);
        faults.extend(faulty_lines(&program, |line| {
            names_a_variant(line, &games) || compares_with_a_name(line, &games)
        }));
        // Examples and build scripts may name a game, and compare with none.
        if folder.join("examples").is_dir() {
            sources(&folder.join("examples"), &mut beside);
        }
        if let Ok(text) = fs::read_to_string(folder.join("build.rs")) {
            beside.push((folder.join("build.rs").display().to_string(), text));
        }
        faults.extend(faulty_lines(&beside, |line| compares_with_a_name(line, &games)));
    }
    assert!(faults.is_empty(), "only crates/catalog knows games by name:\n{}", faults.join("\n"));
}

/// A game as scripts and pages could name it: its crate and its variant, and the words of that as a title.
fn shown(variant: &str, name: &str) -> [String; 3] {
    let mut title = String::new();
    for letter in variant.chars() {
        let begins_word = letter.is_uppercase() && !title.is_empty();
        title.extend(begins_word.then_some(' ').into_iter().chain([letter]));
    }
    [name.to_owned(), variant.to_owned(), title]
}

/// Whether a line names a game. `Hex` before another word with a capital is part of its name, as in `Hex Text
/// Protocol`.
fn names_a_game(line: &str, name: &str) -> bool {
    word(line, name).any(|(_, after)| {
        let is_title = name.starts_with(char::is_uppercase);
        let next = after.strip_prefix(' ').unwrap_or_default();
        !(is_title && next.starts_with(char::is_uppercase))
    })
}

#[test]
fn games_in_scripts_and_styles_are_found() {
    assert_eq!(shown("HexChess", "hexchess"), ["hexchess", "HexChess", "Hex Chess"]);
    for (line, name) in [
        ("/* Hex Chess: ivory and green. */", "Hex Chess"),
        ("if (game === 'hex') {", "hex"),
        ("in the setup of Havannah without", "Havannah"),
    ] {
        assert!(names_a_game(line, name), "{line}");
    }
    for (line, name) in [("hexagon", "hex"), ("the Hex Text Protocol", "Hex"), ("hexes", "hex")] {
        assert!(!names_a_game(line, name), "{line}");
    }
}

/// What is not Rust names no game at all: colours and texts of a game are in `content`, and found by its name.
#[test]
fn scripts_styles_and_pages_name_no_game() {
    let games = declared_games();
    let names: Vec<String> =
        games.iter().flat_map(|(variant, name)| shown(variant, name)).collect();
    let mut found = Vec::new();
    for folder in members().iter().filter(|folder| folder.starts_with("apps/")) {
        files(&root().join(folder), &["js", "mjs", "ts", "css", "html"], &mut found);
    }
    found.retain(|(path, _)| !path.contains("/tests/"));
    assert!(found.len() > 10, "scripts and styles are found");
    let mut faults = Vec::new();
    for (path, text) in &found {
        for (i, line) in text.lines().enumerate() {
            if names.iter().any(|name| names_a_game(line, name)) {
                faults.push(format!("{path}:{}: {}", i + 1, line.trim()));
            }
        }
    }
    assert!(faults.is_empty(), "a game is named outside of Rust:\n{}", faults.join("\n"));
}

/// Folders of what is built, fetched or made by other programs.
const NOT_OURS: [&str; 4] = ["target", ".git", "node_modules", "dist"];

/// Where Havannah is at home, and what is about its being named.
const OWN: [&str; 5] = [
    "crates/games/havannah/",
    "crates/engines/havannah/",
    "content/havannah/",
    "CONTRIBUTING.md",
    "xtask/tests/games_by_name.rs",
];

/// All files below a folder whose path or text names Havannah, as paths from the root.
fn files_that_name_havannah(folder: &Path, into: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !NOT_OURS.contains(&name.as_str()) {
                files_that_name_havannah(&path, into);
            }
            continue;
        }
        let file = path.strip_prefix(root()).expect("below the root").display().to_string();
        let text = fs::read(&path).unwrap_or_default();
        let is_named = || String::from_utf8_lossy(&text).to_lowercase().contains("havannah");
        if file.contains("havannah") || is_named() {
            into.insert(file);
        }
    }
}

/// CONTRIBUTING lists the files that name Havannah, as the example of what a game touches.
#[test]
fn files_that_name_havannah_are_listed_and_counted() {
    let mut found = BTreeSet::new();
    files_that_name_havannah(&root(), &mut found);
    found.retain(|file| !OWN.iter().any(|own| file.starts_with(own)));
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("CONTRIBUTING.md");
    let table = text.split("| count | files |").nth(1).expect("the table of files");
    let mut listed = BTreeSet::new();
    for row in table.lines().skip(2).take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let files: Vec<&str> = cells[2].split('`').skip(1).step_by(2).collect();
        assert_eq!(cells[1], files.len().to_string(), "the count of {row}");
        listed.extend(files.into_iter().map(str::to_owned));
    }
    assert_eq!(listed, found, "the files of the table, and those that name Havannah");
    let total = format!("these {} files", listed.len());
    assert!(text.contains(&total), "CONTRIBUTING.md does not say “{total}”");
}
