//! A client of the server, without a page: what it holds, what it shows and what it sends.
//!
//! ```text
//!            hear(text)                         acts()
//! socket ───────────────▶ Client ─────────────────────────────▶ dial, send, hang up
//!                           │ ▲
//!        games, seeks, connection ▼ │ play, ask, say, seek …
//!                          page
//! ```
//! A [`Client`] is one value. What time it is, others say; nothing here waits or draws. Messages
//! that want an answer wait in an [`Outbox`] until they have it, and are sent again after a loss.

#![warn(missing_docs)]

mod board;
mod client;
mod connection;
mod game;
mod hands;
mod hear;
mod outbox;

pub use client::{Act, Client, News, SeekRefused};
pub use connection::{Connection, State};
pub use game::{Game, Presences};
pub use hands::{Hands, Shown};
pub use outbox::Outbox;
