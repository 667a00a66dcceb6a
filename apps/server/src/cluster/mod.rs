//! Several nodes on one PostgreSQL database, which exchange messages over NATS.
//!
//! The database is the source of truth: who is a node, who owns a game under which epoch, what has happened.
//! The bus carries requests to owners, and what owners send to the clients of other nodes. [`exchange`],
//! [`order`] and [`lease`] decide without doing anything; `simulation` plays them against a bus that loses,
//! repeats and delays, and against nodes that stop.
//!
//! A node that has lost its lease gives up all that it owned and joins again under another name.

mod bus;
mod engine;
mod exchange;
mod lease;
mod mirror;
mod node;
mod order;
mod ownership;
mod relay;
mod status;
mod wire;

#[cfg(test)]
mod simulation;

pub use bus::BusError;
pub use engine::{WorkerSettings, work};
pub(crate) use ownership::{Claimed, Ownership};
pub(crate) use relay::{reroute, run as relay};
pub(crate) use wire::{Announcement, NodeId, Revoked};

use crate::connection::Connection;
use crate::random;
use crate::run::StartError;
use crate::state::{AppState, lock};
use crate::store::{LEASE, Store};
use bus::Bus;
use exchange::{Exchange, Output};
use lease::{Members, NodeLease};
use mirror::Requests;
use status::Neighbour;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use wire::{ClientIdentity, Envelope, Message, RequestBody, SessionId};

/// How long the name of a node is.
const ID_LENGTH: usize = 10;

/// How long a request of the lobby waits while the lobby has no leader, and how often that is checked.
pub(crate) const LEADER_PATIENCE: Duration = Duration::from_secs(8);
pub(crate) const LEADER_RETRY: Duration = Duration::from_millis(100);

/// A node under one name, from joining to the loss of its lease.
#[derive(Debug)]
pub(crate) struct Incarnation {
    pub(crate) id: NodeId,
    lease: Mutex<NodeLease>,
    over: AtomicBool,
    ended: Notify,
}

impl Incarnation {
    fn begin(asked: Instant) -> Self {
        let id = NodeId(random::alphanumeric(ID_LENGTH).to_ascii_lowercase());
        let lease = Mutex::new(NodeLease::granted(asked));
        Self { id, lease, over: AtomicBool::new(false), ended: Notify::new() }
    }

    /// Whether the lease is valid: no other node can have claimed what this one owns.
    pub(crate) fn is_valid(&self) -> bool {
        !self.is_over() && lock(&self.lease).is_valid(Instant::now())
    }

    /// Whether it has given up what it owned.
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Acquire)
    }

    fn end(&self) {
        self.over.store(true, Ordering::Release);
        self.ended.notify_waiters();
    }
}

/// This node among others.
pub(crate) struct Cluster {
    bus: Bus,
    inner: Mutex<Inner>,
    /// The view of the cluster is to be read now.
    look: Notify,
}

struct Inner {
    incarnation: Arc<Incarnation>,
    members: Members,
    /// Whether the stored seeks are listed, where this node leads the lobby.
    listed: bool,
    exchange: Exchange,
    /// The connections of this node that have sessions elsewhere.
    origins: HashMap<u64, Arc<Connection>>,
    /// Those of other nodes here.
    mirrors: HashMap<SessionId, Requests>,
    /// The number of the last announcement.
    announced: u64,
    neighbours: HashMap<NodeId, Neighbour>,
    /// Whether this node has read a view of the cluster since it has joined.
    has_view: bool,
    /// Nodes that had joined before this one, or have left.
    joined_before: HashSet<NodeId>,
}

impl Inner {
    fn new(incarnation: Arc<Incarnation>) -> Self {
        Self {
            members: Members::default(),
            listed: false,
            exchange: Exchange::new(incarnation.id.clone()),
            incarnation,
            origins: HashMap::new(),
            mirrors: HashMap::new(),
            announced: 0,
            neighbours: HashMap::new(),
            has_view: false,
            joined_before: HashSet::new(),
        }
    }
}

impl Cluster {
    /// Connects to the bus. The node joins when its [tasks](AppState::start_cluster) have started.
    ///
    /// # Errors
    /// If the bus or the database does not answer.
    pub(crate) async fn connect(store: &Store, address: &str) -> Result<Self, StartError> {
        let client = bus::connect(address).await.map_err(|error| StartError::of(&error))?;
        let bus = Bus::new(client, &store.cluster_name().await?);
        let never = Instant::now().checked_sub(Duration::from_millis(2 * LEASE.0));
        let incarnation = Incarnation::begin(never.unwrap_or_else(Instant::now));
        incarnation.end();
        let inner = Mutex::new(Inner::new(Arc::new(incarnation)));
        Ok(Self { bus, inner, look: Notify::new() })
    }

    /// This node under its present name.
    pub(crate) fn incarnation(&self) -> Arc<Incarnation> {
        Arc::clone(&lock(&self.inner).incarnation)
    }

    /// Whether the bus is connected.
    pub(crate) fn hears_others(&self) -> bool {
        self.bus.is_connected()
    }

    /// Has the view of the cluster read now.
    pub(crate) fn refresh_view(&self) {
        self.look.notify_one();
    }

    /// Whether a node is there.
    pub(crate) fn is_member(&self, node: &NodeId) -> bool {
        lock(&self.inner).members.contains(node)
    }

    /// The epoch of the lobby and this node's name, if it leads it.
    pub(crate) fn led_lobby(&self) -> Option<(NodeId, u64)> {
        let inner = lock(&self.inner);
        let leads = inner.members.leader() == Some(&inner.incarnation.id);
        let valid = leads && inner.incarnation.is_valid();
        valid.then(|| (inner.incarnation.id.clone(), inner.members.lobby_epoch()))
    }

    /// Who leads the lobby, if it is another node.
    fn leader_elsewhere(&self) -> Option<NodeId> {
        let inner = lock(&self.inner);
        inner.members.leader().filter(|leader| **leader != inner.incarnation.id).cloned()
    }

    /// Sends a numbered announcement to all other nodes.
    pub(crate) fn announce(&self, what: Announcement) {
        let inner = &mut *lock(&self.inner);
        inner.announced += 1;
        let message = Message::Announce { number: inner.announced, what };
        self.bus.send_all(&Envelope { from: inner.incarnation.id.clone(), message });
    }
}

/// Where a request of the lobby is answered.
pub(crate) enum LobbyPlace {
    /// Here.
    Here,
    /// It was sent on.
    Sent,
    /// Nobody leads the lobby at the moment.
    Nowhere,
}

impl AppState {
    /// Sends a request of a connection to another node.
    fn ask_node(self: &Arc<Self>, node: &NodeId, connection: &Arc<Connection>, body: RequestBody) {
        let Some(cluster) = &self.cluster else { return };
        let is_leave = matches!(body, RequestBody::Leave { .. });
        self.step(cluster, |inner, now| {
            // Whoever has no session any more has left already.
            if is_leave && !inner.origins.contains_key(&connection.id) {
                return Vec::new();
            }
            inner.origins.entry(connection.id).or_insert_with(|| Arc::clone(connection));
            inner.exchange.request(node, connection.id, || client(connection), body, now)
        });
    }

    /// A connection is closed: its sessions on other nodes end.
    pub(crate) fn close_sessions(self: &Arc<Self>, connection: &Connection) {
        let Some(cluster) = &self.cluster else { return };
        self.step(cluster, |inner, now| match inner.origins.remove(&connection.id) {
            Some(_) => inner.exchange.close(connection.id, now),
            None => Vec::new(),
        });
    }

    /// Texts for the client of another node's connection.
    fn deliver(self: &Arc<Self>, session: &SessionId, texts: Vec<String>) {
        if let Some(cluster) = &self.cluster {
            self.step(cluster, |inner, _| inner.exchange.deliver(session, texts));
        }
    }

    /// Ends a session of another node's connection.
    fn end_session(self: &Arc<Self>, session: &SessionId, code: u16) {
        if let Some(cluster) = &self.cluster {
            self.step(cluster, |inner, _| inner.exchange.end(session, code));
        }
    }

    /// Whether the lobby has a leader, as far as this node knows.
    pub(crate) fn has_lobby(&self) -> bool {
        let leader = |cluster: &Arc<Cluster>| {
            cluster.led_lobby().is_some() || cluster.leader_elsewhere().is_some()
        };
        self.cluster.as_ref().is_none_or(leader)
    }

    /// Waits a while until the lobby has a leader.
    pub(crate) async fn wait_for_lobby(&self) {
        let started = Instant::now();
        while !self.has_lobby() && started.elapsed() < LEADER_PATIENCE {
            tokio::time::sleep(LEADER_RETRY).await;
        }
    }

    /// Sends a request of the lobby to whoever leads it, if that is not this node.
    pub(crate) fn place_of_lobby(
        self: &Arc<Self>,
        connection: &Arc<Connection>,
        message: &protocol::ToServer,
    ) -> LobbyPlace {
        let Some(cluster) = &self.cluster else { return LobbyPlace::Here };
        if cluster.led_lobby().is_some() {
            return LobbyPlace::Here;
        }
        if connection.is_mirror() {
            // Whoever asked us took us for the leader: they look again.
            connection.resume();
            return LobbyPlace::Sent;
        }
        let Some(leader) = cluster.leader_elsewhere() else { return LobbyPlace::Nowhere };
        let body = RequestBody::Lobby { message: Box::new(message.clone()) };
        self.ask_node(&leader, connection, body);
        LobbyPlace::Sent
    }

    /// Takes a step of the sessions, and does what follows from it before the next one is taken: what is sent
    /// is in the order of its numbers.
    fn step(
        self: &Arc<Self>,
        cluster: &Cluster,
        step: impl FnOnce(&mut Inner, Instant) -> Vec<Output>,
    ) {
        let inner = &mut *lock(&cluster.inner);
        for output in step(inner, Instant::now()) {
            self.perform(cluster, inner, output);
        }
    }

    /// Does what follows from a step. Nothing here waits.
    fn perform(self: &Arc<Self>, cluster: &Cluster, inner: &mut Inner, output: Output) {
        match output {
            Output::Send { to, message } => {
                let from = inner.incarnation.id.clone();
                cluster.bus.send(&to, &Envelope { from, message });
            }
            Output::Text { connection, texts } => {
                if let Some(connection) = inner.origins.get(&connection) {
                    for text in texts {
                        connection.send_text(text.into());
                    }
                }
            }
            Output::Resume { connection } => {
                self.metrics.resumed.inc();
                if let Some(connection) = inner.origins.remove(&connection) {
                    connection.resume();
                }
            }
            Output::Close { connection, code } => {
                let close = protocol::Close::from_code(code);
                if let Some((connection, close)) = inner.origins.get(&connection).zip(close) {
                    connection.kick(close);
                }
            }
            Output::Begin { session, client } => {
                let requests = self.begin_mirror(session.clone(), &client);
                inner.mirrors.insert(session, requests);
            }
            Output::Asked { session, body } => {
                if let Some(requests) = inner.mirrors.get(&session) {
                    // It may have ended just now.
                    let _ = requests.send(body);
                }
            }
            Output::End { session } => {
                inner.mirrors.remove(&session);
            }
        }
    }
}

fn client(connection: &Connection) -> ClientIdentity {
    let grant = &connection.grant;
    let address = connection.payer.address;
    ClientIdentity::new(&connection.person, grant.credential(), grant.expires(), address)
}
