//! Streams for bots: one JSON value a connection, an empty connection now and then, until somebody hangs up or
//! there is nothing more to say.

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

/// How often an empty connection says that somebody is there.
const ALIVE: Duration = Duration::from_secs(6);

/// How many streams one person may have.
const MOST_STREAMS: usize = 16;

pub(super) fn routes() -> Routes {
    OpenApiRouter::new().routes(routes!(events)).routes(routes!(game))
}

/// A connection that a stream reads from. The state and the rooms forget it when the reader hangs up.
pub(super) struct Ear {
    pub(super) own: Subscriptions,
    heard: mpsc::Receiver<Utf8Bytes>,
}

impl Ear {
    pub(super) fn new(caller: &Caller, identity: &Identity) -> Result<Self, ApiError> {
        let state = &caller.state;
        let (connection, heard) = Connection::new(
            identity.person.clone(),
            Arc::clone(&identity.grant),
            caller.address,
            Loss::Close,
        );
        let connection = Arc::new(connection);
        let open = state.join(&connection);
        let ear = Self { own: Subscriptions::new(state, &connection), heard };
        let most = || {
            ApiError::new(ErrorCode::TooOften, format!("at most {MOST_STREAMS} streams at once"))
        };
        if open > MOST_STREAMS { Err(most()) } else { Ok(ear) }
    }

    /// The next message; nothing if none came for a while; no more if it is cut off.
    pub(super) async fn next(&mut self) -> Option<Option<ToClient>> {
        loop {
            let text = tokio::select! {
                _ = self.own.connection.ended() => return None,
                text = timeout(ALIVE, self.heard.recv()) => text,
            };
            let Ok(text) = text else { return Some(None) };
            if let Ok(message) = serde_json::from_str(&text?) {
                return Some(Some(message));
            }
        }
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        self.own.state.part(&self.own.connection);
        self.own.state.closed();
    }
}

/// What a stream says next.
pub(super) trait Teller: Send + 'static {
    /// The next connections; an empty list is an empty connection; nothing is the end.
    fn connections(&mut self) -> impl Future<Output = Option<Vec<Value>>> + Send;
}

pub(super) fn stream(teller: impl Teller) -> Response {
    let connections = unfold(teller, async |mut teller| {
        let values = teller.connections().await?;
        let mut text = String::new();
        for value in &values {
            text.push_str(&value.to_string());
            text.push('\n');
        }
        if text.is_empty() {
            text.push('\n');
        }
        Some((Ok::<_, Infallible>(text), teller))
    });
    ([(CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(connections)).into_response()
}

/// Tells of challenges, and of games as they begin and end.
struct Events {
    ear: Ear,
    /// Games that were told of, by name.
    told: HashMap<GameId, Box<Snapshot>>,
    /// Challenges that were told of: one that is made just now may also be found waiting.
    challenged: HashSet<GameId>,
}

impl Teller for Events {
    async fn connections(&mut self) -> Option<Vec<Value>> {
        loop {
            let Some(message) = self.ear.next().await? else { return Some(Vec::new()) };
            let connections = match message {
                ToClient::Challenged(seek) if self.challenged.insert(seek.seek.clone()) => {
                    vec![challenge(&seek)]
                }
                ToClient::Snapshot(snapshot) => self.snapshot(snapshot).await,
                ToClient::Event(numbered) if matches!(numbered.event, Event::Over { .. }) => {
                    self.over(&numbered.game).await
                }
                ToClient::Paired { game, .. } => {
                    self.ear.own.watch(&game, None).await;
                    Vec::new()
                }
                // Moves are for the game's own stream.
                _ => Vec::new(),
            };
            if !connections.is_empty() {
                return Some(connections);
            }
        }
    }
}

impl Events {
    async fn snapshot(&mut self, snapshot: Box<Snapshot>) -> Vec<Value> {
        let game = snapshot.game.clone();
        let over = snapshot.result.is_some();
        let mut connections = Vec::new();
        if !self.told.contains_key(&game) {
            connections.push(game_notice("gameStart", &snapshot));
            self.told.insert(game.clone(), snapshot);
        }
        if over {
            connections.extend(self.over(&game).await);
        }
        connections
    }

    async fn over(&mut self, game: &GameId) -> Vec<Value> {
        self.ear.own.leave(game).await;
        let told = self.told.remove(game);
        told.iter().map(|snapshot| game_notice("gameFinish", snapshot)).collect()
    }
}

/// Tells a game, move by move.
struct Moves {
    ear: Ear,
    follow: Option<Follow>,
    game: GameId,
}

impl Teller for Moves {
    async fn connections(&mut self) -> Option<Vec<Value>> {
        if self.follow.as_ref().is_some_and(Follow::is_over) {
            return None;
        }
        loop {
            let Some(message) = self.ear.next().await? else { return Some(Vec::new()) };
            let connection = match (message, &mut self.follow) {
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
            if let Some(connection) = connection {
                return Some(vec![connection]);
            }
        }
    }
}

/// Challenges to you, and your games as they begin and end
///
/// One JSON value a connection: `challenge`, `gameStart`, `gameFinish`; an empty connection every few seconds.
#[utoipa::path(get, path = "/api/stream/event", tag = "bots", responses(
    (status = OK, body = String, content_type = "application/x-ndjson"),
    (status = UNAUTHORIZED, body = ApiError), (status = FORBIDDEN, body = ApiError),
    (status = TOO_MANY_REQUESTS, body = ApiError),
))]
async fn events(caller: Caller) -> Result<Response, ApiError> {
    let identity = caller.may_as(Scope::Play)?;
    caller.limit(Action::Play)?;
    let state = &caller.state;
    let mut ear = Ear::new(&caller, identity)?;
    for game in state.store.playing(&identity.person.id).await? {
        ear.own.watch(&game, None).await;
    }
    state.tell_challenges(&ear.own.connection).await;
    Ok(stream(Events { ear, told: HashMap::new(), challenged: HashSet::new() }))
}

/// A game, move by move
///
/// First `gameFull`, then `gameState` after every change, `chatLine` and `opponentGone`; the stream
/// ends with the game. White is whoever moves first. You are told what you may know and no more:
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
    let mut ear = Ear::new(&caller, identity)?;
    ear.own.watch(&game, None).await;
    Ok(stream(Moves { ear, follow: None, game }))
}
