//! Finds the content of every declared game in `content/<game>/` and refuses to build without a piece of it.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// Every piece of content, and what it is. Lessons may be empty, but their files must be there.
pub(crate) const PIECES: [(&str, &str); 7] = [
    ("rules.md", "the numbered rules"),
    ("notation.md", "how moves and positions are written"),
    ("diagrams.txt", "the positions that the rules and the piece cards show"),
    ("lessons.txt", "lessons on the rules"),
    ("play.txt", "lessons on play"),
    ("first.txt", "the guided first game"),
    ("style.css", "the colours of its pages and boards"),
];

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let list = root.join("crates/catalog/src/lib.rs");
    let declared = fs::read_to_string(&list).expect("the list of games");
    println!("cargo::rerun-if-changed={}", list.display());
    println!("cargo::rerun-if-changed={}", root.join("content").display());
    let mut table = String::from("&[");
    for game in games(&declared) {
        table.push_str(&content(&root.join("content").join(game), game));
    }
    table.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to write"));
    fs::write(out.join("content.rs"), table).expect("the table of content");
}

/// The crates named in `declare_games!`: lines such as `Hex = hex,`.
fn games(declared: &str) -> Vec<&str> {
    let inside = declared.split("declare_games! {").nth(1).and_then(|rest| rest.split('}').next());
    let lines = inside.expect("crates/catalog/src/lib.rs declares the games").lines();
    let named = |line: &'_ str| !line.trim_start().starts_with("//") && line.contains(" = ");
    let lines = lines.filter(|line| named(line));
    lines
        .filter_map(|line| line.split(" = ").nth(1))
        .map(|name| name.trim_end_matches(','))
        .collect()
}

/// The row of one game: its name, then each piece as an `include_str!`.
///
/// # Panics
/// If a piece is missing, with a sentence that says which: the build ends with it.
pub(crate) fn content(folder: &Path, game: &str) -> String {
    let texts = PIECES.map(|(file, what)| {
        let path = folder.join(file);
        assert!(
            path.is_file(),
            "content/{game}/{file} is missing: {what} of {game}. Every game that \
             crates/catalog/src/lib.rs declares needs it; `cargo xtask new-game` writes one to begin with."
        );
        println!("cargo::rerun-if-changed={}", path.display());
        let name = file.split('.').next().expect("a name");
        format!("{name}: include_str!({:?}),", path.display().to_string())
    });
    // Others read the notation (the game's own tests) and the style (`cargo xtask dist`).
    let own = |text: &&String| !["notation", "style"].iter().any(|name| text.starts_with(name));
    let texts: String = texts.iter().filter(own).map(String::as_str).collect();
    format!("({game:?}, GameContent {{ {texts} }}),")
}
