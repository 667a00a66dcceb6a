//! Looking for an opponent over HTTP: a seek in the lobby for as long as the request is open.

use super::account::Routes;
use super::caller::{Body, Caller};
use super::error::ApiError;
use super::internal::{new_id, refused};
use super::play::ChallengeWish;
use super::stream::{StreamConnection, StreamSource, respond};
use crate::limits::{Action, cost};
use crate::people::Scope;
use axum::response::Response;
use protocol::{GameId, ToClient, ToServer};
use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> Routes {
    OpenApiRouter::new().routes(routes!(seek))
}

/// An open seek: its name first, and at last the game that came of it.
struct OpenSeek {
    stream: StreamConnection,
    /// The seek, until its line was sent.
    unsent: Option<GameId>,
    paired: bool,
}

impl StreamSource for OpenSeek {
    async fn next_lines(&mut self) -> Option<Vec<Value>> {
        if let Some(seek) = self.unsent.take() {
            return Some(vec![json!({ "type": "seek", "id": seek.to_string() })]);
        }
        if self.paired {
            return None;
        }
        loop {
            let Some(message) = self.stream.next().await? else { return Some(Vec::new()) };
            if let ToClient::Paired { game, .. } = message {
                self.paired = true;
                return Some(vec![json!({ "type": "paired", "game": game.to_string() })]);
            }
        }
    }
}

/// Look for an opponent
///
/// The seek stands in the lobby, open to every account, for as long as the request is open.
/// One JSON value per line: `seek` with its id, an empty line every few seconds, and `paired` with the
/// game when it was accepted; then the stream ends.
#[utoipa::path(post, path = "/api/seek", tag = "bots", request_body = ChallengeWish, responses(
    (status = OK, body = String, content_type = "application/x-ndjson"),
    (status = BAD_REQUEST, body = ApiError), (status = UNAUTHORIZED, body = ApiError),
    (status = FORBIDDEN, body = ApiError), (status = TOO_MANY_REQUESTS, body = ApiError),
))]
async fn seek(caller: Caller, Body(wish): Body<ChallengeWish>) -> Result<Response, ApiError> {
    let identity = caller.may_as(Scope::Challenge)?;
    caller.limit(Action::Play)?;
    let message = ToServer::Seek { terms: wish.terms()?, id: new_id()? };
    caller.charge(cost(&message))?;
    let mut stream = StreamConnection::new(&caller, identity)?;
    caller.state.wait_for_lobby().await;
    caller.state.lobby_request(&stream.subscriptions.connection, message).await;
    let unsent = loop {
        match stream.next().await.flatten().ok_or_else(ApiError::busy)? {
            ToClient::Done { seek, .. } => break seek,
            ToClient::Refused { why, what, .. } => return Err(refused(why, what)),
            _ => {}
        }
    };
    Ok(respond(OpenSeek { stream, unsent, paired: false }))
}
