//! What comes over a connection: looked up if it was done before, checked, done, answered.

use super::commit::Done;
use super::game::{Game, Refused};
use super::wishes::{Granted, Opposite};
use super::{Room, RoomLost};
use crate::connection::Connection;
use crate::game_event::GameEvent;
use crate::random;
use crate::store::{GameRow, StoreError};
use crate::time::now;
use clock::{Clock, Moment, Span};
use game::Side;
use protocol::{ClientId, GameId, Offer, Refusal, Seat, ToClient, ToServer};

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
    /// Does what a connection asks for, once, and answers it each time.
    pub(super) async fn request(
        &mut self,
        connection: &Connection,
        message: ToServer,
        at: Moment,
    ) -> Result<(), RoomLost> {
        let Some(id) = id_of(&message) else { return Ok(()) };
        if let Some(what) = connection.forbids(&message) {
            let game = Some(self.game.row.id.clone());
            connection.refuse(Some(id), game, Refusal::Forbidden, what);
            return Ok(());
        }
        let client = Game::client(&connection.person.id, &id);
        if let Some(n) = self.game.done_before(&client) {
            connection.send(&ToClient::Done { id, n: Some(n), seek: None });
            return Ok(());
        }
        let seat = self.game.seat_of(&connection.person.id);
        let done = match message {
            ToServer::Play { ply, mv, .. } => {
                self.play(seat, ply, mv, connection.lag(), at, Some(client)).await
            }
            ToServer::Premove { ply, mv, .. } => {
                self.premove(connection, seat, ply, mv);
                return Ok(());
            }
            ToServer::Ask { wish, .. } => self.ask(seat, wish, at, client).await,
            ToServer::Chat { room, text, .. } => {
                match self.game.saying(seat, &connection.person.name, room, &text) {
                    Ok(event) => self.apply_and_commit(at, event, Some(client)).await,
                    Err(refused) => Ok(Err(refused)),
                }
            }
            _ => return Ok(()),
        };
        let game = Some(self.game.row.id.clone());
        match done {
            Ok(Ok(n)) => connection.send(&ToClient::Done { id, n: Some(n), seek: None }),
            Ok(Err(refused)) => {
                self.state.metrics.refusals.up();
                connection.refuse(Some(id), game, refused.why, refused.what);
            }
            Err(lost) => {
                connection.refuse(Some(id), game, Refusal::Busy, "it could not be kept; try again");
                return Err(lost);
            }
        }
        self.play_premove().await
    }

    async fn play(
        &mut self,
        seat: Option<Side>,
        ply: u32,
        mv: String,
        lag: u32,
        at: Moment,
        client: Option<String>,
    ) -> Done {
        match self.game.may_play(seat, ply) {
            Ok(_) => {
                let delay = Span(u64::from(lag));
                self.apply_and_commit(at, GameEvent::Played { mv, delay }, client).await
            }
            Err(refused) => Ok(Err(refused)),
        }
    }

    /// Holds a move for later. It is told to its owner alone.
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
    pub(super) async fn play_premove(&mut self) -> Result<(), RoomLost> {
        while self.game.result.is_none() {
            let (side, stands) = (self.game.board.side_to_move(), self.game.board.ply());
            let Some((ply, mv)) = self.premoves[side].take() else { return Ok(()) };
            if ply as usize > stands {
                self.premoves[side] = Some((ply, mv));
                return Ok(());
            }
            let played = self.play(Some(side), ply, mv, 0, now(), None).await?.is_ok();
            let gone = ToClient::Premove { game: self.game.row.id.clone(), ply, mv: None };
            for (connection, _) in self.connections.iter().filter(|(_, seat)| *seat == Some(side)) {
                connection.send(&gone);
            }
            if !played {
                return Ok(());
            }
        }
        Ok(())
    }

    async fn ask(
        &mut self,
        seat: Option<Side>,
        wish: protocol::Wish,
        at: Moment,
        client: String,
    ) -> Done {
        let opposite = seat.map_or(Opposite::There, |side| self.opposite(side, at));
        match self.game.grant(seat, wish, opposite) {
            Err(refused) => Ok(Err(refused)),
            Ok(Granted::Rematch) => self.make_rematch(Some(client)).await,
            Ok(Granted::Event(event)) => {
                let offer = match &event {
                    GameEvent::Offered { seat, offer } => Some((Side::from(*seat), *offer)),
                    _ => None,
                };
                let done = self.apply_and_commit(at, event, Some(client)).await?;
                if let (Ok(_), Some((side, offer))) = (&done, offer) {
                    self.answer_offer(side, offer).await?;
                }
                Ok(done)
            }
        }
    }

    /// Whether the opponent of `side` is there; the house always is.
    fn opposite(&self, side: Side, now: Moment) -> Opposite {
        let timeouts = self.state.timeouts.claim_after;
        let gone = self.gone[side.other()].filter(|gone| now.since(*gone) >= timeouts);
        let house = self.house_level(side.other()).is_some();
        if gone.is_some() && !house { Opposite::Left } else { Opposite::There }
    }

    async fn answer_offer(&mut self, side: Side, offer: Offer) -> Result<(), RoomLost> {
        self.house_answers(side.other(), offer).await
    }

    /// Makes the game that follows this one, with sides changed; there is only ever one.
    pub(super) async fn make_rematch(&mut self, client: Option<String>) -> Done {
        let old = &self.game.row;
        let name = random::alphanumeric(8).parse::<GameId>();
        let Ok(id) = name else { return Ok(Err(Refused::new(Refusal::Busy, "try again"))) };
        let row = GameRow {
            id,
            terms: old.terms.clone(),
            first: old.second.clone(),
            second: old.first.clone(),
            created: now(),
            came_from: Some(old.id.clone()),
            finish: None,
        };
        let game = match self.state.begin(&row, Vec::new()).await {
            Ok(()) => row.id.clone(),
            Err(StoreError::Taken) => match self.state.store.rematch_of(&old.id).await {
                Ok(Some(id)) => id,
                Ok(None) => return Ok(Err(Refused::new(Refusal::Busy, "try again"))),
                Err(error) => return Err(RoomLost(error)),
            },
            Err(error) => return Err(RoomLost(error)),
        };
        let done =
            self.apply_and_commit(now(), GameEvent::Rematch { game: game.clone() }, client).await?;
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
