//! What surrounds the modules: style, icons, the page itself and its service worker.

use super::Loaded;
use super::files::{AppFiles, files_in, read};
use super::minify::minified;
use crate::games::{DeclaredGame, declared_games, favourite};
use crate::run::root;
use std::fs;
use std::path::PathBuf;

/// Where the page's own files are.
pub(super) fn folder() -> PathBuf {
    root().join("apps/web")
}

/// Adds everything that is not a module.
pub(super) fn add(dist: &mut AppFiles, page: &Loaded, engine: &Loaded) -> Result<(), String> {
    let part_list = page.part_list();
    let mut names = vec![
        ("page.js", page.script()),
        ("page.wasm", page.code()),
        ("parts.js", page.parts()),
        ("engine.js", engine.script()),
        ("engine.wasm", engine.code()),
        ("shortcuts", shortcuts()?),
        ("favourite", favourite()?),
    ];
    names.push(("style.css", dist.add_hashed("style.css", style()?)));
    // In this order: each may name those before it.
    for file in [
        "icon.svg",
        "icon-turn.svg",
        "icon-192.png",
        "icon-512.png",
        "icon-maskable.png",
        "icon-apple.png",
        "manifest.webmanifest",
        "light.js",
        "start-engine.js",
        "start.js",
    ] {
        let content = filled(file, &names)?;
        names.push((file, dist.add_hashed(file, content)));
    }
    let page = filled("index.html", &names)?;
    // The copy with a hash is the one kept for offline use: page and files always match.
    let kept = dist.add_hashed("index.html", page.clone());
    let worker = service_worker(dist, &kept)?;
    dist.add("index.html", page);
    // Only the server reads it: it has the browser fetch the parts that an address needs at once.
    dist.add("parts.txt", part_list.into_bytes());
    dist.add("service-worker.js", worker);
    Ok(())
}

/// The games as shortcuts of the installed app.
fn shortcuts() -> Result<String, String> {
    let shortcut = |DeclaredGame { name, title }: &DeclaredGame| {
        format!("    {{ \"name\": \"{title}\", \"url\": \"/play/{name}\" }}")
    };
    let shortcuts: Vec<String> = declared_games()?.iter().map(shortcut).collect();
    Ok(format!("[\n{}\n  ]", shortcuts.join(",\n")))
}

/// The style sheets in the order of their names, then those of the games.
pub(super) fn style_sheets() -> Result<Vec<PathBuf>, String> {
    let content = root().join("content");
    let games = fs::read_dir(&content).map_err(|e| format!("{}: {e}", content.display()))?;
    let games = games.filter_map(|game| Some(game.ok()?.path().join("style.css")));
    let mut games: Vec<PathBuf> = games.filter(|sheet| sheet.is_file()).collect();
    games.sort();
    Ok([files_in(&folder().join("style"))?, games].concat())
}

/// All style sheets as one.
fn style() -> Result<Vec<u8>, String> {
    let sheets = style_sheets()?;
    let sheets = sheets.iter().map(|sheet| read(sheet)).collect::<Result<Vec<_>, _>>()?.concat();
    let sheets = String::from_utf8(sheets).map_err(|e| format!("the style sheets: {e}"))?;
    Ok(minified(&sheets).into_bytes())
}

/// A static file with every `{{name}}` replaced by that file's address.
fn filled(file: &str, names: &[(&str, String)]) -> Result<Vec<u8>, String> {
    let content = read(&folder().join("static").join(file))?;
    let Ok(text) = std::str::from_utf8(&content) else { return Ok(content) };
    let filled = fill(text, names).map_err(|e| format!("{file}: {e}"))?;
    let is_script = file.rsplit('.').next() == Some("js");
    Ok(if is_script { minified(&filled) } else { filled }.into_bytes())
}

fn fill(text: &str, names: &[(&str, String)]) -> Result<String, String> {
    let filled = names.iter().fold(text.to_owned(), |text, (name, value)| {
        text.replace(&format!("{{{{{name}}}}}"), value)
    });
    match filled.split_once("{{") {
        None => Ok(filled),
        Some((_, rest)) => {
            Err(format!("nothing is called “{}”", rest.split("}}").next().unwrap_or_default()))
        }
    }
}

/// The service worker knows every file and where the page is.
fn service_worker(dist: &AppFiles, page: &str) -> Result<Vec<u8>, String> {
    let files: Vec<String> = dist.addresses().map(|address| format!("\"{address}\"")).collect();
    let names = [
        ("version", dist.version()),
        ("page", page.to_owned()),
        ("files", format!("[\n  {}\n]", files.join(",\n  "))),
    ];
    filled("service-worker.js", &names)
}

#[cfg(test)]
mod tests {
    use super::{fill, shortcuts};

    #[test]
    fn every_game_has_a_shortcut() {
        let shortcuts = shortcuts().unwrap();
        assert!(shortcuts.contains(r#"{ "name": "Hex Chess", "url": "/play/hexchess" },"#));
        assert!(!shortcuts.contains("},\n  ]"), "no comma behind the last: {shortcuts}");
    }

    #[test]
    fn names_are_filled_in_and_unknown_ones_refused() {
        let names = [("a", "/assets/a-1".to_owned())];
        assert_eq!(fill("<{{a}}> {b}", &names).unwrap(), "</assets/a-1> {b}");
        assert_eq!(fill("{{b}}", &names).unwrap_err(), "nothing is called “b”");
    }
}
