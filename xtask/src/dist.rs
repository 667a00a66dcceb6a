//! `cargo xtask dist`: the browser app, ready to be embedded, in `target/dist`.
//!
//! ```text
//! cargo for wasm32 ─ wasm-bindgen ─┐
//! style/*.css, static/* ───────────┴─ hashed names ─ Brotli ─ target/dist
//! ```
//! Everything but the page and the service worker has its content's hash in its name.

mod files;
mod module;
mod page;

use crate::run::{Done, root};
use files::{Dist, Fingerprint};
use module::{ENGINE, Module, PAGE};
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

/// How much care is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Finish {
    /// Soon there, large and slow: for work on the page.
    Draft,
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

/// Builds the app, unless what it is made from has not changed.
pub(crate) fn build(finish: Finish) -> Done {
    let started = Instant::now();
    for module in [&ENGINE, &PAGE] {
        module.compile(finish)?;
    }
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

/// Everything the app is made from, this program's own text and its tools' versions included.
///
/// Not the running program itself: a build of the whole workspace replaces that file meanwhile.
fn fingerprint(finish: Finish) -> Result<String, String> {
    let mut print = Fingerprint::default();
    for module in [&ENGINE, &PAGE] {
        print.file(&module.compiled(finish)?)?;
    }
    print.folder(&page::folder().join("static"))?;
    print.folder(&page::folder().join("style"))?;
    print.folder(&root().join("xtask/src/dist"))?;
    print.file(&root().join("Cargo.lock"))?;
    Ok(print.text())
}

fn assemble(finish: Finish) -> Result<Dist, String> {
    let mut dist = Dist::default();
    let engine = add_module(&mut dist, &ENGINE, finish)?;
    let page = add_module(&mut dist, &PAGE, finish)?;
    page::add(&mut dist, &page, &engine)?;
    Ok(dist)
}

/// The addresses of a module's script and code.
struct Loaded {
    script: String,
    code: String,
}

fn add_module(dist: &mut Dist, module: &Module, finish: Finish) -> Result<Loaded, String> {
    let (script, code) = module.bind(finish)?;
    let code = dist.add_hashed(&format!("{}.wasm", module.name), code);
    let script = dist.add_hashed(&format!("{}.js", module.name), script);
    Ok(Loaded { script, code })
}
