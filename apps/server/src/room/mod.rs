//! A room: one task that owns a game, its clock and the connections of those who follow it.
//!
//! What is asked of it is checked, made an event, committed, and only then acknowledged and sent on:
//! encoded once for each view. An idle room is unloaded and resumed from its event log.

mod absence;
mod board;
mod chat;
mod commit;
#[cfg(test)]
mod faults;
mod finished;
mod game;
mod recovery;
mod requests;
#[cfg(test)]
mod secrecy;
mod seen;
mod wishes;

pub(crate) use board::{EngineMove, canonical, search_move};
pub(crate) use game::Game;
pub(crate) use requests::{first_deadline, id_of};

use crate::cluster::{self, Claimed, NodeId, Ownership};
use crate::connection::Connection;
use crate::limits::HeldPermit;
use crate::state::AppState;
use crate::store::StoreError;
use ::game::{BySide, Side};
use absence::Occasion;
use clock::Moment;
use protocol::{GameId, Presence, Refusal, SeatPresence, ToClient, ToServer};
use recovery::Backoff;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep_until};

/// How long changes of who is there are collected.
const PRESENCE_DELAY: Duration = Duration::from_millis(400);

/// How long a game is waited for while this node joins the cluster, and how often that is looked at.
const CLAIM_PATIENCE: Duration = Duration::from_secs(6);
const CLAIM_RETRY: Duration = Duration::from_millis(100);

/// How often the presence of the players and their delay is sent to the connections that follow a running game.
const PRESENCE_EVERY: Duration = Duration::from_secs(10);

/// A message to a room.
#[derive(Debug)]
pub(crate) enum ToRoom {
    /// Somebody wants to follow the game.
    Watch { connection: Arc<Connection>, since: Option<u64> },
    /// A connection no longer follows the game.
    Leave { connection: Arc<Connection> },
    /// A message of a player or spectator about the game, and when it arrived.
    /// In a box: a message is large, and the queue of every room has 32 places.
    Message { connection: Arc<Connection>, message: Box<ToServer>, at: Moment },
    /// A computer player has found a move.
    Thought { ply: usize, mv: String },
    /// Something is due.
    Due,
    /// The server was away.
    WasAway,
    /// The log has gone on without the room.
    Reload,
}

/// A search of a computer player; it is cancelled when dropped.
#[derive(Debug)]
struct Thinking {
    ply: usize,
    task: AbortHandle,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.task.abort();
    }
}

pub(crate) struct Room {
    state: Arc<AppState>,
    game: Game,
    /// By what right it writes.
    ownership: Ownership,
    connections: Vec<(Arc<Connection>, Option<Side>)>,
    premoves: BySide<Option<(u32, String)>>,
    /// Since when a seat has had no connection.
    gone: BySide<Option<Moment>>,
    /// Outages until then are counted in `gone`.
    outages_until: Moment,
    /// The ply that a computer player thinks about.
    thinking: Option<Thinking>,
    /// Counts the game as under way, for its players.
    held: Vec<HeldPermit>,
    /// When the presence is sent next.
    presence_due: Option<Instant>,
    /// Pauses between attempts while the game cannot be stored.
    backoff: Backoff,
}

/// Runs a room from its loading to its unloading.
pub(crate) async fn run(state: Arc<AppState>, id: GameId, mut messages: mpsc::Receiver<ToRoom>) {
    let held = state.take_permits(&id);
    match Box::pin(open(&state, &id)).await {
        Ok(Opened::Mine(game, ownership)) => {
            state.metrics.rooms.inc();
            state.note_loaded(&id);
            let room = Room::new(Arc::clone(&state), *game, ownership, held);
            Box::pin(room.live_and_release(&mut messages)).await;
            state.metrics.rooms.dec();
        }
        Ok(Opened::Other(owner)) => cluster::relay(&state, &id, owner, &mut messages).await,
        Ok(Opened::Missing) => {
            state.forget(&id, &mut messages);
            turn_away(&id, &mut messages, Refusal::NotFound, "there is no such game").await;
        }
        Err(error) => {
            if state.note_unloadable(&id) {
                tracing::error!(game = %id, %error, "a room cannot be loaded");
            }
            state.forget(&id, &mut messages);
        }
    }
    turn_away(&id, &mut messages, Refusal::Busy, "the game cannot be reached; try again").await;
}

/// What became of an attempt to open a game.
enum Opened {
    /// It is this server's.
    Mine(Box<Game>, Ownership),
    /// Another node owns it.
    Other(NodeId),
    /// There is no such game.
    Missing,
}

/// Claims a game and reads it, in this order: what others have appended before is in it, and afterwards they
/// can append nothing. While this node joins the cluster it is waited for.
async fn open(state: &AppState, id: &GameId) -> Result<Opened, StoreError> {
    let started = Instant::now();
    let claimed = loop {
        match state.claim(id).await {
            Err(StoreError::Unavailable)
                if started.elapsed() < CLAIM_PATIENCE && !state.is_stopping() =>
            {
                tokio::time::sleep(CLAIM_RETRY).await;
            }
            claimed => break claimed?,
        }
    };
    Ok(match claimed {
        Claimed::Mine(ownership) => match load(state, id).await? {
            Some(game) => Opened::Mine(Box::new(game), ownership),
            None => Opened::Missing,
        },
        Claimed::Other(owner) => Opened::Other(owner),
        Claimed::Missing => Opened::Missing,
    })
}

async fn turn_away(id: &GameId, messages: &mut mpsc::Receiver<ToRoom>, why: Refusal, what: &str) {
    while let Some(message) = messages.recv().await {
        match message {
            ToRoom::Watch { connection, .. } => {
                connection.refuse(None, Some(id.clone()), why, what);
            }
            ToRoom::Message { connection, message, .. } => {
                connection.refuse(requests::id_of(&message), Some(id.clone()), why, what);
            }
            _ => {}
        }
    }
}

/// A game from the store.
pub(crate) async fn load(state: &AppState, id: &GameId) -> Result<Option<Game>, StoreError> {
    let Some(row) = state.store.game(id).await? else { return Ok(None) };
    Game::from_log(row, state.store.events(id).await?).map(Some)
}

impl Room {
    fn new(
        state: Arc<AppState>,
        game: Game,
        ownership: Ownership,
        held: Option<Vec<HeldPermit>>,
    ) -> Self {
        let now = state.now();
        let held = held.unwrap_or_else(|| state.permits_of(&game.row));
        let held = if game.result.is_some() { Vec::new() } else { held };
        Self {
            held,
            state,
            game,
            ownership,
            connections: Vec::new(),
            premoves: BySide::default(),
            gone: BySide::new(Some(now), Some(now)),
            outages_until: now,
            thinking: None,
            presence_due: None,
            backoff: Backoff::default(),
        }
    }

    /// Runs until the room is unloaded or another node owns the game, and releases the game.
    async fn live_and_release(mut self, messages: &mut mpsc::Receiver<ToRoom>) {
        self.live(messages).await;
        let id = self.game.row.id.clone();
        self.state.note_watchers(&id, 0);
        if self.ownership.is_over() {
            self.give_up(messages).await;
        } else {
            self.state.release(&id, &self.ownership).await;
        }
    }

    /// Somebody else owns the game, or may: whoever follows it resumes, and finds the owner.
    async fn give_up(&mut self, messages: &mut mpsc::Receiver<ToRoom>) {
        let id = self.game.row.id.clone();
        tracing::info!(game = %id, "a game is given up");
        self.state.forget(&id, messages);
        self.connections.iter().for_each(|(connection, _)| connection.resume());
        let next = messages.recv().await;
        cluster::reroute(&self.state, &id, next, messages).await;
    }

    /// What a room does is boxed while it does it: a room that waits, as nearly all do, takes no memory
    /// for it.
    async fn live(&mut self, messages: &mut mpsc::Receiver<ToRoom>) {
        Box::pin(self.give_back_outages(Occasion::Resumed)).await;
        self.think();
        let mut unload_at = Instant::now() + self.state.timeouts.unload_after;
        while !self.ownership.is_over() {
            let due = self.due();
            let presence_due = self.presence_due.unwrap_or(unload_at);
            let retry_at = self.backoff.retry_at();
            tokio::select! {
                biased;
                message = messages.recv() => {
                    let Some(message) = message else { return };
                    Box::pin(self.handle(message)).await;
                    unload_at = Instant::now() + self.state.timeouts.unload_after;
                }
                () = sleep_until(due.unwrap_or(unload_at)), if due.is_some() => {
                    Box::pin(self.end_if_due()).await;
                }
                () = sleep_until(retry_at.unwrap_or(unload_at)), if retry_at.is_some() => {
                    Box::pin(self.reload()).await;
                    Box::pin(self.play_premove()).await;
                }
                () = sleep_until(presence_due), if self.presence_due.is_some() => self.send_presence(),
                () = sleep_until(unload_at) => {
                    unload_at = Instant::now() + self.state.timeouts.unload_after;
                    let followed =
                        !self.connections.is_empty() && !self.game.is_closed(self.state.now());
                    let busy = followed || self.thinking.is_some();
                    if !busy && self.state.unload(&self.game.row.id, messages) {
                        return;
                    }
                }
            }
        }
    }

    fn due(&self) -> Option<Instant> {
        let at = self.game.deadline().filter(|_| !self.waits_for_store(self.state.now()))?;
        Some(Instant::now() + Duration::from_millis(at.since(self.state.now()).0))
    }

    async fn handle(&mut self, message: ToRoom) {
        self.give_back_outages(Occasion::Resumed).await;
        match message {
            ToRoom::Watch { connection, since } => self.subscribe(&connection, since),
            ToRoom::Leave { connection } => self.unsubscribe(&connection),
            ToRoom::Message { connection, message, at } => {
                self.request(&connection, *message, at).await;
            }
            ToRoom::Thought { ply, mv } => self.computer_moves(ply, mv).await,
            ToRoom::Due => self.end_if_due().await,
            ToRoom::WasAway => {}
            ToRoom::Reload => self.reload().await,
        }
    }

    /// Subscribes first and answers then, so that nothing falls between.
    fn subscribe(&mut self, connection: &Arc<Connection>, since: Option<u64>) {
        let seat = self.game.seat_of(&connection.person.id);
        if !self.connections.iter().any(|(other, _)| other.id == connection.id) {
            self.connections.push((Arc::clone(connection), seat));
            if let Some(side) = seat {
                self.gone[side] = None;
            }
            self.schedule_presence();
        }
        let premove = seat.and_then(|side| self.premoves[side].clone());
        self.game.answer_watch(connection, since, premove, self.state.now());
    }

    fn unsubscribe(&mut self, connection: &Connection) {
        self.connections.retain(|(other, _)| other.id != connection.id);
        for side in Side::BOTH {
            let here = self.connections.iter().any(|(_, seat)| *seat == Some(side));
            if !here && self.gone[side].is_none() {
                self.gone[side] = Some(self.state.now());
            }
        }
        self.schedule_presence();
    }

    fn schedule_presence(&mut self) {
        let soon = Instant::now() + PRESENCE_DELAY;
        self.presence_due =
            Some(self.presence_due.map_or(soon, |presence_due| presence_due.min(soon)));
    }

    fn send_presence(&mut self) {
        let followed = !self.connections.is_empty() && self.game.result.is_none();
        self.presence_due = followed.then(|| Instant::now() + PRESENCE_EVERY);
        let presence = Presence {
            game: self.game.row.id.clone(),
            first: self.presence(Side::First),
            second: self.presence(Side::Second),
            watchers: self.watchers(),
        };
        self.state.note_watchers(&presence.game, presence.watchers);
        let text = crate::connection::encode(&ToClient::Present(presence));
        self.connections.iter().for_each(|(connection, _)| connection.send_text(text.clone()));
    }

    fn watchers(&self) -> u32 {
        self.connections.iter().filter(|(_, seat)| seat.is_none()).count() as u32
    }

    fn presence(&self, side: Side) -> SeatPresence {
        let mut own = self.connections.iter().filter(|(_, seat)| *seat == Some(side));
        let connection = own.next();
        let computer = self.computer_level(side).is_some();
        let lag = connection.map_or(0, |(connection, _)| connection.lag());
        let gone = self.gone[side].filter(|_| !computer && self.game.result.is_none());
        let claim_in =
            gone.map(|gone| self.state.timeouts.claim_after.less(self.state.now().since(gone)).0);
        SeatPresence { here: computer || connection.is_some(), lag, claim_in }
    }
}
