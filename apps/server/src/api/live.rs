//! The games that are on: all of them, to be watched, and one's own, to be returned to. What is on the
//! boards is sent by the socket and the streams alone, with what each viewer may know.

use super::account::Routes;
use super::caller::{Caller, QueryParams};
use super::error::ApiError;
use super::games::{GameSummary, game_name};
use crate::limits::Action;
use crate::people::Scope;
use crate::room::Game;
use crate::store::{GameRow, StoreError, StoredEvent};
use axum::Json;
use catalog::GameName;
use game::Side;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Which running games are listed.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LiveWish {
    /// The name of a game, such as `hex`; all of them if nothing is said.
    game: Option<String>,
}

/// A game that is on.
#[derive(Serialize, ToSchema)]
pub(crate) struct LiveGame {
    #[serde(flatten)]
    summary: GameSummary,
    /// The number of spectators.
    watchers: u32,
}

/// A game of yours that is on.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnGame {
    #[serde(flatten)]
    summary: GameSummary,
    /// Where you sit: `first` or `second`.
    seat: &'static str,
    /// Whether it is your turn.
    your_turn: bool,
    /// How many moves stand.
    plies: usize,
    /// When the time of the side to move runs out, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    deadline: Option<u64>,
}

impl OwnGame {
    /// Nothing if the game is over, or the person does not sit there.
    fn from_log(
        row: GameRow,
        log: Vec<StoredEvent>,
        person: &str,
    ) -> Result<Option<Self>, StoreError> {
        let game = Game::from_log(row, log)?;
        Ok(if game.result.is_none() { Self::of(&game, person) } else { None })
    }

    /// Nothing if the person does not sit there.
    fn of(game: &Game, person: &str) -> Option<Self> {
        let side = game.seat_of(person)?;
        Some(Self {
            summary: (&game.row).into(),
            seat: if side == Side::First { "first" } else { "second" },
            your_turn: game.board.side_to_move() == side,
            plies: game.board.ply(),
            deadline: game.deadline().map(|at| at.0),
        })
    }
}

pub(super) fn routes() -> Routes {
    OpenApiRouter::new().routes(routes!(live)).routes(routes!(playing))
}

/// The games that are on, to be watched
///
/// The latest first. Their moves are sent by the socket, with what each viewer may know.
#[utoipa::path(get, path = "/api/games/live", tag = "games", params(LiveWish), responses(
    (status = OK, body = [LiveGame]), (status = BAD_REQUEST, body = ApiError),
    (status = TOO_MANY_REQUESTS, body = ApiError),
))]
async fn live(
    caller: Caller,
    QueryParams(wish): QueryParams<LiveWish>,
) -> Result<Json<Vec<LiveGame>>, ApiError> {
    caller.limit(Action::Search)?;
    let game = wish.game.as_deref().map(game_name).transpose()?;
    let rows = caller.state.store.live(game.map(GameName::text)).await?;
    let state = &caller.state;
    let told = rows
        .iter()
        .map(|row| LiveGame { summary: row.into(), watchers: state.watchers_of(&row.id) });
    Ok(Json(told.collect()))
}

/// Your games that are on
///
/// The latest first, fifty at most.
#[utoipa::path(get, path = "/api/account/playing", tag = "account", responses(
    (status = OK, body = [OwnGame]), (status = UNAUTHORIZED, body = ApiError),
    (status = FORBIDDEN, body = ApiError), (status = TOO_MANY_REQUESTS, body = ApiError),
    (status = SERVICE_UNAVAILABLE, body = ApiError),
))]
async fn playing(caller: Caller) -> Result<Json<Vec<OwnGame>>, ApiError> {
    let person = caller.may(Scope::Read)?;
    caller.limit(Action::Search)?;
    let state = &caller.state;
    let mut games = Vec::new();
    for id in state.store.playing(&person.id).await? {
        let Some(row) = state.store.game(&id).await? else { continue };
        let (log, person) = (state.store.events(&id).await?, person.id.clone());
        let own = move || OwnGame::from_log(row, log, &person);
        games.extend(caller.compute().run(own).await??);
    }
    Ok(Json(games))
}
