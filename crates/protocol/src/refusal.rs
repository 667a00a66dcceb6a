//! Why something was not done: a matter of seats, turns and limits, besides the rules of play.

use serde::{Deserialize, Serialize};

/// Why a message was refused. Nothing has changed then.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The message cannot be read.
    Unreadable,
    /// There is no such game, seek or person.
    NotFound,
    /// You do not sit there.
    NotYourSeat,
    /// It is the other side's turn.
    NotYourTurn,
    /// The game has more or fewer moves than you think.
    StalePly,
    /// The move cannot be read.
    UnreadableMove,
    /// The rules forbid the move.
    IllegalMove,
    /// The game is over.
    GameOver,
    /// Not now: nothing to accept, too late to abort, the opponent has not left.
    NotNow,
    /// Those terms cannot be played.
    BadTerms,
    /// The text is empty, too long, or not allowed.
    BadText,
    /// You cannot play yourself.
    OwnSeek,
    /// Only with an account.
    NeedsAccount,
    /// The token that the connection was opened with does not allow it, or it has ended.
    Forbidden,
    /// Too many of these in so short a time.
    TooFast,
    /// The server is stopping or overloaded; try again.
    Busy,
}
