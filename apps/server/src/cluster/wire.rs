//! Wire format between nodes: one JSON text for each message of the bus, an [`Envelope`] with a [`Message`].
//!
//! The bus may lose, repeat and delay messages. Requests of a session are repeated until they are acknowledged;
//! deliveries and announcements are numbered, so that a gap is noticed, and what was lost is read from the
//! database.
//!
//! During a rolling restart nodes of two versions exchange messages: a type or variant that is renamed here keeps
//! its name on the wire (`serde(rename)`).

use crate::credential::Credential;
use crate::limits::Spent;
use crate::people::Scope;
use crate::store::{AccountKind, PersonRow};
use clock::Moment;
use protocol::{GameId, Name, ToServer};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::net::IpAddr;

/// The name of a node: a process has it for as long as its lease lasts, and no process gets it again.
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

/// A message with its sender, to one node or to all.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Envelope {
    /// The sender.
    pub(crate) from: NodeId,
    pub(crate) message: Message,
}

/// A message between nodes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) enum Message {
    /// Origin to owner: a connection asks for something.
    Request(Request),
    /// Owner to origin: acknowledges all requests up to this number.
    Taken { session: SessionId, number: u64 },
    /// Owner to origin: texts for the connection's client.
    Deliver { session: SessionId, number: u64, texts: Vec<String> },
    /// Owner to origin: it ended the session, with the code of a [`protocol::Close`].
    Ended { session: SessionId, code: u16 },
    /// Owner to origin: the number of the last delivery of each session with unconfirmed deliveries, so that it is
    /// noticed if the last ones are lost.
    #[serde(rename = "Tips")]
    HighWaterMarks(Vec<(SessionId, u64)>),
    /// Origin to owner: every delivery up to these numbers has arrived.
    Confirmed(Vec<(SessionId, u64)>),
    /// Origin to owner: there is no such session, or it has ended.
    Unknown(SessionId),
    /// To all: a numbered announcement.
    Announce { number: u64, what: Announcement },
    /// To all: the status of the sender, once a second.
    Status(Status),
}

/// A request of a connection, repeated until it is acknowledged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Request {
    pub(crate) session: SessionId,
    /// From 1 on, without gaps.
    pub(crate) number: u64,
    /// The client; in the first request of a session only.
    #[serde(rename = "visitor")]
    pub(crate) client: Option<ClientIdentity>,
    pub(crate) body: RequestBody,
}

/// A request to the owner of a game or of the lobby.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) enum RequestBody {
    /// Subscribe to a game.
    Watch { game: GameId, since: Option<u64> },
    /// Unsubscribe from it.
    Leave { game: GameId },
    /// A client's message to a game, with the time of its arrival and the round-trip time of the client in
    /// milliseconds.
    #[serde(rename = "Said")]
    GameMessage { message: Box<ToServer>, at: Moment, lag: u32 },
    /// A client's message to the lobby.
    Lobby { message: Box<ToServer> },
    /// The connection is closed; the last request of the session.
    Close,
}

/// Identity of the client of a connection, for another node: person, credential, address. Without secrets.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct ClientIdentity {
    id: String,
    name: Name,
    kind: AccountKind,
    /// The fingerprint of a session, or the id of a token with its scopes.
    credential: (String, Option<Vec<Scope>>),
    pub(crate) expires: Moment,
    pub(crate) address: IpAddr,
}

impl ClientIdentity {
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

/// An announcement to all nodes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) enum Announcement {
    /// The text of a message to every connection of a person.
    ToPerson { person: String, text: String },
    /// Sessions or tokens of a person have ended in the database.
    Revoked { person: String, which: Revoked },
    /// Events of a game were appended by another than its owner, which reads the log again.
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

/// Status of a node.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Status {
    /// The number of its last announcement.
    pub(crate) announced: u64,
    /// The persons who have a connection to it; in every fifth status.
    pub(crate) people: Option<Vec<String>>,
    /// The number of spectators of each game that it owns and that has any.
    pub(crate) watchers: Vec<(GameId, u32)>,
    /// The number of open seeks in its lobby; that of the leader counts.
    pub(crate) open_games: usize,
    /// What was spent of rate-limit budgets since the last status.
    pub(crate) spent: Vec<Spent>,
    /// The limited resources in use, by holder; in every fifth status.
    pub(crate) held: Option<Vec<crate::limits::HeldCount>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nodes of the version before send and read these, during a rolling restart.
    #[test]
    fn names_on_the_wire_do_not_change() {
        let session = r#"{"origin":"a","connection":1,"run":2}"#;
        let client = r#"{"id":"p","name":"Ann","kind":"guest","credential":["f",null],"expires":9,"address":"127.0.0.1"}"#;
        let play = r#"{"t":"play","game":"kVbq3Zt1","ply":0,"mv":"a1","id":"m1"}"#;
        for message in [
            format!(
                r#"{{"Request":{{"session":{session},"number":1,"visitor":{client},"body":{{"Said":{{"message":{play},"at":5,"lag":7}}}}}}}}"#
            ),
            format!(r#"{{"Tips":[[{session},3]]}}"#),
        ] {
            let text = format!(r#"{{"from":"a","message":{message}}}"#);
            let envelope: Envelope = serde_json::from_str(&text).unwrap();
            assert_eq!(serde_json::to_string(&envelope).unwrap(), text);
        }
    }
}
