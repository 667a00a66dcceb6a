//! The protocol between clients and the server: JSON messages over one WebSocket.
//!
//! The page on the wire is `docs/protocol.md`; these are its types, the same for the server and for
//! the browser. Moves travel as notation. Everything that happens in a game is a numbered [`Event`];
//! [`resume`] decides what a reconnecting client is sent, and a [`Follower`] whether an event is the next one.

#![warn(missing_docs)]

mod close;
mod event;
mod follow;
mod names;
mod refusal;
mod resume;
mod terms;
mod to_client;
mod to_server;

pub use close::Close;
pub use event::{ChatMessage, EndReason, Event, GameResult, Offer, Ply, Room};
pub use follow::{Follower, Step};
pub use names::{BadName, ClientId, GameId, Name};
pub use refusal::Refusal;
pub use resume::{LONGEST_GAP, Resume, resume};
pub use terms::{Opponent, Seat, SeatWish, Terms};
pub use to_client::{
    Lobby, LobbyChanges, NumberedEvent, Person, Player, Presence, SeatPresence, Seek, Snapshot,
    ToClient,
};
pub use to_server::{DecodeError, ToServer, Wish, decode};

/// The version of the protocol; the server tells it in its welcome.
pub const VERSION: u32 = 1;

/// Longer messages from clients are not read.
pub const MOST_BYTES: usize = 4_096;

/// Longer chat lines are refused.
pub const MOST_CHAT_CHARS: usize = 300;
