//! `cargo xtask test`: everything that must hold before anything lands.

use crate::dist::Finish;
use crate::run::{Done, cargo, cargo_with, output};
use crate::{dependencies, dist, fuzz, package, setup};
use std::thread;
use std::time::Instant;

/// One selection of packages and features for every step: cargo would compile shared dependencies
/// again for another selection, because it unifies features over the packages that are selected.
const SELECTION: [&str; 4] = ["--locked", "--workspace", "--features", "e2e/browser"];

/// Runs all of it, the quickest complaints first.
pub(crate) fn everything() -> Done {
    let started = Instant::now();
    eprintln!(
        "── format, dependencies, lints, browser app, package, documentation, all tests (those of the page in \
         Chromium), fuzz targets: about 15 minutes, and as many again to compile on a new machine"
    );
    setup::everything()?;
    cargo("format", &["fmt", "--all", "--check"])?;
    dependencies::check()?;
    compile()?;
    documentation()?;
    // One run tells everything that is broken.
    linted_cargo("tests", &[&["test", "--quiet", "--no-fail-fast"][..], &SELECTION].concat())?;
    fuzz::all(fuzz::SHORT)?;
    eprintln!("everything passed in {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}

/// The tests, and beside them the browser app, whose link-time optimisation keeps one core busy.
fn compile() -> Done {
    thread::scope(|scope| {
        let app = scope.spawn(|| dist::build(Finish::Full).and_then(|()| package::build()));
        let args = [&["test", "--no-run"][..], &SELECTION].concat();
        let compiled = linted_cargo("lints and test programs", &args);
        let built = app.join().unwrap_or_else(|_| Err("building the browser app panicked".into()));
        compiled.and(built)
    })
}

/// Cargo with Clippy as the compiler of our own crates, warnings denied.
///
/// `cargo clippy` would analyse every crate, third-party ones included, a second time: seven minutes of
/// processor time. Clippy's driver is a compiler with more lints, and compiles what it has checked.
fn linted_cargo(what: &str, args: &[&str]) -> Done {
    let driver = output("rustup", &["which", "clippy-driver"])?;
    let driver = if driver.is_empty() { "clippy-driver" } else { driver.trim() };
    // How `cargo clippy` itself hands arguments to the driver.
    let denied = "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__";
    cargo_with(what, args, &[("RUSTC_WORKSPACE_WRAPPER", driver), ("CLIPPY_ARGS", denied)])
}

/// The documentation of every crate, without a broken link.
fn documentation() -> Done {
    let args = [&["doc", "--quiet", "--no-deps"][..], &SELECTION].concat();
    cargo_with("documentation", &args, &[("RUSTDOCFLAGS", "-D warnings")])
}

/// Only the tests in a real browser, with the app they need.
pub(crate) fn browser() -> Done {
    dist::build(Finish::Full)?;
    package::build()?;
    let test = ["test", "--quiet", "--test", "browser"];
    linted_cargo("browser tests", &[&test[..], &SELECTION].concat())
}
