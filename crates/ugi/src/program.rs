//! A child process with line-based input and output, independent of the protocol.

mod arguments;

use crate::lines::{InputLine, next_line};
use game::excerpt;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Time to exit before the process is killed.
const FAREWELL: Duration = Duration::from_millis(500);

/// Error of a child process. After an error it cannot be used any more.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProgramError {
    /// It could not be started.
    #[error("cannot be started: {0}")]
    Start(String),
    /// It closed its output or left.
    #[error("has gone away")]
    Gone,
    /// It did not answer in time.
    #[error("did not answer in time")]
    Late,
    /// It answered with something else than it should have.
    #[error("answered {}", excerpt(.0))]
    Nonsense(String),
}

/// A running process. It is given a moment to exit, and then killed, when this is dropped.
pub struct Program {
    child: Child,
    /// Its input, until it is ended.
    voice: Option<ChildStdin>,
    ear: Receiver<String>,
    command: String,
}

impl Program {
    /// Runs `command`: a program and its arguments, quoted where they hold spaces. What it writes to
    /// its standard error goes to ours.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(command: &str) -> Result<Self, ProgramError> {
        let words =
            arguments::split(command).map_err(|error| ProgramError::Start(error.to_string()))?;
        let (program, arguments) =
            words.split_first().ok_or_else(|| ProgramError::Start("there is no command".into()))?;
        let mut child = in_own_group(Command::new(program).args(arguments))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| ProgramError::Start(format!("{}: {error}", excerpt(program))))?;
        let (voice, output) =
            child.stdin.take().zip(child.stdout.take()).ok_or(ProgramError::Gone)?;
        let (said, ear) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(InputLine::Line(line)) = next_line(&mut output) {
                if said.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self { child, voice: Some(voice), ear, command: program.clone() })
    }

    /// What was run, without its arguments.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Writes a line.
    ///
    /// # Errors
    /// If it is gone.
    pub fn write_line(&mut self, line: &str) -> Result<(), ProgramError> {
        let voice = self.voice.as_mut().ok_or(ProgramError::Gone)?;
        let said = writeln!(voice, "{line}").and_then(|()| voice.flush());
        said.map_err(|_| ProgramError::Gone)
    }

    /// Ends its input: nothing can be written to it any more.
    pub fn end_input(&mut self) {
        self.voice = None;
    }

    /// Reads the next line, if it comes before `until`.
    ///
    /// # Errors
    /// If it is gone or late.
    pub fn read_line(&mut self, until: Instant) -> Result<String, ProgramError> {
        let left = until.saturating_duration_since(Instant::now());
        self.ear.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => ProgramError::Late,
            RecvTimeoutError::Disconnected => ProgramError::Gone,
        })
    }

    /// How the process ended; nothing if it does not end soon.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        let until = Instant::now() + FAREWELL;
        while Instant::now() < until {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            thread::sleep(Duration::from_millis(2));
        }
        None
    }
}

/// A process group of its own: Ctrl-C in a terminal goes to us alone, who end the child in time.
#[cfg(unix)]
fn in_own_group(command: &mut Command) -> &mut Command {
    std::os::unix::process::CommandExt::process_group(command, 0)
}

#[cfg(not(unix))]
fn in_own_group(command: &mut Command) -> &mut Command {
    command
}

impl Drop for Program {
    fn drop(&mut self) {
        // Whatever fails here, the child is ended and waited for.
        if self.exit_status().is_some() {
            return;
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
