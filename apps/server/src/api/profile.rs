//! Public profiles, ratings, head-to-head results and leaderboards.

use super::account::{Account, Routes};
use super::caller::{Caller, QueryParams};
use super::error::ApiError;
use super::games::game_name;
use crate::archive::Standing;
use crate::store::{PersonRow, Rating};
use crate::time::now;
use axum::Json;
use axum::extract::Path;
use clock::Speed;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The public profile of an account.
#[derive(Serialize, ToSchema)]
pub(crate) struct Profile {
    account: Account,
    /// Since when, in milliseconds since 1970.
    since: u64,
    /// How many games were finished.
    games: u64,
    ratings: Vec<RatingResponse>,
}

/// A rating in a game at a speed.
#[derive(Serialize, ToSchema)]
pub(crate) struct RatingResponse {
    game: String,
    speed: String,
    rating: i32,
    deviation: i32,
    /// Whether it is still uncertain.
    provisional: bool,
    games: u64,
}

/// A rating after a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct PointResponse {
    /// When, in milliseconds since 1970.
    at: u64,
    /// The game after which the rating held.
    played: String,
    rating: i32,
    deviation: i32,
}

/// Head-to-head results against an opponent.
#[derive(Serialize, ToSchema)]
pub(crate) struct AgainstResponse {
    name: String,
    won: u64,
    lost: u64,
    drawn: u64,
}

/// Leaderboard entry.
#[derive(Serialize, ToSchema)]
pub(crate) struct LeaderResponse {
    /// From 1.
    rank: usize,
    name: String,
    rating: i32,
    deviation: i32,
    games: u64,
}

/// A game and a speed.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PaceWish {
    /// The name of a game, such as `hex`; `GET /api/rules` lists them.
    game: String,
    /// `bullet`, `blitz`, `rapid`, `classical` or `correspondence`.
    speed: String,
}

/// A board of leaders.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct BoardWish {
    /// The name of a game, such as `hex`; `GET /api/rules` lists them.
    game: String,
    /// `bullet`, `blitz`, `rapid`, `classical` or `correspondence`.
    speed: String,
    /// `people`, or `bots`.
    #[serde(default)]
    #[param(inline)]
    who: WhoWish,
}

/// Which accounts a leaderboard holds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WhoWish {
    #[default]
    People,
    Bots,
}

impl From<Standing> for RatingResponse {
    fn from(standing: Standing) -> Self {
        let Standing { game, speed, rating, games } = standing;
        Self {
            game,
            speed,
            rating: rating.shown(),
            deviation: deviation(rating),
            provisional: rating.is_provisional(),
            games,
        }
    }
}

fn deviation(rating: Rating) -> i32 {
    rating.deviation.round() as i32
}

pub(super) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(profile))
        .routes(routes!(graph))
        .routes(routes!(opponents))
        .routes(routes!(leaderboard))
}

/// The person of a name.
pub(super) async fn named(caller: &Caller, name: &str) -> Result<PersonRow, ApiError> {
    let none = || ApiError::not_found("there is no player of that name");
    // Longer than any name: not worth a look.
    if name.len() > 64 {
        return Err(none());
    }
    caller.state.store.named(name).await?.ok_or_else(none)
}

fn speed(text: &str) -> Result<Speed, ApiError> {
    text.parse().map_err(|error: game::ParseError| ApiError::bad(error.to_string()))
}

/// The public profile of an account
#[utoipa::path(get, path = "/api/people/{name}", tag = "people",
    params(("name" = String, Path, description = "The name")),
    responses(
        (status = OK, body = Profile), (status = NOT_FOUND, body = ApiError),
        (status = TOO_MANY_REQUESTS, body = ApiError),
    ))]
async fn profile(caller: Caller, Path(name): Path<String>) -> Result<Json<Profile>, ApiError> {
    let _turn = caller.search_turn().await?;
    let person = named(&caller, &name).await?;
    let store = &caller.state.store;
    let since = store.came(&person.id).await?.0;
    let games = store.finished(&person.id).await?;
    let ratings =
        store.standings(&person.id, now()).await?.into_iter().map(RatingResponse::from).collect();
    Ok(Json(Profile { account: (&person).into(), since, games, ratings }))
}

/// The rating history of an account
#[utoipa::path(get, path = "/api/people/{name}/ratings", tag = "people",
    params(("name" = String, Path, description = "The name"), PaceWish),
    responses(
        (status = OK, body = [PointResponse]), (status = NOT_FOUND, body = ApiError),
        (status = BAD_REQUEST, body = ApiError), (status = TOO_MANY_REQUESTS, body = ApiError),
    ))]
async fn graph(
    caller: Caller,
    Path(name): Path<String>,
    QueryParams(wish): QueryParams<PaceWish>,
) -> Result<Json<Vec<PointResponse>>, ApiError> {
    let _turn = caller.search_turn().await?;
    let (game, speed) = (game_name(&wish.game)?, speed(&wish.speed)?);
    let person = named(&caller, &name).await?;
    let points = caller.state.store.graph(&person.id, game.text(), speed).await?;
    let told = points.into_iter().map(|point| PointResponse {
        at: point.at.0,
        played: point.played.to_string(),
        rating: point.rating.round() as i32,
        deviation: point.deviation.round() as i32,
    });
    Ok(Json(told.collect()))
}

/// Head-to-head results against the most frequent opponents
#[utoipa::path(get, path = "/api/people/{name}/opponents", tag = "people",
    params(("name" = String, Path, description = "The name")),
    responses(
        (status = OK, body = [AgainstResponse]), (status = NOT_FOUND, body = ApiError),
        (status = TOO_MANY_REQUESTS, body = ApiError),
    ))]
async fn opponents(
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Json<Vec<AgainstResponse>>, ApiError> {
    let _turn = caller.search_turn().await?;
    let person = named(&caller, &name).await?;
    Ok(Json(against(&caller, &person.id).await?))
}

pub(super) async fn against(
    caller: &Caller,
    person: &str,
) -> Result<Vec<AgainstResponse>, ApiError> {
    let all = caller.state.store.opponents(person).await?.into_iter();
    let told = all.map(|one| AgainstResponse {
        name: one.name,
        won: one.won,
        lost: one.lost,
        drawn: one.drawn,
    });
    Ok(told.collect())
}

/// Leaderboard of a game at a speed
///
/// The hundred strongest whose rating is certain; people and bots apart.
#[utoipa::path(get, path = "/api/leaderboard", tag = "people", params(BoardWish), responses(
    (status = OK, body = [LeaderResponse]), (status = BAD_REQUEST, body = ApiError),
    (status = TOO_MANY_REQUESTS, body = ApiError),
))]
async fn leaderboard(
    caller: Caller,
    QueryParams(wish): QueryParams<BoardWish>,
) -> Result<Json<Vec<LeaderResponse>>, ApiError> {
    let _turn = caller.search_turn().await?;
    let (game, speed) = (game_name(&wish.game)?, speed(&wish.speed)?);
    let bots = wish.who == WhoWish::Bots;
    let leaders = caller.state.store.leaders(game.text(), speed, bots, now()).await?;
    let told = leaders.into_iter().enumerate().map(|(i, leader)| LeaderResponse {
        rank: i + 1,
        name: leader.person.name.to_string(),
        rating: leader.rating.shown(),
        deviation: deviation(leader.rating),
        games: leader.games,
    });
    Ok(Json(told.collect()))
}
