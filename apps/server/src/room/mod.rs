//! A room: one task that owns a game, its clock and the lines of those who follow it.
//!
//! What is asked of it is checked, made an event, committed, and only then acknowledged and sent on:
//! encoded once for each view. A room that nobody needs falls asleep and wakes from its log.

mod board;
mod commit;
#[cfg(test)]
mod faults;
mod game;
mod requests;
#[cfg(test)]
mod secrecy;
mod seen;
mod wishes;

pub(crate) use board::canonical;
pub(crate) use game::Game;
pub(crate) use requests::{first_deadline, id_of};

use crate::hall::Hall;
use crate::line::Line;
use crate::store::StoreError;
use crate::time::now;
use ::game::{BySide, Side};
use clock::Moment;
use protocol::{GameId, Presence, Refusal, Resume, SeatPresence, ToClient, ToServer, resume};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

/// How long changes of who is there are collected.
const GLANCE: Duration = Duration::from_millis(400);

/// How often those who follow a game that is on are told who is there, and with what delay.
const LOOK_AROUND: Duration = Duration::from_secs(10);

/// What a room is told.
#[derive(Debug)]
pub(crate) enum ToRoom {
    /// Somebody wants to follow the game.
    Watch { line: Arc<Line>, since: Option<u64> },
    /// Somebody does not any more.
    Leave { line: Arc<Line> },
    /// Somebody plays, asks or talks; it came at this moment.
    Said { line: Arc<Line>, message: ToServer, at: Moment },
    /// The house has thought of a move.
    Thought { ply: usize, mv: String },
    /// Something is due.
    Due,
    /// The server was away.
    WasAway { down: Moment, up: Moment },
}

/// The game could not be kept: the room ends, and the next one wakes from what was.
#[derive(Debug)]
pub(crate) struct Lost(pub(crate) StoreError);

pub(crate) struct Room {
    hall: Arc<Hall>,
    game: Game,
    lines: Vec<(Arc<Line>, Option<Side>)>,
    premoves: BySide<Option<(u32, String)>>,
    /// Since when a seat has had no line.
    gone: BySide<Option<Moment>>,
    /// The ply that the house thinks about.
    thinking: Option<usize>,
    /// When everyone is to be told who is there.
    glance: Option<Instant>,
}

/// Runs a room from waking to sleep.
pub(crate) async fn run(hall: Arc<Hall>, id: GameId, mut messages: mpsc::Receiver<ToRoom>) {
    match load(&hall, &id).await {
        Ok(Some(game)) => {
            hall.metrics.rooms.up();
            let mut room = Room::new(Arc::clone(&hall), game);
            if let Err(Lost(error)) = room.live(&mut messages).await {
                tracing::error!(game = %id, %error, "a room is lost");
                hall.forget(&id, &mut messages);
                room.lines.iter().for_each(|(line, _)| line.kick(protocol::Close::Restart));
            }
            hall.note_watchers(&id, 0);
            hall.metrics.rooms.down();
        }
        Ok(None) => {
            hall.forget(&id, &mut messages);
            turn_away(&id, &mut messages, Refusal::NotFound, "there is no such game").await;
        }
        Err(error) => {
            tracing::error!(game = %id, %error, "a room cannot wake");
            hall.forget(&id, &mut messages);
        }
    }
    turn_away(&id, &mut messages, Refusal::Busy, "the game cannot be reached; try again").await;
}

async fn turn_away(id: &GameId, messages: &mut mpsc::Receiver<ToRoom>, why: Refusal, what: &str) {
    while let Some(message) = messages.recv().await {
        match message {
            ToRoom::Watch { line, .. } => line.refuse(None, Some(id.clone()), why, what),
            ToRoom::Said { line, message, .. } => {
                line.refuse(requests::id_of(&message), Some(id.clone()), why, what);
            }
            _ => {}
        }
    }
}

/// A game from the store.
pub(crate) async fn load(hall: &Hall, id: &GameId) -> Result<Option<Game>, StoreError> {
    let Some(row) = hall.store.game(id).await? else { return Ok(None) };
    Game::wake(row, hall.store.events(id).await?).map(Some)
}

impl Room {
    fn new(hall: Arc<Hall>, game: Game) -> Self {
        let now = now();
        Self {
            hall,
            game,
            lines: Vec::new(),
            premoves: BySide::default(),
            gone: BySide::new(Some(now), Some(now)),
            thinking: None,
            glance: None,
        }
    }

    async fn live(&mut self, messages: &mut mpsc::Receiver<ToRoom>) -> Result<(), Lost> {
        self.think();
        let mut drowsy = Instant::now() + self.hall.patience.asleep_after;
        loop {
            let due = self.due();
            let glance = self.glance.unwrap_or(drowsy);
            tokio::select! {
                biased;
                message = messages.recv() => {
                    let Some(message) = message else { return Ok(()) };
                    self.hear(message).await?;
                    drowsy = Instant::now() + self.hall.patience.asleep_after;
                }
                () = sleep_until(due.unwrap_or(drowsy)), if due.is_some() => {
                    self.end_if_due().await?;
                }
                () = sleep_until(glance), if self.glance.is_some() => self.tell_presence(),
                () = sleep_until(drowsy) => {
                    drowsy = Instant::now() + self.hall.patience.asleep_after;
                    let busy = !self.lines.is_empty() || self.thinking.is_some();
                    if !busy && self.hall.let_go(&self.game.row.id, messages) {
                        return Ok(());
                    }
                }
            }
        }
    }

    fn due(&self) -> Option<Instant> {
        let at = self.game.deadline()?;
        Some(Instant::now() + Duration::from_millis(at.since(now()).0))
    }

    async fn hear(&mut self, message: ToRoom) -> Result<(), Lost> {
        match message {
            ToRoom::Watch { line, since } => self.welcome(&line, since),
            ToRoom::Leave { line } => self.farewell(&line),
            ToRoom::Said { line, message, at } => self.request(&line, message, at).await?,
            ToRoom::Thought { ply, mv } => self.house_moves(ply, mv).await?,
            ToRoom::Due => self.end_if_due().await?,
            ToRoom::WasAway { down, up } => self.was_away(down, up).await?,
        }
        Ok(())
    }

    /// Subscribes first and answers then, so that nothing falls between.
    fn welcome(&mut self, line: &Arc<Line>, since: Option<u64>) {
        let seat = self.game.seat_of(&line.person.id);
        if !self.lines.iter().any(|(other, _)| other.id == line.id) {
            self.lines.push((Arc::clone(line), seat));
            if let Some(side) = seat {
                self.gone[side] = None;
            }
            self.glance_soon();
        }
        let game = self.game.row.id.clone();
        match resume(since, self.game.latest(), self.game.settled) {
            Resume::UpToDate => {
                line.send(&ToClient::UpToDate { game, n: self.game.latest() });
            }
            Resume::Events(range) => {
                let told = range.filter_map(|n| self.game.event(n, seat));
                told.for_each(|event| line.send(&ToClient::Event(event)));
            }
            Resume::Snapshot => {
                let premove = seat.and_then(|side| self.premoves[side].clone());
                let snapshot = self.game.snapshot(seat, premove, now());
                line.send(&ToClient::Snapshot(Box::new(snapshot)));
            }
        }
    }

    fn farewell(&mut self, line: &Line) {
        self.lines.retain(|(other, _)| other.id != line.id);
        for side in Side::BOTH {
            let here = self.lines.iter().any(|(_, seat)| *seat == Some(side));
            if !here && self.gone[side].is_none() {
                self.gone[side] = Some(now());
            }
        }
        self.glance_soon();
    }

    fn glance_soon(&mut self) {
        let soon = Instant::now() + GLANCE;
        self.glance = Some(self.glance.map_or(soon, |glance| glance.min(soon)));
    }

    fn tell_presence(&mut self) {
        let followed = !self.lines.is_empty() && self.game.result.is_none();
        self.glance = followed.then(|| Instant::now() + LOOK_AROUND);
        let presence = Presence {
            game: self.game.row.id.clone(),
            first: self.presence(Side::First),
            second: self.presence(Side::Second),
            watchers: self.watchers(),
        };
        self.hall.note_watchers(&presence.game, presence.watchers);
        let text = crate::line::encode(&ToClient::Present(presence));
        self.lines.iter().for_each(|(line, _)| line.send_text(text.clone()));
    }

    fn watchers(&self) -> u32 {
        self.lines.iter().filter(|(_, seat)| seat.is_none()).count() as u32
    }

    fn presence(&self, side: Side) -> SeatPresence {
        let mut own = self.lines.iter().filter(|(_, seat)| *seat == Some(side));
        let line = own.next();
        let house = self.house_level(side).is_some();
        let lag = line.map_or(0, |(line, _)| line.lag());
        let gone = self.gone[side].filter(|_| !house && self.game.result.is_none());
        let claim_in = gone.map(|gone| self.hall.patience.claim_after.less(now().since(gone)).0);
        SeatPresence { here: house || line.is_some(), lag, claim_in }
    }
}
