//! Sessions between nodes, both ends, as one state machine: messages and the time go in, [`Output`]s come out. Pure:
//! it sends nothing, and `now` is an argument.
//!
//! A client's connection is on one node, its *origin*. The game or lobby that it addresses may be owned by another
//! node, where a session represents the connection. Requests are repeated until they are acknowledged. Deliveries
//! of the owner are not repeated: after a gap the session ends, and the connection resumes from the database, as it
//! does after a lost WebSocket.

use super::order::{Arrival, Arrived, Unacknowledged};
use super::wire::{ClientIdentity, Message, NodeId, Request, RequestBody, SessionId};
use protocol::Close;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How often the owner sends the high-water marks of sessions with unconfirmed deliveries.
const MARKS_EVERY: Duration = Duration::from_millis(500);

/// How often the end of a session is sent at most while the origin does not confirm it: for a minute.
const MAX_END_REPEATS: u32 = 120;

/// An effect of a step, which the caller executes.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Output {
    /// Send a message to a node.
    Send { to: NodeId, message: Message },
    /// Send texts to the client of a connection of this node.
    Text { connection: u64, texts: Vec<String> },
    /// Deliveries to a connection of this node may be incomplete: it resumes from what is stored.
    Resume { connection: u64 },
    /// Close a connection of this node: the owner has ended the session for a reason that concerns the connection.
    Close { connection: u64, code: u16 },
    /// A new session of another node's connection.
    Begin { session: SessionId, client: Box<ClientIdentity> },
    /// A request of such a session, each once and in order.
    Asked { session: SessionId, body: RequestBody },
    /// Such a session has ended.
    End { session: SessionId },
}

/// The end of a session at the node that has the connection.
#[derive(Debug)]
struct Origin {
    client: ClientIdentity,
    requests: Unacknowledged<RequestBody>,
    delivered: Arrived,
    /// The session has ended here: deliveries are ignored, and only the owner has to acknowledge its end.
    closing: bool,
}

/// The end at the owner.
#[derive(Debug, Default)]
struct Target {
    taken: Arrived,
    delivered: u64,
    /// The last delivery that the origin has confirmed.
    confirmed: u64,
}

/// A session at its origin: the owner, the connection, the run.
type Key = (NodeId, u64, u64);

/// All sessions of a node.
#[derive(Debug)]
pub(crate) struct Exchange {
    me: NodeId,
    runs: u64,
    origins: BTreeMap<Key, Origin>,
    targets: BTreeMap<SessionId, Target>,
    /// Sessions that this node has ended and whose origins have not confirmed the end: the close code, and how often
    /// it was sent.
    ended: BTreeMap<SessionId, (u16, u32)>,
    marks_sent: Option<Instant>,
}

impl Exchange {
    pub(crate) fn new(me: NodeId) -> Self {
        let (origins, targets) = (BTreeMap::new(), BTreeMap::new());
        Self { me, runs: 0, origins, targets, ended: BTreeMap::new(), marks_sent: None }
    }

    /// How many sessions there are: of this node's connections elsewhere, and of others' here.
    pub(crate) fn count(&self) -> (usize, usize) {
        (self.origins.len(), self.targets.len())
    }

    // ---- the origin -----------------------------------------------------------------------------

    /// Sends a request of a connection of this node to another node.
    pub(crate) fn request(
        &mut self,
        owner: &NodeId,
        connection: u64,
        client: impl FnOnce() -> ClientIdentity,
        body: RequestBody,
        now: Instant,
    ) -> Vec<Output> {
        let of_connection = (owner.clone(), connection, 0)..=(owner.clone(), connection, u64::MAX);
        let mut runs = self.origins.range(of_connection);
        let open = runs.find(|(_, origin)| !origin.closing).map(|(key, _)| key.clone());
        let key = open.unwrap_or_else(|| {
            self.runs += 1;
            (owner.clone(), connection, self.runs)
        });
        let origin = self.origins.entry(key.clone()).or_insert_with(|| Origin {
            client: client(),
            requests: Unacknowledged::default(),
            delivered: Arrived::default(),
            closing: false,
        });
        origin.requests.push(body);
        origin.due(&self.me, &key, now)
    }

    /// A connection of this node is closed, or resumes: its sessions end.
    pub(crate) fn close(&mut self, connection: u64, now: Instant) -> Vec<Output> {
        let mut outputs = Vec::new();
        for (key, origin) in &mut self.origins {
            if key.1 == connection && !origin.closing {
                origin.closing = true;
                origin.requests.push(RequestBody::Close);
                outputs.extend(origin.due(&self.me, key, now));
            }
        }
        outputs
    }

    /// A node has left the cluster.
    pub(crate) fn left(&mut self, node: &NodeId, now: Instant) -> Vec<Output> {
        let of_node = |key: &&Key| key.0 == *node;
        let gone: Vec<Key> = self.origins.keys().filter(of_node).cloned().collect();
        let lost = gone.into_iter().filter_map(|key| {
            let origin = self.origins.remove(&key)?;
            (!origin.closing).then_some(key.1)
        });
        let lost: Vec<u64> = lost.collect();
        let mut outputs: Vec<Output> =
            lost.into_iter().flat_map(|connection| self.resume(connection, now)).collect();
        self.ended.retain(|session, _| session.origin != *node);
        self.targets.retain(|session, _| {
            if session.origin == *node {
                outputs.push(Output::End { session: session.clone() });
            }
            session.origin != *node
        });
        outputs
    }

    /// Deliveries to a connection may be incomplete: all its sessions end, and it begins new ones.
    fn resume(&mut self, connection: u64, now: Instant) -> Vec<Output> {
        let mut outputs = self.close(connection, now);
        outputs.push(Output::Resume { connection });
        outputs
    }

    // ---- the owner ------------------------------------------------------------------------------

    /// Texts for the client of another node's connection.
    pub(crate) fn deliver(&mut self, session: &SessionId, texts: Vec<String>) -> Vec<Output> {
        let Some(target) = self.targets.get_mut(session) else { return Vec::new() };
        target.delivered += 1;
        let message =
            Message::Deliver { session: session.clone(), number: target.delivered, texts };
        vec![Output::Send { to: session.origin.clone(), message }]
    }

    /// This node ends a session of another node's connection.
    pub(crate) fn end(&mut self, session: &SessionId, code: u16) -> Vec<Output> {
        if self.targets.remove(session).is_none() {
            return Vec::new();
        }
        self.ended.insert(session.clone(), (code, 0));
        let message = Message::Ended { session: session.clone(), code };
        vec![Output::Send { to: session.origin.clone(), message }]
    }

    /// This node ends all sessions of other nodes' connections.
    pub(crate) fn end_all(&mut self, code: u16) -> Vec<Output> {
        let sessions: Vec<SessionId> = self.targets.keys().cloned().collect();
        sessions.iter().flat_map(|session| self.end(session, code)).collect()
    }

    // ---- messages and time ----------------------------------------------------------------------

    /// Handles a message about a session.
    pub(crate) fn receive(&mut self, from: &NodeId, message: Message, now: Instant) -> Vec<Output> {
        match message {
            Message::Request(request) => self.requested(from, request),
            Message::Taken { session, number } => self.taken(from, &session, number, now),
            Message::Deliver { session, number, texts } => {
                self.delivered(from, session, number, texts, now)
            }
            Message::Ended { session, code } => self.ended(from, &session, code, now),
            Message::HighWaterMarks(marks) => self.marks_came(from, marks, now),
            Message::Confirmed(marks) => {
                for (session, number) in marks {
                    if let Some(target) = self.targets.get_mut(&session) {
                        target.confirmed = target.confirmed.max(number);
                    }
                }
                Vec::new()
            }
            Message::Unknown(session) => {
                self.ended.remove(&session);
                match self.targets.remove(&session) {
                    Some(_) => vec![Output::End { session }],
                    None => Vec::new(),
                }
            }
            Message::Announce { .. } | Message::Status(_) => Vec::new(),
        }
    }

    /// Time has passed.
    pub(crate) fn tick(&mut self, now: Instant) -> Vec<Output> {
        let (mut outputs, mut lost) = (Vec::new(), Vec::new());
        let me = &self.me;
        self.origins.retain(|key, origin| {
            let is_lost = origin.requests.is_lost(now);
            if !is_lost {
                outputs.extend(origin.due(me, key, now));
            } else if !origin.closing {
                lost.push(key.1);
            }
            !is_lost
        });
        outputs.extend(lost.into_iter().flat_map(|connection| self.resume(connection, now)));
        outputs.extend(self.marks(now));
        outputs
    }

    fn marks(&mut self, now: Instant) -> Vec<Output> {
        if self.marks_sent.is_some_and(|at| now.duration_since(at) < MARKS_EVERY) {
            return Vec::new();
        }
        self.marks_sent = Some(now);
        let mut marks: BTreeMap<NodeId, Vec<(SessionId, u64)>> = BTreeMap::new();
        for (session, target) in &self.targets {
            if target.confirmed < target.delivered {
                let of_origin = marks.entry(session.origin.clone()).or_default();
                of_origin.push((session.clone(), target.delivered));
            }
        }
        let send = |(to, marks)| Output::Send { to, message: Message::HighWaterMarks(marks) };
        let mut outputs: Vec<Output> = marks.into_iter().map(send).collect();
        self.ended.retain(|session, (code, told)| {
            let (to, session, code) = (session.origin.clone(), session.clone(), *code);
            outputs.push(Output::Send { to, message: Message::Ended { session, code } });
            *told += 1;
            *told < MAX_END_REPEATS
        });
        outputs
    }

    fn requested(&mut self, from: &NodeId, request: Request) -> Vec<Output> {
        let Request { session, number, client, body } = request;
        if let Some((code, _)) = self.ended.get(&session) {
            let message = Message::Ended { session, code: *code };
            return vec![Output::Send { to: from.clone(), message }];
        }
        let mut outputs = Vec::new();
        if !self.targets.contains_key(&session) {
            // A session begins with its first request; one that was ended is not begun again.
            let Some(client) = client.filter(|_| number == 1) else {
                let message = Message::Ended { session, code: Close::Restart.code() };
                return vec![Output::Send { to: from.clone(), message }];
            };
            self.targets.insert(session.clone(), Target::default());
            outputs.push(Output::Begin { session: session.clone(), client: Box::new(client) });
        }
        let Some(target) = self.targets.get_mut(&session) else { return outputs };
        let arrival = target.taken.arrive(number);
        let number = target.taken.last();
        let message = Message::Taken { session: session.clone(), number };
        outputs.push(Output::Send { to: from.clone(), message });
        if arrival == Arrival::Next {
            let is_last = body == RequestBody::Close;
            outputs.push(Output::Asked { session: session.clone(), body });
            if is_last {
                self.targets.remove(&session);
                outputs.push(Output::End { session });
            }
        }
        outputs
    }

    fn taken(
        &mut self,
        from: &NodeId,
        session: &SessionId,
        number: u64,
        now: Instant,
    ) -> Vec<Output> {
        let key = (from.clone(), session.connection, session.run);
        let Some(origin) = self.origins.get_mut(&key) else { return Vec::new() };
        origin.requests.acknowledge(number, now);
        if origin.closing && origin.requests.is_empty() {
            self.origins.remove(&key);
            return Vec::new();
        }
        origin.due(&self.me, &key, now)
    }

    fn delivered(
        &mut self,
        from: &NodeId,
        session: SessionId,
        number: u64,
        texts: Vec<String>,
        now: Instant,
    ) -> Vec<Output> {
        let connection = session.connection;
        match self.origin(from, &session) {
            None => unknown(from, session),
            Some(origin) if origin.closing => Vec::new(),
            Some(origin) => match origin.delivered.arrive(number) {
                Arrival::Next => vec![Output::Text { connection, texts }],
                Arrival::Repeated => Vec::new(),
                Arrival::Gap => self.resume(connection, now),
            },
        }
    }

    /// Compares the owner's high-water marks with what has arrived: it is confirmed, or a delivery is lost.
    fn marks_came(
        &mut self,
        from: &NodeId,
        marks: Vec<(SessionId, u64)>,
        now: Instant,
    ) -> Vec<Output> {
        let (mut outputs, mut confirmed) = (Vec::new(), Vec::new());
        for (session, last) in marks {
            let connection = session.connection;
            match self.origin(from, &session) {
                None => outputs.extend(unknown(from, session)),
                Some(origin) if !origin.closing && origin.delivered.last() < last => {
                    outputs.extend(self.resume(connection, now));
                }
                Some(_) => confirmed.push((session, last)),
            }
        }
        if !confirmed.is_empty() {
            let message = Message::Confirmed(confirmed);
            outputs.push(Output::Send { to: from.clone(), message });
        }
        outputs
    }

    fn ended(
        &mut self,
        from: &NodeId,
        session: &SessionId,
        code: u16,
        now: Instant,
    ) -> Vec<Output> {
        let connection = session.connection;
        let key = (from.clone(), connection, session.run);
        // So that it is not sent again.
        let mut outputs = unknown(from, session.clone());
        match self.origins.remove(&key) {
            Some(origin) if !origin.closing && code == Close::SignedOut.code() => {
                outputs.push(Output::Close { connection, code });
            }
            Some(origin) if !origin.closing => outputs.extend(self.resume(connection, now)),
            _ => {}
        }
        outputs
    }

    fn origin(&mut self, owner: &NodeId, session: &SessionId) -> Option<&mut Origin> {
        self.origins.get_mut(&(owner.clone(), session.connection, session.run))
    }
}

fn unknown(to: &NodeId, session: SessionId) -> Vec<Output> {
    vec![Output::Send { to: to.clone(), message: Message::Unknown(session) }]
}

impl Origin {
    /// The requests that are to be sent now.
    fn due(&mut self, me: &NodeId, key: &Key, now: Instant) -> Vec<Output> {
        let (owner, connection, run) = key.clone();
        let session = SessionId { origin: me.clone(), connection, run };
        let client = &self.client;
        let send = |(number, body): (u64, &RequestBody)| {
            let client = (number == 1).then(|| client.clone());
            let (session, body) = (session.clone(), body.clone());
            let message = Message::Request(Request { session, number, client, body });
            Output::Send { to: owner.clone(), message }
        };
        self.requests.due(now).map(send).collect()
    }
}

#[cfg(test)]
mod tests;
