//! A child process with line-based input and output, independent of the protocol.

mod arguments;

use crate::lines::{InputLine, LONGEST_LINE, next_line};
use game::excerpt;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Time to exit before the process is killed.
const EXIT_GRACE: Duration = Duration::from_millis(500);

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
    /// Its answer does not follow the protocol.
    #[error("answered {}", excerpt(.0))]
    Unexpected(String),
}

/// A running process. Dropping it waits half a second for the process to exit and then kills it.
pub struct Program {
    child: Child,
    /// `None` once it is closed.
    stdin: Option<ChildStdin>,
    /// Lines of standard output, from the reader thread.
    stdout_lines: Receiver<String>,
    command: String,
}

impl Program {
    /// Runs `command`: a program and its arguments, quoted where they hold spaces. Its
    /// standard error is ours.
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
        let (stdin, stdout) =
            child.stdin.take().zip(child.stdout.take()).ok_or(ProgramError::Gone)?;
        let (line_sender, stdout_lines) = channel();
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Ok(InputLine::Line(line)) = next_line(&mut stdout, LONGEST_LINE) {
                if line_sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self { child, stdin: Some(stdin), stdout_lines, command: program.clone() })
    }

    /// The program, without its arguments.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Writes a line.
    ///
    /// # Errors
    /// If the process has ended.
    pub fn write_line(&mut self, line: &str) -> Result<(), ProgramError> {
        let stdin = self.stdin.as_mut().ok_or(ProgramError::Gone)?;
        let written = writeln!(stdin, "{line}").and_then(|()| stdin.flush());
        written.map_err(|_| ProgramError::Gone)
    }

    /// Closes its standard input.
    pub fn end_input(&mut self) {
        self.stdin = None;
    }

    /// Reads the next line, if it comes before `until`.
    ///
    /// # Errors
    /// If the process has ended or the line is late.
    pub fn read_line(&mut self, until: Instant) -> Result<String, ProgramError> {
        let left = until.saturating_duration_since(Instant::now());
        self.stdout_lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => ProgramError::Late,
            RecvTimeoutError::Disconnected => ProgramError::Gone,
        })
    }

    /// The exit status; `None` if the process is still running after half a second.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        let until = Instant::now() + EXIT_GRACE;
        while Instant::now() < until {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            thread::sleep(Duration::from_millis(2));
        }
        None
    }
}

/// Its own process group: Ctrl-C in a terminal reaches only this process, which then ends the child.
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
        // The child is killed and reaped even if an earlier step failed.
        if self.exit_status().is_some() {
            return;
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
