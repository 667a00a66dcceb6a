//! Idempotency keys of lobby requests: which seek or game a client's message has created, stored in the transaction
//! that creates it. A message that is sent again, to the same server after a restart or to the next leader of the
//! lobby, is answered from here; the primary key refuses a second creation.

use super::writer::{Arg, Statement, statement};
use super::{Store, StoreError};
use clock::Moment;
use protocol::{ClientId, GameId};
use sqlx::Row;

/// A request of a person, by the id that their client gave it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LobbyRequest {
    person: String,
    client: ClientId,
}

/// What a request has created.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LobbyOutcome {
    /// A seek or a challenge.
    pub(crate) seek: Option<GameId>,
    /// A game. With a seek: the open seek from which the game began.
    pub(crate) game: Option<GameId>,
}

impl LobbyRequest {
    pub(crate) fn new(person: &str, client: &ClientId) -> Self {
        Self { person: person.to_owned(), client: client.clone() }
    }

    /// Stores what the request creates, with [`StoreError::Taken`] if it has created something already.
    pub(crate) fn created(
        &self,
        seek: Option<&GameId>,
        game: Option<&GameId>,
        now: Moment,
    ) -> Statement {
        let sql = "INSERT INTO lobby_requests (person, client, at, seek, game) \
            VALUES ($1, $2, $3, $4, $5)";
        let [seek, game] = [seek, game].map(|id| Arg::maybe_text(id.map(GameId::as_str)));
        let (person, client) = (Arg::text(&self.person), Arg::text(self.client.as_str()));
        statement(sql, [person, client, Arg::int(now.0), seek, game])
    }
}

impl Store {
    /// What a request has created, if it has.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn lobby_outcome(
        &self,
        request: &LobbyRequest,
    ) -> Result<Option<LobbyOutcome>, StoreError> {
        let sql = "SELECT seek, game FROM lobby_requests WHERE person = $1 AND client = $2";
        let args = [Arg::text(&request.person), Arg::text(request.client.as_str())];
        let Some(row) = self.row(sql, args).await? else { return Ok(None) };
        let id = |column: &str| -> Result<Option<GameId>, StoreError> {
            let text: Option<String> = row.try_get(column)?;
            let parsed = text.map(|text| text.parse()).transpose();
            parsed.map_err(|_| StoreError::nonsense("what a lobby request has created"))
        };
        Ok(Some(LobbyOutcome { seek: id("seek")?, game: id("game")? }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{DatabaseLocation, OLD_LOBBY_REQUESTS};
    use super::*;

    #[tokio::test]
    async fn a_request_creates_once_and_is_forgotten_after_its_time() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&DatabaseLocation::Folder(folder.path().to_owned())).await.unwrap();
        let person = store.add_guest(Moment(1)).await.unwrap().id;
        let request = LobbyRequest::new(&person, &"m1".parse().unwrap());
        assert_eq!(store.lobby_outcome(&request).await, Ok(None));
        let (seek, game) = ("seek".parse().unwrap(), "game".parse().unwrap());
        let now = Moment(5);
        store.write(vec![request.created(Some(&seek), Some(&game), now)]).await.unwrap();
        let outcome = LobbyOutcome { seek: Some(seek), game: Some(game.clone()) };
        assert_eq!(store.lobby_outcome(&request).await, Ok(Some(outcome.clone())));
        let again = store.write(vec![request.created(None, Some(&game), now)]).await;
        assert_eq!(again, Err(StoreError::Taken));
        let other = LobbyRequest::new(&person, &"m2".parse().unwrap());
        assert_eq!(store.lobby_outcome(&other).await, Ok(None));
        store.delete_outdated(now + OLD_LOBBY_REQUESTS).await.unwrap();
        assert_eq!(store.lobby_outcome(&request).await, Ok(Some(outcome)), "not yet");
        store.delete_outdated(now + OLD_LOBBY_REQUESTS + clock::Span(1)).await.unwrap();
        assert_eq!(store.lobby_outcome(&request).await, Ok(None));
    }
}
