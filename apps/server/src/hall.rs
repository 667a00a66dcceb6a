//! The hall: the way to every room and to every line. It holds no game; rooms do.

use crate::api::Desk;
use crate::line::Line;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::room::{self, ToRoom};
use crate::store::{Store, StoreError};
use crate::time::now;
use clock::{Moment, Span};
use protocol::{Close, GameId, ToClient};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc};

/// How many messages may wait for a room; whoever comes then waits for a place.
const QUEUE: usize = 64;

/// How often the server notes that it is alive and looks for what is due.
const BEAT: Duration = Duration::from_secs(1);

/// How often the database is looked after, in beats.
const UPKEEP: u64 = 5;

/// How long rooms wait for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// A room with nobody in it falls asleep after this.
    pub asleep_after: Duration,
    /// Whoever has been gone for this long may have lost: the opponent may claim.
    pub claim_after: Span,
}

impl Default for Patience {
    fn default() -> Self {
        Self { asleep_after: Duration::from_secs(20), claim_after: Span::seconds(60) }
    }
}

/// Everything that the server's parts share.
pub struct Hall {
    /// What is kept.
    pub store: Store,
    /// What requests by HTTP share.
    pub desk: Arc<Desk>,
    /// What is counted.
    pub metrics: Metrics,
    pub(crate) lobby: Lobby,
    /// How many of the house's players may think at once.
    pub(crate) thinkers: Arc<Semaphore>,
    pub(crate) patience: Patience,
    rooms: Mutex<HashMap<GameId, mpsc::Sender<ToRoom>>>,
    lines: Mutex<HashMap<String, Vec<Arc<Line>>>>,
    /// How many watch a game, where somebody does.
    watchers: Mutex<HashMap<GameId, u32>>,
    stopping: AtomicBool,
}

/// A lock that a panic elsewhere does not spoil: what it guards is a map that is always whole.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hall {
    /// A hall behind this desk. Games whose clocks run are woken, with an allowance for the time in
    /// which the server was away.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn open(desk: Arc<Desk>) -> Result<Arc<Self>, StoreError> {
        Self::open_with(desk, Patience::default()).await
    }

    /// The same, with more patience or less.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn open_with(desk: Arc<Desk>, patience: Patience) -> Result<Arc<Self>, StoreError> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let hall = Arc::new(Self {
            store: desk.store.clone(),
            desk,
            metrics: Metrics::default(),
            lobby: Lobby::default(),
            thinkers: Arc::new(Semaphore::new((cores / 2).max(1))),
            patience,
            rooms: Mutex::default(),
            lines: Mutex::default(),
            watchers: Mutex::default(),
            stopping: AtomicBool::new(false),
        });
        hall.come_back().await?;
        tokio::spawn(Arc::clone(&hall).keep_time());
        Ok(hall)
    }

    async fn come_back(self: &Arc<Self>) -> Result<(), StoreError> {
        let up = now();
        if let Some(down) = self.store.last_beat().await? {
            for game in self.store.due(None).await? {
                self.tell(&game, ToRoom::WasAway { down, up }).await;
            }
            tracing::info!(away_ms = up.since(down).0, "the server is back");
        }
        self.store.beat(up).await
    }

    async fn keep_time(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(BEAT);
        for beat in 1_u64.. {
            ticks.tick().await;
            if self.is_stopping() {
                return;
            }
            if beat.is_multiple_of(UPKEEP) {
                tokio::spawn(Arc::clone(&self).look_after());
            }
            let now = now();
            if let Err(error) = self.beat(now).await {
                tracing::error!(%error, "the database does not answer");
            }
            self.pair_up(now).await;
        }
    }

    async fn look_after(self: Arc<Self>) {
        if let Err(error) = self.store.look_after().await {
            tracing::error!(%error, "the database could not be looked after");
        }
    }

    async fn beat(self: &Arc<Self>, now: Moment) -> Result<(), StoreError> {
        self.store.beat(now).await?;
        for game in self.store.due(Some(now)).await? {
            self.tell(&game, ToRoom::Due).await;
        }
        Ok(())
    }

    /// Says something to a room, which wakes if it sleeps.
    pub(crate) async fn tell(self: &Arc<Self>, game: &GameId, mut message: ToRoom) {
        loop {
            let room = self.room(game);
            match room.send(message).await {
                Ok(()) => return,
                // It fell asleep at this very moment; the next one wakes anew.
                Err(unsent) => message = unsent.0,
            }
        }
    }

    fn room(self: &Arc<Self>, game: &GameId) -> mpsc::Sender<ToRoom> {
        let mut rooms = lock(&self.rooms);
        if let Some(room) = rooms.get(game).filter(|room| !room.is_closed()) {
            return room.clone();
        }
        let (room, messages) = mpsc::channel(QUEUE);
        rooms.insert(game.clone(), room.clone());
        tokio::spawn(room::run(Arc::clone(self), game.clone(), messages));
        room
    }

    /// Lets a room go if nobody has said anything to it; whether it may.
    pub(crate) fn let_go(&self, game: &GameId, messages: &mut mpsc::Receiver<ToRoom>) -> bool {
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

    /// Takes note of how many watch a game.
    pub(crate) fn note_watchers(&self, game: &GameId, count: u32) {
        let mut watchers = lock(&self.watchers);
        if count == 0 {
            watchers.remove(game);
        } else {
            watchers.insert(game.clone(), count);
        }
    }

    /// How many watch a game.
    pub(crate) fn watchers_of(&self, game: &GameId) -> u32 {
        lock(&self.watchers).get(game).copied().unwrap_or(0)
    }

    /// Takes note of a new line; how many its person has now.
    pub(crate) fn join(&self, line: &Arc<Line>) -> usize {
        let mut lines = lock(&self.lines);
        let own = lines.entry(line.person.id.clone()).or_default();
        own.push(Arc::clone(line));
        self.metrics.lines.up();
        own.len()
    }

    /// Forgets a line; it counts as open until it is [closed](Self::closed).
    pub(crate) fn part(&self, line: &Line) {
        let mut lines = lock(&self.lines);
        if let Some(own) = lines.get_mut(&line.person.id) {
            own.retain(|other| other.id != line.id);
            if own.is_empty() {
                lines.remove(&line.person.id);
            }
        }
    }

    /// Takes note that a line is closed, and whoever was at its other end knows why.
    pub(crate) fn closed(&self) {
        self.metrics.lines.down();
    }

    /// Sends something to every line of a person.
    pub(crate) fn send_to(&self, person: &str, message: &ToClient) {
        let lines = lock(&self.lines);
        lines.get(person).into_iter().flatten().for_each(|line| line.send(message));
    }

    /// Whether somebody has a line.
    pub(crate) fn is_here(&self, person: &str) -> bool {
        lock(&self.lines).contains_key(person)
    }

    /// Closes every line of a person, who has signed out everywhere.
    pub fn sign_out(&self, person: &str) {
        let lines = lock(&self.lines);
        lines.get(person).into_iter().flatten().for_each(|line| line.kick(Close::SignedOut));
    }

    /// Whether the server is about to stop.
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }

    /// Closes every line with a reason and a hint when to come back, and waits until what was
    /// under way is committed.
    pub async fn stop(&self) {
        self.stopping.store(true, Ordering::Release);
        for line in lock(&self.lines).values().flatten() {
            line.kick(Close::Restart);
        }
        for _ in 0..50 {
            if self.metrics.lines.read() == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        // The writer answers in order: what was asked for before this is committed too.
        if let Err(error) = self.store.beat(now()).await {
            tracing::error!(%error, "the last beat was not kept");
        }
    }
}
