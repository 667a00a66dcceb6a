//! `cargo xtask test`: everything that must hold before anything lands.

use crate::run::{Done, cargo};
use crate::{fuzz, setup};
use std::time::Instant;

/// Runs all of it, the quickest complaints first.
pub(crate) fn everything() -> Done {
    let started = Instant::now();
    setup::everything()?;
    cargo("format", &["fmt", "--all", "--check"])?;
    cargo("lints", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])?;
    cargo("tests", &["test", "--workspace", "--quiet"])?;
    fuzz::all(fuzz::SHORT)?;
    eprintln!("everything passed in {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}
