//! Checks a program that speaks UGI, and prints each result as soon as it is known.
//!
//! `cargo run -p conform --example check_engine -- "sixfold engine hex"`

use catalog::GameName;
use conform::{CheckOutcome, Patience, Plan, Protocol, conform};

fn main() {
    let Some(command) = std::env::args().nth(1) else {
        println!("name the command of an engine that plays Hex");
        return;
    };
    let (protocol, game) = (Protocol::Ugi, GameName::Hex);
    let plan = Plan { command, protocol, game, only: None, patience: Patience::default() };
    let report = conform(&plan, |check| {
        let what = match &check.verdict {
            CheckOutcome::Passed(measured) => measured.clone().unwrap_or_default(),
            CheckOutcome::Failed(fault) => format!("FAILED: {fault}"),
            CheckOutcome::Skipped(why) => format!("skipped: {why}"),
        };
        println!("{:<12} {} {what}", check.area, check.name);
    });
    println!("{} checks, {} failed", report.checks.len(), report.failures());
}
