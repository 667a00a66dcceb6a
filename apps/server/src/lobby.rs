//! The lobby: who looks for an opponent, challenges, and how two people come to a game.
//!
//! Open seeks live as long as the line that made them; challenges by link are kept.

mod challenge;
mod look;
mod open;
mod seat;

pub(crate) use open::Lobby;

use crate::chance;
use crate::hall::Hall;
use crate::line::Line;
use crate::room::canonical;
use crate::store::challenges::{Challenge, taking};
use crate::store::{PersonRow, StoreError};
use crate::time::now;
use clock::Control;
use open::Open;
use protocol::{ClientId, GameId, Refusal, Seek, Terms, ToClient, ToServer};
use std::sync::Arc;

struct Refused(Refusal, String);

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Gone | StoreError::Taken => {
                Self(Refusal::NotFound, "somebody else was faster, or it was taken back".into())
            }
            StoreError::Broken(what) => {
                tracing::error!(what, "the lobby could not keep something");
                Self(Refusal::Busy, "it could not be kept; try again".into())
            }
        }
    }
}

fn refused<T>(why: Refusal, what: &str) -> Result<T, Refused> {
    Err(Refused(why, what.to_owned()))
}

fn new_id() -> Result<GameId, Refused> {
    chance::letters(8).parse().map_err(|_| Refused(Refusal::Busy, "try again".into()))
}

/// The terms as they are kept, if they can be played by this person.
fn checked(mut terms: Terms, person: &PersonRow) -> Result<Terms, Refused> {
    let (game, options) = canonical(&terms.game, &terms.options)
        .map_err(|error| Refused(Refusal::BadTerms, error.to_string()))?;
    (terms.game, terms.options) = (game, options);
    if terms.rated && person.person().guest {
        return refused(Refusal::NeedsAccount, "rated games are for people with an account");
    }
    if terms.rated && terms.time == Control::None {
        return refused(Refusal::BadTerms, "a rated game needs a clock");
    }
    Ok(terms)
}

impl Hall {
    /// Does what a line asks of the lobby, once, and answers it each time.
    pub(crate) async fn lobby_request(self: &Arc<Self>, line: &Arc<Line>, message: ToServer) {
        let id = crate::room::id_of(&message);
        let key = id.as_ref().map(|id| format!("{}:{id}", line.person.id));
        if let Some(answer) = key.as_deref().and_then(|key| self.lobby.answered(key)) {
            return line.send(&answer);
        }
        let done = match message {
            ToServer::Lobby => return self.lobby.watch(line),
            ToServer::LeaveLobby => return self.lobby.unwatch(line),
            ToServer::Unseek { seek } => return self.unseek(line, seek).await,
            ToServer::Look { seek } => return self.show(line, &seek).await,
            ToServer::Seek { terms, .. } => self.seek(line, terms, false).await,
            ToServer::Pair { terms, .. } => self.seek(line, terms, true).await,
            ToServer::Accept { seek, .. } => self.accept(line, &seek).await,
            ToServer::Challenge { terms, opponent, .. } => {
                self.challenge(line, terms, opponent).await
            }
            _ => return,
        };
        self.answer(line, id, key, done);
    }

    fn answer(
        &self,
        line: &Line,
        id: Option<ClientId>,
        key: Option<String>,
        done: Result<Option<GameId>, Refused>,
    ) {
        match (done, id) {
            (Ok(seek), Some(id)) => {
                let answer = ToClient::Done { id, n: None, seek };
                line.send(&answer);
                if let Some(key) = key {
                    self.lobby.remember(key, answer);
                }
            }
            (Ok(_), None) => {}
            (Err(Refused(why, what)), id) => {
                self.metrics.refusals.up();
                line.refuse(id, None, why, what);
            }
        }
    }

    async fn seek(
        self: &Arc<Self>,
        line: &Arc<Line>,
        terms: Terms,
        quick: bool,
    ) -> Result<Option<GameId>, Refused> {
        let terms = checked(terms, &line.person)?;
        let player = self.player(&line.person, &terms).await?;
        let seek = Seek { seek: new_id()?, player, terms };
        let id = seek.seek.clone();
        let person = line.person.clone();
        self.lobby.add(Open { seek, person, line: line.id, quick, since: now() })?;
        if quick {
            self.pair_up(now()).await;
        }
        Ok(Some(id))
    }

    async fn unseek(&self, line: &Line, seek: Option<GameId>) {
        self.lobby.take_back(&line.person.id, seek.as_ref());
        let Some(seek) = seek else { return };
        if let Err(error) = self.store.drop_challenge(&seek, &line.person.id).await {
            tracing::error!(%error, "a challenge was not taken back");
        }
    }

    async fn accept(
        self: &Arc<Self>,
        line: &Arc<Line>,
        seek: &GameId,
    ) -> Result<Option<GameId>, Refused> {
        let own = || refused(Refusal::OwnSeek, "nobody plays against themselves");
        if let Some(open) = self.lobby.take(seek) {
            if open.person.id == line.person.id {
                self.lobby.add(open)?;
                return own();
            }
            if let Err(refused) = checked(open.seek.terms.clone(), &line.person) {
                self.lobby.add(open)?;
                return Err(refused);
            }
            let people = (&open.person, &line.person);
            return self
                .seat(people, &open.seek.terms, Some(seek), Vec::new())
                .await
                .map(|()| None);
        }
        let me = &line.person.id;
        let open = self.store.challenge(seek).await?;
        let mine = |c: &Challenge| c.person == *me || c.opponent.as_ref().is_none_or(|o| o == me);
        let Some(challenge) = open.filter(mine) else {
            return refused(Refusal::NotFound, "it was accepted by somebody else or taken back");
        };
        if challenge.person == *me {
            return own();
        }
        let terms = checked(challenge.terms, &line.person)?;
        let person = self.store.person(&challenge.person).await?.ok_or(StoreError::Gone)?;
        let people = (&person, &line.person);
        self.seat(people, &terms, Some(seek), vec![taking(seek)]).await.map(|()| None)
    }
}
