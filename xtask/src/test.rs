//! `cargo xtask test`: everything that must hold before anything lands.

use crate::dist::Finish;
use crate::run::{Done, cargo, cargo_with};
use crate::{dependencies, dist, fuzz, package, setup};
use std::thread;
use std::time::Instant;

/// One selection of packages and features for every step: cargo would compile shared dependencies
/// again for another selection, because it unifies features over the packages that are selected.
///
/// Without this program: its dependencies were compiled for `cargo xtask` alone, as [`OWN`] selects them.
const SELECTION: [&str; 6] =
    ["--locked", "--workspace", "--exclude", "xtask", "--features", "e2e/browser"];

/// This program, with its tests of the project as a whole.
const OWN: [&str; 3] = ["--locked", "--package", "xtask"];

/// What is compiled to be run. Not the examples: the lints check them.
const RUN: [&str; 3] = ["--lib", "--bins", "--tests"];

/// Runs all of it, the quickest complaints first.
pub(crate) fn everything() -> Done {
    let started = Instant::now();
    eprintln!(
        "── format, dependencies, lints, browser app, package, documentation, all tests (those of the page in \
         Chromium), fuzz targets: about 30 minutes on two cores from a clean clone, 15 if nothing has to be compiled"
    );
    setup::programs()?;
    cargo("format", &["fmt", "--all", "--check"])?;
    let early = dependencies::are_soon_checked();
    if early {
        dependencies::check()?;
    }
    compile()?;
    all_tests(!early)?;
    fuzz::run_all(fuzz::SHORT)?;
    eprintln!("everything passed in {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}

/// Runs all tests but the fuzz targets. The browser tests take the longest and leave about half of two cores idle:
/// beside them, with low priority, what is left to compile.
fn all_tests(with_dependencies: bool) -> Done {
    thread::scope(|scope| {
        let background = scope.spawn(|| {
            let dependencies = if with_dependencies { dependencies::check() } else { Ok(()) };
            dependencies.and(fuzz::build_in_background())
        });
        // One run tells everything that is broken.
        let results = [
            tests("tests", &RUN, &SELECTION),
            tests("examples of the documentation", &["--doc"], &SELECTION),
            background
                .join()
                .unwrap_or_else(|_| Err("what is done beside the tests panicked".into())),
        ];
        results.into_iter().collect()
    })
}

/// Everything that is compiled. The browser app, whose link-time optimisation keeps one core busy, beside the rest.
fn compile() -> Done {
    thread::scope(|scope| {
        let app = scope.spawn(|| dist::build(Finish::Full).and_then(|()| package::build()));
        // Mostly fetched.
        let api_fuzzer = scope.spawn(setup::api_fuzzer);
        let native = lints().and_then(|()| documentation()).and_then(|()| test_programs());
        let built = app.join().unwrap_or_else(|_| Err("building the browser app panicked".into()));
        let fetched = api_fuzzer
            .join()
            .unwrap_or_else(|_| Err("installing the API's fuzzer panicked".into()));
        native.and(built).and(fetched)
    })
}

/// The lints, and with those of this program its tests: they read the whole project, and compile a part of it with a
/// new game.
fn lints() -> Done {
    let lints = |what, selection: &[&str]| {
        cargo(what, &[&["clippy", "--all-targets"], selection, &["--", "-D", "warnings"]].concat())
    };
    lints("lints of xtask", &OWN)?;
    tests("tests of xtask", &["--bins", "--tests"], &OWN)?;
    lints("lints", &SELECTION)
}

fn tests(what: &str, targets: &[&str], selection: &[&str]) -> Done {
    cargo(what, &[&["test", "--quiet", "--no-fail-fast"], targets, selection].concat())
}

/// The documentation of every crate, without a broken link.
fn documentation() -> Done {
    [&OWN[..], &SELECTION].iter().try_for_each(|selection| {
        let args = [&["doc", "--quiet", "--no-deps"], *selection].concat();
        cargo_with("documentation", &args, &[("RUSTDOCFLAGS", "-D warnings")])
    })
}

fn test_programs() -> Done {
    cargo("test programs", &[&["test", "--no-run"], &RUN[..], &SELECTION].concat())
}

/// Only the tests in a real browser, with the app they need.
pub(crate) fn browser() -> Done {
    dist::build(Finish::Full)?;
    package::build()?;
    let test = ["test", "--quiet", "--test", "browser"];
    cargo("browser tests", &[&test[..], &SELECTION].concat())
}
