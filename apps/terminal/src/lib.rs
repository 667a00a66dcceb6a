//! `sixfold play` as a terminal application.
//!
//! The Elm Architecture: [`App`] is the state, [`App::update`] takes a [`Message`] and gives [`Effect`]s, and
//! `view` draws the state. Threads (opponents, engine, connection, keys) send messages; the loop in `runtime`
//! waits for them, so that an idle game costs nothing. No rule of play is here: boards come from `scene`,
//! moves from records, opponents from `arena`, and the online protocol from `live`.

#![warn(missing_docs)]

mod analyst;
mod app;
mod board;
mod board_model;
mod input;
mod local_game;
mod menu;
mod message;
mod online;
mod opponent;
mod opponent_spec;
mod prompt;
mod runtime;
mod screen;
mod settings;
mod socket;
mod stop;
mod theme;
mod touch;
mod view;

pub use analyst::{EngineReply, EngineResult, EngineTask};
pub use app::App;
pub use board_model::result_text;
pub use message::{Effect, FileError, Message, SocketEvent};
pub use online::{FirstAction, OnlineSettings};
pub use opponent::{ComputerPlayer, Opponent, OpponentFailure, OpponentReply};
pub use opponent_spec::OpponentSpec;
pub use runtime::{TerminalError, run};
pub use screen::Screen;
pub use settings::Settings;
pub use theme::ColourDepth;
