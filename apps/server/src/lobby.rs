//! The lobby: open seeks, challenges, and the beginning of games between two persons.
//!
//! Open seeks live as long as the connection that made them; seeks for correspondence games and
//! challenges are stored.

mod challenge;
mod feed;
mod look;
mod matching;
mod open;
mod pair_rules;
mod resent;
mod running;
mod seat;
mod stored;

pub(crate) use open::Lobby;
use seat::{GameStart, LobbyRight};

use crate::cluster::LobbyPlace;
use crate::connection::Connection;
use crate::limits::Resource;
use crate::random;
use crate::room::canonical;
use crate::state::AppState;
use crate::store::challenges::{Challenge, taking};
use crate::store::{LobbyRequest, PersonRow, StoreError};
use clock::Control;
use open::{Backing, Open};
use protocol::{ClientId, GameId, Refusal, Seek, Terms, ToClient, ToServer};
use std::sync::Arc;

pub(crate) struct LobbyRefusal(pub(crate) Refusal, pub(crate) String);

impl From<StoreError> for LobbyRefusal {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Gone | StoreError::Taken => {
                Self(Refusal::NotFound, "somebody else was faster, or it was taken back".into())
            }
            StoreError::Unavailable | StoreError::Fenced => {
                Self(Refusal::Busy, "the server cannot store anything now; try again".into())
            }
            StoreError::Broken(what) => {
                tracing::error!(what, "the lobby could not keep something");
                Self(Refusal::Busy, "it could not be kept; try again".into())
            }
        }
    }
}

fn refused<T>(why: Refusal, what: &str) -> Result<T, LobbyRefusal> {
    Err(LobbyRefusal(why, what.to_owned()))
}

fn new_id() -> Result<GameId, LobbyRefusal> {
    random::alphanumeric(8).parse().map_err(|_| LobbyRefusal(Refusal::Busy, "try again".into()))
}

/// The terms as they are stored, if they can be played by this person.
fn checked(mut terms: Terms, person: &PersonRow) -> Result<Terms, LobbyRefusal> {
    let (game, options) = canonical(&terms.game, &terms.options)
        .map_err(|error| LobbyRefusal(Refusal::BadTerms, error.to_string()))?;
    (terms.game, terms.options) = (game, options);
    if terms.rated && person.person().guest {
        return refused(Refusal::NeedsAccount, "rated games are for people with an account");
    }
    if terms.rated && terms.time == Control::None {
        return refused(Refusal::BadTerms, "a rated game needs a clock");
    }
    Ok(terms)
}

impl AppState {
    /// Executes a lobby request of a connection once, and answers it each time that it arrives (idempotent).
    pub(crate) async fn lobby_request(
        self: &Arc<Self>,
        connection: &Arc<Connection>,
        message: ToServer,
    ) {
        let id = crate::room::id_of(&message);
        if let Some(what) = connection.forbids(&message) {
            return connection.refuse(id, None, Refusal::Forbidden, what);
        }
        match self.place_of_lobby(connection, &message) {
            LobbyPlace::Here => {}
            LobbyPlace::Sent => return,
            LobbyPlace::Nowhere => {
                return connection.refuse(id, None, Refusal::Busy, "the lobby is away; try again");
            }
        }
        let Some(right) = self.lobby_right() else {
            return connection.refuse(id, None, Refusal::Busy, "the lobby is away; try again");
        };
        match (message, id) {
            (ToServer::Lobby, _) => self.lobby.watch(connection),
            (ToServer::LeaveLobby, _) => self.lobby.unwatch(connection),
            (ToServer::Unseek { seek }, _) => self.unseek(connection, seek).await,
            (ToServer::Look { seek }, _) => self.show(connection, &seek).await,
            (message, Some(id)) => self.create_once(&right, connection, id, message).await,
            (_, None) => {}
        }
    }

    /// Executes a request that creates a seek, a challenge or a game, unless it has been executed: then it is
    /// answered again.
    async fn create_once(
        self: &Arc<Self>,
        right: &LobbyRight,
        connection: &Arc<Connection>,
        id: ClientId,
        message: ToServer,
    ) {
        let request = LobbyRequest::new(&connection.person.id, &id);
        let by = Requester { right, connection, request: &request };
        let is_pairing = matches!(message, ToServer::Pair { .. });
        let done = match self.answer_resent(connection, &id, &request).await {
            Ok(true) => return,
            Ok(false) => self.create(by, message).await,
            Err(refusal) => Err(refusal),
        };
        self.answer(connection, id, &request, done).await;
        // After the answer: whoever is paired knows by then which seek it was.
        if is_pairing {
            self.pair_up(self.now()).await;
        }
    }

    async fn create(
        self: &Arc<Self>,
        by: Requester<'_>,
        message: ToServer,
    ) -> Result<Option<GameId>, LobbyRefusal> {
        match message {
            ToServer::Seek { terms, .. } => self.seek(by, terms, false).await,
            ToServer::Pair { terms, .. } => self.seek(by, terms, true).await,
            ToServer::Accept { seek, .. } => self.accept(by, &seek).await,
            ToServer::Challenge { terms, opponent, .. } => {
                self.challenge(by, terms, opponent).await
            }
            _ => refused(Refusal::NotNow, "that is not for the lobby"),
        }
    }

    async fn answer(
        &self,
        connection: &Connection,
        id: ClientId,
        request: &LobbyRequest,
        done: Result<Option<GameId>, LobbyRefusal>,
    ) {
        match done {
            Ok(seek) => connection.send(&ToClient::Done { id, n: None, seek }),
            Err(LobbyRefusal(why, what)) => {
                // The same request may have been executed elsewhere since it was looked up.
                let resent = why == Refusal::NotFound
                    && matches!(self.answer_resent(connection, &id, request).await, Ok(true));
                if !resent {
                    self.metrics.refusals.inc();
                    connection.refuse(Some(id), None, why, what);
                }
            }
        }
    }

    async fn seek(
        self: &Arc<Self>,
        by: Requester<'_>,
        terms: Terms,
        quick: bool,
    ) -> Result<Option<GameId>, LobbyRefusal> {
        let connection = by.connection;
        let terms = checked(terms, &connection.person)?;
        // Whoever may not begin a game may not look for one either.
        drop(self.hold_game([&connection.person.id; 2], Some(&connection.payer))?);
        if terms.is_stored() {
            self.store_seek(by, terms, quick).await.map(Some)
        } else {
            self.open_seek(by, terms, quick).await.map(Some)
        }
    }

    /// Lists a seek for as long as its connection lasts.
    async fn open_seek(
        &self,
        by: Requester<'_>,
        terms: Terms,
        quick: bool,
    ) -> Result<GameId, LobbyRefusal> {
        let connection = by.connection;
        let held = self.limits.hold(Resource::OpenSeek, &connection.payer)?;
        let player = self.player(&connection.person, &terms).await?;
        let seek = Seek { seek: new_id()?, player, terms, quick };
        let backing = Backing::Connection { id: connection.id, _held: held };
        let (person, since) = (connection.person.clone(), self.now());
        let request = Some(by.request.clone());
        Ok(self.lobby.add(Open { seek, person, backing, since, request }))
    }

    async fn unseek(&self, connection: &Connection, seek: Option<GameId>) {
        self.lobby.take_back(&connection.person.id, seek.as_ref());
        let Some(seek) = seek else { return };
        if let Err(error) = self.store.drop_challenge(&seek, &connection.person.id).await {
            tracing::error!(%error, "a challenge was not taken back");
        }
    }

    async fn accept(
        self: &Arc<Self>,
        by: Requester<'_>,
        seek: &GameId,
    ) -> Result<Option<GameId>, LobbyRefusal> {
        if let Some(open) = self.lobby.take(seek) {
            return self.accept_open(by, open).await;
        }
        let connection = by.connection;
        let me = &connection.person.id;
        let open = self.store.challenge(seek).await?;
        let mine = |c: &Challenge| c.person == *me || c.opponent.as_ref().is_none_or(|o| o == me);
        let Some(challenge) = open.filter(mine) else {
            return refused(Refusal::NotFound, "it was accepted by somebody else or taken back");
        };
        if challenge.person == *me {
            return own_seek();
        }
        let terms = checked(challenge.terms, &connection.person)?;
        self.check_pair(me, &challenge.person, &terms).await?;
        let person = self.store.person(&challenge.person).await?.ok_or(StoreError::Gone)?;
        let people = (&person, &connection.person);
        let start = GameStart {
            seeks: [Some(seek); 2],
            taking: vec![taking(seek)],
            requests: vec![(by.request, None)],
            starter: Some(&connection.payer),
        };
        self.seat(by.right, people, &terms, start).await.map(|()| None)
    }

    /// Begins the game of a seek that was taken off the list, or puts it back.
    async fn accept_open(
        self: &Arc<Self>,
        by: Requester<'_>,
        open: Open,
    ) -> Result<Option<GameId>, LobbyRefusal> {
        let done = self.try_accept(by, &open).await;
        if done.is_err() {
            self.put_back(by.right, open).await;
        }
        done.map(|()| None)
    }

    async fn try_accept(
        self: &Arc<Self>,
        by: Requester<'_>,
        open: &Open,
    ) -> Result<(), LobbyRefusal> {
        let me = &by.connection.person;
        if open.person.id == me.id {
            return own_seek();
        }
        let mut terms = open.seek.terms.clone();
        // Quick pairing is rated only if both may.
        terms.rated &= !(open.seek.quick && me.person().guest);
        let terms = checked(terms, me)?;
        self.check_pair(&me.id, &open.person.id, &terms).await?;
        let seeker = self.seeker(open).await?;
        let start = GameStart {
            seeks: [Some(&open.seek.seek); 2],
            taking: open.taking().into_iter().collect(),
            requests: open.request().into_iter().chain([(by.request, None)]).collect(),
            starter: Some(&by.connection.payer),
        };
        self.seat(by.right, (&seeker, me), &terms, start).await
    }
}

/// Who asks the lobby for something, by which message, and the right to do it.
#[derive(Clone, Copy)]
struct Requester<'a> {
    right: &'a LobbyRight,
    connection: &'a Arc<Connection>,
    request: &'a LobbyRequest,
}

fn own_seek<T>() -> Result<T, LobbyRefusal> {
    refused(Refusal::OwnSeek, "nobody plays against themselves")
}
