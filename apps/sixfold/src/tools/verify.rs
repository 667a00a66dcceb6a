//! `sixfold verify`: the rules against independently made vectors.

mod expert;

use crate::failure::{Done, Failure};
use crate::files::{input_name, read_text};
use crate::tools::json_output::write_result;
use crate::tools::solve::{has_solver, solved_games};
use crate::units::{TIME, time};
use catalog::GameName;
use expert::Expert;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Check the rules, and the solver where there is one, against a file of vectors
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold verify eclipse crates/vectors/data/eclipse.json
  sixfold verify hex crates/vectors/data/hex_puzzles.json --time 1m
  sixfold verify hexchess vectors.json --json

The last line is `N passed, M failed`; the exit code is 1 if anything failed.")]
pub(crate) struct VerifyArgs {
    #[arg(help = GameName::all_texts())]
    game: GameName,
    /// A vectors file: perft counts, legal moves, single moves, setup sequences; - is standard input
    file: PathBuf,
    #[arg(help = format!("Time to find out who wins a position ({}); what takes longer is skipped [default: 1s]",
          solved_games()), long, value_name = TIME, value_parser = time)]
    time: Option<Duration>,
    /// Print JSON, one object
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &VerifyArgs, out: &mut impl Write) -> Done {
    if args.time.is_some() && !has_solver(args.game) {
        let what = format!("--time is for {}, not for {}", solved_games(), args.game);
        return Err(Failure::request(what));
    }
    let patience = args.time.unwrap_or(Duration::from_secs(1));
    let text = read_text(&args.file)?;
    let report = vectors::verify_with(args.game, &text, &mut Expert::new(patience))
        .map_err(|what| Failure::Request(format!("{}: {what}", input_name(&args.file))))?;
    let (passed, failures, skipped) = (report.passed, &report.failures, &report.skipped);
    if args.json {
        let result = json!({ "passed": passed, "failed": failures, "skipped": skipped });
        write_result(out, Some(args.game), None, &result)?;
    } else {
        for line in skipped {
            writeln!(out, "skipped: {line}")?;
        }
        for line in failures {
            writeln!(out, "failed: {line}")?;
        }
        writeln!(out, "{passed} passed, {} failed", failures.len())?;
    }
    if report.failures.is_empty() { Ok(()) } else { Err(Failure::Found) }
}
