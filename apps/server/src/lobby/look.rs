//! Details of a seek or a challenge, for a person who may accept it.

use super::{LobbyRefusal, refused};
use crate::connection::Connection;
use crate::state::AppState;
use crate::store::StoreError;
use protocol::{GameId, Refusal, Seek, ToClient};

impl AppState {
    /// Sends the terms of a seek or a challenge to a person who may accept it.
    pub(super) async fn show(&self, connection: &Connection, seek: &GameId) {
        match self.shown(&connection.person.id, seek).await {
            Ok(shown) => connection.send(&ToClient::Challenged(shown)),
            Err(LobbyRefusal(why, what)) => connection.refuse(None, Some(seek.clone()), why, what),
        }
    }

    async fn shown(&self, me: &str, seek: &GameId) -> Result<Seek, LobbyRefusal> {
        if let Some(open) = self.lobby.find(seek) {
            return Ok(open);
        }
        let open = self.store.challenge(seek).await?;
        let open = open.filter(|open| {
            open.person == me || open.opponent.as_ref().is_none_or(|opponent| opponent == me)
        });
        let Some(challenge) = open else {
            return refused(Refusal::NotFound, "it was accepted by somebody else or taken back");
        };
        let person = self.store.person(&challenge.person).await?.ok_or(StoreError::Gone)?;
        let player = self.player(&person, &challenge.terms).await?;
        Ok(Seek { seek: seek.clone(), player, terms: challenge.terms, quick: false })
    }
}
