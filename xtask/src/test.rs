//! `cargo xtask test`: everything that must hold before anything lands.

use crate::dist::Finish;
use crate::run::{Done, cargo, cargo_with};
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
    // One run tells everything that is broken.
    cargo("tests", &[&["test", "--quiet", "--no-fail-fast"][..], &SELECTION].concat())?;
    fuzz::all(fuzz::SHORT)?;
    eprintln!("everything passed in {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}

/// Everything that is compiled. The browser app, whose link-time optimisation keeps one core busy, beside the rest.
fn compile() -> Done {
    thread::scope(|scope| {
        let app = scope.spawn(|| dist::build(Finish::Full).and_then(|()| package::build()));
        let native = lints().and_then(|()| documentation()).and_then(|()| test_programs());
        let built = app.join().unwrap_or_else(|_| Err("building the browser app panicked".into()));
        native.and(built)
    })
}

fn lints() -> Done {
    let args = [&["clippy", "--all-targets"][..], &SELECTION, &["--", "-D", "warnings"]];
    cargo("lints", &args.concat())
}

/// The documentation of every crate, without a broken link.
fn documentation() -> Done {
    let args = [&["doc", "--quiet", "--no-deps"][..], &SELECTION].concat();
    cargo_with("documentation", &args, &[("RUSTDOCFLAGS", "-D warnings")])
}

fn test_programs() -> Done {
    cargo("test programs", &[&["test", "--no-run"][..], &SELECTION].concat())
}

/// Only the tests in a real browser, with the app they need.
pub(crate) fn browser() -> Done {
    dist::build(Finish::Full)?;
    package::build()?;
    let test = ["test", "--quiet", "--test", "browser"];
    cargo("browser tests", &[&test[..], &SELECTION].concat())
}
