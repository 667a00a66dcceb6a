//! Doing something over HTTP that a connection does over its socket: the same message, the same answer.

use super::caller::Identity;
use super::error::{ApiError, ErrorCode};
use crate::connection::{Connection, Loss};
use crate::random;
use crate::room::ToRoom;
use crate::state::AppState;
use crate::subscriptions::Subscriptions;
use axum::extract::ws::Utf8Bytes;
use protocol::{ClientId, GameId, Refusal, Snapshot, ToClient, ToServer};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::timeout;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// A connection for as long as a request takes. A client that hangs up drops it, and leaves
/// the game.
pub(crate) struct InternalRequest {
    own: Subscriptions,
    answers: mpsc::Receiver<Utf8Bytes>,
}

/// A name for a message that no other has.
pub(crate) fn new_id() -> Result<ClientId, ApiError> {
    random::alphanumeric(20).parse().map_err(|error| ApiError::broken(&error))
}

impl InternalRequest {
    pub(crate) fn new(state: &Arc<AppState>, identity: &Identity, address: IpAddr) -> Self {
        let (connection, answers) = Connection::new(
            identity.person.clone(),
            Arc::clone(&identity.grant),
            address,
            Loss::Close,
        );
        Self { own: Subscriptions::new(state, &Arc::new(connection)), answers }
    }

    /// The snapshot of a game, as the caller may see it.
    pub(crate) async fn snapshot(&mut self, game: &GameId) -> Result<Box<Snapshot>, ApiError> {
        self.own.watch(game, None).await;
        let snapshot = loop {
            match self.next().await? {
                ToClient::Snapshot(snapshot) => break snapshot,
                ToClient::Refused { why, what, .. } => return Err(refused(why, what)),
                _ => {}
            }
        };
        self.own.leave(game).await;
        Ok(snapshot)
    }

    /// Says something to a game, and waits until it is done.
    pub(crate) async fn send_to_game(
        &mut self,
        game: &GameId,
        message: ToServer,
    ) -> Result<(), ApiError> {
        let connection = Arc::clone(&self.own.connection);
        let (message, at) = (Box::new(message), self.own.state.now());
        self.own.state.tell(game, ToRoom::Message { connection, message, at }).await;
        self.done().await.map(|_| ())
    }

    /// Says something to the lobby, and waits until it is done; the challenge that it became.
    pub(crate) async fn send_to_lobby(
        &mut self,
        message: ToServer,
    ) -> Result<Option<GameId>, ApiError> {
        self.own.state.wait_for_lobby().await;
        self.own.state.lobby_request(&self.own.connection, message).await;
        self.done().await
    }

    async fn done(&mut self) -> Result<Option<GameId>, ApiError> {
        loop {
            match self.next().await? {
                ToClient::Done { seek, .. } => return Ok(seek),
                ToClient::Refused { why, what, .. } => return Err(refused(why, what)),
                _ => {}
            }
        }
    }

    async fn next(&mut self) -> Result<ToClient, ApiError> {
        let text = tokio::select! {
            text = timeout(PATIENCE, self.answers.recv()) => text.map_err(|_| ApiError::busy())?,
            // The node that owns the game has gone, or the session has ended.
            _ = self.own.connection.ended() => return Err(ApiError::busy()),
        };
        let text = text.ok_or_else(ApiError::busy)?;
        serde_json::from_str(&text).map_err(|error| ApiError::broken(&error))
    }
}

/// A refusal of the socket's in the words of HTTP.
pub(crate) fn refused(why: Refusal, what: String) -> ApiError {
    let word = match why {
        Refusal::NotFound => ErrorCode::NotFound,
        Refusal::NotYourSeat | Refusal::NeedsAccount | Refusal::Forbidden => ErrorCode::Forbidden,
        Refusal::NotYourTurn | Refusal::StalePly | Refusal::GameOver | Refusal::NotNow => {
            ErrorCode::Conflict
        }
        Refusal::TooFast => ErrorCode::TooOften,
        Refusal::Busy => ErrorCode::Busy,
        Refusal::Unreadable
        | Refusal::UnreadableMove
        | Refusal::IllegalMove
        | Refusal::BadTerms
        | Refusal::BadText
        | Refusal::OwnSeek => ErrorCode::BadRequest,
    };
    let retry = matches!(word, ErrorCode::TooOften | ErrorCode::Busy).then_some(2);
    ApiError { retry, ..ApiError::new(word, what) }
}
