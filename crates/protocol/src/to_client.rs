//! Messages from the server to a client.

use crate::{
    ChatMessage, ClientId, Event, GameId, GameResult, Name, Offer, Ply, Refusal, Seat, Terms,
};
use clock::{ClockReading, Moment};
use serde::{Deserialize, Serialize};

/// A message from the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ToClient {
    /// The first message on every connection.
    Welcome {
        /// The protocol's version.
        version: u32,
        /// Who the server takes you for.
        you: Person,
        /// The server's time.
        now: Moment,
        /// Games in which you sit and which are not over.
        playing: Vec<GameId>,
    },
    /// The answer to your ping.
    Pong {
        /// The number that came.
        nonce: u64,
        /// The server's time.
        now: Moment,
    },
    /// Answer this at once: your delay is measured by it.
    Ping {
        /// To be sent back.
        nonce: u64,
    },
    /// Something happened in a game.
    Event(NumberedEvent),
    /// Where a game stands: instead of all that happened before.
    Snapshot(Box<Snapshot>),
    /// You have all there is.
    UpToDate {
        /// Of which game.
        game: GameId,
        /// The last event.
        n: u64,
    },
    /// Who is there. Not numbered, and of the moment only.
    Present(Presence),
    /// Your premove is held, or not any more.
    Premove {
        /// The game.
        game: GameId,
        /// At which ply.
        ply: u32,
        /// The move; nothing if none is held.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mv: Option<String>,
    },
    /// Done: the answer to a message with an id that is not an event's echo.
    Done {
        /// Your name for the message.
        id: ClientId,
        /// The event that it became, if it became one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        n: Option<u64>,
        /// The seek or the challenge that it became, if it became one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seek: Option<GameId>,
    },
    /// Not done, and why.
    Refused {
        /// Your name for the message, if it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<ClientId>,
        /// The game, if it is about one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<GameId>,
        /// The code, for programs.
        why: Refusal,
        /// The message, for people: a sentence.
        what: String,
    },
    /// The open seeks, all of them: the answer to `lobby`.
    Lobby(Lobby),
    /// What has changed in the lobby since the version before.
    LobbyChanges(LobbyChanges),
    /// You are challenged, or you asked what this is: accept it like any other seek.
    Challenged(Seek),
    /// You sit at a new game.
    Paired {
        /// The new game.
        game: GameId,
        /// Your seat.
        seat: Seat,
        /// The seek or challenge it came from, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seek: Option<GameId>,
    },
}

/// A person or a program with an account, or a guest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Person {
    /// What they are called.
    pub name: Name,
    /// Whether they have no account.
    #[serde(default, skip_serializing_if = "is_false")]
    pub guest: bool,
    /// Whether it is a program.
    #[serde(default, skip_serializing_if = "is_false")]
    pub bot: bool,
}

// The signature is the one that serde asks for.
#[expect(clippy::trivially_copy_pass_by_ref)]
fn is_false(flag: &bool) -> bool {
    !flag
}

// The signature is the one that serde asks for.
#[expect(clippy::trivially_copy_pass_by_ref)]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The player at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Player {
    /// The person.
    #[serde(flatten)]
    pub person: Person,
    /// Their rating when the game began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    /// Whether the rating is still uncertain.
    #[serde(default, skip_serializing_if = "is_false")]
    pub provisional: bool,
}

/// An event with its place in the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NumberedEvent {
    /// The game.
    pub game: GameId,
    /// Its number, from 1, without gaps.
    pub n: u64,
    /// When it happened, by the server's clock.
    pub at: Moment,
    /// The event itself.
    #[serde(flatten)]
    pub event: Event,
}

/// Where a game stands, for one viewer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// The game.
    pub game: GameId,
    /// The last event that is in it.
    pub n: u64,
    /// The server's time, at which the clock was read.
    pub now: Moment,
    /// What it is played by.
    pub terms: Terms,
    /// Where it started, in notation.
    pub start: String,
    /// Who sits at the board.
    pub players: (Player, Player),
    /// Where you sit, if you do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<Seat>,
    /// The moves so far, as you may see them.
    pub moves: Vec<Ply>,
    /// The position at the start as you may see it, where moves alone do not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
    /// The clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockReading>,
    /// Open offers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<(Seat, Offer)>,
    /// Recent chat messages of the rooms you may read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<ChatMessage>,
    /// Your premove.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub premove: Option<(u32, String)>,
    /// How it ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// The change of each rating, if it is over and was rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_change: Option<(i32, i32)>,
    /// The game that followed, if one was agreed on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<GameId>,
}

/// The presence of players and spectators at a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Presence {
    /// At which game.
    pub game: GameId,
    /// The one who moves first.
    pub first: SeatPresence,
    /// The other.
    pub second: SeatPresence,
    /// The number of spectators.
    pub watchers: u32,
}

/// Whether a player is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SeatPresence {
    /// Whether they are connected.
    pub here: bool,
    /// The round-trip time in milliseconds, as the server measures it.
    pub lag: u32,
    /// Milliseconds until the opponent may claim, once they have left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim_in: Option<u64>,
}

/// The open seeks.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Lobby {
    /// Oldest first.
    pub seeks: Vec<Seek>,
    /// How many changes are in it; the next ones have one more.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub version: u64,
}

/// How the lobby has changed. What was added is new or known already; what was removed may be unknown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LobbyChanges {
    /// The version afterwards. If it is not the next one, ask for the whole list by `lobby`.
    pub version: u64,
    /// New seeks, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub added: Vec<Seek>,
    /// Seeks that are not open any more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<GameId>,
}

impl Lobby {
    /// Applies changes; whether they are the next ones or known. If not, nothing has changed, and the whole
    /// list is to be asked for.
    pub fn apply(&mut self, changes: LobbyChanges) -> bool {
        if changes.version > self.version + 1 {
            return false;
        }
        if changes.version == self.version + 1 {
            let gone = |seek: &Seek| changes.removed.contains(&seek.seek);
            let again = |seek: &Seek| changes.added.iter().any(|added| added.seek == seek.seek);
            self.seeks.retain(|seek| !gone(seek) && !again(seek));
            self.seeks.extend(changes.added);
            self.version = changes.version;
        }
        true
    }
}

/// A seek of another player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seek {
    /// The id, for accepting it.
    pub seek: GameId,
    /// Its author.
    pub player: Player,
    /// For what.
    pub terms: Terms,
    /// Quick pairing: rated, if its terms say so, only with an opponent who has an account as well.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quick: bool,
}
