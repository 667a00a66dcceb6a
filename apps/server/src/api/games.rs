//! The archive over HTTP: searching, telling, exporting and importing finished games.

use super::account::Routes;
use super::caller::{Body, Caller, QueryParams};
use super::compute::Compute;
use super::error::{ApiError, ErrorCode};
use crate::archive::{
    Format, LONGEST_TEXT, ResultFilter, Search, SearchResults, export, import, replay,
};
use crate::limits::Action;
use crate::store::{GameRow, Seated, Store};
use axum::Json;
use axum::extract::{FromRequest, Path, Request};
use axum::http::header::CONTENT_TYPE;
use catalog::{GameName, with_game};
use game::Position;
use protocol::GameId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// What to search for; everything that is given must be so.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SearchWish {
    /// A player's name.
    player: Option<String>,
    /// Their opponent's name.
    opponent: Option<String>,
    /// The name of a game, such as `hex`; `GET /api/rules` lists them.
    game: Option<String>,
    /// `first`, `second` or `draw`; of the player, `won` or `lost`.
    result: Option<ResultWish>,
    /// Whether it was rated.
    rated: Option<bool>,
    /// Ended at this moment or later, in milliseconds since 1970.
    from: Option<u64>,
    /// Ended before this moment.
    to: Option<u64>,
    /// Which page, from 0; up to 199.
    page: Option<usize>,
    /// Instead of `page`: the page that begins where another has ended, its `next`.
    after: Option<String>,
    /// For exports: `text`, `pgn`, or `sgf` for games that have it.
    format: Option<Format>,
}

/// Filter by the result.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ResultWish {
    First,
    Second,
    Draw,
    Won,
    Lost,
}

impl From<ResultWish> for ResultFilter {
    fn from(wish: ResultWish) -> Self {
        match wish {
            ResultWish::First => Self::First,
            ResultWish::Second => Self::Second,
            ResultWish::Draw => Self::Draw,
            ResultWish::Won => Self::Won,
            ResultWish::Lost => Self::Lost,
        }
    }
}

/// A page of games, latest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct GamePage {
    games: Vec<GameSummary>,
    /// Whether there is another page of the next number.
    more: bool,
    /// Where the next page begins, to be asked for by `after`; absent if there are no more games.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// A game in a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameSummary {
    id: String,
    /// The name of a game, such as `hex`; `GET /api/rules` lists them.
    game: String,
    /// The game's options, as notation.
    options: String,
    /// The time control, such as `300+3`.
    time: String,
    /// The class of pace.
    speed: String,
    rated: bool,
    first: SeatSummary,
    second: SeatSummary,
    /// When it began, in milliseconds since 1970.
    created: u64,
    /// When it ended; nothing while it is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<u64>,
    /// `first` or `second`; absent in a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<String>,
    /// By what it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// The player at a seat.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeatSummary {
    name: String,
    bot: bool,
    guest: bool,
    /// The rating when the game began.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<i32>,
    /// Whether that was still uncertain.
    provisional: bool,
}

/// A finished game with its moves.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameResponse {
    #[serde(flatten)]
    summary: GameSummary,
    /// Where it started, in machine notation.
    start: String,
    moves: Vec<MoveResponse>,
}

/// A move.
#[derive(Serialize, ToSchema)]
pub(crate) struct MoveResponse {
    /// In machine notation.
    mv: String,
    /// As players write it.
    text: String,
    /// When it was made, in milliseconds since 1970.
    at: u64,
    /// Time for the move, in milliseconds.
    spent: u64,
    /// Milliseconds left to the first and the second side, if there was a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<(u64, u64)>,
}

/// A game from elsewhere.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ImportWish {
    /// The name of a game, such as `hex`, where the text does not say so.
    #[serde(default)]
    game: Option<String>,
    /// The text: our own record in either notation, SGF, or a `HexWorld` link.
    text: String,
}

/// A game that was read.
#[derive(Serialize, ToSchema)]
pub(crate) struct ImportResponse {
    game: String,
    /// The game as we write it, with variations, comments and markup.
    record: String,
    /// The other games, where the text holds several.
    others: Vec<String>,
    /// The start position, in machine notation.
    start: String,
    /// The moves, in machine notation.
    moves: Vec<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    result: String,
}

impl From<&Seated> for SeatSummary {
    fn from(seated: &Seated) -> Self {
        let player = &seated.player;
        Self {
            name: player.person.name.to_string(),
            bot: player.person.bot,
            guest: player.person.guest,
            rating: player.rating,
            provisional: player.provisional,
        }
    }
}

impl From<&GameRow> for GameSummary {
    fn from(row: &GameRow) -> Self {
        let finish = row.finish.as_ref();
        Self {
            id: row.id.to_string(),
            game: row.terms.game.clone(),
            options: row.terms.options.clone(),
            time: row.terms.time.to_string(),
            speed: row.terms.time.speed().to_string(),
            rated: row.terms.rated,
            first: (&row.first).into(),
            second: (&row.second).into(),
            created: row.created.0,
            ended: finish.map(|finish| finish.at.0),
            winner: finish.and_then(|finish| finish.winner.clone()),
            why: finish.map(|finish| finish.why.clone()),
        }
    }
}

pub(super) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(games))
        .routes(routes!(export_many))
        .routes(routes!(game))
        .routes(routes!(export_one))
        .routes(routes!(import_one))
}

/// Search finished games
#[utoipa::path(get, path = "/api/games", tag = "games", params(SearchWish), responses(
    (status = OK, body = GamePage), (status = BAD_REQUEST, body = ApiError),
    (status = NOT_FOUND, body = ApiError, description = "There is no player of that name"),
    (status = TOO_MANY_REQUESTS, body = ApiError),
))]
async fn games(
    caller: Caller,
    QueryParams(wish): QueryParams<SearchWish>,
) -> Result<Json<GamePage>, ApiError> {
    let found = search(&caller, wish).await?;
    let games = found.games.iter().map(GameSummary::from).collect();
    let next = found.next.map(|cursor| cursor.to_string());
    Ok(Json(GamePage { games, more: found.more, next }))
}

async fn search(caller: &Caller, wish: SearchWish) -> Result<SearchResults, ApiError> {
    let _turn = caller.search_turn().await?;
    let search = Search {
        player: someone(caller, wish.player).await?,
        opponent: someone(caller, wish.opponent).await?,
        game: wish.game.map(|game| game_name(&game)).transpose()?.map(|game| game.to_string()),
        result: wish.result.map(ResultFilter::from),
        rated: wish.rated,
        from: wish.from,
        to: wish.to,
        page: wish.page.unwrap_or_default(),
        after: wish.after.map(|text| text.parse()).transpose().map_err(ApiError::bad)?,
    };
    if search.player.is_none()
        && matches!(search.result, Some(ResultFilter::Won | ResultFilter::Lost))
    {
        return Err(ApiError::bad("won or lost by whom? Name a player"));
    }
    Ok(caller.state.store.search(&search).await?)
}

async fn someone(caller: &Caller, name: Option<String>) -> Result<Option<String>, ApiError> {
    let Some(name) = name else { return Ok(None) };
    Ok(Some(super::profile::named(caller, &name).await?.id))
}

pub(super) fn game_name(text: &str) -> Result<GameName, ApiError> {
    text.parse().map_err(|error: game::ParseError| ApiError::bad(error.to_string()))
}

async fn found(caller: &Caller, id: &str) -> Result<(GameRow, GameName), ApiError> {
    let none = || ApiError::not_found("there is no such game");
    let id: GameId = id.parse().map_err(|_| none())?;
    let row = caller.state.store.game(&id).await?.ok_or_else(none)?;
    let name = game_name(&row.terms.game)?;
    Ok((row, name))
}

/// A finished game: a running one is sent by its stream, with what each viewer may know.
async fn finished(caller: &Caller, id: &str) -> Result<(GameRow, GameName), ApiError> {
    caller.limit(Action::Search)?;
    let (row, name) = found(caller, id).await?;
    let on = || ApiError::new(ErrorCode::Conflict, "the game is not over");
    if row.finish.is_some() { Ok((row, name)) } else { Err(on()) }
}

/// A finished game with its moves and clocks
#[utoipa::path(get, path = "/api/games/{id}", tag = "games",
    params(("id" = String, Path, description = "The game")),
    responses(
        (status = OK, body = GameResponse), (status = NOT_FOUND, body = ApiError),
        (status = CONFLICT, body = ApiError, description = "The game is not over"),
        (status = TOO_MANY_REQUESTS, body = ApiError),
    ))]
async fn game(caller: Caller, Path(id): Path<String>) -> Result<Json<GameResponse>, ApiError> {
    let (row, name) = finished(&caller, &id).await?;
    let log = caller.state.store.events_but_chat(&row.id).await?;
    let response = move || with_game!(name, P => game_response::<P>(&row, &log));
    Ok(Json(caller.compute().run(response).await??))
}

fn game_response<P: Position>(
    row: &GameRow,
    log: &[crate::store::StoredEvent],
) -> Result<GameResponse, ApiError> {
    let replay = replay::<P>(row, log)?;
    let positions = replay.record.positions().iter();
    let moves = positions.zip(replay.record.moves()).zip(&replay.moves);
    let moves = moves.map(|((before, mv), known)| MoveResponse {
        mv: mv.to_string(),
        text: before.write_move(*mv),
        at: known.at.0,
        spent: known.spent.0,
        left: known.clock.map(|reading| (reading.first.0, reading.second.0)),
    });
    let (summary, start) = (row.into(), replay.record.start().to_string());
    Ok(GameResponse { summary, start, moves: moves.collect() })
}

type Plain = ([(axum::http::HeaderName, &'static str); 1], String);

fn plain(text: String) -> Plain {
    ([(CONTENT_TYPE, "text/plain; charset=utf-8")], text)
}

/// How to write it.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct FormatWish {
    /// `text`, `pgn`, or `sgf` for games that have it.
    format: Option<Format>,
}

/// A finished game as text
#[utoipa::path(get, path = "/api/games/{id}/export", tag = "games",
    params(("id" = String, Path, description = "The game"), FormatWish),
    responses(
        (status = OK, body = String, content_type = "text/plain"),
        (status = NOT_FOUND, body = ApiError), (status = CONFLICT, body = ApiError),
        (status = BAD_REQUEST, body = ApiError), (status = TOO_MANY_REQUESTS, body = ApiError),
    ))]
async fn export_one(
    caller: Caller,
    Path(id): Path<String>,
    QueryParams(wish): QueryParams<FormatWish>,
) -> Result<Plain, ApiError> {
    let (row, _) = finished(&caller, &id).await?;
    let store = &caller.state.store;
    Ok(plain(
        written(store, &caller.compute(), &[row], wish.format.unwrap_or_default()).await?.concat(),
    ))
}

/// Each of these games as text.
pub(super) async fn written(
    store: &Store,
    compute: &Compute,
    rows: &[GameRow],
    format: Format,
) -> Result<Vec<String>, ApiError> {
    let ids: Vec<&GameId> = rows.iter().map(|row| &row.id).collect();
    let (logs, rows) = (store.logs(&ids).await?, rows.to_vec());
    let text = move |row: &GameRow| {
        let log = logs.get(&row.id).map(Vec::as_slice).unwrap_or_default();
        let name = game_name(&row.terms.game)?;
        let text = with_game!(name, P => export(row, &replay::<P>(row, log)?, format));
        text.map_err(ApiError::refused)
    };
    compute.run(move || rows.iter().map(text).collect()).await?
}

/// A page of finished games as text, one after the other
#[utoipa::path(get, path = "/api/games/export", tag = "games", params(SearchWish), responses(
    (status = OK, body = String, content_type = "text/plain"),
    (status = BAD_REQUEST, body = ApiError), (status = NOT_FOUND, body = ApiError),
    (status = TOO_MANY_REQUESTS, body = ApiError),
))]
async fn export_many(
    caller: Caller,
    QueryParams(wish): QueryParams<SearchWish>,
) -> Result<Plain, ApiError> {
    let format = wish.format.unwrap_or_default();
    let found = search(&caller, wish).await?;
    let store = &caller.state.store;
    let texts = written(store, &caller.compute(), &found.games, format).await?;
    Ok(plain(texts.join("\n")))
}

/// Read a game from elsewhere
///
/// Nothing is stored: the answer is what an analysis board needs.
#[utoipa::path(post, path = "/api/import", tag = "games", request_body = ImportWish, responses(
    (status = OK, body = ImportResponse), (status = BAD_REQUEST, body = ApiError),
    (status = TOO_MANY_REQUESTS, body = ApiError), (status = FORBIDDEN, body = ApiError),
    (status = PAYLOAD_TOO_LARGE, body = ApiError), (status = SERVICE_UNAVAILABLE, body = ApiError),
))]
async fn import_one(caller: Caller, request: Request) -> Result<Json<ImportResponse>, ApiError> {
    // Before the body is read: it may be large, and a caller over budget may send many.
    caller.limit(Action::Import)?;
    let Body(wish) = Body::<ImportWish>::from_request(request, &()).await?;
    if wish.text.len() > LONGEST_TEXT {
        return Err(ApiError::new(ErrorCode::TooLarge, format!("at most {LONGEST_TEXT} bytes")));
    }
    let named = wish.game.as_deref().map(game_name).transpose()?;
    let read = caller
        .compute()
        .run(move || import(named, &wish.text))
        .await?
        .map_err(ApiError::refused)?;
    let game = read.game.to_string();
    let (record, others) = (read.record, read.others);
    let (start, moves, result) = (read.start, read.moves, read.result);
    Ok(Json(ImportResponse { game, record, others, start, moves, result }))
}
