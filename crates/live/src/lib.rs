//! Client of the online protocol, without user interface: optimistic updates, idempotent resending,
//! reconnection.
//!
//! ```text
//!            receive(text)                      socket_commands()
//! socket ───────────────▶ Client ─────────────────────────────▶ connect, send, disconnect
//!                           │ ▲
//!        games, seeks, connection ▼ │ play, ask, say, seek …
//!                          page
//! ```
//! A [`Client`] is one value. The time is always an argument; nothing here waits or draws. Messages
//! that need an answer stay in an [`Outbox`] until they have it, and are sent again after a reconnection.

#![warn(missing_docs)]

mod client;
mod connection;
mod game;
mod outbox;
mod position_history;
mod receive;
mod running_clock;

pub use client::{Client, Notification, SeekRefused, SocketCommand};
pub use connection::{Connection, ConnectionState};
pub use game::{Game, TimedPresence};
pub use outbox::Outbox;
pub use running_clock::{ClockDisplay, RunningClock};
