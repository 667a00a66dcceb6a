//! What is agreed before a game: which, how long, for what, and who begins.

use crate::Name;
use clock::{Control, Speed};
use game::Side;
use serde::{Deserialize, Serialize};

/// A place at the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// Of the side that moves first.
    First,
    /// Of the other.
    Second,
}

impl From<Side> for Seat {
    fn from(side: Side) -> Self {
        match side {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }
}

impl From<Seat> for Side {
    fn from(seat: Seat) -> Self {
        match seat {
            Seat::First => Self::First,
            Seat::Second => Self::Second,
        }
    }
}

/// The seat that the proposer would like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatWish {
    /// Wherever.
    #[default]
    Any,
    /// Moving first.
    First,
    /// Moving second.
    Second,
}

/// The terms of a game: game, options, time control, rated or casual, seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// The game's name, such as `hexchess`.
    pub game: String,
    /// The game's options, as notation; empty for the usual ones.
    #[serde(default)]
    pub options: String,
    /// The time control, such as `300+3`.
    #[serde(default)]
    pub time: Control,
    /// Whether the game changes ratings.
    #[serde(default)]
    pub rated: bool,
    /// The seat that the proposer would like.
    #[serde(default)]
    pub seat: SeatWish,
}

impl Terms {
    /// Whether the server stores a seek for these: days for a move, so that its author need not stay on the page
    /// for an opponent.
    pub fn is_stored(&self) -> bool {
        matches!(self.time, Control::PerMove(_)) && self.time.speed() == Speed::Correspondence
    }
}

/// The addressee of a challenge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "who", rename_all = "snake_case")]
pub enum Opponent {
    /// The first who opens the link.
    Link,
    /// A computer player of the server, from level 1 to 8.
    #[serde(rename = "house")]
    Computer {
        /// The level.
        level: u8,
    },
    /// A person or a bot, by name.
    Named {
        /// The name.
        name: Name,
    },
}
