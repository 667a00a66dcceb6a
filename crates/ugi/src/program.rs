//! Another program, run as a child and spoken with line by line. What the lines mean is not known
//! here.

mod words;

use crate::lines::{Heard, next_line};
use game::excerpt;
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

/// A running program. It is given a moment to leave, and then ended, when this is dropped.
pub struct Program {
    child: Child,
    voice: ChildStdin,
    ear: Receiver<String>,
    command: String,
}

impl Program {
    /// Runs `command`: a program and its arguments, quoted where they hold spaces. What it writes to
    /// its standard error goes to ours.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(command: &str) -> Result<Self, Fault> {
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
        Ok(Self { child, voice, ear, command: program.clone() })
    }

    /// What was run, without its arguments.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Says a line.
    ///
    /// # Errors
    /// If it is gone.
    pub fn say(&mut self, line: &str) -> Result<(), Fault> {
        let said = writeln!(self.voice, "{line}").and_then(|()| self.voice.flush());
        said.map_err(|_| Fault::Gone)
    }

    /// The next line it says, if it says one before `until`.
    ///
    /// # Errors
    /// If it is gone or late.
    pub fn hear(&mut self, until: Instant) -> Result<String, Fault> {
        let left = until.saturating_duration_since(Instant::now());
        self.ear.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => Fault::Late,
            RecvTimeoutError::Disconnected => Fault::Gone,
        })
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Whatever fails here, the child is ended and waited for.
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
