//! The program under test: lines out, lines in, and what is wrong with them in words.

use crate::report::{Fault, wrong};
use crate::{Patience, Plan};
use game::excerpt;
use std::time::{Duration, Instant};
use ugi::{Program, ProgramError};

/// The program under test.
pub(crate) struct Engine {
    program: Program,
    pub(crate) patience: Patience,
    /// What the program calls itself.
    pub(crate) name: Option<String>,
    /// The last line that was sent, for the words of a fault.
    last: String,
}

impl Engine {
    pub(crate) fn start(plan: &Plan) -> Result<Self, Fault> {
        match Program::start(&plan.command) {
            Ok(program) => {
                let patience = plan.patience;
                Ok(Self { program, patience, name: None, last: "its start".to_owned() })
            }
            Err(error) => wrong(format!("it {error}")),
        }
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.last = format!("`{}`", shortened(line));
        match self.program.write_line(line) {
            Ok(()) => Ok(()),
            Err(_) => self.gone(),
        }
    }

    /// The next line, if it comes within so long.
    pub(crate) fn line_within(&mut self, limit: Duration) -> Result<Option<String>, Fault> {
        match self.program.read_line(Instant::now() + limit) {
            Ok(line) => Ok(Some(line.trim_end().to_owned())),
            Err(ProgramError::Late) => Ok(None),
            Err(_) => self.gone(),
        }
    }

    /// The next line; `expected` is what should come.
    pub(crate) fn line(&mut self, expected: &str, limit: Duration) -> Result<String, Fault> {
        match self.line_within(limit)? {
            Some(line) => Ok(line),
            None => wrong(format!(
                "{} is not answered by {expected} within {}",
                self.last,
                in_words(limit)
            )),
        }
    }

    /// The program has ended, or closed its output.
    fn gone<T>(&mut self) -> Result<T, Fault> {
        let how = match self.program.exit_status() {
            Some(status) => format!("ended with {status}"),
            None => "closed its output".to_owned(),
        };
        wrong(format!("it {how} after {}", self.last))
    }

    /// Ends its input.
    pub(crate) fn end_input(&mut self) {
        "the end of its input".clone_into(&mut self.last);
        self.program.end_input();
    }

    /// Waits for its end, and says how it ended where that is not well.
    pub(crate) fn wait_for_end(&mut self) -> Result<Option<String>, Fault> {
        let begun = Instant::now();
        let until = begun + self.patience.answer.min(Duration::from_secs(5));
        loop {
            if let Some(status) = self.program.exit_status() {
                if status.success() {
                    return Ok(Some(format!("after {}", in_words(begun.elapsed()))));
                }
                return wrong(format!("it ended with {status} after {}", self.last));
            }
            if Instant::now() > until {
                let waited = in_words(begun.elapsed());
                return wrong(format!("it still runs {waited} after {}", self.last));
            }
        }
    }
}

impl Drop for Engine {
    /// Most programs leave at the end of their input; the others are killed a moment later.
    fn drop(&mut self) {
        self.program.end_input();
    }
}

/// A length of time in words.
pub(crate) fn in_words(time: Duration) -> String {
    if time < Duration::from_secs(10) {
        format!("{} ms", time.as_millis())
    } else {
        format!("{} s", time.as_secs())
    }
}

/// The beginning of a line.
fn shortened(line: &str) -> String {
    let words = excerpt(line);
    words.trim_matches(['“', '”']).to_owned()
}
