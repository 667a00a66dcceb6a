//! Application state: registry of live rooms and client connections, and what every part of the server
//! shares. Holds no game state; rooms do.

use crate::api::Site;
use crate::cluster::{Announcement, Cluster, Revoked};
use crate::computers::Computers;
use crate::connection::{Connection, encode};
use crate::credential::{Grants, Revocation};
use crate::heartbeat::{cluster_outages, known_outages};
use crate::limits::queues::WorkQueues;
use crate::limits::{HeldPermit, Limits};
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::moderation::Moderation;
use crate::network::{AllowedHosts, NetworkLimits};
use crate::outages::Outages;
use crate::people::password::PasswordHashPool;
use crate::room::{self, ToRoom};
use crate::run::StartError;
use crate::store::{Store, StoreError};
use crate::time::TimeSource;
use axum::extract::ws::Utf8Bytes;
use clock::{Moment, Span};
use protocol::{Close, GameId, ToClient};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// How many messages may wait for a room; more senders wait for a place.
const QUEUE: usize = 64;

/// After how long a game that could not be loaded is tried again without being asked.
const RELOAD_PAUSE: Duration = Duration::from_mins(1);

/// How many games that could not be loaded are remembered.
const MOST_UNLOADABLE: usize = 10_000;

/// How long rooms wait for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoomTimeouts {
    /// A room without connections is unloaded after this.
    pub unload_after: Duration,
    /// A player who has been gone for this long may have lost: the opponent may claim.
    pub claim_after: Span,
}

impl Default for RoomTimeouts {
    fn default() -> Self {
        Self { unload_after: Duration::from_secs(20), claim_after: Span::seconds(60) }
    }
}

/// What a server's state is opened with.
#[derive(Debug, Default)]
pub struct ServerConfig {
    /// Rate limits of persons and addresses.
    pub limits: Limits,
    /// How the server is reached.
    pub site: Site,
    /// How long rooms wait for people.
    pub timeouts: RoomTimeouts,
    /// What tells the time; the process's unless a test says otherwise.
    pub time: TimeSource,
    /// What connections may cost.
    pub network: NetworkLimits,
    /// Which hosts are answered for.
    pub hosts: AllowedHosts,
    /// The bus of several nodes on one database.
    pub bus: Option<String>,
}

/// Everything that the server's parts share.
pub struct AppState {
    /// The database.
    pub store: Store,
    /// Rate limits of persons and addresses.
    pub limits: Limits,
    /// Computes and checks password hashes.
    pub password_hashes: PasswordHashPool,
    /// How the server is reached.
    pub site: Site,
    /// The counters of `/metrics`.
    pub metrics: Metrics,
    pub(crate) time: TimeSource,
    pub(crate) outages: Outages,
    /// The other nodes on the same database, if there may be any.
    pub(crate) cluster: Option<Arc<Cluster>>,
    pub(crate) lobby: Lobby,
    pub(crate) moderation: Moderation,
    pub(crate) computers: Computers,
    /// Queues for CPU work.
    pub(crate) queues: WorkQueues,
    /// What games count as that have begun and whose rooms are not loaded yet.
    pub(crate) starting: Mutex<HashMap<GameId, Vec<HeldPermit>>>,
    pub(crate) timeouts: RoomTimeouts,
    pub(crate) network: NetworkLimits,
    pub(crate) hosts: Arc<AllowedHosts>,
    pub(crate) grants: Grants,
    rooms: Mutex<HashMap<GameId, mpsc::Sender<ToRoom>>>,
    connections: Mutex<HashMap<String, Vec<Arc<Connection>>>>,
    /// How many watch a game; games without spectators are left out.
    watchers: Mutex<HashMap<GameId, u32>>,
    /// Games that could not be loaded, and when that may be tried again without being asked.
    unloadable: Mutex<HashMap<GameId, Instant>>,
    stopping: AtomicBool,
}

/// A lock that a panic elsewhere does not spoil: what it guards is a map that is always whole.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl AppState {
    /// Opens the server's state over a store. No game is loaded: each is given the time back in which
    /// the server was down when its room is resumed.
    ///
    /// # Errors
    /// If the database fails or the machine gives no randomness.
    pub async fn open(store: Store, config: ServerConfig) -> Result<Arc<Self>, StartError> {
        let cluster = match &config.bus {
            Some(address) => Some(Arc::new(Cluster::connect(&store, address).await?)),
            None => None,
        };
        let outages = match &cluster {
            Some(_) => {
                config.time.align(&store).await?;
                cluster_outages(&store, &config.time).await?
            }
            None => known_outages(&store, &config.time).await?,
        };
        let limits = if cluster.is_some() { config.limits.shared() } else { config.limits };
        let computers = Computers::new(store.computers(config.time.now()).await?);
        let moderation = Moderation::read(&store, config.time.now()).await?;
        let state = Arc::new(Self {
            store,
            limits,
            cluster,
            password_hashes: PasswordHashPool::new()?,
            site: config.site,
            metrics: Metrics::default(),
            time: config.time,
            outages,
            lobby: Lobby::default(),
            moderation,
            computers,
            queues: WorkQueues::default(),
            starting: Mutex::default(),
            timeouts: config.timeouts,
            network: config.network,
            hosts: Arc::new(config.hosts),
            grants: Grants::default(),
            rooms: Mutex::default(),
            connections: Mutex::default(),
            watchers: Mutex::default(),
            unloadable: Mutex::default(),
            stopping: AtomicBool::new(false),
        });
        match &state.cluster {
            Some(_) => state.start_cluster().await?,
            None => state.list_stored_seeks().await?,
        }
        state.start_heartbeats();
        Ok(state)
    }

    /// What time it is for this server.
    pub(crate) fn now(&self) -> Moment {
        self.time.now()
    }

    /// Sends a message to a room, which is resumed if it is unloaded.
    pub(crate) async fn tell(self: &Arc<Self>, game: &GameId, mut message: ToRoom) {
        loop {
            let room = self.room(game);
            match room.send(message).await {
                Ok(()) => return,
                // It was unloaded at this very moment; the next attempt loads it.
                Err(unsent) => message = unsent.0,
            }
        }
    }

    pub(crate) fn room(self: &Arc<Self>, game: &GameId) -> mpsc::Sender<ToRoom> {
        let mut rooms = lock(&self.rooms);
        if let Some(room) = rooms.get(game).filter(|room| !room.is_closed()) {
            return room.clone();
        }
        let (room, messages) = mpsc::channel(QUEUE);
        rooms.insert(game.clone(), room.clone());
        tokio::spawn(room::run(Arc::clone(self), game.clone(), messages));
        room
    }

    /// Unloads a room to which no message has come since; whether it may.
    pub(crate) fn unload(&self, game: &GameId, messages: &mut mpsc::Receiver<ToRoom>) -> bool {
        let mut rooms = lock(&self.rooms);
        let idle = messages.is_empty();
        if idle {
            messages.close();
            rooms.remove(game);
        }
        idle
    }

    /// Lets a room go whatever waits for it.
    pub(crate) fn forget(&self, game: &GameId, messages: &mut mpsc::Receiver<ToRoom>) {
        let mut rooms = lock(&self.rooms);
        messages.close();
        rooms.remove(game);
    }

    /// Whether a game has a room.
    pub(crate) fn is_loaded(&self, game: &GameId) -> bool {
        lock(&self.rooms).get(game).is_some_and(|room| !room.is_closed())
    }

    /// Says something to a room if it is loaded.
    pub(crate) async fn tell_if_loaded(&self, game: &GameId, message: ToRoom) {
        let room = lock(&self.rooms).get(game).cloned();
        if let Some(room) = room {
            // It was unloaded at this very moment: it has no connections.
            let _ = room.send(message).await;
        }
    }

    /// Says something to every room that is loaded and not busy.
    pub(crate) fn tell_loaded(&self, message: impl Fn() -> ToRoom) {
        for room in lock(&self.rooms).values() {
            // A room with a full queue has more than enough reasons to look at its clock.
            let _ = room.try_send(message());
        }
    }

    /// Takes note that a game could not be loaded; whether that is new.
    pub(crate) fn note_unloadable(&self, game: &GameId) -> bool {
        let mut unloadable = lock(&self.unloadable);
        if unloadable.len() >= MOST_UNLOADABLE {
            unloadable.clear();
        }
        unloadable.insert(game.clone(), Instant::now() + RELOAD_PAUSE).is_none()
    }

    /// Takes note that a game was loaded.
    pub(crate) fn note_loaded(&self, game: &GameId) {
        lock(&self.unloadable).remove(game);
    }

    /// Whether the heartbeat may load a game: not for a while after a failed attempt.
    pub(crate) fn may_load(&self, game: &GameId) -> bool {
        lock(&self.unloadable).get(game).is_none_or(|until| *until <= Instant::now())
    }

    /// Deletes an account with its bots. Their running games end in the same transaction, and those
    /// who follow them get an event.
    pub(crate) async fn close_account(&self, person: &str) -> Result<(), StoreError> {
        let at = self.now();
        let people = self.store.close_account(person, at).await?;
        for person in &people {
            self.revoke(person, Revocation::All);
            self.lobby.forget(person);
            for game in self.store.ended_since(person, at).await? {
                self.tell_if_loaded(&game, ToRoom::Reload).await;
                self.announce(|| Announcement::Reload(game.clone()));
            }
        }
        Ok(())
    }

    /// Takes note of how many watch a game.
    pub(crate) fn note_watchers(&self, game: &GameId, count: u32) {
        let mut watchers = lock(&self.watchers);
        if count == 0 {
            watchers.remove(game);
        } else {
            watchers.insert(game.clone(), count);
        }
    }

    /// How many watch a game, on whatever node.
    pub(crate) fn watchers_of(&self, game: &GameId) -> u32 {
        let here = lock(&self.watchers).get(game).copied();
        let elsewhere = || self.cluster.as_ref().map(|cluster| cluster.watchers_elsewhere(game));
        here.or_else(elsewhere).unwrap_or(0)
    }

    /// How many watch the games that are owned here; games without spectators are left out.
    pub(crate) fn watchers_here(&self) -> Vec<(GameId, u32)> {
        lock(&self.watchers).iter().map(|(game, count)| (game.clone(), *count)).collect()
    }

    /// Takes note of a new connection; how many its person has now.
    pub(crate) fn join(&self, connection: &Arc<Connection>) -> usize {
        let mut connections = lock(&self.connections);
        let own = connections.entry(connection.person.id.clone()).or_default();
        own.push(Arc::clone(connection));
        self.metrics.connections.inc();
        if connection.grant.is_over() {
            connection.kick(Close::SignedOut);
        }
        own.len()
    }

    /// Forgets a connection; it counts as open until it is [closed](Self::closed).
    pub(crate) fn part(&self, connection: &Connection) {
        let mut connections = lock(&self.connections);
        if let Some(own) = connections.get_mut(&connection.person.id) {
            own.retain(|other| other.id != connection.id);
            if own.is_empty() {
                connections.remove(&connection.person.id);
            }
        }
    }

    /// Notes that a connection was closed with a reason that its client knows.
    pub(crate) fn closed(&self) {
        self.metrics.connections.dec();
    }

    /// Sends something to every connection of a person, on whatever node.
    pub(crate) fn send_to(&self, person: &str, message: &ToClient) {
        let text = encode(message);
        self.send_text_here(person, &text);
        let person = person.to_owned();
        self.announce(|| Announcement::ToPerson { person, text: text.to_string() });
    }

    /// Sends what is encoded already to every connection of a person to this server.
    pub(crate) fn send_text_here(&self, person: &str, text: &Utf8Bytes) {
        let connections = lock(&self.connections);
        let own = connections.get(person).into_iter().flatten();
        own.for_each(|connection| connection.send_text(text.clone()));
    }

    /// Tells all other nodes something, if there may be any.
    pub(crate) fn announce(&self, what: impl FnOnce() -> Announcement) {
        if let Some(cluster) = &self.cluster {
            cluster.announce(what());
        }
    }

    /// Has every connection resume from what is stored.
    pub fn resume_all(&self) {
        lock(&self.connections).values().flatten().for_each(|connection| connection.resume());
    }

    /// How many people are connected, to whatever node.
    pub(crate) fn people_online(&self) -> usize {
        let here = lock(&self.connections);
        let Some(cluster) = &self.cluster else { return here.len() };
        let mut all = cluster.people_elsewhere();
        all.extend(here.keys().cloned());
        all.len()
    }

    /// The people who are connected to this server, at most so many.
    pub(crate) fn people_here(&self, most: usize) -> Vec<String> {
        lock(&self.connections).keys().take(most).cloned().collect()
    }

    /// How many open games are listed in the lobby, wherever that is.
    pub(crate) fn open_games(&self) -> usize {
        let elsewhere = self.cluster.as_ref().and_then(|cluster| cluster.open_games_elsewhere());
        elsewhere.unwrap_or_else(|| self.lobby.open_games())
    }

    /// Whether the lobby is here: this server is alone, or its leader.
    pub(crate) fn leads_lobby(&self) -> bool {
        self.cluster.as_ref().is_none_or(|cluster| cluster.led_lobby().is_some())
    }

    /// Whether a person has a connection, to whatever node.
    pub(crate) fn is_here(&self, person: &str) -> bool {
        lock(&self.connections).contains_key(person)
            || self.cluster.as_ref().is_some_and(|cluster| cluster.is_elsewhere(person))
    }

    /// Ends rights of a person that the store does not hold any more: requests under way are refused,
    /// and connections and streams closed, at once.
    pub fn revoke(&self, person: &str, which: Revocation) {
        self.revoke_here(person, which);
        let person = person.to_owned();
        self.announce(|| Announcement::Revoked { person, which: Revoked::of(which) });
    }

    /// The same on this server alone: the caller knows that others do the same.
    pub(crate) fn revoke_here(&self, person: &str, which: Revocation) {
        self.grants.revoke(person, which);
        let connections = lock(&self.connections);
        let own = connections.get(person).into_iter().flatten();
        own.filter(|connection| connection.grant.is_over())
            .for_each(|connection| connection.kick(Close::SignedOut));
    }

    /// Whether the server is about to stop.
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }

    /// Closes every connection with a reason and a hint when to come back, and waits until what was
    /// under way is committed.
    pub async fn stop(self: &Arc<Self>) {
        self.stopping.store(true, Ordering::Release);
        self.leave_cluster().await;
        for connection in lock(&self.connections).values().flatten() {
            connection.kick(Close::Restart);
        }
        for _ in 0..50 {
            if self.metrics.connections.get() == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        // The writer answers in order: what was asked for before this is committed too.
        let last = match &self.cluster {
            None => self.store.heartbeat(self.now()).await,
            Some(_) => self.store.write(Vec::new()).await,
        };
        if let Err(error) = last {
            tracing::error!(%error, "the last beat was not kept");
        }
    }
}
