//! The loop: waits for messages, updates, carries out effects, draws. An idle application waits and does
//! nothing else.

use crate::analyst::Analyst;
use crate::app::App;
use crate::message::{Effect, FileError, Message};
use crate::opponent::Opponent;
use crate::screen::{Screen, WORKER};
use crate::settings::Settings;
use crate::socket::Socket;
use catalog::GameName;
use live::SocketCommand;
use ratatui::crossterm::event::{Event, read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{fs, io, thread};

/// Why the application could not run.
#[derive(Debug, thiserror::Error)]
pub enum TerminalError {
    /// The terminal refuses.
    #[error("the terminal: {0}")]
    Terminal(#[from] io::Error),
}

/// Runs the application on the terminal of standard input and output until it is left. A game that is in no
/// file comes back as text.
///
/// # Errors
/// If the terminal refuses.
pub fn run(settings: Settings) -> Result<Option<String>, TerminalError> {
    let (tell, told) = channel();
    let online = settings.online.clone();
    let mut screen = Screen::enter()?;
    let (mut app, effects) = App::begin(settings, screen.size()?, now());
    screen.draw(&app)?;
    watch_signals(tell.clone());
    read_keys(tell.clone());
    let socket = online.map(|online| {
        let tell = tell.clone();
        Socket::new(online, move |event| drop(tell.send(Message::Socket(event))))
    });
    let mut workers = Workers { tell, opponent: None, analyst: None, socket };
    let mut next = workers.carry_out(effects, &mut screen)?;
    while next == Next::Continue {
        let messages = wait(&told, &app);
        let effects: Vec<Effect> =
            messages.into_iter().flat_map(|message| app.update(message, now())).collect();
        next = workers.carry_out(effects, &mut screen)?;
        if next == Next::Continue {
            screen.draw(&app)?;
        }
    }
    Ok(app.unsaved())
}

/// Milliseconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

/// The next message and all that came with it, so that a slow terminal is drawn once for all of them.
fn wait(told: &Receiver<Message>, app: &App) -> Vec<Message> {
    let first = match app.next_tick() {
        None => told.recv().unwrap_or(Message::Terminate),
        Some(tick) => match told.recv_timeout(tick) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout) => Message::Tick,
            Err(RecvTimeoutError::Disconnected) => Message::Terminate,
        },
    };
    std::iter::once(first).chain(told.try_iter()).collect()
}

fn watch_signals(tell: Sender<Message>) {
    // Set once in a process; a second application lives without.
    let _ = ctrlc::set_handler(move || drop(tell.send(Message::Terminate)));
}

fn read_keys(tell: Sender<Message>) {
    let reading = move || {
        loop {
            let message = match read() {
                Ok(Event::Key(key)) => Message::Key(key),
                Ok(Event::Mouse(mouse)) => Message::Mouse(mouse),
                Ok(Event::Paste(text)) => Message::Paste(text),
                Ok(Event::Resize(width, height)) => Message::Resize(width, height),
                Ok(Event::FocusGained | Event::FocusLost) => continue,
                Err(_) => Message::Terminate,
            };
            let over = message == Message::Terminate;
            if tell.send(message).is_err() || over {
                return;
            }
        }
    };
    let _ = thread::Builder::new().name(WORKER.to_owned()).spawn(reading);
}

/// Whether it goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Continue,
    Quit,
}

/// The threads that work for the application.
struct Workers {
    tell: Sender<Message>,
    opponent: Option<Opponent>,
    analyst: Option<Analyst>,
    socket: Option<Socket>,
}

impl Workers {
    fn carry_out(&mut self, effects: Vec<Effect>, screen: &mut Screen) -> io::Result<Next> {
        for effect in effects {
            match effect {
                Effect::Quit => return Ok(Next::Quit),
                Effect::Redraw => screen.clear()?,
                Effect::Suspend => screen.suspend()?,
                other => self.start(other),
            }
        }
        Ok(Next::Continue)
    }

    fn start(&mut self, effect: Effect) {
        match effect {
            Effect::StartOpponent(game, player) => {
                let tell = self.tell.clone();
                self.opponent = Some(Opponent::start(game, player, move |reply| {
                    drop(tell.send(Message::Opponent(reply)));
                }));
            }
            Effect::AskOpponent { number, record, left } => {
                if let Some(opponent) = &mut self.opponent {
                    opponent.ask(number, record, left);
                }
            }
            Effect::StopOpponent => self.opponent.iter().for_each(Opponent::stop),
            Effect::AskEngine { number, task, record } => {
                self.analyst(record.game()).ask(number, task, record);
            }
            Effect::StopEngine => self.analyst.iter().for_each(Analyst::stop),
            Effect::Read(path) => {
                let text = fs::read_to_string(&path).map_err(FileError::from);
                self.send(Message::FileRead(path, text));
            }
            Effect::Write(path, text) => {
                let done = fs::write(&path, text).map_err(FileError::from);
                self.send(Message::FileWritten(path, done));
            }
            Effect::Socket(command) => self.command_socket(command),
            Effect::Redraw | Effect::Suspend | Effect::Quit => {}
        }
    }

    fn send(&self, message: Message) {
        // The receiver lives as long as the loop.
        let _ = self.tell.send(message);
    }

    /// The engine of a game; the one of another game is let go.
    fn analyst(&mut self, game: GameName) -> &mut Analyst {
        let kept = self.analyst.take().filter(|analyst| analyst.game() == game);
        let tell = self.tell.clone();
        let start = || Analyst::start(game, move |reply| drop(tell.send(Message::Engine(reply))));
        self.analyst.insert(kept.unwrap_or_else(start))
    }

    fn command_socket(&mut self, command: SocketCommand) {
        let Some(socket) = &mut self.socket else { return };
        match command {
            SocketCommand::Connect => socket.connect(),
            SocketCommand::Send(text) => socket.send(text),
            SocketCommand::Disconnect => socket.disconnect(),
        }
    }
}
