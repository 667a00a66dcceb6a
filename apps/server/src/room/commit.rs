//! Appending an event: applied to the game, committed, broadcast, in this order; then what follows from it.

use super::absence::Occasion;
use super::board::{self, EngineMove};
use super::recovery::RoomError;
use super::{Room, Thinking, ToRoom};
use crate::connection::encode;
use crate::engine_work::EngineWork;
use crate::game_event::GameEvent;
use crate::limits::Who;
use crate::limits::fair_queue::WorkPermit;
use crate::random;
use crate::state::AppState;
use crate::store::{Append, StoreError, StoredEvent};
use analysis::{TimeAllotment, TimeLeft};
use axum::extract::ws::Utf8Bytes;
use bots::Level;
use clock::Moment;
use game::Side;
use protocol::{Offer, ToClient};
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// After how long a thought is asked for again, when the queue was full.
const THINK_AGAIN: Duration = Duration::from_secs(1);

/// Thoughts up to this have workers of their own.
const SHORT_THOUGHT: Duration = Duration::from_millis(250);

/// The number of the event that was committed.
pub(super) type CommitResult = Result<u64, RoomError>;

/// How long a thought will take: the lower levels look at few positions.
fn expected_thought(level: Level, time: Duration) -> Duration {
    time / (1 << (Level::FULL.number() - level.number()))
}

/// Waits for the turn of whoever plays against the computer. Where they have too much waiting already, it is
/// tried again: a game must go on.
async fn turn(state: &AppState, who: &Who, expected: Duration) -> WorkPermit {
    let short = expected <= SHORT_THOUGHT;
    let queue = if short { &state.queues.short_thoughts } else { &state.queues.engine };
    let start = Instant::now();
    loop {
        match queue.acquire(who.clone(), expected).await {
            Ok(permit) => {
                state.metrics.engine_wait.observe(start.elapsed().as_secs_f64());
                return permit;
            }
            Err(_) => tokio::time::sleep(THINK_AGAIN).await,
        }
    }
}

impl Room {
    /// Applies and commits an event, with the end of the game if that follows from it.
    pub(super) async fn apply_and_commit(
        &mut self,
        at: Moment,
        event: GameEvent,
        client: Option<String>,
    ) -> CommitResult {
        let last = self.game.log.last().map_or(self.game.row.created, |entry| entry.stored.at);
        let at = at.max(last);
        let n = self.game.latest() + 1;
        let is_move = matches!(event, GameEvent::Played { .. });
        self.game.apply(StoredEvent { at, event, client })?;
        if let Some(result) = self.game.end_due(at).filter(|_| is_move) {
            let over =
                StoredEvent { at, event: GameEvent::Over { result, change: None }, client: None };
            self.game.apply(over)?;
        }
        let start = Instant::now();
        if let Err(error) = self.commit(n).await {
            return Err(self.commit_failed(n, error).await);
        }
        if self.backoff.committed() {
            tracing::info!(game = %self.game.row.id, "a game can be stored again");
        }
        if is_move {
            self.state.metrics.moves.inc();
            self.state.metrics.commits.observe(start.elapsed().as_secs_f64());
        }
        self.broadcast(n);
        if self.game.result.is_some() {
            self.held.clear();
            self.thinking = None;
        }
        self.think();
        Ok(n)
    }

    async fn commit(&mut self, n: u64) -> Result<(), StoreError> {
        let new = &self.game.log[n as usize - 1..];
        let events: Vec<StoredEvent> = new.iter().map(|entry| entry.stored.clone()).collect();
        let game_end = events.iter().find_map(|stored| match stored.event {
            GameEvent::Over { result, .. } => Some(self.game.game_end(result)),
            _ => None,
        });
        let append = Append {
            game: self.game.row.id.clone(),
            n,
            events,
            plies: self.game.board.ply(),
            deadline: self.game.deadline(),
            game_end,
            epoch: self.ownership.epoch,
        };
        let change = self.state.store.append(append).await?;
        for entry in &mut self.game.log[n as usize - 1..] {
            entry.stored.event = entry.stored.event.clone().with_change(change);
        }
        Ok(())
    }

    /// Sends the events from `n` on to everyone, encoded once for each view.
    pub(super) fn broadcast(&mut self, n: u64) {
        for n in n..=self.game.latest() {
            let mut texts: [Option<Utf8Bytes>; 3] = [None, None, None];
            for (connection, seat) in &self.connections {
                let text = &mut texts[seat.map_or(2, Side::index)];
                if text.is_none() {
                    let event = self.game.event(n, *seat);
                    *text = event.map(|event| encode(&ToClient::Event(event)));
                }
                if let Some(text) = text {
                    connection.send_text(text.clone());
                }
            }
        }
        for n in n..=self.game.latest() {
            self.tell_absent_players(n);
        }
        if self.game.board.ply().is_multiple_of(10) || self.game.result.is_some() {
            self.schedule_presence();
        }
    }

    pub(super) async fn end_if_due(&mut self) {
        if self.game.end_due(self.state.now()).is_some() {
            self.give_back_outages(Occasion::OutOfTime).await;
        }
        let now = self.state.now();
        let due = self.game.end_due(now).filter(|_| !self.waits_for_store(now));
        if let Some(result) = due {
            let over = GameEvent::Over { result, change: None };
            // A refusal would mean that it is over already; after a failure the room tries again.
            let _ = self.apply_and_commit(now, over, None).await;
        }
    }

    /// The level of the computer player at this seat, if it is one.
    pub(super) fn computer_level(&self, side: Side) -> Option<Level> {
        self.state.computers.level_of(&self.game.seated(side).person)
    }

    /// Has the computer player think, where it is its turn; on a pool of its own, so that no room waits.
    pub(super) fn think(&mut self) {
        let (side, ply) = (self.game.board.side_to_move(), self.game.board.ply());
        let can_move = self.game.result.is_none() && !self.is_suspended();
        let Some(level) = self.computer_level(side).filter(|_| can_move) else {
            return;
        };
        if self.thinking.as_ref().is_some_and(|thinking| thinking.ply == ply) {
            return;
        }
        // A new secret for every move: nothing that is public may tell where a fool will stand.
        let (seed, time) = (random::number(), self.time_to_think(side));
        let thinker = board::thinker(&self.game.board, level, seed);
        let wanted = EngineMove::new(&self.game.board, level, seed, time);
        let wanted = self.state.cluster.is_some().then_some(EngineWork::Move(wanted));
        let (state, id) = (Arc::clone(&self.state), self.game.row.id.clone());
        let opponent = self.game.seated(side.other()).person.as_str().into();
        let expected = expected_thought(level, time);
        let task = tokio::spawn(async move {
            let elsewhere = match &wanted {
                Some(wanted) => state.search_elsewhere(wanted).await,
                None => None,
            };
            let found = if let Some(Value::String(mv)) = elsewhere {
                Some(mv)
            } else {
                let permit = turn(&state, &Who::Person(opponent), expected).await;
                permit.run(move || thinker(time)).await.ok().flatten()
            };
            state.metrics.computer_moves.inc();
            if let Some(mv) = found {
                state.tell(&id, ToRoom::Thought { ply, mv }).await;
            }
        });
        self.thinking = Some(Thinking { ply, task: task.abort_handle() });
    }

    /// The time of a computer player's move.
    fn time_to_think(&self, side: Side) -> Duration {
        if !self.game.clock.control().is_timed() {
            return TimeAllotment::SERVER.most;
        }
        let left = Duration::from_millis(self.game.clock.left(side, self.state.now()).0);
        TimeAllotment::SERVER.time(TimeLeft { left, increment: Duration::ZERO })
    }

    pub(super) async fn computer_moves(&mut self, ply: usize, mv: String) {
        self.thinking = None;
        if self.is_suspended() {
            return;
        }
        let side = self.game.board.side_to_move();
        let computer = self.computer_level(side).is_some();
        if computer && self.game.result.is_none() && self.game.board.ply() == ply {
            // The computer's move is read as anybody's is: from what its side may know.
            let at = self.state.now();
            let played = self.play(Some(side), ply as u32, &mv, 0, at, None).await;
            if let Err(RoomError::Refused(refused)) = played {
                tracing::error!(what = refused.what, "a computer player made a move that is none");
            }
            self.play_premove().await;
        }
        self.think();
    }

    /// A computer player's answer to an offer: it plays on, lets people take back, and likes to play again.
    pub(super) async fn computer_answers(
        &mut self,
        side: Side,
        offer: Offer,
    ) -> Result<(), RoomError> {
        if self.computer_level(side).is_none() {
            return Ok(());
        }
        let event = match offer {
            Offer::Draw => GameEvent::Declined { seat: side.into(), offer },
            Offer::TakeBack if self.game.row.terms.rated => {
                GameEvent::Declined { seat: side.into(), offer }
            }
            Offer::TakeBack => match self.game.ply_before_last_move_of(side.other()) {
                Some(ply) => GameEvent::TakenBack { ply },
                None => GameEvent::Declined { seat: side.into(), offer },
            },
            Offer::Rematch => match self.make_rematch(None).await {
                Err(RoomError::Refused(_)) => GameEvent::Declined { seat: side.into(), offer },
                done => return done.map(|_| ()),
            },
        };
        self.apply_and_commit(self.state.now(), event, None).await.map(|_| ())
    }
}
