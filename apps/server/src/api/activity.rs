//! What happens on the server just now, for the front page: people, open games, one game to look at.

use super::account::Routes;
use super::caller::Caller;
use super::error::ApiError;
use super::games::GameSummary;
use crate::archive::Search;
use crate::limits::Action;
use crate::room::Game;
use crate::store::{GameRow, StoreError, StoredEvent};
use axum::Json;
use game::Viewer;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Current activity of the site.
#[derive(Serialize, ToSchema)]
pub(crate) struct Activity {
    /// How many people are online.
    people: usize,
    /// How many open games wait for an opponent.
    open_games: usize,
    /// How many games are being played; at most 50 are counted.
    running_games: usize,
    /// The running game with most spectators; if there is none, the one that ended last.
    #[serde(skip_serializing_if = "Option::is_none")]
    featured: Option<FeaturedGame>,
}

/// A game with its board.
#[derive(Serialize, ToSchema)]
pub(crate) struct FeaturedGame {
    #[serde(flatten)]
    summary: GameSummary,
    /// How many moves were made.
    plies: usize,
    /// The board as spectators may see it, in machine notation.
    view: String,
}

impl FeaturedGame {
    fn from_log(row: GameRow, log: Vec<StoredEvent>) -> Result<Self, StoreError> {
        let game = Game::from_log(row, log)?;
        let viewer = if game.result.is_some() { Viewer::Judge } else { Viewer::Watcher };
        let plies = game.board.ply();
        // Games without hidden information have no views: every viewer gets the position.
        let view = game.board.view(plies, viewer).unwrap_or_else(|| game.board.position());
        Ok(Self { summary: (&game.row).into(), plies, view })
    }
}

pub(super) fn routes() -> Routes {
    OpenApiRouter::new().routes(routes!(activity))
}

/// Current activity of the site
///
/// People online, open and running games, and one game to look at.
#[utoipa::path(get, path = "/api/activity", tag = "games", responses(
    (status = OK, body = Activity), (status = TOO_MANY_REQUESTS, body = ApiError),
    (status = SERVICE_UNAVAILABLE, body = ApiError),
))]
async fn activity(caller: Caller) -> Result<Json<Activity>, ApiError> {
    caller.limit(Action::Search)?;
    let state = &caller.state;
    let running = state.store.live(None).await?;
    let running_games = running.len();
    // Of games with equally many spectators the latest, which comes first.
    let watched = running.into_iter().rev().max_by_key(|row| state.watchers_of(&row.id));
    let featured = match watched {
        Some(row) => Some(row),
        None => state.store.search(&Search::default()).await?.games.into_iter().next(),
    };
    let featured = match featured {
        Some(row) => {
            let log = state.store.events(&row.id).await?;
            Some(caller.compute().run(move || FeaturedGame::from_log(row, log)).await??)
        }
        None => None,
    };
    let (people, open_games) = (state.people_online(), state.open_games());
    Ok(Json(Activity { people, open_games, running_games, featured }))
}
