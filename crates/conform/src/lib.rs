//! Conformance checks of engine programs: runs a program that speaks UGI or HTP through the protocol and
//! says what it gets wrong.
//!
//! Every check starts the program anew, so that a crash spoils one check only. Limits of time are generous:
//! what is measured (the latency of `stop`, the time of a move) is reported beside the verdict.

#![warn(missing_docs)]

mod engine;
mod htp_checks;
mod htp_engine;
mod report;
mod ugi_checks;
mod ugi_engine;

pub use report::{Area, CheckOutcome, CheckResult, ConformReport, NoSuchArea};

use catalog::{GameName, with_game};
use std::time::Duration;

/// The protocol that a program speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// `docs/engine-protocol.md`.
    Ugi,
    /// `docs/htp.md`.
    Htp,
}

/// How long a program may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// For an answer that needs no search, the start of the program included.
    pub answer: Duration,
    /// For `bestmove` after `stop`, and beyond the time that a move was given.
    pub late: Duration,
    /// For a move of a program that knows no limit.
    pub search: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            answer: Duration::from_secs(10),
            late: Duration::from_secs(1),
            search: Duration::from_mins(1),
        }
    }
}

/// What is to be checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The program and its arguments, quoted where they hold spaces.
    pub command: String,
    /// The engine protocol.
    pub protocol: Protocol,
    /// What it plays; HTP is for the games with [`FileFormat::Htp`](catalog::FileFormat).
    pub game: GameName,
    /// Only this area, if one is named.
    pub only: Option<Area>,
    /// How long it may take.
    pub patience: Patience,
}

/// Runs every check, and tells each result as soon as it is known.
pub fn conform(plan: &Plan, mut told: impl FnMut(&CheckResult)) -> ConformReport {
    let mut report = ConformReport { name: None, checks: Vec::new() };
    match plan.protocol {
        Protocol::Ugi => with_game!(plan.game, P => {
            for check in ugi_checks::checks::<P>() {
                report.run(plan, &check, &mut told);
            }
        }),
        Protocol::Htp => {
            for check in htp_checks::checks() {
                report.run(plan, &check, &mut told);
            }
        }
    }
    report
}
