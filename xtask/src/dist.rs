//! `cargo xtask dist`: the browser app, ready to be embedded, in `target/dist`.
//!
//! ```text
//! cargo for wasm32 ─ wasm-split ─ wasm-bindgen ─┐
//! style/*.css, static/* ────────────────────────┴─ hashed names ─ Brotli, gzip ─ target/dist
//! ```
//! Everything but the page and the service worker has its content's hash in its name or its folder's.

mod files;
mod minify;
mod module;
mod page;
mod parts;
mod sections;

use crate::run::{Done, root};
use files::{AppFiles, Fingerprint};
use module::{BINDINGS, BoundModule, ENGINE, Module, PAGE, SPLIT_SCRIPT};
use parts::PartFiles;
use std::fs::{self, File};
use std::path::PathBuf;
use std::thread;
use std::time::Instant;

/// How much care is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Finish {
    /// Soon there, large and slow: for work on the page.
    Draft,
    /// Optimised, but without link-time optimisation: somewhat larger, and built in half the time.
    Serve,
    /// Small and fast.
    Full,
}

/// Where the server's build looks for the app.
fn folder() -> PathBuf {
    root().join("target/dist")
}

/// The fingerprint of what the folder was made from.
fn stamp() -> PathBuf {
    root().join("target/dist.stamp")
}

/// Held while the app is built: two builds at once would empty each other's folder.
fn alone() -> Result<File, String> {
    let path = root().join("target/dist.lock");
    let failed = |e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
    fs::create_dir_all(root().join("target")).map_err(|e| failed(&e))?;
    let lock = File::create(&path).map_err(|e| failed(&e))?;
    if lock.try_lock().is_err() {
        eprintln!("── browser app: another build is under way; waiting for it");
        lock.lock().map_err(|e| failed(&e))?;
    }
    Ok(lock)
}

/// Builds the app, unless what it is made from has not changed.
pub(crate) fn build(finish: Finish) -> Done {
    let started = Instant::now();
    let _alone = alone()?;
    module::compile(finish)?;
    let fingerprint = fingerprint(finish)?;
    let made_from = fs::read_to_string(stamp()).unwrap_or_default();
    if made_from == fingerprint && folder().join("index.html").exists() {
        eprintln!("── browser app: unchanged");
        return Ok(());
    }
    let dist = assemble(finish)?;
    // A stamp beside a half-written folder would call it finished.
    let _ = fs::remove_file(stamp());
    let sizes = dist.write(&folder(), finish)?;
    fs::write(stamp(), fingerprint).map_err(|e| format!("{}: {e}", stamp().display()))?;
    eprint!("{sizes}");
    eprintln!("── browser app: {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}

/// The files of a module, by their names.
pub(crate) type ModuleFiles = Vec<(String, Vec<u8>)>;

/// The modules of the package for JavaScript, by their folders in it.
pub(crate) fn bound_modules(finish: Finish) -> Result<Vec<(&'static str, ModuleFiles)>, String> {
    let _alone = alone()?;
    let mut bound = Vec::new();
    for (folder, module) in [("rules", &BINDINGS), ("engine", &ENGINE)] {
        module.compile(finish)?;
        bound.push((folder, module.bind(finish)?.files));
    }
    Ok(bound)
}

/// Everything the app is made from, this program's own text and its tools' versions included.
///
/// Not the running program itself: a build of the whole workspace replaces that file meanwhile.
fn fingerprint(finish: Finish) -> Result<String, String> {
    let mut print = Fingerprint::default();
    for module in [&ENGINE, &PAGE] {
        print.file(&module.compiled(finish)?)?;
    }
    print.folder(&page::folder().join("static"))?;
    for sheet in page::style_sheets()? {
        print.file(&sheet)?;
    }
    print.folder(&root().join("xtask/src/dist"))?;
    print.folder(&root().join("xtask/src/dist/parts"))?;
    print.file(&root().join("Cargo.lock"))?;
    Ok(print.text())
}

fn assemble(finish: Finish) -> Result<AppFiles, String> {
    let mut dist = AppFiles::default();
    let (engine, page) = thread::scope(|scope| {
        let engine = scope.spawn(|| ENGINE.bind(finish));
        let page = PAGE.bind(finish)?;
        let engine = engine.join().map_err(|_| "binding the engine broke off".to_owned())??;
        Ok::<_, String>((engine, page))
    })?;
    let engine = add_module(&mut dist, &ENGINE, engine);
    let page = add_module(&mut dist, &PAGE, page);
    page::add(&mut dist, &page, &engine)?;
    Ok(dist)
}

/// The addresses of a module's script and code.
struct Loaded {
    folder: String,
    name: &'static str,
    parts: PartFiles,
}

impl Loaded {
    fn script(&self) -> String {
        format!("{}/{}.js", self.folder, self.name)
    }

    /// The script that loads the later parts of a module that has several.
    fn parts(&self) -> String {
        format!("{}/{SPLIT_SCRIPT}", self.folder)
    }

    /// A line for each later part, for the server: its name, and the addresses of its files.
    fn part_list(&self) -> String {
        let line = |(part, files): (&String, &Vec<String>)| {
            let files: Vec<String> =
                files.iter().map(|file| format!(" {}/{file}", self.folder)).collect();
            format!("{part}{}\n", files.concat())
        };
        let lines: Vec<String> = self.parts.iter().map(line).collect();
        lines.concat()
    }

    fn code(&self) -> String {
        format!("{}/{}_bg.wasm", self.folder, self.name)
    }
}

fn add_module(dist: &mut AppFiles, module: &Module, bound: BoundModule) -> Loaded {
    Loaded {
        folder: dist.add_hashed_folder(module.name, bound.files),
        name: module.name,
        parts: bound.parts,
    }
}
