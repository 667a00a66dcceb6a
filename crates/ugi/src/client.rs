//! Client side: runs an external engine as a child process and asks it for moves.

mod reply;

pub use reply::Reply;

use crate::program::{Program, ProgramError};
use game::{Position, Record};
use std::fmt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

/// A running program that speaks the protocol. It is told to quit, and then ended, when this is
/// dropped.
pub struct Client {
    program: Program,
    /// How long it may take to introduce itself, or to get ready.
    patience: Duration,
    name: String,
    offers: Vec<String>,
}

impl Client {
    /// Runs `command` (a program and its arguments, quoted where they hold spaces) and exchanges
    /// greetings, for each of which it has as long as `patience`. What it writes to its standard
    /// error goes to ours.
    ///
    /// # Errors
    /// If it cannot be started or does not greet.
    pub fn start(command: &str, patience: Duration) -> Result<Self, ProgramError> {
        let program = Program::start(command)?;
        let (name, offers) = (program.command().to_owned(), Vec::new());
        let mut client = Self { program, patience, name, offers };
        client.handshake()?;
        Ok(client)
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn handshake(&mut self) -> Result<(), ProgramError> {
        self.program.write_line("ugi")?;
        let until = Instant::now() + self.patience;
        loop {
            let line = self.program.read_line(until)?;
            if let Some(name) = line.strip_prefix("id name ") {
                name.trim().clone_into(&mut self.name);
            } else if let Some(offer) = line.strip_prefix("option name ") {
                let name = offer.split(" type ").next().unwrap_or_default();
                self.offers.push(name.trim().to_owned());
            } else if line.trim() == "ugiok" {
                return self.wait_until_ready();
            }
        }
    }

    /// Whether the program offers an option of this name.
    pub fn offers(&self, name: &str) -> bool {
        self.offers.iter().any(|offer| offer == name)
    }

    /// How the program ended, if it has.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        self.program.exit_status()
    }

    /// Sets an option, if the program offers it.
    ///
    /// # Errors
    /// If the program is gone.
    pub fn set_option(&mut self, name: &str, value: impl fmt::Display) -> Result<(), ProgramError> {
        if self.offers(name) {
            self.program.write_line(&format!("setoption name {name} value {value}"))?;
        }
        Ok(())
    }

    /// Says that the next position has nothing to do with the last, and waits for it to settle.
    ///
    /// # Errors
    /// If the program is gone or does not answer.
    pub fn new_game(&mut self) -> Result<(), ProgramError> {
        self.program.write_line("uginewgame")?;
        self.wait_until_ready()
    }

    fn wait_until_ready(&mut self) -> Result<(), ProgramError> {
        self.program.write_line("isready")?;
        let until = Instant::now() + self.patience;
        while self.program.read_line(until)?.trim() != "readyok" {}
        Ok(())
    }

    /// Asks for a move. `words` are those of `go`; the answer must come within `patience`.
    ///
    /// # Errors
    /// If it is gone, late, or complains.
    pub fn go<P: Position>(
        &mut self,
        record: &Record<P>,
        words: &str,
        patience: Duration,
    ) -> Result<Reply, ProgramError> {
        self.program.write_line(&position_line(record))?;
        self.program.write_line(&format!("go {words}"))?;
        let until = Instant::now() + patience;
        let mut reply = Reply::default();
        loop {
            let line = self.program.read_line(until)?;
            if line.starts_with("error") {
                return Err(ProgramError::Unexpected(line));
            }
            if reply.take(&line) {
                return Ok(reply);
            }
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // If it is gone it has nothing to be told.
        let _ = self.program.write_line("stop").and_then(|()| self.program.write_line("quit"));
    }
}

/// The `position` line of a game; one with an unusual start is sent as text, which also
/// says what options it is played with.
fn position_line<P: Position>(record: &Record<P>) -> String {
    use fmt::Write as _;
    let mut line = if *record.start() == P::start(P::Options::default()) {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", record.start())
    };
    if record.ply() > 0 {
        line.push_str(" moves");
    }
    for mv in record.moves() {
        // Writing to a string cannot fail.
        let _ = write!(line, " {mv}");
    }
    line
}
