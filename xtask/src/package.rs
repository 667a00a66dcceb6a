//! `cargo xtask package`: the package for JavaScript, in `target/package`.
//!
//! ```text
//! apps/bindings ── wasm-bindgen ── rules/  ┐
//! apps/worker ──── wasm-bindgen ── engine/ ├─ npm pack ── target/package/sixfold-VERSION.tgz ── node
//! apps/bindings/package/* ─────────────────┘
//! ```
//! The packed file is unpacked again and played by Node.

use crate::dist::{Finish, bound_modules};
use crate::games::declared_games;
use crate::run::{Done, root};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the package is made.
fn folder() -> PathBuf {
    root().join("target/package")
}

/// The files of the package that are written by hand, and those of the modules.
pub(crate) fn build() -> Done {
    let sources = folder().join("source");
    let _ = fs::remove_dir_all(folder());
    for (place, files) in bound_modules(Finish::Full)? {
        for (name, content) in files {
            write(&sources.join(place).join(name), &content)?;
        }
    }
    let names = declared_games()?.into_iter().map(|game| format!("\"{}\"", game.name));
    let game_names = names.collect::<Vec<_>>().join(" | ");
    let written = root().join("apps/bindings/package");
    for entry in fs::read_dir(&written).map_err(|e| format!("{}: {e}", written.display()))? {
        let path = entry.map_err(|e| e.to_string())?.path();
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let text = text.replace("\"VERSION\"", &format!("\"{}\"", env!("CARGO_PKG_VERSION")));
        let text = text.replace("\"GAMES\"", &game_names);
        let name = path.file_name().unwrap_or_default();
        write(&sources.join(name), text.as_bytes())?;
    }
    pack(&sources)?;
    play_in_node()
}

fn write(path: &Path, content: &[u8]) -> Done {
    let parent = path.parent().unwrap_or(path);
    fs::create_dir_all(parent)
        .and_then(|()| fs::write(path, content))
        .map_err(|e| format!("{}: {e}", path.display()))
}

/// The packed file, and beside it the folder that it unpacks to.
fn pack(sources: &Path) -> Done {
    let (sources, into) = (sources.display().to_string(), folder().display().to_string());
    run("npm", &["pack", "--silent", "--offline", "--pack-destination", &into, &sources])?;
    let packed = packed_file()?;
    let size = fs::metadata(&packed).map_err(|e| e.to_string())?.len();
    run("tar", &["-xzf", &packed.display().to_string(), "-C", &into])?;
    eprintln!("── package: {} ({} kB packed)", packed.display(), size / 1000);
    for name in ["rules/bindings_bg.wasm", "engine/worker_bg.wasm"] {
        let size =
            fs::metadata(folder().join("package").join(name)).map_err(|e| e.to_string())?.len();
        eprintln!("   {name}: {} kB", size / 1000);
    }
    Ok(())
}

fn packed_file() -> Result<PathBuf, String> {
    let files = fs::read_dir(folder()).map_err(|e| e.to_string())?;
    let mut paths = files.filter_map(|entry| Some(entry.ok()?.path()));
    let packed = paths.find(|path| path.extension().is_some_and(|end| end == "tgz"));
    packed.ok_or_else(|| "npm pack has made no file".to_owned())
}

/// Plays every game with what came out of the packed file.
fn play_in_node() -> Done {
    let script = root().join("apps/bindings/tests/node.mjs");
    let package = folder().join("package");
    run("node", &[&script.display().to_string(), &package.display().to_string()])
}

fn run(program: &str, args: &[&str]) -> Done {
    let status = Command::new(program).args(args).current_dir(folder()).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{program} {}: {status}", args.join(" "))),
        Err(error) => Err(format!(
            "{program} cannot be started: {error}; install Node.js 20 or later with npm"
        )),
    }
}
