//! Messages from a client to the server.

use crate::{ClientId, GameId, MOST_BYTES, Opponent, Room, Terms};
use game::excerpt;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A message from a client. One with an `id` is idempotent: it is done once, however often it is sent,
/// and is answered the same each time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ToServer {
    /// Keep-alive. Answered with the same nonce.
    Ping {
        /// Any number.
        nonce: u64,
    },
    /// The answer to the server's ping.
    Pong {
        /// The number that came.
        nonce: u64,
    },
    /// Tell me of this game from now on, and what I have missed.
    Watch {
        /// The game.
        game: GameId,
        /// The last event I have; nothing if I have none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<u64>,
    },
    /// Tell me no more of this game.
    Leave {
        /// The game.
        game: GameId,
    },
    /// I move.
    Play {
        /// The game.
        game: GameId,
        /// How many moves were made before this one.
        ply: u32,
        /// The move, in notation.
        mv: String,
        /// My name for this message.
        id: ClientId,
    },
    /// Play this for me at once when it is my turn at this ply, if it is legal then; without a
    /// move: forget it.
    Premove {
        /// The game.
        game: GameId,
        /// How many moves will have been made before this one.
        ply: u32,
        /// The move, in notation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mv: Option<String>,
        /// My name for this message.
        id: ClientId,
    },
    /// Anything a player may ask for besides moving.
    Ask {
        /// The game.
        game: GameId,
        /// The request.
        wish: Wish,
        /// My name for this message.
        id: ClientId,
    },
    /// I say something.
    Chat {
        /// The game.
        game: GameId,
        /// The chat room.
        room: Room,
        /// The text.
        text: String,
        /// My name for this message.
        id: ClientId,
    },
    /// Show me the open seeks from now on.
    Lobby,
    /// Show me no more of them.
    LeaveLobby,
    /// I look for an opponent; everyone may see it and accept.
    Seek {
        /// For what.
        terms: Terms,
        /// My name for this message.
        id: ClientId,
    },
    /// Pair me with a player of about my strength who asks for the same, and after a while for about the
    /// same. Rated only if both may; listed meanwhile, like a seek.
    Pair {
        /// For what.
        terms: Terms,
        /// My name for this message.
        id: ClientId,
    },
    /// I take back all that I look for, or this one.
    Unseek {
        /// The seek; all of mine if it is absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seek: Option<GameId>,
    },
    /// Show me a seek or a challenge; answered with `challenged`, or refused.
    Look {
        /// Its id.
        seek: GameId,
    },
    /// I accept a seek or a challenge.
    Accept {
        /// Its id.
        seek: GameId,
        /// My name for this message.
        id: ClientId,
    },
    /// I challenge an account by name, a computer player, or the first who opens a link.
    Challenge {
        /// For what.
        terms: Terms,
        /// The addressee.
        opponent: Opponent,
        /// My name for this message.
        id: ClientId,
    },
}

impl ToServer {
    /// The game that it is about, if it is about one.
    pub const fn game(&self) -> Option<&GameId> {
        match self {
            Self::Watch { game, .. }
            | Self::Leave { game }
            | Self::Play { game, .. }
            | Self::Premove { game, .. }
            | Self::Ask { game, .. }
            | Self::Chat { game, .. } => Some(game),
            _ => None,
        }
    }
}

/// What a player may ask for. Where the opponent has offered the same, it is an acceptance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// I give up.
    Resign,
    /// Let us call it a draw.
    Draw,
    /// No draw.
    DeclineDraw,
    /// Let me take back my last move.
    TakeBack,
    /// No.
    DeclineTakeBack,
    /// Let it not have been a game; only in the first moves.
    Abort,
    /// My opponent has left: I have won.
    ClaimWin,
    /// My opponent has left: a draw.
    ClaimDraw,
    /// Another one with sides changed.
    Rematch,
    /// No.
    DeclineRematch,
}

/// A message that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecodeError {
    what: String,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for DecodeError {}

/// Reads a client's message.
///
/// # Errors
/// A short line, whatever was sent.
pub fn decode(text: &str) -> Result<ToServer, DecodeError> {
    if text.len() > MOST_BYTES {
        let what = format!("a message has at most {MOST_BYTES} bytes, not {}", text.len());
        return Err(DecodeError { what });
    }
    serde_json::from_str(text).map_err(|error| {
        let place = format!("line {} column {}", error.line(), error.column());
        DecodeError { what: format!("no message, at {place}: {}", excerpt(&error.to_string())) }
    })
}
