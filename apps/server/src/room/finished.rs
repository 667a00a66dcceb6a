//! Following a game that ended some time ago: answered from the store, without a room.
//!
//! Nothing is said in it any more. A rematch can still be asked for: that resumes the room, which tells both
//! players on whatever connection they have.

use super::chat::PLAYERS_CHAT_FOR;
use super::game::Game;
use super::{Room, ToRoom, load};
use crate::connection::Connection;
use crate::game_event::GameEvent;
use crate::state::AppState;
use crate::store::{GameRow, StoreError};
use clock::Moment;
use game::Side;
use protocol::{GameId, Refusal, Resume, ToClient, resume};
use std::sync::Arc;

fn is_closed(row: &GameRow, now: Moment) -> bool {
    row.finish.as_ref().is_some_and(|finish| now.since(finish.at) >= PLAYERS_CHAT_FOR)
}

impl AppState {
    /// Has a connection follow a game.
    pub(crate) async fn watch(
        self: &Arc<Self>,
        game: &GameId,
        connection: &Arc<Connection>,
        since: Option<u64>,
    ) {
        let answered = !self.is_loaded(game)
            && self.answer_from_store(game, connection, since).await.unwrap_or(false);
        if !answered {
            // A room that cannot be loaded says so.
            let connection = Arc::clone(connection);
            self.tell(game, ToRoom::Watch { connection, since }).await;
        }
    }

    /// Answers whoever wants to follow a game that is closed or does not exist; whether it is such a one.
    async fn answer_from_store(
        &self,
        id: &GameId,
        connection: &Connection,
        since: Option<u64>,
    ) -> Result<bool, StoreError> {
        let Some(row) = self.store.game(id).await? else {
            connection.refuse(None, Some(id.clone()), Refusal::NotFound, "there is no such game");
            return Ok(true);
        };
        if !is_closed(&row, self.now()) {
            return Ok(false);
        }
        let game = load(self, id).await?;
        if let Some(game) = &game {
            game.answer_watch(connection, since, None, self.now());
        }
        Ok(game.is_some())
    }
}

impl Game {
    /// Sends a subscriber the events that they do not hold.
    pub(super) fn answer_watch(
        &self,
        connection: &Connection,
        since: Option<u64>,
        premove: Option<(u32, String)>,
        now: Moment,
    ) {
        let (game, seat) = (self.row.id.clone(), self.seat_of(&connection.person.id));
        match resume(since, self.latest(), self.settled) {
            Resume::UpToDate => connection.send(&ToClient::UpToDate { game, n: self.latest() }),
            Resume::Events(range) => {
                let told = range.filter_map(|n| self.event(n, seat));
                told.for_each(|event| connection.send(&ToClient::Event(event)));
            }
            Resume::Snapshot => {
                let snapshot = self.snapshot(seat, premove, now);
                connection.send(&ToClient::Snapshot(Box::new(snapshot)));
            }
        }
    }
}

impl Room {
    /// Tells players of a rematch who follow the finished game without a room.
    pub(super) fn tell_absent_players(&self, n: u64) {
        let about_rematch = self.game.log.get(n as usize - 1).is_some_and(|entry| {
            matches!(
                entry.stored.event,
                GameEvent::Offered { .. } | GameEvent::Declined { .. } | GameEvent::Rematch { .. }
            )
        });
        if self.game.result.is_none() || !about_rematch {
            return;
        }
        for side in Side::BOTH {
            let here = self.connections.iter().any(|(_, seat)| *seat == Some(side));
            if let Some(event) = self.game.event(n, Some(side)).filter(|_| !here) {
                self.state.send_to(&self.game.seated(side).person, &ToClient::Event(event));
            }
        }
    }
}
