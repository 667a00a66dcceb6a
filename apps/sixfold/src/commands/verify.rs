//! `sixfold verify`: the rules against independently made vectors.

use crate::failure::{Done, Failure};
use crate::setup::read_text;
use catalog::GameName;
use std::io::Write;
use std::path::PathBuf;

/// Check the rules against a file of vectors
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold verify eclipse crates/vectors/data/eclipse.json

The last line is `N passed, M failed`; the exit code is 1 if anything failed.")]
pub(crate) struct Args {
    /// eclipse, hexchess or hex
    game: GameName,
    /// A vectors file: perft counts, legal moves, single moves, setup sequences
    file: PathBuf,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Done {
    let text = read_text(&args.file)?;
    let report = vectors::verify(args.game, &text)
        .map_err(|what| Failure::Request(format!("{}: {what}", args.file.display())))?;
    for line in &report.skipped {
        writeln!(out, "skipped: {line}")?;
    }
    for line in &report.failures {
        writeln!(out, "failed: {line}")?;
    }
    writeln!(out, "{} passed, {} failed", report.passed, report.failures.len())?;
    if report.failures.is_empty() { Ok(()) } else { Err(Failure::Found) }
}
