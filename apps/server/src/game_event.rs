//! What happens in a game, as it is stored: the whole truth, which no viewer is sent as it is.

use clock::{Moment, Span};
use protocol::{ChatMessage, GameId, GameResult, Offer, Seat};
use serde::{Deserialize, Serialize};

/// Moves in which a game can still be aborted.
pub(crate) const FIRST_MOVES: usize = 2;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "d", rename_all = "snake_case")]
pub enum GameEvent {
    /// A move, and the measured delay of the mover's line.
    Played {
        /// In machine notation.
        mv: String,
        /// Measured, before any quota.
        #[serde(default)]
        delay: Span,
    },
    /// Something was offered.
    Offered {
        /// The seat that offers.
        seat: Seat,
        /// The offer.
        offer: Offer,
    },
    /// An offer was declined.
    Declined {
        /// The seat that declines.
        seat: Seat,
        /// The offer.
        offer: Offer,
    },
    /// Moves were taken back; so many stand.
    TakenBack {
        /// How many moves stand.
        ply: usize,
    },
    /// The server was away since `down`, and gave each side something.
    Allowance {
        /// The allowance of each side.
        each: Span,
        /// Since when it was away.
        down: Moment,
        /// For how long, since it was this side's turn; until the event if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        away: Option<Span>,
    },
    /// A chat message.
    #[serde(rename = "said")]
    Chat(ChatMessage),
    /// The game is over.
    Over {
        /// The result.
        result: GameResult,
        /// What it did to the ratings.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        change: Option<(i32, i32)>,
    },
    /// Another game was agreed on.
    Rematch {
        /// The new game.
        game: GameId,
    },
}

impl GameEvent {
    /// The same, with the change of ratings if it is the end.
    pub(crate) fn with_change(self, rated: Option<(i32, i32)>) -> Self {
        match self {
            Self::Over { result, .. } => Self::Over { result, change: rated },
            other => other,
        }
    }
}
