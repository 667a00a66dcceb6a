//! HTP as the checks speak it: a command, and `=` or `?` with a text.

use crate::engine::Engine;
use crate::report::{Fault, wrong};
use game::excerpt;
use std::time::Duration;

/// An answer of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum HtpReply {
    /// `= text`.
    Done(String),
    /// `? why`.
    Refused(String),
}

impl Engine {
    /// Sends a command and reads its whole answer.
    pub(crate) fn htp(&mut self, command: &str, limit: Duration) -> Result<HtpReply, Fault> {
        let first = self.htp_raw(command, limit)?;
        match (first.strip_prefix('='), first.strip_prefix('?')) {
            (Some(text), _) => Ok(HtpReply::Done(text.trim().to_owned())),
            (_, Some(why)) => Ok(HtpReply::Refused(why.trim().to_owned())),
            _ => wrong(format!(
                "`{command}` is answered by a line without `=` or `?`: {}",
                excerpt(&first)
            )),
        }
    }

    /// The first line of an answer, and the rest of it after a line feed.
    pub(crate) fn htp_raw(&mut self, command: &str, limit: Duration) -> Result<String, Fault> {
        self.send(command)?;
        let mut text = self.line("`=` or `?`", limit)?;
        while text.trim().is_empty() {
            text = self.line("`=` or `?`", limit)?;
        }
        loop {
            let line = self.line("an empty line at the end", limit)?;
            if line.trim().is_empty() {
                return Ok(text);
            }
            text = format!("{text}\n{line}");
        }
    }

    /// What a command gives; a refusal is a fault.
    pub(crate) fn done(&mut self, command: &str) -> Result<String, Fault> {
        match self.htp(command, self.patience.answer)? {
            HtpReply::Done(text) => Ok(text),
            HtpReply::Refused(why) => wrong(format!("`{command}` is refused: {}", excerpt(&why))),
        }
    }

    /// A command that must be refused.
    pub(crate) fn refused(&mut self, command: &str, what: &str) -> Result<(), Fault> {
        match self.htp(command, self.patience.answer)? {
            HtpReply::Refused(_) => Ok(()),
            HtpReply::Done(_) => wrong(format!("{what} is accepted: `{command}`")),
        }
    }

    /// Whether the program knows a command.
    pub(crate) fn knows(&mut self, name: &str) -> Result<bool, Fault> {
        Ok(self.done(&format!("known_command {name}"))? == "true")
    }
}
