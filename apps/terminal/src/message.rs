//! What comes to the application and what it asks for: the two ends of [`App::update`](crate::App::update).

use crate::analyst::{EngineReply, EngineTask};
use crate::opponent::{ComputerPlayer, OpponentReply};
use catalog::{AnyRecord, GameName};
use game::BySide;
use live::SocketCommand;
use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use std::io;
use std::time::Duration;

/// Something that happened.
#[derive(Clone, PartialEq, Debug)]
pub enum Message {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse was used.
    Mouse(MouseEvent),
    /// A text was pasted.
    Paste(String),
    /// The terminal has so many columns and lines now.
    Resize(u16, u16),
    /// Time has passed.
    Tick,
    /// The opponent has answered.
    Opponent(OpponentReply),
    /// The engine has found something.
    Engine(EngineReply),
    /// A file was read: its path, and its text or why not.
    FileRead(String, Result<String, FileError>),
    /// A file was written, or why not.
    FileWritten(String, Result<(), FileError>),
    /// The connection to the server.
    Socket(SocketEvent),
    /// The process is asked to end.
    Terminate,
}

/// Why a file was not read or written, as the system says it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct FileError(String);

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        Self(error.to_string())
    }
}

/// What happened to the connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SocketEvent {
    /// A text came.
    Text(String),
    /// It is closed, with this code and these words.
    Closed(u16, String),
}

/// What the application asks for.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// A new opponent, in place of the one before.
    StartOpponent(GameName, ComputerPlayer),
    /// A move of the opponent.
    AskOpponent {
        /// The number that the answer bears.
        number: u64,
        /// The game.
        record: AnyRecord,
        /// What is left on the clocks.
        left: BySide<Option<Duration>>,
    },
    /// The opponent need not think any more.
    StopOpponent,
    /// Something of the engine.
    AskEngine {
        /// The number that the answers bear.
        number: u64,
        /// The task.
        task: EngineTask,
        /// The game.
        record: AnyRecord,
    },
    /// The engine need not think any more.
    StopEngine,
    /// A file's text.
    Read(String),
    /// This text in a file.
    Write(String, String),
    /// Something of the connection to the server.
    Socket(SocketCommand),
    /// The whole screen anew.
    Redraw,
    /// To be suspended, like any job of a shell.
    Suspend,
    /// To end.
    Quit,
}
