//! What nodes tell each other over the bus: one JSON text a letter.
//!
//! The bus may lose, repeat and delay letters. Requests of a session are repeated until they are taken,
//! deliveries and announcements are numbered, so that a gap is noticed; what was lost is read from the
//! database.

use crate::credential::Credential;
use crate::limits::Spent;
use crate::people::Scope;
use crate::store::{AccountKind, PersonRow};
use clock::Moment;
use protocol::{GameId, Name, ToServer};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::net::IpAddr;

/// A node: a name that a process has for as long as its lease lasts, and nobody has again.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct NodeId(pub(crate) String);

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A connection of one node that is represented on another, which owns what the connection asks for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct SessionId {
    /// The node that has the connection.
    pub(crate) origin: NodeId,
    /// Which connection of that node.
    pub(crate) connection: u64,
    /// Tells sessions of one connection with the same owner apart.
    pub(crate) run: u64,
}

/// A letter from one node to another, or to all.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Letter {
    /// Who sent it.
    pub(crate) from: NodeId,
    /// What it says.
    pub(crate) message: Message,
}

/// What a letter says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) enum Message {
    /// Origin to owner: a connection asks for something.
    Request(Request),
    /// Owner to origin: all requests up to this number were taken.
    Taken { session: SessionId, number: u64 },
    /// Owner to origin: texts for the connection's client.
    Deliver { session: SessionId, number: u64, texts: Vec<String> },
    /// Owner to origin: it ended the session, with the code of a [`protocol::Close`].
    Ended { session: SessionId, code: u16 },
    /// Owner to origin: the last number of what was delivered and is not confirmed, so that a lost end is
    /// noticed.
    Tips(Vec<(SessionId, u64)>),
    /// Origin to owner: everything up to these numbers has come.
    Confirmed(Vec<(SessionId, u64)>),
    /// Origin to owner: it knows no such session (any more).
    Unknown(SessionId),
    /// To all: a numbered announcement.
    Announce { number: u64, what: Announcement },
    /// To all: how the sender is, once a second.
    Status(Status),
}

/// A request of a connection, repeated until it is taken.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Request {
    pub(crate) session: SessionId,
    /// From 1 on, without gaps.
    pub(crate) number: u64,
    /// Who asks; said with the first request only.
    pub(crate) visitor: Option<Visitor>,
    pub(crate) body: RequestBody,
}

/// What a connection asks the owner for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) enum RequestBody {
    /// To follow a game.
    Watch { game: GameId, since: Option<u64> },
    /// To follow it no more.
    Leave { game: GameId },
    /// Something in a game; it came at this moment, from a client with this delay there and back.
    Said { message: Box<ToServer>, at: Moment, lag: u32 },
    /// Something of the lobby.
    Lobby { message: Box<ToServer> },
    /// The connection is closed: nothing follows.
    Close,
}

/// Who is at the other end of a connection, as another node needs to know it. No secret is in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Visitor {
    id: String,
    name: Name,
    kind: AccountKind,
    /// The fingerprint of a session, or the id of a token with its scopes.
    credential: (String, Option<Vec<Scope>>),
    pub(crate) expires: Moment,
    pub(crate) address: IpAddr,
}

impl Visitor {
    pub(crate) fn new(
        person: &PersonRow,
        credential: &Credential,
        expires: Moment,
        address: IpAddr,
    ) -> Self {
        let credential = match credential {
            Credential::Session(fingerprint) => (fingerprint.clone(), None),
            Credential::Token(id, scopes) => (id.clone(), Some(scopes.clone())),
        };
        let PersonRow { id, name, kind } = person.clone();
        Self { id, name, kind, credential, expires, address }
    }

    pub(crate) fn person(&self) -> PersonRow {
        PersonRow { id: self.id.clone(), name: self.name.clone(), kind: self.kind }
    }

    pub(crate) fn credential(&self) -> Credential {
        match &self.credential {
            (fingerprint, None) => Credential::Session(fingerprint.clone()),
            (id, Some(scopes)) => Credential::Token(id.clone(), scopes.clone()),
        }
    }
}

/// What every node is told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) enum Announcement {
    /// For every connection of a person: the text of a message to clients.
    ToPerson { person: String, text: String },
    /// Sessions or tokens of a person have ended in the database.
    Revoked { person: String, which: Revoked },
    /// Events of a game were appended by somebody who does not own it.
    Reload(GameId),
}

/// A [`Revocation`](crate::credential::Revocation) with its own texts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Revoked {
    Session(String),
    Sessions,
    Token(String),
    Tokens,
    All,
}

/// How a node is.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Status {
    /// The number of its last announcement.
    pub(crate) announced: u64,
    /// The persons who have a connection to it; said now and then, and when they have changed.
    pub(crate) people: Option<Vec<String>>,
    /// How many watch the games that it owns, where somebody does.
    pub(crate) watchers: Vec<(GameId, u32)>,
    /// How many open games its lobby lists; the leader's counts.
    pub(crate) open_games: usize,
    /// What was paid from budgets since the last status.
    pub(crate) spent: Vec<Spent>,
    /// What is held, by whom; said now and then, and when it has changed.
    pub(crate) held: Option<Vec<crate::limits::HeldCount>>,
}
