//! Sessions between nodes, both ends, as one state machine: what is to be sent and done follows from what
//! came and from the time. Pure: it sends nothing, and `now` is an argument.
//!
//! A client's connection is on one node, its *origin*. What it asks for may be owned by another node (a game, the
//! lobby): there it has a session, which stands for the connection. Requests are repeated until they are
//! taken; what the owner delivers is not: after a gap the session is given up, and the connection resumes
//! from the database, as it does after a lost WebSocket.

use super::order::{Arrival, Arrived, Unacknowledged};
use super::wire::{Message, NodeId, Request, RequestBody, SessionId, Visitor};
use protocol::Close;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How often the ends of deliveries are told that the origin has not confirmed.
const TIPS_EVERY: Duration = Duration::from_millis(500);

/// How often the end of a session is told that the origin does not confirm: for a minute.
const MOST_ENDS_TOLD: u32 = 120;

/// What is to be done.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Output {
    /// A letter for a node.
    Send { to: NodeId, message: Message },
    /// Texts for the client of a connection of this node.
    Text { connection: u64, texts: Vec<String> },
    /// What was sent to a connection of this node may be incomplete: it resumes from what is stored.
    Resume { connection: u64 },
    /// The owner has closed the session for a reason that concerns the connection itself.
    Close { connection: u64, code: u16 },
    /// A new session of another node's connection.
    Begin { session: SessionId, visitor: Box<Visitor> },
    /// A request of such a session, each once and in order.
    Asked { session: SessionId, body: RequestBody },
    /// Such a session is over.
    End { session: SessionId },
}

/// The end of a session at the node that has the connection.
#[derive(Debug)]
struct Origin {
    visitor: Visitor,
    requests: Unacknowledged<RequestBody>,
    delivered: Arrived,
    /// Nothing more is asked, and what comes is ignored; only the owner has to know yet.
    closing: bool,
}

/// The end at the owner.
#[derive(Debug, Default)]
struct Target {
    taken: Arrived,
    delivered: u64,
    /// What the origin has confirmed of it.
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
    /// Sessions that this node has ended, which their origins have not confirmed: the code, and how often it was
    /// told.
    ended: BTreeMap<SessionId, (u16, u32)>,
    tips_sent: Option<Instant>,
}

impl Exchange {
    pub(crate) fn new(me: NodeId) -> Self {
        let (origins, targets) = (BTreeMap::new(), BTreeMap::new());
        Self { me, runs: 0, origins, targets, ended: BTreeMap::new(), tips_sent: None }
    }

    /// How many sessions there are: of this node's connections elsewhere, and of others' here.
    pub(crate) fn count(&self) -> (usize, usize) {
        (self.origins.len(), self.targets.len())
    }

    // ---- the origin -----------------------------------------------------------------------------

    /// A connection of this node asks another node for something.
    pub(crate) fn request(
        &mut self,
        owner: &NodeId,
        connection: u64,
        visitor: impl FnOnce() -> Visitor,
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
            visitor: visitor(),
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

    /// A node is not there any more.
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

    /// What a connection was sent may be incomplete: all its sessions end, and it begins new ones.
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

    // ---- letters and time -----------------------------------------------------------------------

    /// A letter about a session has come.
    pub(crate) fn receive(&mut self, from: &NodeId, message: Message, now: Instant) -> Vec<Output> {
        match message {
            Message::Request(request) => self.requested(from, request),
            Message::Taken { session, number } => self.taken(from, &session, number, now),
            Message::Deliver { session, number, texts } => {
                self.delivered(from, session, number, texts, now)
            }
            Message::Ended { session, code } => self.ended(from, &session, code, now),
            Message::Tips(tips) => self.tips_came(from, tips, now),
            Message::Confirmed(tips) => {
                for (session, number) in tips {
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
        outputs.extend(self.tips(now));
        outputs
    }

    fn tips(&mut self, now: Instant) -> Vec<Output> {
        if self.tips_sent.is_some_and(|at| now.duration_since(at) < TIPS_EVERY) {
            return Vec::new();
        }
        self.tips_sent = Some(now);
        let mut tips: BTreeMap<NodeId, Vec<(SessionId, u64)>> = BTreeMap::new();
        for (session, target) in &self.targets {
            if target.confirmed < target.delivered {
                let of_origin = tips.entry(session.origin.clone()).or_default();
                of_origin.push((session.clone(), target.delivered));
            }
        }
        let send = |(to, tips)| Output::Send { to, message: Message::Tips(tips) };
        let mut outputs: Vec<Output> = tips.into_iter().map(send).collect();
        self.ended.retain(|session, (code, told)| {
            let (to, session, code) = (session.origin.clone(), session.clone(), *code);
            outputs.push(Output::Send { to, message: Message::Ended { session, code } });
            *told += 1;
            *told < MOST_ENDS_TOLD
        });
        outputs
    }

    fn requested(&mut self, from: &NodeId, request: Request) -> Vec<Output> {
        let Request { session, number, visitor, body } = request;
        if let Some((code, _)) = self.ended.get(&session) {
            let message = Message::Ended { session, code: *code };
            return vec![Output::Send { to: from.clone(), message }];
        }
        let mut outputs = Vec::new();
        if !self.targets.contains_key(&session) {
            // A session begins with its first request; one that was ended is not begun again.
            let Some(visitor) = visitor.filter(|_| number == 1) else {
                let message = Message::Ended { session, code: Close::Restart.code() };
                return vec![Output::Send { to: from.clone(), message }];
            };
            self.targets.insert(session.clone(), Target::default());
            outputs.push(Output::Begin { session: session.clone(), visitor: Box::new(visitor) });
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

    /// What the owner says that it has delivered: it has come, or something of it is lost.
    fn tips_came(
        &mut self,
        from: &NodeId,
        tips: Vec<(SessionId, u64)>,
        now: Instant,
    ) -> Vec<Output> {
        let (mut outputs, mut confirmed) = (Vec::new(), Vec::new());
        for (session, last) in tips {
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
        // So that it is not told again.
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
        let visitor = &self.visitor;
        let send = |(number, body): (u64, &RequestBody)| {
            let visitor = (number == 1).then(|| visitor.clone());
            let (session, body) = (session.clone(), body.clone());
            let message = Message::Request(Request { session, number, visitor, body });
            Output::Send { to: owner.clone(), message }
        };
        self.requests.due(now).map(send).collect()
    }
}

#[cfg(test)]
mod tests;
