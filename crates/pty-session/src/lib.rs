//! A program in a pseudo-terminal: keys go in, and what its screen shows can be waited for and read. For tests
//! of terminal applications, on Unix.
//!
//! The program gets the pseudo-terminal as its controlling terminal from `setsid --ctty` (util-linux), so that
//! it gets resizes and a hang-up like in any terminal window.

#![warn(missing_docs)]

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};
use std::fs::File;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use vt100::{MouseProtocolMode, Parser, Screen};

/// How long a screen is waited for on a machine that does other things as well.
const PATIENCE: Duration = Duration::from_mins(1);

/// A screen that did not come.
#[derive(Debug, thiserror::Error)]
pub enum PtyError {
    /// There is no pseudo-terminal, or the program does not start.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// What was waited for, and what was there instead.
    #[error("{wanted} did not appear within {PATIENCE:?}; the screen shows:\n{screen}")]
    NotShown {
        /// What was waited for.
        wanted: String,
        /// The screen at the end.
        screen: String,
    },
}

/// What the program has written so far.
struct Output {
    parser: Parser,
    /// Whether a synchronized update has begun and not ended: the screen is not complete then.
    updating: bool,
    /// The last bytes, in which the beginning of a control sequence may be.
    tail: Vec<u8>,
}

type SharedOutput = Arc<(Mutex<Output>, Condvar)>;

/// What begins the control sequences of a synchronized update (private mode 2026): `h` begins it, `l` ends it.
const SYNCHRONIZED: &[u8] = b"\x1b[?2026";

impl Output {
    fn take(&mut self, bytes: &[u8]) {
        self.parser.process(bytes);
        self.tail.extend_from_slice(bytes);
        let sequence = SYNCHRONIZED.len() + 1;
        let last = self.tail.windows(sequence).rposition(|seen| seen.starts_with(SYNCHRONIZED));
        if let Some(at) = last {
            self.updating = self.tail[at + SYNCHRONIZED.len()] == b'h';
        }
        let kept = self.tail.len().min(sequence - 1);
        self.tail.drain(..self.tail.len() - kept);
    }

    /// The characters on the screen, lines without blanks at their ends.
    fn text(&self) -> String {
        let (_, columns) = self.parser.screen().size();
        let lines = self.parser.screen().rows(0, columns);
        lines.map(|line| line.trim_end().to_owned() + "\n").collect()
    }
}

/// A program in a pseudo-terminal. It is killed when this is dropped.
pub struct PtySession {
    child: Child,
    /// Our end.
    master: File,
    /// The program's end, kept open so that its settings can be read after the program has ended.
    terminal: File,
    output: SharedOutput,
    /// Whether the terminal edited lines and echoed them before the program started.
    cooked: LocalModes,
}

impl PtySession {
    /// Starts a program, with its arguments and environment, in a terminal of this size.
    ///
    /// # Errors
    /// If there is no pseudo-terminal, or the program does not start.
    pub fn start(command: &Command, columns: u16, lines: u16) -> Result<Self, PtyError> {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)
            .map_err(io::Error::from)?;
        grantpt(&master).map_err(io::Error::from)?;
        unlockpt(&master).map_err(io::Error::from)?;
        let name = ptsname(&master, Vec::new()).map_err(io::Error::from)?;
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let terminal = File::from(open(&name, flags, Mode::empty()).map_err(io::Error::from)?);
        tcsetwinsize(&master, size(columns, lines)).map_err(io::Error::from)?;
        let cooked = line_modes(&terminal)?;
        let child = with_terminal(command, &terminal)?.spawn()?;
        let master = File::from(master);
        let parser = Parser::new(lines, columns, 0);
        let output = Output { parser, updating: false, tail: Vec::new() };
        let output = Arc::new((Mutex::new(output), Condvar::new()));
        follow(master.try_clone()?, Arc::clone(&output));
        Ok(Self { child, master, terminal, output, cooked })
    }

    /// Types keys, as a terminal sends them.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn keys(&mut self, keys: &str) -> Result<(), PtyError> {
        Ok(self.master.write_all(keys.as_bytes())?)
    }

    /// Clicks on a character with the left button (xterm's SGR encoding), counted from 0.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn click(&mut self, column: u16, line: u16) -> Result<(), PtyError> {
        let (x, y) = (column + 1, line + 1);
        self.keys(&format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m"))
    }

    /// Makes the terminal another size.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn resize(&mut self, columns: u16, lines: u16) -> Result<(), PtyError> {
        self.output().parser.screen_mut().set_size(lines, columns);
        Ok(tcsetwinsize(&self.master, size(columns, lines)).map_err(io::Error::from)?)
    }

    /// The characters on the screen, lines without blanks at their ends.
    pub fn text(&self) -> String {
        self.output().text()
    }

    /// Waits until the screen shows a text; the screen then.
    ///
    /// # Errors
    /// If it does not.
    pub fn wait_for(&self, wanted: &str) -> Result<String, PtyError> {
        self.wait_until(wanted, |screen| screen.contains(wanted))
    }

    /// Waits until the screen is as wanted; the screen then.
    ///
    /// # Errors
    /// If it is not.
    pub fn wait_until(
        &self,
        wanted: &str,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Result<String, PtyError> {
        self.wait_for_output(|output| !output.updating && is_wanted(&output.text()))
            .map(|output| output.text())
            .map_err(|output| PtyError::NotShown {
                wanted: wanted.to_owned(),
                screen: output.text(),
            })
    }

    /// Waits for the output to be as wanted; what it is after that, or after waiting too long.
    fn wait_for_output(
        &self,
        is_wanted: impl Fn(&Output) -> bool,
    ) -> Result<MutexGuard<'_, Output>, MutexGuard<'_, Output>> {
        let end = Instant::now() + PATIENCE;
        let mut output = self.output();
        while !is_wanted(&output) {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(output);
            }
            let waited = self.output.1.wait_timeout(output, left);
            output = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        Ok(output)
    }

    /// Waits for the program to end.
    ///
    /// # Errors
    /// If it cannot be waited for.
    pub fn wait(&mut self) -> Result<ExitStatus, PtyError> {
        Ok(self.child.wait()?)
    }

    /// The number of the program's process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// What a program that has ended left changed of the terminal; nothing if it restored all of it.
    ///
    /// # Errors
    /// If the terminal cannot be asked.
    pub fn left_changed(&self) -> Result<Vec<&'static str>, PtyError> {
        // What it wrote last may still be on its way.
        let restored = self.wait_for_output(|output| changed(output.parser.screen()).is_empty());
        let output = restored.unwrap_or_else(|output| output);
        let mut left = changed(output.parser.screen());
        left.extend((line_modes(&self.terminal)? != self.cooked).then_some("raw mode"));
        Ok(left)
    }

    fn output(&self) -> MutexGuard<'_, Output> {
        self.output.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is switched on of a terminal.
fn changed(screen: &Screen) -> Vec<&'static str> {
    let all = [
        (screen.alternate_screen(), "the alternate screen"),
        (screen.hide_cursor(), "a hidden cursor"),
        (screen.bracketed_paste(), "bracketed paste"),
        (screen.mouse_protocol_mode() != MouseProtocolMode::None, "the mouse"),
    ];
    all.into_iter().filter(|(on, _)| *on).map(|(_, what)| what).collect()
}

impl Drop for PtySession {
    fn drop(&mut self) {
        // One that has ended cannot be killed, which is as well.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn size(columns: u16, lines: u16) -> Winsize {
    Winsize { ws_row: lines, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }
}

fn line_modes(terminal: &File) -> io::Result<LocalModes> {
    let kept = LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG;
    Ok(tcgetattr(terminal)?.local_modes & kept)
}

/// The command under `setsid --ctty`, on this terminal.
fn with_terminal(command: &Command, terminal: &File) -> io::Result<Command> {
    let mut inner = Command::new("setsid");
    inner.arg("--ctty").arg(command.get_program()).args(command.get_args());
    inner.env("TERM", "xterm-256color").env_remove("NO_COLOR").env_remove("COLORTERM");
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => inner.env(name, value),
            None => inner.env_remove(name),
        };
    }
    inner.stdin(terminal.try_clone()?).stdout(terminal.try_clone()?).stderr(terminal.try_clone()?);
    Ok(inner)
}

/// Reads what the program writes until its terminal is gone.
fn follow(mut master: File, output: SharedOutput) {
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = master.read(&mut bytes) {
            output.0.lock().unwrap_or_else(PoisonError::into_inner).take(&bytes[..count]);
            output.1.notify_all();
        }
    });
}
