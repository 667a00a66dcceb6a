//! `cargo xtask new-game NAME`: the crate and the content of a new game, registered and playable at once.
//!
//! It begins as Trio (`templates/`), a game of seven cells; what is to be replaced says STUB, and
//! `cargo xtask game-check NAME` lists it.

use crate::run::{Done, root};
use std::fs;
use std::path::{Path, PathBuf};

/// The name of the game in the templates, in the case of crates, of titles and of rule numbers.
const TEMPLATE: [&str; 3] = ["trio", "Trio", "TR-"];

/// Keywords of Rust and crates of its library, of which no crate of ours can have the name.
#[rustfmt::skip]
const RESERVED: [&str; 44] = [
    "abstract", "alloc", "async", "await", "become", "box", "break", "const", "continue", "core", "crate",
    "dyn", "else", "enum", "extern", "false", "final", "for", "gen", "impl", "let", "loop", "macro", "match",
    "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "std", "struct",
    "super", "test", "trait", "true", "try", "type", "use", "where",
];

/// A line that registers the game in a file: it is put before the first line that starts with `before`.
struct Registration {
    file: &'static str,
    before: &'static str,
    line: String,
}

/// Writes the skeleton of a game and registers it.
pub(crate) fn new_game(name: &str) -> Done {
    check_name(name)?;
    let title = title(name);
    let names = [name.to_owned(), title.clone(), format!("{}-", name[..2].to_uppercase())];
    let templates = root().join("xtask/templates");
    let mut written = copy(&templates.join("game"), &game_folder(name), &names)?;
    written.extend(copy(&templates.join("content"), &content_folder(name), &names)?);
    for registration in registrations(name, &title) {
        register(&registration)?;
        written.push(root().join(registration.file));
    }
    for path in written {
        println!("  {}", path.strip_prefix(root()).unwrap_or(&path).display());
    }
    println!("{title} can be played: cargo run -p sixfold -- play {name}");
    println!("What is still a stub: cargo xtask game-check {name}");
    Ok(())
}

pub(crate) fn game_folder(name: &str) -> PathBuf {
    root().join("crates/games").join(name)
}

pub(crate) fn content_folder(name: &str) -> PathBuf {
    root().join("content").join(name)
}

fn check_name(name: &str) -> Done {
    let letters = name.len() >= 3 && name.bytes().all(|byte| byte.is_ascii_lowercase());
    if !letters {
        return Err(format!("“{name}” is no name for a crate: three or more letters from a to z"));
    }
    if game_folder(name).exists() || content_folder(name).exists() {
        return Err(format!("there is a game called {name} already"));
    }
    let manifest = read(&root().join("Cargo.toml"))?;
    let is_crate = manifest.lines().any(|line| line.starts_with(&format!("{name} = ")));
    if is_crate || RESERVED.contains(&name) {
        return Err(format!("“{name}” is taken by a crate or by Rust; choose another name"));
    }
    Ok(())
}

/// The name with a capital letter, as people read it and as a variant of `GameName`.
fn title(name: &str) -> String {
    format!("{}{}", name[..1].to_uppercase(), &name[1..])
}

/// The files that know a list of games, and what each needs.
fn registrations(name: &str, title: &str) -> Vec<Registration> {
    let crate_line = format!("{name} = {{ path = \"crates/games/{name}\" }}");
    vec![
        Registration { file: "Cargo.toml", before: "catalog = {", line: crate_line },
        Registration {
            file: "crates/catalog/Cargo.toml",
            before: "game.workspace",
            line: format!("{name}.workspace = true"),
        },
        Registration {
            file: "crates/catalog/src/lib.rs",
            before: "}",
            line: format!("    /// STUB: what it is about.\n    {title} = {name},"),
        },
        Registration {
            file: "crates/bots/src/lib.rs",
            before: "// Games without an engine of their own",
            line: format!("default_player!(catalog::games::{name}::Position);"),
        },
    ]
}

fn register(Registration { file, before, line }: &Registration) -> Done {
    let path = root().join(file);
    let text = read(&path)?;
    let at = text.lines().position(|known| known.starts_with(before));
    let at = at.ok_or_else(|| format!("{file} has no line that starts with “{before}”"))?;
    let mut lines: Vec<&str> = text.lines().collect();
    lines.insert(at, line);
    write(&path, &(lines.join("\n") + "\n"))
}

/// Copies a folder with the names replaced; the files that were written.
fn copy(from: &Path, to: &Path, names: &[String; 3]) -> Result<Vec<PathBuf>, String> {
    let mut written = Vec::new();
    let entries = fs::read_dir(from).map_err(|e| format!("{}: {e}", from.display()))?;
    fs::create_dir_all(to).map_err(|e| format!("{}: {e}", to.display()))?;
    for entry in entries.filter_map(Result::ok) {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            written.extend(copy(&path, &target, names)?);
        } else {
            let mut text = read(&path)?;
            for (old, new) in TEMPLATE.iter().zip(names) {
                text = text.replace(old, new);
            }
            write(&target, &text)?;
            written.push(target);
        }
    }
    Ok(written)
}

pub(crate) fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn write(path: &Path, text: &str) -> Done {
    fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_crates() {
        for name in ["", "ab", "Trio", "my-game", "hex2", "../hex"] {
            assert!(check_name(name).is_err(), "{name}");
        }
        assert!(check_name("hex").unwrap_err().contains("already"));
        for name in ["game", "catalog", "clap", "match", "std"] {
            assert!(check_name(name).unwrap_err().contains("taken"), "{name}");
        }
        assert_eq!(check_name("yavalath"), Ok(()));
        assert_eq!(title("yavalath"), "Yavalath");
    }

    #[test]
    fn every_registration_has_its_place() {
        for Registration { file, before, .. } in registrations("yavalath", "Yavalath") {
            let text = read(&root().join(file)).unwrap();
            assert!(text.lines().any(|line| line.starts_with(before)), "{file}: {before}");
        }
    }
}
