//! The results of the checks.

use crate::Plan;
use crate::engine::Engine;
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// A part of a protocol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Area {
    Handshake,
    Options,
    Positions,
    IllegalInput,
    Garbage,
    Stop,
    TimeKeeping,
    End,
}

impl Area {
    /// All of them, in the order in which they are checked.
    pub const ALL: [Self; 8] = [
        Self::Handshake,
        Self::Options,
        Self::Positions,
        Self::IllegalInput,
        Self::Garbage,
        Self::Stop,
        Self::TimeKeeping,
        Self::End,
    ];

    /// The name, as commands and tables write it.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Handshake => "handshake",
            Self::Options => "options",
            Self::Positions => "positions",
            Self::IllegalInput => "illegal-input",
            Self::Garbage => "garbage",
            Self::Stop => "stop",
            Self::TimeKeeping => "time-keeping",
            Self::End => "end",
        }
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// A text that names no area.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchArea {
    /// The text.
    pub text: String,
}

impl fmt::Display for NoSuchArea {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Area::ALL.map(Area::text).join(", ");
        write!(f, "{} is no area; there are {names}", game::excerpt(&self.text))
    }
}

impl std::error::Error for NoSuchArea {}

impl FromStr for Area {
    type Err = NoSuchArea;

    fn from_str(text: &str) -> Result<Self, NoSuchArea> {
        let found = Self::ALL.into_iter().find(|area| area.text() == text);
        found.ok_or_else(|| NoSuchArea { text: text.to_owned() })
    }
}

/// What a check came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckOutcome {
    /// As it should be; what was measured, if anything.
    Passed(Option<String>),
    /// What the program gets wrong.
    Failed(String),
    /// The program or the protocol does not have it.
    Skipped(String),
}

/// A check and its verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckResult {
    /// The part of the protocol.
    pub area: Area,
    /// The name of the check.
    pub name: &'static str,
    /// What it came to.
    pub verdict: CheckOutcome,
    /// How long it took.
    pub time: Duration,
}

/// All checks of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConformReport {
    /// What the program calls itself, if it has said so.
    pub name: Option<String>,
    /// The checks, in order.
    pub checks: Vec<CheckResult>,
}

/// Why a check did not pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    Wrong(String),
    NotThere(String),
}

/// What a check comes to: a measurement, or a fault.
pub(crate) type Checked = Result<Option<String>, Fault>;

/// A fault in these words.
pub(crate) fn wrong<T>(what: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::Wrong(what.into()))
}

/// A check: its area, its name, and what it does with a program that was just started.
pub(crate) struct Check {
    pub(crate) area: Area,
    pub(crate) name: &'static str,
    pub(crate) run: fn(&mut Engine) -> Checked,
}

impl ConformReport {
    /// Whether no check failed.
    pub fn passed(&self) -> bool {
        self.failures() == 0
    }

    /// How many checks failed.
    pub fn failures(&self) -> usize {
        self.checks.iter().filter(|check| matches!(check.verdict, CheckOutcome::Failed(_))).count()
    }

    pub(crate) fn run(&mut self, plan: &Plan, check: &Check, told: &mut impl FnMut(&CheckResult)) {
        if plan.only.is_some_and(|only| only != check.area) {
            return;
        }
        let begun = Instant::now();
        let checked = Engine::start(plan).and_then(|mut engine| {
            let checked = (check.run)(&mut engine);
            self.name = self.name.take().or_else(|| engine.name.take());
            checked
        });
        let verdict = match checked {
            Ok(measured) => CheckOutcome::Passed(measured),
            Err(Fault::Wrong(what)) => CheckOutcome::Failed(what),
            Err(Fault::NotThere(why)) => CheckOutcome::Skipped(why),
        };
        let result =
            CheckResult { area: check.area, name: check.name, verdict, time: begun.elapsed() };
        told(&result);
        self.checks.push(result);
    }
}
