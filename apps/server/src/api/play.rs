//! What bots do: move, talk, give up, challenge and answer challenges. Everything goes the way that
//! a socket's message goes.

use super::account::Routes;
use super::caller::{Body, Caller};
use super::error::ApiError;
use super::internal::{InternalRequest, new_id};
use crate::limits::{Action, cost};
use crate::people::Scope;
use crate::store::AccountKind;
use axum::Json;
use axum::extract::Path;
use bots::Level;
use protocol::{GameId, Name, Opponent, Room, SeatWish, Terms, ToServer, Wish};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The request was carried out.
#[derive(Serialize, ToSchema)]
pub(crate) struct Acknowledged {
    /// Always true.
    ok: bool,
}

const DONE: Json<Acknowledged> = Json(Acknowledged { ok: true });

/// A chat message.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ChatWish {
    /// Its readers; the players unless something else is given.
    #[serde(default)]
    room: ChatRoom,
    text: String,
}

/// The readers of a chat message.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ChatRoom {
    #[default]
    Player,
    Spectator,
}

/// The terms of a proposed game.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ChallengeWish {
    /// The name of a game, such as `hex`; `GET /api/rules` lists them.
    game: String,
    /// The game's options, such as `size=11 swap=on`.
    #[serde(default)]
    options: String,
    /// The time control: `300+3`, `600+5x30`, `3d` or `none`.
    #[serde(default)]
    time: Option<String>,
    #[serde(default)]
    rated: bool,
    /// Where you would like to sit: `white` moves first.
    #[serde(default)]
    color: Colour,
}

impl ChallengeWish {
    pub(super) fn terms(self) -> Result<Terms, ApiError> {
        let time = self.time.as_deref().unwrap_or("none").parse();
        Ok(Terms {
            game: self.game,
            options: self.options,
            time: time.map_err(|error: game::ParseError| ApiError::bad(error.to_string()))?,
            rated: self.rated,
            seat: match self.color {
                Colour::Random => SeatWish::Any,
                Colour::White => SeatWish::First,
                Colour::Black => SeatWish::Second,
            },
        })
    }
}

/// A colour, as lichess has it.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Colour {
    #[default]
    Random,
    White,
    Black,
}

/// A challenge that was made.
#[derive(Serialize, ToSchema)]
pub(crate) struct ChallengeResponse {
    /// To accept it by; nothing if the game has begun.
    id: Option<String>,
}

/// A request in a game.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum GameWish {
    /// Give up.
    Resign,
    /// Let it not have been a game; only in the first moves.
    Abort,
    /// Offer a draw, or accept one.
    Draw,
    /// Decline a draw.
    DeclineDraw,
    /// Ask to take back a move, or agree to it.
    Takeback,
    /// Decline to take back.
    DeclineTakeback,
    /// The opponent has left: claim the win.
    ClaimVictory,
    /// The opponent has left: claim a draw.
    ClaimDraw,
    /// Propose another game with sides changed, or agree to it.
    Rematch,
}

impl From<GameWish> for Wish {
    fn from(wish: GameWish) -> Self {
        match wish {
            GameWish::Resign => Self::Resign,
            GameWish::Abort => Self::Abort,
            GameWish::Draw => Self::Draw,
            GameWish::DeclineDraw => Self::DeclineDraw,
            GameWish::Takeback => Self::TakeBack,
            GameWish::DeclineTakeback => Self::DeclineTakeBack,
            GameWish::ClaimVictory => Self::ClaimWin,
            GameWish::ClaimDraw => Self::ClaimDraw,
            GameWish::Rematch => Self::Rematch,
        }
    }
}

pub(super) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(play))
        .routes(routes!(chat))
        .routes(routes!(ask))
        .routes(routes!(challenge))
        .routes(routes!(accept))
        .routes(routes!(decline))
}

pub(super) fn game_id(text: &str) -> Result<GameId, ApiError> {
    text.parse().map_err(|_| ApiError::not_found("there is no such game"))
}

fn internal(caller: &Caller, scope: Scope, action: Action) -> Result<InternalRequest, ApiError> {
    let identity = caller.may_as(scope)?;
    caller.limit(action)?;
    Ok(InternalRequest::new(&caller.state, identity, caller.address))
}

/// Make a move
#[utoipa::path(post, path = "/api/bot/game/{id}/move/{move}", tag = "bots",
    params(
        ("id" = String, Path, description = "The game"),
        ("move" = String, Path, description = "In machine or players' notation"),
    ),
    responses(
        (status = OK, body = Acknowledged, description = "The move is stored"),
        (status = BAD_REQUEST, body = ApiError, description = "It cannot be read or is not legal"),
        (status = CONFLICT, body = ApiError, description = "Not your turn, or the game is over"),
        (status = NOT_FOUND, body = ApiError), (status = FORBIDDEN, body = ApiError),
        (status = UNAUTHORIZED, body = ApiError), (status = TOO_MANY_REQUESTS, body = ApiError),
    ))]
async fn play(
    caller: Caller,
    Path((id, mv)): Path<(String, String)>,
) -> Result<Json<Acknowledged>, ApiError> {
    let mut internal = internal(&caller, Scope::Play, Action::Play)?;
    let game = game_id(&id)?;
    let ply = internal.snapshot(&game).await?.moves.len() as u32;
    let message = ToServer::Play { game: game.clone(), ply, mv, id: new_id()? };
    internal.send_to_game(&game, message).await?;
    Ok(DONE)
}

/// Say something
#[utoipa::path(post, path = "/api/bot/game/{id}/chat", tag = "bots", request_body = ChatWish,
    params(("id" = String, Path, description = "The game")),
    responses(
        (status = OK, body = Acknowledged), (status = BAD_REQUEST, body = ApiError),
        (status = NOT_FOUND, body = ApiError), (status = FORBIDDEN, body = ApiError),
        (status = UNAUTHORIZED, body = ApiError), (status = TOO_MANY_REQUESTS, body = ApiError),
    ))]
async fn chat(
    caller: Caller,
    Path(id): Path<String>,
    Body(wish): Body<ChatWish>,
) -> Result<Json<Acknowledged>, ApiError> {
    let mut internal = internal(&caller, Scope::Play, Action::Say)?;
    let game = game_id(&id)?;
    let room = match wish.room {
        ChatRoom::Player => Room::Players,
        ChatRoom::Spectator => Room::Watchers,
    };
    let message = ToServer::Chat { game: game.clone(), room, text: wish.text, id: new_id()? };
    internal.send_to_game(&game, message).await?;
    Ok(DONE)
}

/// Resign, abort, offer or claim something
#[utoipa::path(post, path = "/api/bot/game/{id}/{wish}", tag = "bots",
    params(
        ("id" = String, Path, description = "The game"),
        ("wish" = GameWish, Path, description = "The request"),
    ),
    responses(
        (status = OK, body = Acknowledged), (status = CONFLICT, body = ApiError, description = "Not now"),
        (status = NOT_FOUND, body = ApiError), (status = FORBIDDEN, body = ApiError),
        (status = UNAUTHORIZED, body = ApiError), (status = TOO_MANY_REQUESTS, body = ApiError),
    ))]
async fn ask(
    caller: Caller,
    Path((id, wish)): Path<(String, String)>,
) -> Result<Json<Acknowledged>, ApiError> {
    let mut internal = internal(&caller, Scope::Play, Action::Play)?;
    let game = game_id(&id)?;
    let wish = serde_json::from_value::<GameWish>(wish.into());
    let wish = wish.map_err(|_| ApiError::not_found("that cannot be asked for in a game"))?;
    let message = ToServer::Ask { game: game.clone(), wish: wish.into(), id: new_id()? };
    caller.charge(cost(&message))?;
    internal.send_to_game(&game, message).await?;
    Ok(DONE)
}

/// Challenge an account
#[utoipa::path(post, path = "/api/challenge/{name}", tag = "bots", request_body = ChallengeWish,
    params(("name" = String, Path,
        description = "A name; `house-1` to `house-8` for the computer; `link` for the first who opens it")),
    responses(
        (status = CREATED, body = ChallengeResponse), (status = BAD_REQUEST, body = ApiError),
        (status = NOT_FOUND, body = ApiError, description = "They are not here"),
        (status = UNAUTHORIZED, body = ApiError), (status = FORBIDDEN, body = ApiError),
        (status = TOO_MANY_REQUESTS, body = ApiError),
    ))]
async fn challenge(
    caller: Caller,
    Path(name): Path<String>,
    Body(wish): Body<ChallengeWish>,
) -> Result<(axum::http::StatusCode, Json<ChallengeResponse>), ApiError> {
    let mut internal = internal(&caller, Scope::Challenge, Action::Play)?;
    let terms = wish.terms()?;
    let message =
        ToServer::Challenge { terms, opponent: opponent(&caller, &name).await?, id: new_id()? };
    caller.charge(cost(&message))?;
    let id = internal.send_to_lobby(message).await?.map(|id| id.to_string());
    Ok((axum::http::StatusCode::CREATED, Json(ChallengeResponse { id })))
}

async fn opponent(caller: &Caller, name: &str) -> Result<Opponent, ApiError> {
    if name == "link" {
        return Ok(Opponent::Link);
    }
    let none = |_| ApiError::not_found("there is no player of that name");
    let name: Name = name.parse().map_err(none)?;
    let state = &caller.state;
    let person = state.store.named(name.as_str()).await?;
    let computer = person.filter(|person| person.kind == AccountKind::Computer);
    let level = computer.and_then(|computer| state.computers.level_of(&computer.id));
    let challenged = |level: Level| Opponent::Computer { level: level.number() };
    Ok(level.map_or(Opponent::Named { name }, challenged))
}

/// Accept a challenge
#[utoipa::path(post, path = "/api/challenge/{id}/accept", tag = "bots",
    params(("id" = String, Path, description = "The challenge")),
    responses(
        (status = OK, body = Acknowledged, description = "The event stream announces the game"),
        (status = NOT_FOUND, body = ApiError, description = "It is taken or withdrawn already"),
        (status = UNAUTHORIZED, body = ApiError), (status = FORBIDDEN, body = ApiError),
        (status = TOO_MANY_REQUESTS, body = ApiError),
    ))]
async fn accept(caller: Caller, Path(id): Path<String>) -> Result<Json<Acknowledged>, ApiError> {
    let mut internal = internal(&caller, Scope::Challenge, Action::Play)?;
    let message = ToServer::Accept { seek: game_id(&id)?, id: new_id()? };
    caller.charge(cost(&message))?;
    internal.send_to_lobby(message).await?;
    Ok(DONE)
}

/// Decline a challenge to you, or take back one of yours
#[utoipa::path(post, path = "/api/challenge/{id}/decline", tag = "bots",
    params(("id" = String, Path, description = "The challenge")),
    responses(
        (status = OK, body = Acknowledged), (status = NOT_FOUND, body = ApiError),
        (status = UNAUTHORIZED, body = ApiError), (status = FORBIDDEN, body = ApiError),
        (status = TOO_MANY_REQUESTS, body = ApiError),
    ))]
async fn decline(caller: Caller, Path(id): Path<String>) -> Result<Json<Acknowledged>, ApiError> {
    let person = caller.may(Scope::Challenge)?;
    caller.limit(Action::Play)?;
    let dropped = caller.state.store.drop_challenge(&game_id(&id)?, &person.id).await?;
    let none = || ApiError::not_found("there is no such challenge to you");
    dropped.then_some(DONE).ok_or_else(none)
}
