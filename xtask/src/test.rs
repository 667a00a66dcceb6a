//! `cargo xtask test`: everything that must hold before anything lands.

use crate::dist::Finish;
use crate::run::{Done, cargo};
use crate::{dist, fuzz, setup};
use std::time::Instant;

/// Runs all of it, the quickest complaints first.
pub(crate) fn everything() -> Done {
    let started = Instant::now();
    setup::everything()?;
    cargo("format", &["fmt", "--all", "--check"])?;
    let lints = ["clippy", "--workspace", "--all-targets", "--features", "e2e/browser"];
    cargo("lints", &[&lints[..], &["--", "-D", "warnings"]].concat())?;
    cargo("tests", &["test", "--workspace", "--quiet"])?;
    browser()?;
    fuzz::all(fuzz::SHORT)?;
    eprintln!("everything passed in {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}

/// The built app in a real browser, one at a time: it takes memory and both cores.
pub(crate) fn browser() -> Done {
    dist::build(Finish::Full)?;
    let args = ["test", "--package", "e2e", "--features", "browser", "--quiet"];
    cargo("browser tests", &[&args[..], &["--", "--test-threads=1"]].concat())
}
