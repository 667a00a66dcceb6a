//! The other end: another program that speaks the protocol, run as a child.

mod reply;
mod words;

pub use reply::Reply;

use crate::lines::{Heard, next_line};
use game::{Position, Record, excerpt};
use std::fmt;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a program may take to leave before it is ended.
const FAREWELL: Duration = Duration::from_millis(500);

/// What a program did wrong. After a fault nothing more can be asked of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It could not be started.
    Start(String),
    /// It closed its output or left.
    Gone,
    /// It did not answer in time.
    Late,
    /// It answered with something else than it should have.
    Nonsense(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(why) => write!(f, "cannot be started: {why}"),
            Self::Gone => write!(f, "has gone away"),
            Self::Late => write!(f, "did not answer in time"),
            Self::Nonsense(what) => write!(f, "answered {}", excerpt(what)),
        }
    }
}

impl std::error::Error for Fault {}

/// A running program that speaks the protocol. It is told to quit, and then ended, when this is
/// dropped.
pub struct Client {
    child: Child,
    voice: ChildStdin,
    ear: Receiver<String>,
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
    pub fn start(command: &str, patience: Duration) -> Result<Self, Fault> {
        let words = words::split(command).map_err(Fault::Start)?;
        let (program, arguments) =
            words.split_first().ok_or_else(|| Fault::Start("there is no command".into()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| Fault::Start(format!("{}: {error}", excerpt(program))))?;
        let (voice, output) = child.stdin.take().zip(child.stdout.take()).ok_or(Fault::Gone)?;
        let (said, ear) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(Heard::Line(line)) = next_line(&mut output) {
                if said.send(line).is_err() {
                    return;
                }
            }
        });
        let (name, offers) = (program.clone(), Vec::new());
        let mut client = Self { child, voice, ear, patience, name, offers };
        client.greet()?;
        Ok(client)
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn greet(&mut self) -> Result<(), Fault> {
        self.say("ugi")?;
        let until = Instant::now() + self.patience;
        loop {
            let line = self.hear(until)?;
            if let Some(name) = line.strip_prefix("id name ") {
                name.trim().clone_into(&mut self.name);
            } else if let Some(offer) = line.strip_prefix("option name ") {
                let name = offer.split_whitespace().next().unwrap_or_default();
                self.offers.push(name.to_owned());
            } else if line.trim() == "ugiok" {
                return self.wait_until_ready();
            }
        }
    }

    /// Sets an option, if the program offers it.
    ///
    /// # Errors
    /// If the program is gone.
    pub fn set_option(&mut self, name: &str, value: impl fmt::Display) -> Result<(), Fault> {
        if self.offers.iter().any(|offer| offer == name) {
            self.say(&format!("setoption name {name} value {value}"))?;
        }
        Ok(())
    }

    /// Says that the next position has nothing to do with the last, and waits for it to settle.
    ///
    /// # Errors
    /// If the program is gone or does not answer.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        self.say("uginewgame")?;
        self.wait_until_ready()
    }

    fn wait_until_ready(&mut self) -> Result<(), Fault> {
        self.say("isready")?;
        let until = Instant::now() + self.patience;
        while self.hear(until)?.trim() != "readyok" {}
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
    ) -> Result<Reply, Fault> {
        self.say(&position_line(record))?;
        self.say(&format!("go {words}"))?;
        let until = Instant::now() + patience;
        let mut reply = Reply::default();
        loop {
            let line = self.hear(until)?;
            if line.starts_with("error") {
                return Err(Fault::Nonsense(line));
            }
            if reply.take(&line) {
                return Ok(reply);
            }
        }
    }

    fn say(&mut self, line: &str) -> Result<(), Fault> {
        let said = writeln!(self.voice, "{line}").and_then(|()| self.voice.flush());
        said.map_err(|_| Fault::Gone)
    }

    fn hear(&mut self, until: Instant) -> Result<String, Fault> {
        let left = until.saturating_duration_since(Instant::now());
        self.ear.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => Fault::Late,
            RecvTimeoutError::Disconnected => Fault::Gone,
        })
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // Whatever fails here, the child is ended and waited for.
        let _ = self.say("stop").and_then(|()| self.say("quit"));
        let until = Instant::now() + FAREWELL;
        while Instant::now() < until {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(2));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The `position` line of a game; one that did not start as usual is told by its text, which also
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
