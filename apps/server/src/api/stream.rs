//! Streams for bots (newline-delimited JSON): one JSON value per line, an empty line as keep-alive, until the client
//! disconnects or the stream has ended.

use super::account::Routes;
use super::caller::{Caller, Identity};
use super::error::{ApiError, ErrorCode};
use super::lichess::{Follow, challenge, game_notice};
use crate::connection::{Connection, Loss};
use crate::limits::Action;
use crate::people::Scope;
use crate::subscriptions::Subscriptions;
use axum::body::Body;
use axum::extract::Path;
use axum::extract::ws::Utf8Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use protocol::{Event, GameId, Snapshot, ToClient};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::timeout;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// After how long without a message an empty line is sent, so that neither side takes the other for gone.
const KEEP_ALIVE: Duration = Duration::from_secs(6);

/// How many streams one person may have.
const MOST_STREAMS: usize = 16;

pub(super) fn routes() -> Routes {
    OpenApiRouter::new().routes(routes!(events)).routes(routes!(game))
}

/// A connection whose messages a stream sends. State and rooms forget it when the client disconnects.
pub(super) struct StreamConnection {
    pub(super) subscriptions: Subscriptions,
    messages: mpsc::Receiver<Utf8Bytes>,
}

impl StreamConnection {
    pub(super) fn new(caller: &Caller, identity: &Identity) -> Result<Self, ApiError> {
        let state = &caller.state;
        let (connection, messages) = Connection::new(
            identity.person.clone(),
            Arc::clone(&identity.grant),
            caller.address,
            Loss::Close,
        );
        let connection = Arc::new(connection);
        let open = state.join(&connection);
        let stream = Self { subscriptions: Subscriptions::new(state, &connection), messages };
        let most = || {
            ApiError::new(ErrorCode::TooOften, format!("at most {MOST_STREAMS} streams at once"))
        };
        if open > MOST_STREAMS { Err(most()) } else { Ok(stream) }
    }

    /// The next message; nothing if none came for a while; no more if it is cut off.
    pub(super) async fn next(&mut self) -> Option<Option<ToClient>> {
        loop {
            let text = tokio::select! {
                _ = self.subscriptions.connection.ended() => return None,
                text = timeout(KEEP_ALIVE, self.messages.recv()) => text,
            };
            let Ok(text) = text else { return Some(None) };
            if let Ok(message) = serde_json::from_str(&text?) {
                return Some(Some(message));
            }
        }
    }
}

impl Drop for StreamConnection {
    fn drop(&mut self) {
        let subscriptions = &self.subscriptions;
        subscriptions.state.part(&subscriptions.connection);
        subscriptions.state.closed();
    }
}

/// What a stream sends.
pub(super) trait StreamSource: Send + 'static {
    /// The values of the next lines; an empty list is a keep-alive, nothing is the end.
    fn next_lines(&mut self) -> impl Future<Output = Option<Vec<Value>>> + Send;
}

pub(super) fn respond(source: impl StreamSource) -> Response {
    let lines = unfold(source, async |mut source| {
        let values = source.next_lines().await?;
        let mut text = String::new();
        for value in &values {
            text.push_str(&value.to_string());
            text.push('\n');
        }
        if text.is_empty() {
            text.push('\n');
        }
        Some((Ok::<_, Infallible>(text), source))
    });
    ([(CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response()
}

/// Challenges, and games as they begin and end.
struct Events {
    stream: StreamConnection,
    /// Running games whose start was sent, by name.
    started: HashMap<GameId, Box<Snapshot>>,
    /// Challenges that were sent: one that is made just now may also be found waiting.
    challenged: HashSet<GameId>,
}

impl StreamSource for Events {
    async fn next_lines(&mut self) -> Option<Vec<Value>> {
        loop {
            let Some(message) = self.stream.next().await? else { return Some(Vec::new()) };
            let lines = match message {
                ToClient::Challenged(seek) if self.challenged.insert(seek.seek.clone()) => {
                    vec![challenge(&seek)]
                }
                ToClient::Snapshot(snapshot) => self.snapshot(snapshot).await,
                ToClient::Event(numbered) if matches!(numbered.event, Event::Over { .. }) => {
                    self.over(&numbered.game).await
                }
                ToClient::Paired { game, .. } => {
                    self.stream.subscriptions.watch(&game, None).await;
                    Vec::new()
                }
                // Moves are for the game's own stream.
                _ => Vec::new(),
            };
            if !lines.is_empty() {
                return Some(lines);
            }
        }
    }
}

impl Events {
    async fn snapshot(&mut self, snapshot: Box<Snapshot>) -> Vec<Value> {
        let game = snapshot.game.clone();
        let over = snapshot.result.is_some();
        let mut lines = Vec::new();
        if !self.started.contains_key(&game) {
            lines.push(game_notice("gameStart", &snapshot));
            self.started.insert(game.clone(), snapshot);
        }
        if over {
            lines.extend(self.over(&game).await);
        }
        lines
    }

    async fn over(&mut self, game: &GameId) -> Vec<Value> {
        self.stream.subscriptions.leave(game).await;
        let started = self.started.remove(game);
        started.iter().map(|snapshot| game_notice("gameFinish", snapshot)).collect()
    }
}

/// One game, move by move.
struct Moves {
    stream: StreamConnection,
    follow: Option<Follow>,
    game: GameId,
}

impl StreamSource for Moves {
    async fn next_lines(&mut self) -> Option<Vec<Value>> {
        if self.follow.as_ref().is_some_and(Follow::is_over) {
            return None;
        }
        loop {
            let Some(message) = self.stream.next().await? else { return Some(Vec::new()) };
            let line = match (message, &mut self.follow) {
                (ToClient::Snapshot(snapshot), follow) if snapshot.game == self.game => {
                    let (begun, full) = Follow::begin(&snapshot);
                    *follow = Some(begun);
                    Some(full)
                }
                (ToClient::Event(numbered), Some(follow)) if numbered.game == self.game => {
                    follow.event(&numbered)
                }
                (ToClient::Present(presence), Some(follow)) if presence.game == self.game => {
                    follow.presence(&presence)
                }
                (ToClient::Refused { .. }, None) => return None,
                _ => None,
            };
            if let Some(line) = line {
                return Some(vec![line]);
            }
        }
    }
}

/// Challenges to you, and your games as they begin and end
///
/// One JSON value per line: `challenge`, `gameStart`, `gameFinish`; an empty line every few seconds.
#[utoipa::path(get, path = "/api/stream/event", tag = "bots", responses(
    (status = OK, body = String, content_type = "application/x-ndjson"),
    (status = UNAUTHORIZED, body = ApiError), (status = FORBIDDEN, body = ApiError),
    (status = TOO_MANY_REQUESTS, body = ApiError),
))]
async fn events(caller: Caller) -> Result<Response, ApiError> {
    let identity = caller.may_as(Scope::Play)?;
    caller.limit(Action::Play)?;
    let state = &caller.state;
    let mut stream = StreamConnection::new(&caller, identity)?;
    for game in state.store.playing(&identity.person.id).await? {
        stream.subscriptions.watch(&game, None).await;
    }
    state.tell_challenges(&stream.subscriptions.connection).await;
    Ok(respond(Events { stream, started: HashMap::new(), challenged: HashSet::new() }))
}

/// A game, move by move
///
/// First `gameFull`, then `gameState` after every change, `chatLine` and `opponentGone`; the stream
/// ends with the game. White is the side that moves first. You get what you may know and no more:
/// where something is hidden, `position` holds the board as you may see it, and `positions` what you
/// saw after every move.
#[utoipa::path(get, path = "/api/bot/game/stream/{id}", tag = "bots", operation_id = "stream_game",
    params(("id" = String, Path, description = "The game")),
    responses(
        (status = OK, body = String, content_type = "application/x-ndjson"),
        (status = NOT_FOUND, body = ApiError), (status = UNAUTHORIZED, body = ApiError),
        (status = FORBIDDEN, body = ApiError), (status = TOO_MANY_REQUESTS, body = ApiError),
    ))]
async fn game(caller: Caller, Path(id): Path<String>) -> Result<Response, ApiError> {
    let identity = caller.may_as(Scope::Play)?;
    caller.limit(Action::Play)?;
    let game = super::play::game_id(&id)?;
    let state = &caller.state;
    let none = || ApiError::not_found("there is no such game");
    state.store.game(&game).await?.ok_or_else(none)?;
    let mut stream = StreamConnection::new(&caller, identity)?;
    stream.subscriptions.watch(&game, None).await;
    Ok(respond(Moves { stream, follow: None, game }))
}
