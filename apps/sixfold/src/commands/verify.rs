//! `sixfold verify`: the rules against independently made vectors.

mod expert;

use crate::failure::{Done, Failure};
use crate::files::read_text;
use crate::setup::seconds;
use catalog::GameName;
use expert::Expert;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Check the rules, and for Hex the solver, against a file of vectors
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold verify eclipse crates/vectors/data/eclipse.json
  sixfold verify hex crates/vectors/data/hex_puzzles.json --time 60

The last line is `N passed, M failed`; the exit code is 1 if anything failed.")]
pub(crate) struct VerifyArgs {
    /// eclipse, hexchess or hex
    game: GameName,
    /// A vectors file: perft counts, legal moves, single moves, setup sequences
    file: PathBuf,
    /// Hex: seconds to find out who wins a position; what takes longer is skipped
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    time: Duration,
}

pub(crate) fn run(args: &VerifyArgs, out: &mut impl Write) -> Done {
    let text = read_text(&args.file)?;
    let report = vectors::verify_with(args.game, &text, &mut Expert::new(args.time))
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
