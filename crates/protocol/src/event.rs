//! What happens in a game, as one viewer may know it.

use crate::{GameId, Name, Seat};
use clock::{ClockReading, Span};
use game::{Conclusion, Outcome, Reason};
use serde::{Deserialize, Serialize};

/// Something that happened. What a viewer must not know is [`Hidden`](Self::Hidden) and keeps its
/// number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "e", rename_all = "snake_case")]
pub enum Event {
    /// A move was made. To the mover this is the acknowledgement.
    Played {
        /// How many moves were made before this one.
        ply: u32,
        /// The move as this viewer may see it.
        #[serde(flatten)]
        mv: Ply,
        /// The clock afterwards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<ClockReading>,
        /// What the mover was given back for the delay of the connection (lag compensation).
        #[serde(default, skip_serializing_if = "is_nothing")]
        lag: Span,
    },
    /// A player makes an offer.
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
    /// Moves were taken back by agreement: so many are left.
    TakenBack {
        /// How many moves stand.
        ply: u32,
        /// The position now, where it cannot be had by playing the moves.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        view: Option<String>,
        /// The clock afterwards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<ClockReading>,
    },
    /// The server was away; both sides were given this much.
    Allowance {
        /// What each side was given.
        each: Span,
        /// How long the server was away, which no clock is charged for.
        away: Span,
        /// The clock afterwards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<ClockReading>,
    },
    /// A chat message.
    #[serde(rename = "said")]
    Chat(ChatMessage),
    /// The game is over.
    Over {
        /// The result.
        result: GameResult,
        /// The clock at the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<ClockReading>,
        /// The change of each rating, if it was rated.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating_change: Option<(i32, i32)>,
        /// In games with secrets all moves as they really were: everything is revealed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        revealed: Option<Vec<Ply>>,
    },
    /// A rematch was agreed to.
    Rematch {
        /// The new game.
        game_id: GameId,
    },
    /// An event that this viewer must not see.
    Hidden,
}

// The signature is the one that serde asks for.
#[expect(clippy::trivially_copy_pass_by_ref)]
fn is_nothing(span: &Span) -> bool {
    *span == Span::ZERO
}

/// A move as a viewer may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ply {
    /// The seat that moved.
    pub seat: Seat,
    /// In machine notation.
    pub mv: String,
    /// As players write it.
    pub text: String,
    /// The position after it, in games in which it cannot be had by playing the moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
}

/// What can be offered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// A draw.
    Draw,
    /// To take back a move.
    TakeBack,
    /// Another game.
    Rematch,
}

/// The chat room a message belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Room {
    /// The two players.
    Players,
    /// Everyone else; the players too, once the game is over.
    Watchers,
}

/// A chat message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChatMessage {
    /// Its author.
    pub name: Name,
    /// Its chat room.
    pub room: Room,
    /// Its text.
    pub text: String,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// The winner; nothing in a draw or a game that was aborted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Seat>,
    /// By what.
    pub why: EndReason,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// By the rules of play.
    Rules,
    /// The same position for the third time.
    Repetition,
    /// Too long without progress.
    QuietLimit,
    /// A player resigned.
    Resignation,
    /// A player's time ran out.
    Time,
    /// A draw was agreed on.
    Agreement,
    /// A player left, and the opponent claimed the win or the draw.
    Left,
    /// It was not a game: ended in the first moves, or a player never came.
    Aborted,
}

impl EndReason {
    /// The word on the wire and in the archive.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Repetition => "repetition",
            Self::QuietLimit => "quiet_limit",
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::Agreement => "agreement",
            Self::Left => "left",
            Self::Aborted => "aborted",
        }
    }
}

impl From<Conclusion> for GameResult {
    fn from(conclusion: Conclusion) -> Self {
        let why = match conclusion.reason {
            Reason::Rules => EndReason::Rules,
            Reason::Repetition => EndReason::Repetition,
            Reason::QuietLimit => EndReason::QuietLimit,
            Reason::Resignation => EndReason::Resignation,
            Reason::Time => EndReason::Time,
            Reason::Agreement => EndReason::Agreement,
            // Only records have it; the closest that every client knows.
            Reason::Adjudication => EndReason::Left,
        };
        Self { winner: conclusion.outcome.winner().map(Seat::from), why }
    }
}

impl GameResult {
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that was not one.
    pub fn text(self) -> &'static str {
        match (self.why, self.winner) {
            (EndReason::Aborted, _) => "*",
            (_, Some(seat)) => Outcome::Win(seat.into()).text(),
            (_, None) => Outcome::Draw.text(),
        }
    }
}
