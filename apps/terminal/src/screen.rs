//! The terminal as a screen: taken over at the start, and given back whatever happens, also after a panic.

use crate::app::App;
use crate::view::view;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use std::io::{self, Stdout, stdout};
use std::os::fd::OwnedFd;
use std::sync::{Mutex, Once, PoisonError};
use std::{fs, panic, thread};

/// Threads of this name report their own panics: the screen stays.
pub(crate) const WORKER: &str = "worker";

/// The standard error stream of before; there while the screen is taken over.
static STDERR: Mutex<Option<OwnedFd>> = Mutex::new(None);

/// The screen of a running application.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes the terminal over: raw mode, alternate screen, mouse. Dropping the screen gives it back.
    ///
    /// # Errors
    /// If the terminal refuses.
    pub fn enter() -> io::Result<Self> {
        restore_after_panic();
        take_over()?;
        let terminal = Terminal::new(CrosstermBackend::new(stdout())).inspect_err(|_| restore())?;
        Ok(Self { terminal })
    }

    pub(crate) fn size(&self) -> io::Result<(u16, u16)> {
        self.terminal.size().map(|size| (size.width, size.height))
    }

    pub(crate) fn draw(&mut self, app: &App) -> io::Result<()> {
        // Terminals that know synchronized updates show a frame at once.
        execute!(stdout(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| view(app, frame))?;
        execute!(stdout(), EndSynchronizedUpdate)
    }

    /// Draws everything anew the next time.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        self.terminal.clear()
    }

    /// Gives the terminal back, stops the process like any job of a shell, and takes it over again.
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        restore();
        let own = rustix::process::getpid();
        rustix::process::kill_process(own, rustix::process::Signal::TSTP)?;
        take_over()?;
        self.clear()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

fn take_over() -> io::Result<()> {
    enable_raw_mode()?;
    silence_stderr()?;
    let taken =
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste, Hide);
    taken.inspect_err(|_| restore())
}

/// External engines write to our standard error stream: not over the board.
fn silence_stderr() -> io::Result<()> {
    let mut saved = STDERR.lock().unwrap_or_else(PoisonError::into_inner);
    if saved.is_none() {
        *saved = Some(rustix::io::dup(rustix::stdio::stderr())?);
        let nowhere = fs::File::options().write(true).open("/dev/null")?;
        rustix::stdio::dup2_stderr(nowhere)?;
    }
    Ok(())
}

/// Gives the terminal back; nothing the second time. What fails here cannot be mended.
fn restore() {
    let saved = STDERR.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some(saved) = saved else { return };
    let _ = execute!(
        stdout(),
        EndSynchronizedUpdate,
        Show,
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen
    );
    let _ = disable_raw_mode();
    let _ = rustix::stdio::dup2_stderr(saved);
}

/// The terminal is given back before a panic is reported, so that the report can be read.
fn restore_after_panic() {
    static HOOKED: Once = Once::new();
    HOOKED.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if thread::current().name() != Some(WORKER) {
                restore();
                report(info);
            }
        }));
    });
}
