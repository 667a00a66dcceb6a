//! All data of an account, in one answer that is sent as it is read: a person with a hundred
//! thousand games costs the server a page of them at a time.

use super::account::{Account, Routes};
use super::caller::Caller;
use super::compute::Compute;
use super::error::ApiError;
use super::games::written;
use super::profile::{AgainstResponse, RatingResponse, against};
use super::reports::{OwnReport, own_reports};
use super::settings::PlayerSettings;
use crate::archive::{Format, Search};
use crate::limits::Action;
use crate::people::{Scope, Token};
use crate::store::Store;
use crate::time::now;
use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream, StreamExt};
use serde::Serialize;
use std::io;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// All that is yours.
#[derive(Serialize, ToSchema)]
pub(crate) struct Download {
    account: Account,
    /// Since when, in milliseconds since 1970.
    since: u64,
    /// The time of the download.
    made: u64,
    /// When each open session began.
    sessions: Vec<u64>,
    tokens: Vec<Token>,
    bots: Vec<Account>,
    ratings: Vec<RatingResponse>,
    opponents: Vec<AgainstResponse>,
    settings: PlayerSettings,
    /// Your reports, the latest first.
    reports: Vec<OwnReport>,
    /// Every finished game as a record, latest first.
    games: Vec<String>,
}

pub(super) fn routes() -> Routes {
    OpenApiRouter::new().routes(routes!(download))
}

/// Download all that is yours
///
/// The games are sent as they are read; an answer that ends before its JSON does is not whole.
#[utoipa::path(get, path = "/api/account/download", tag = "account", responses(
    (status = OK, body = Download), (status = UNAUTHORIZED, body = ApiError),
    (status = TOO_MANY_REQUESTS, body = ApiError), (status = FORBIDDEN, body = ApiError),
))]
async fn download(caller: Caller) -> Result<Response, ApiError> {
    let person = caller.may(Scope::Read)?;
    caller.limit(Action::SignUp)?;
    let store = &caller.state.store;
    let sessions = store.sessions(&person.id).await?;
    let standings = store.standings(&person.id, now()).await?;
    let head = Download {
        account: person.into(),
        since: store.came(&person.id).await?.0,
        made: now().0,
        sessions: sessions.into_iter().map(|at| at.0).collect(),
        tokens: store.tokens(&person.id).await?,
        bots: store.bots(&person.id).await?.iter().map(Account::from).collect(),
        ratings: standings.into_iter().map(RatingResponse::from).collect(),
        opponents: against(&caller, &person.id).await?,
        settings: PlayerSettings::of(store, &person.id).await?,
        reports: own_reports(store, &person.id).await?,
        games: Vec::new(),
    };
    let head = opened(&head).map_err(|error| ApiError::broken(&error))?;
    let games = games(store.clone(), caller.compute(), &person.id);
    let end = stream::iter([Ok(Bytes::from_static(b"]}"))]);
    let body = stream::iter([Ok(head)]).chain(games).chain(end);
    Ok(([(CONTENT_TYPE, "application/json")], Body::from_stream(body)).into_response())
}

/// Everything up to the games, whose list is left open.
fn opened(head: &Download) -> serde_json::Result<Bytes> {
    let mut text = serde_json::to_vec(head)?;
    // `games` is the last field, and empty: `…"games":[]}`.
    text.truncate(text.len() - 2);
    Ok(text.into())
}

/// Where the reading of games stands.
enum Reading {
    /// The next page is to be read, after others or as the first.
    Page(Box<Search>, bool),
    Done,
}

/// All finished games of a person, a page at a time, as parts of a JSON list.
fn games(
    store: Store,
    compute: Compute,
    person: &str,
) -> impl Stream<Item = io::Result<Bytes>> + use<> {
    let search = Search { player: Some(person.to_owned()), ..Search::default() };
    stream::try_unfold(Reading::Page(Box::new(search), true), move |reading| {
        let (store, compute) = (store.clone(), compute.clone());
        async move {
            let Reading::Page(search, first) = reading else { return Ok(None) };
            let page = page(&store, &compute, *search, first).await;
            // The answer has begun: an error can only be reported by ending it too early.
            page.map(Some).map_err(|error| io::Error::other(error.what))
        }
    })
}

async fn page(
    store: &Store,
    compute: &Compute,
    search: Search,
    first: bool,
) -> Result<(Bytes, Reading), ApiError> {
    let found = store.search(&search).await?;
    let mut part = String::new();
    for (i, text) in written(store, compute, &found.games, Format::Text).await?.iter().enumerate() {
        part.push_str(if first && i == 0 { "" } else { "," });
        part.push_str(&serde_json::to_string(text).map_err(|error| ApiError::broken(&error))?);
    }
    let next = match found.next {
        Some(after) => Reading::Page(Box::new(Search { after: Some(after), ..search }), false),
        None => Reading::Done,
    };
    Ok((part.into(), next))
}
