//! `sixfold conform`: whether an engine program keeps its protocol.

use crate::failure::{Done, Failure};
use crate::tools::json_output::write_result;
use crate::units::{TIME, time};
use catalog::GameName;
use clap::ValueEnum;
use conform::{Area, CheckOutcome, CheckResult, Patience, Plan, Protocol, conform};
use scene::FileFormat;
use serde_json::{Value, json};
use std::io::Write;
use std::time::Duration;

/// Check that an engine keeps its protocol, and print what it gets wrong
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold conform 'sixfold engine hex'
  sixfold conform 'sixfold engine eclipse' --game eclipse --only stop
  sixfold conform 'sixfold engine hex --htp --level 1' --protocol htp --json

Areas: handshake, options, positions, illegal-input, garbage, stop, time-keeping, end. Every check
starts the program anew. What is measured stands beside the verdict. The exit code is 1 if anything
failed. docs/bots.md has the whole way from nothing to an engine that plays.")]
pub(crate) struct ConformArgs {
    /// The program and its arguments, as one word
    #[arg(value_name = "COMMAND")]
    command: String,
    /// What it speaks
    #[arg(long, value_enum, default_value = "ugi")]
    protocol: ProtocolName,
    #[arg(help = format!("What it plays: {}", GameName::all_texts()), long,
          default_value = GameName::FAVOURITE.text())]
    game: GameName,
    /// Only this area
    #[arg(long, value_name = "AREA")]
    only: Option<Area>,
    /// How much later than its time a move may come, and how soon after `stop`
    #[arg(long, value_name = TIME, default_value = "1s", value_parser = time)]
    late: Duration,
    /// Print JSON, one object a check and one for all
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ProtocolName {
    /// docs/engine-protocol.md
    Ugi,
    /// docs/htp.md
    Htp,
}

pub(crate) fn run(args: &ConformArgs, out: &mut impl Write) -> Done {
    let plan = plan(args)?;
    let mut written = Ok(());
    let report = conform(&plan, |check| {
        if written.is_ok() {
            written = write_check(args, check, out);
        }
    });
    written?;
    if report.checks.is_empty() {
        return Err(Failure::Request("nothing was checked".into()));
    }
    let (count, failed) = (report.checks.len(), report.failures());
    let skipped = report
        .checks
        .iter()
        .filter(|check| matches!(check.verdict, CheckOutcome::Skipped(_)))
        .count();
    let passed = count - failed - skipped;
    if args.json {
        let result =
            json!({ "name": report.name, "passed": passed, "failed": failed, "skipped": skipped });
        write_result(out, Some(plan.game), None, &result)?;
    } else {
        let name = report.name.as_deref().unwrap_or("the program");
        writeln!(out, "{name}: {passed} passed, {failed} failed, {skipped} skipped")?;
    }
    if report.passed() { Ok(()) } else { Err(Failure::Found) }
}

fn plan(args: &ConformArgs) -> Result<Plan, Failure> {
    let protocol = match args.protocol {
        ProtocolName::Ugi => Protocol::Ugi,
        ProtocolName::Htp => Protocol::Htp,
    };
    if protocol == Protocol::Htp && !args.game.description().has_format(FileFormat::Htp) {
        let titles = GameName::with_format(FileFormat::Htp, GameName::title);
        return Err(Failure::request(format!(
            "HTP is spoken of {titles} only, not of {}",
            args.game
        )));
    }
    Ok(Plan {
        command: args.command.clone(),
        protocol,
        game: args.game,
        only: args.only,
        patience: Patience { late: args.late, ..Patience::default() },
    })
}

/// A row of the table, or a line of JSON.
fn write_check(args: &ConformArgs, check: &CheckResult, out: &mut impl Write) -> Done {
    let (word, words) = match &check.verdict {
        CheckOutcome::Passed(measured) => ("passed", measured.as_deref()),
        CheckOutcome::Failed(what) => ("FAILED", Some(what.as_str())),
        CheckOutcome::Skipped(why) => ("skipped", Some(why.as_str())),
    };
    if args.json {
        return write_result(out, Some(args.game), None, &as_json(check, word, words));
    }
    let words = words.map_or_else(String::new, |words| format!(": {words}"));
    writeln!(out, "{:<14} {word:<8} {}{words}", check.area, check.name)?;
    Ok(out.flush()?)
}

fn as_json(check: &CheckResult, word: &str, words: Option<&str>) -> Value {
    json!({
        "area": check.area.text(),
        "check": check.name,
        "verdict": word.to_lowercase(),
        "words": words,
        "milliseconds": check.time.as_millis() as u64,
    })
}
