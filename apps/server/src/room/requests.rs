//! Requests that arrive over a connection: deduplicated by their id, checked, executed, answered.

use super::Room;
use super::commit::CommitResult;
use super::game::{Game, Refused};
use super::recovery::RoomError;
use super::wishes::{Opposite, WishOutcome};
use crate::connection::Connection;
use crate::game_event::GameEvent;
use crate::random;
use crate::store::{GameRow, StoreError};
use clock::{Clock, Moment, Span};
use game::Side;
use protocol::{ClientId, GameId, Refusal, Room as ChatRoom, Seat, ToClient, ToServer};

/// The id of a message that has one.
pub(crate) fn id_of(message: &ToServer) -> Option<ClientId> {
    match message {
        ToServer::Play { id, .. }
        | ToServer::Premove { id, .. }
        | ToServer::Ask { id, .. }
        | ToServer::Chat { id, .. }
        | ToServer::Seek { id, .. }
        | ToServer::Pair { id, .. }
        | ToServer::Accept { id, .. }
        | ToServer::Challenge { id, .. } => Some(id.clone()),
        _ => None,
    }
}

impl Room {
    /// Executes a request of a connection once, and answers it each time that it arrives (idempotent).
    pub(super) async fn request(&mut self, connection: &Connection, message: ToServer, at: Moment) {
        let Some(id) = id_of(&message) else { return };
        if let Some(what) = connection.forbids(&message) {
            let game = Some(self.game.row.id.clone());
            return connection.refuse(Some(id), game, Refusal::Forbidden, what);
        }
        let client = Game::client(&connection.person.id, &id);
        if let Some(n) = self.game.done_before(&client) {
            return connection.send(&ToClient::Done { id, n: Some(n), seek: None });
        }
        if self.waits_for_store(at) {
            return self.refuse_as_busy(connection, Some(id));
        }
        let seat = self.game.seat_of(&connection.person.id);
        let done = match message {
            ToServer::Play { ply, mv, .. } => {
                let done =
                    self.play(seat, ply, &mv, connection.lag(), at, Some(client.clone())).await;
                let took = self.state.now().since(at).0 as f64 / 1000.0;
                self.state.metrics.move_latency.observe(took);
                done
            }
            ToServer::Premove { ply, mv, .. } => {
                return self.premove(connection, seat, ply, mv);
            }
            ToServer::Ask { wish, .. } => self.ask(seat, wish, at, client.clone()).await,
            ToServer::Chat { .. }
                if self.state.moderation.is_muted(&connection.person.id, self.state.now()) =>
            {
                Err(Refused::new(Refusal::Forbidden, "a moderator has muted you").into())
            }
            ToServer::Chat { room: ChatRoom::Players, .. }
                if self.is_blocked(connection, seat).await =>
            {
                Err(Refused::new(Refusal::NotNow, "they have blocked you").into())
            }
            ToServer::Chat { room, text, .. } => {
                match self.game.saying(seat, &connection.person.name, room, &text, at) {
                    Ok(event) => self.apply_and_commit(at, event, Some(client.clone())).await,
                    Err(refused) => Err(refused.into()),
                }
            }
            _ => return,
        };
        self.answer(connection, id, &client, done);
        self.play_premove().await;
    }

    fn answer(&self, connection: &Connection, id: ClientId, client: &str, done: CommitResult) {
        match done {
            Ok(n) => connection.send(&ToClient::Done { id, n: Some(n), seek: None }),
            Err(RoomError::Refused(refused)) => {
                self.state.metrics.refusals.inc();
                let game = Some(self.game.row.id.clone());
                connection.refuse(Some(id), game, refused.why, refused.what);
            }
            // The log may have been read again since, and hold it after all.
            Err(RoomError::RoomLost(error)) => {
                if let Some(n) = self.game.done_before(client) {
                    return connection.send(&ToClient::Done { id, n: Some(n), seek: None });
                }
                tracing::debug!(game = %self.game.row.id, %error, "a request was not stored");
                self.refuse_as_busy(connection, Some(id));
            }
        }
    }

    pub(super) async fn play(
        &mut self,
        seat: Option<Side>,
        ply: u32,
        text: &str,
        lag: u32,
        at: Moment,
        client: Option<String>,
    ) -> CommitResult {
        match self.game.read_move(seat, ply, text) {
            Ok(mv) => {
                let delay = Span(u64::from(lag));
                self.apply_and_commit(at, GameEvent::Played { mv, delay }, client).await
            }
            Err(refused) => Err(refused.into()),
        }
    }

    /// Stores a premove. It is sent to its owner alone.
    fn premove(
        &mut self,
        connection: &Connection,
        seat: Option<Side>,
        ply: u32,
        mv: Option<String>,
    ) {
        let game = self.game.row.id.clone();
        let stands = self.game.board.ply();
        match Game::may_act(seat) {
            Ok(side) if self.game.result.is_none() && ply as usize > stands => {
                self.premoves[side] = mv.clone().map(|mv| (ply, mv));
                connection.send(&ToClient::Premove { game, ply, mv });
            }
            Ok(_) => connection.send(&ToClient::Premove { game, ply, mv: None }),
            Err(refused) => connection.refuse(None, Some(game), refused.why, refused.what),
        }
    }

    /// Plays what was held for this turn; what cannot be played is forgotten, never stored for later.
    pub(super) async fn play_premove(&mut self) {
        while self.game.result.is_none() && !self.is_suspended() {
            let (side, stands) = (self.game.board.side_to_move(), self.game.board.ply());
            let Some((ply, mv)) = self.premoves[side].take() else { return };
            if ply as usize > stands {
                self.premoves[side] = Some((ply, mv));
                return;
            }
            let played = self.play(Some(side), ply, &mv, 0, self.state.now(), None).await;
            if matches!(played, Err(RoomError::RoomLost(_))) {
                self.premoves[side] = Some((ply, mv));
                return;
            }
            let gone = ToClient::Premove { game: self.game.row.id.clone(), ply, mv: None };
            for (connection, _) in self.connections.iter().filter(|(_, seat)| *seat == Some(side)) {
                connection.send(&gone);
            }
            if played.is_err() {
                return;
            }
        }
    }

    async fn ask(
        &mut self,
        seat: Option<Side>,
        wish: protocol::Wish,
        at: Moment,
        client: String,
    ) -> CommitResult {
        let opposite = seat.map_or(Opposite::There, |side| self.opposite(side, at));
        match self.game.grant(seat, wish, opposite) {
            Err(refused) => Err(refused.into()),
            Ok(WishOutcome::Rematch) => self.make_rematch(Some(client)).await,
            Ok(WishOutcome::Event(event)) => {
                let offer = match &event {
                    GameEvent::Offered { seat, offer } => Some((Side::from(*seat), *offer)),
                    _ => None,
                };
                let n = self.apply_and_commit(at, event, Some(client)).await?;
                if let Some((side, offer)) = offer {
                    // The offer stands even if the answer to it could not be stored.
                    let _ = self.computer_answers(side.other(), offer).await;
                }
                Ok(n)
            }
        }
    }

    /// Whether the opponent of `side` is there; a computer player always is.
    fn opposite(&self, side: Side, now: Moment) -> Opposite {
        let timeouts = self.state.timeouts.claim_after;
        let gone = self.gone[side.other()].filter(|gone| now.since(*gone) >= timeouts);
        let computer = self.computer_level(side.other()).is_some();
        if gone.is_some() && !computer { Opposite::Left } else { Opposite::There }
    }

    /// Whether the opponent does not want to be written to. A database that fails blocks nobody.
    async fn is_blocked(&self, connection: &Connection, seat: Option<Side>) -> bool {
        let Some(side) = seat else { return false };
        let other = &self.game.seated(side.other()).person;
        self.state.store.has_blocked(other, &connection.person.id).await.unwrap_or(false)
    }

    /// Makes the game that follows this one, with sides changed; there is only ever one.
    pub(super) async fn make_rematch(&mut self, client: Option<String>) -> CommitResult {
        let old = &self.game.row;
        let name = random::alphanumeric(8).parse::<GameId>();
        let Ok(id) = name else { return Err(Refused::new(Refusal::Busy, "try again").into()) };
        let row = GameRow {
            id,
            terms: old.terms.clone(),
            first: old.second.clone(),
            second: old.first.clone(),
            created: self.state.now(),
            came_from: Some(old.id.clone()),
            finish: None,
        };
        let people = [row.first.person.as_str(), row.second.person.as_str()];
        let held = match self.state.check_pair(people[0], people[1], &row.terms).await {
            Ok(()) => self.state.hold_game(people, None),
            Err(refused) => Err(refused),
        };
        let held = match held {
            Ok(held) => held,
            Err(crate::lobby::LobbyRefusal(why, what)) => {
                return Err(Refused::new(why, what).into());
            }
        };
        let game = match self.state.begin(&row, Vec::new(), held).await {
            Ok(()) => row.id.clone(),
            Err(StoreError::Taken) => match self.state.store.rematch_of(&old.id).await {
                Ok(Some(id)) => id,
                Ok(None) => return Err(Refused::new(Refusal::Busy, "try again").into()),
                Err(error) => return Err(RoomError::RoomLost(error)),
            },
            Err(error) => return Err(RoomError::RoomLost(error)),
        };
        let done = self
            .apply_and_commit(self.state.now(), GameEvent::Rematch { game: game.clone() }, client)
            .await?;
        for (seated, seat) in [(&row.first, Seat::First), (&row.second, Seat::Second)] {
            let paired = ToClient::Paired { game: game.clone(), seat, seek: None };
            self.state.send_to(&seated.person, &paired);
        }
        Ok(done)
    }
}

/// When the first move of a new game must have been made.
pub(crate) fn first_deadline(row: &GameRow) -> Option<Moment> {
    let mut clock = Clock::new(row.terms.time);
    clock.turn_to(Side::First, row.created);
    clock.deadline().map(|deadline| deadline.at)
}
