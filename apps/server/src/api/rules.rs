//! Questions about the rules, without an account: the start of a game, legal moves, whether a move is legal,
//! the position after moves, the state, a picture, and the best move.
//!
//! All are `GET`: they change nothing, and need neither a cookie nor a token. The answers are those of the
//! crate `queries`. Reading and drawing run on the pool for CPU work, searches in a fair queue of their
//! own, and every request is paid for by its address.

use super::account::Routes;
use super::analyse::{refuse_own_game, running_rated};
use super::caller::{Caller, QueryParams};
use super::error::ApiError;
use crate::engine_work::{BestMove, EngineWork};
use crate::limits::Action;
use crate::pages::board_png;
use axum::Json;
use axum::extract::Path;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use bots::Level;
use catalog::{AnyRecord, GameName};
use game::Viewer;
use queries::{
    AppliedAnswer, BestAnswer, CheckAnswer, GameAnswer, GameQuery, InputPart, MoveSelection,
    MovesAnswer, QueryError, QueryErrorCode, StateAnswer, ViewerName,
};
use scene::Table as _;
use serde::Deserialize;
use serde_json::Value;
use std::time::Duration;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The longest search for a best move, in milliseconds.
const LONGEST_MS: u64 = 2_000;
/// How long it is when nothing is said.
const USUAL_MS: u64 = 500;
/// The largest number of best moves in an answer.
const MOST_LINES: usize = 5;
/// Widths of pictures, in pixels: the least, the usual and the most.
const WIDTHS: [u32; 3] = [100, 800, 1_600];

/// Where a game stands: give one of `options`, `position` and `record`, or none, and moves from there.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct GameParams {
    /// The game's options, where neither a position nor a record is given.
    #[param(example = "size=5")]
    options: Option<String>,
    /// A position in machine notation.
    position: Option<String>,
    /// A game as text: tags and moves.
    record: Option<String>,
    /// Moves from there, in either notation, separated by spaces.
    #[param(example = "c3 d4")]
    moves: Option<String>,
    /// Restricts the answer to what this viewer may know.
    #[param(example = "all")]
    viewer: Option<ViewerName>,
}

/// Which options a game is started with.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StartWish {
    /// The game's options; without them, the usual ones.
    #[param(example = "size=5")]
    options: Option<String>,
}

/// A move to be checked.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct MoveWish {
    /// The move, in either notation.
    #[param(example = "b2")]
    r#move: String,
}

/// How large a picture is.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PictureWish {
    /// The width in pixels, from 100 to 1600; 800 when nothing is said.
    #[param(example = 300)]
    width: Option<u32>,
}

/// How to search for the best move.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SearchLimits {
    /// Search time in milliseconds: 2000 at most, 500 when nothing is said.
    #[param(example = 50)]
    milliseconds: Option<u64>,
    /// Strength from 1 to 8; 8 when nothing is said.
    #[param(example = 8)]
    level: Option<u8>,
    /// The largest number of best moves: 5 at most.
    #[param(example = 2)]
    lines: Option<usize>,
}

pub(super) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(rules_games))
        .routes(routes!(rules_start))
        .routes(routes!(rules_moves))
        .routes(routes!(rules_check))
        .routes(routes!(rules_apply))
        .routes(routes!(rules_state))
        .routes(routes!(rules_svg))
        .routes(routes!(rules_png))
        .routes(routes!(rules_best))
}

impl GameParams {
    fn query(self) -> GameQuery {
        GameQuery {
            options: self.options,
            position: self.position,
            record: self.record,
            moves: words(self.moves),
            viewer: self.viewer.unwrap_or_default(),
        }
    }
}

/// Moves, separated by spaces or commas.
fn words(moves: Option<String>) -> Vec<String> {
    let moves = moves.unwrap_or_default();
    moves.split([' ', ',']).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The game of a path.
fn named(game: &str) -> Result<GameName, ApiError> {
    game.parse().map_err(|error: game::ParseError| {
        QueryError::new(QueryErrorCode::UnknownGame, InputPart::Game, error.what).into()
    })
}

/// Pays for a question, and answers it on the pool for CPU work.
async fn answered<T: Send + 'static>(
    caller: &Caller,
    game: &str,
    wish: GameParams,
    answer: impl FnOnce(&AnyRecord, ViewerName) -> Result<T, QueryError> + Send + 'static,
) -> Result<T, ApiError> {
    caller.limit(Action::Rules)?;
    let (game, query) = (named(game)?, wish.query());
    let work = move || answer(&queries::read(game, &query)?, query.viewer);
    Ok(caller.compute().run(work).await??)
}

/// The games, and what is chosen before each starts
#[utoipa::path(get, path = "/api/rules", tag = "rules", responses(
    (status = OK, body = [GameAnswer]), (status = TOO_MANY_REQUESTS, body = ApiError),
))]
async fn rules_games(caller: Caller) -> Result<Json<Vec<GameAnswer>>, ApiError> {
    caller.limit(Action::Rules)?;
    Ok(Json(queries::games()))
}

/// Where a game starts
#[utoipa::path(get, path = "/api/rules/{game}/start", tag = "rules",
    params(("game" = String, Path, example = "hex"), StartWish), responses(
    (status = OK, body = StateAnswer), (status = BAD_REQUEST, body = ApiError),
    (status = TOO_MANY_REQUESTS, body = ApiError), (status = SERVICE_UNAVAILABLE, body = ApiError),
))]
async fn rules_start(
    caller: Caller,
    Path(game): Path<String>,
    QueryParams(StartWish { options }): QueryParams<StartWish>,
) -> Result<Json<StateAnswer>, ApiError> {
    let wish = GameParams { options, position: None, record: None, moves: None, viewer: None };
    Ok(Json(answered(&caller, &game, wish, |r, viewer| Ok(queries::state(r, viewer))).await?))
}

/// The legal moves
#[utoipa::path(get, path = "/api/rules/{game}/moves", tag = "rules",
    params(("game" = String, Path, example = "hex"), GameParams), responses(
    (status = OK, body = MovesAnswer), (status = BAD_REQUEST, body = ApiError),
    (status = TOO_MANY_REQUESTS, body = ApiError), (status = SERVICE_UNAVAILABLE, body = ApiError),
))]
async fn rules_moves(
    caller: Caller,
    Path(game): Path<String>,
    QueryParams(wish): QueryParams<GameParams>,
) -> Result<Json<MovesAnswer>, ApiError> {
    let listed = |record: &AnyRecord, viewer| {
        Ok(queries::moves(record, viewer, MoveSelection::WithoutLineUps))
    };
    Ok(Json(answered(&caller, &game, wish, listed).await?))
}

/// Whether a move is legal, and if not, why
#[utoipa::path(get, path = "/api/rules/{game}/check", tag = "rules",
    params(("game" = String, Path, example = "hex"), GameParams, MoveWish), responses(
    (status = OK, body = CheckAnswer), (status = BAD_REQUEST, body = ApiError),
    (status = TOO_MANY_REQUESTS, body = ApiError), (status = SERVICE_UNAVAILABLE, body = ApiError),
))]
async fn rules_check(
    caller: Caller,
    Path(game): Path<String>,
    QueryParams(wish): QueryParams<GameParams>,
    QueryParams(MoveWish { r#move: mv }): QueryParams<MoveWish>,
) -> Result<Json<CheckAnswer>, ApiError> {
    let checked = move |record: &AnyRecord, viewer| Ok(queries::check(record, &mv, viewer));
    Ok(Json(answered(&caller, &game, wish, checked).await?))
}

/// The position, the record and the state after moves
#[utoipa::path(get, path = "/api/rules/{game}/apply", tag = "rules",
    params(("game" = String, Path, example = "hex"), GameParams), responses(
    (status = OK, body = AppliedAnswer), (status = BAD_REQUEST, body = ApiError),
    (status = TOO_MANY_REQUESTS, body = ApiError), (status = SERVICE_UNAVAILABLE, body = ApiError),
))]
async fn rules_apply(
    caller: Caller,
    Path(game): Path<String>,
    QueryParams(mut wish): QueryParams<GameParams>,
) -> Result<Json<AppliedAnswer>, ApiError> {
    let moves = words(wish.moves.take());
    let applied = move |record: &AnyRecord, viewer| {
        if moves.len() > queries::MOST_MOVES {
            let what = format!("at most {} moves", queries::MOST_MOVES);
            return Err(QueryError::new(QueryErrorCode::TooLong, InputPart::Moves, what));
        }
        queries::apply(record, &moves, viewer)
    };
    Ok(Json(answered(&caller, &game, wish, applied).await?))
}

/// Side to move, result, repetition, what is pinned, threatened and hidden
#[utoipa::path(get, path = "/api/rules/{game}/state", tag = "rules",
    params(("game" = String, Path, example = "hex"), GameParams), responses(
    (status = OK, body = StateAnswer), (status = BAD_REQUEST, body = ApiError),
    (status = TOO_MANY_REQUESTS, body = ApiError), (status = SERVICE_UNAVAILABLE, body = ApiError),
))]
async fn rules_state(
    caller: Caller,
    Path(game): Path<String>,
    QueryParams(wish): QueryParams<GameParams>,
) -> Result<Json<StateAnswer>, ApiError> {
    Ok(Json(answered(&caller, &game, wish, |r, viewer| Ok(queries::state(r, viewer))).await?))
}

/// A picture as SVG
#[utoipa::path(get, path = "/api/rules/{game}/picture.svg", tag = "rules",
    params(("game" = String, Path, example = "hex"), GameParams), responses(
    (status = OK, body = String, content_type = "image/svg+xml"), (status = BAD_REQUEST, body = ApiError),
    (status = TOO_MANY_REQUESTS, body = ApiError), (status = SERVICE_UNAVAILABLE, body = ApiError),
))]
async fn rules_svg(
    caller: Caller,
    Path(game): Path<String>,
    QueryParams(wish): QueryParams<GameParams>,
) -> Result<Response, ApiError> {
    let svg = answered(&caller, &game, wish, |r, viewer| Ok(queries::picture(r, viewer))).await?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

/// A picture as PNG
#[utoipa::path(get, path = "/api/rules/{game}/picture.png", tag = "rules",
    params(("game" = String, Path, example = "hex"), GameParams, PictureWish), responses(
    (status = OK, body = Vec<u8>, content_type = "image/png"), (status = BAD_REQUEST, body = ApiError),
    (status = TOO_MANY_REQUESTS, body = ApiError), (status = SERVICE_UNAVAILABLE, body = ApiError),
))]
async fn rules_png(
    caller: Caller,
    Path(game): Path<String>,
    QueryParams(wish): QueryParams<GameParams>,
    QueryParams(PictureWish { width }): QueryParams<PictureWish>,
) -> Result<Response, ApiError> {
    // Drawing pixels takes as long as reading a game from elsewhere.
    caller.limit(Action::Search)?;
    let [least, usual, most] = WIDTHS;
    let width = width.unwrap_or(usual);
    if !(least..=most).contains(&width) {
        return Err(ApiError::bad(format!("a width from {least} to {most}")));
    }
    let drawn = move |record: &AnyRecord, viewer: ViewerName| {
        Ok(board_png(&record.scene(Viewer::from(viewer)), width))
    };
    let png = answered(&caller, &game, wish, drawn).await?;
    let png = png.ok_or_else(|| ApiError::broken(&"a board cannot be drawn"))?;
    Ok(([(CONTENT_TYPE, "image/png")], png).into_response())
}

/// The best move, its score and line of play; searches take turns between addresses
#[utoipa::path(get, path = "/api/rules/{game}/best", tag = "rules",
    params(("game" = String, Path, example = "hex"), GameParams, SearchLimits), responses(
    (status = OK, body = BestAnswer), (status = BAD_REQUEST, body = ApiError),
    (status = FORBIDDEN, body = ApiError), (status = TOO_MANY_REQUESTS, body = ApiError),
    (status = SERVICE_UNAVAILABLE, body = ApiError),
))]
async fn rules_best(
    caller: Caller,
    Path(game): Path<String>,
    QueryParams(wish): QueryParams<GameParams>,
    QueryParams(limits): QueryParams<SearchLimits>,
) -> Result<Json<Value>, ApiError> {
    caller.limit(Action::BestMove)?;
    let (game, query) = (named(&game)?, wish.query());
    let level = limits.level.map_or(Some(Level::FULL), Level::new);
    let level = level.ok_or_else(|| ApiError::bad("levels go from 1 to 8"))?;
    let time = Duration::from_millis(limits.milliseconds.unwrap_or(USUAL_MS).clamp(1, LONGEST_MS));
    let lines = limits.lines.unwrap_or(1).clamp(1, MOST_LINES);
    let running = match caller.known() {
        Some(person) => running_rated(&caller, &person.id, game).await?,
        None => Vec::new(),
    };
    let prepare = move || {
        let record = queries::read(game, &query)?;
        refuse_own_game(&record, &running)?;
        Ok::<_, ApiError>(BestMove::new(&record, level, lines, time))
    };
    let work = EngineWork::Best(caller.compute().run(prepare).await??);
    if let Some(found) = caller.state.search_elsewhere(&work).await {
        return Ok(Json(found));
    }
    let search = move || work.run();
    let found = caller.state.queues.best_moves.run(caller.flow(), time, search).await?;
    found.map(Json).ok_or_else(ApiError::busy)
}
