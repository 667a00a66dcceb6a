//! Pages of the browser app as links to them are shown elsewhere: status, title, description, picture.
//!
//! The app finds its way by the address itself; what is decided here is only what a crawler or a
//! chat program sees of an address, and whether there is such a page at all.

mod announcement;
mod app_page;
mod crawlers;
mod first_board;
mod first_page;
mod head;
mod picture;
mod preload;

pub(crate) use crawlers::{favicon, robots, sitemap};
pub(crate) use picture::{answer as picture, board_png};

use crate::api::Caller;
use crate::assets;
use crate::limits::Action;
use crate::random::fingerprint;
use crate::state::AppState;
use app_page::AppPage;
use axum::body::Body;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HOST, IF_NONE_MATCH};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use first_page::first_page;
use head::{Head, describe};
use std::sync::Arc;

/// Answers a request for a file of the browser app, or for a page of it.
pub(crate) async fn answer(State(state): State<Arc<AppState>>, request: Request) -> Response {
    let (mut parts, _) = request.into_parts();
    let path = parts.uri.path().trim_matches('/').to_owned();
    if !assets::is_place(&path) {
        return assets::file(&parts.uri, &parts.headers);
    }
    let Some(page) = assets::page() else { return assets::not_built() };
    let known = AppPage::parse(&path);
    let (status, head) = match &known {
        Some(known) => head_of(known, &mut parts, &state).await,
        None => (StatusCode::NOT_FOUND, Head::missing()),
    };
    let first = known.as_ref().and_then(first_page);
    let html = head.insert(&page, &origin(&state, &parts.headers), &path, first);
    let html = known.map_or_else(|| html.clone(), |known| preload::insert(&html, &known));
    let settings = state.moderation.settings();
    let html = announcement::insert(&html, settings.announcement.as_deref());
    page_response(status, html, &parts.headers)
}

/// The page, unless the browser holds this very one.
fn page_response(status: StatusCode, html: String, asked: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", &fingerprint(&html)[..24]);
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
        (CACHE_CONTROL, "no-cache".to_owned()),
        (ETAG, tag.clone()),
    ];
    let held = asked.get(IF_NONE_MATCH).is_some_and(|held| assets::names_tag(held, &tag));
    if held && status == StatusCode::OK {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (status, headers, Body::from(html)).into_response()
}

/// What is said of a page. A visitor who asks too often, or whose session cannot be looked up, gets the
/// page with the usual head: the app itself says what is wrong.
async fn head_of(page: &AppPage, parts: &mut Parts, state: &Arc<AppState>) -> (StatusCode, Head) {
    if let Some(head) = Head::fixed(page) {
        return (StatusCode::OK, head);
    }
    let caller = Caller::from_request_parts(parts, state).await;
    let Some(caller) = caller.ok().filter(|caller| caller.limit(Action::Search).is_ok()) else {
        return (StatusCode::OK, Head::default());
    };
    match describe(page, &caller).await {
        Ok(Some(head)) => (StatusCode::OK, head),
        Ok(None) => (StatusCode::NOT_FOUND, Head::missing()),
        Err(_) => (StatusCode::OK, Head::default()),
    }
}

/// The address of the site as this visitor reaches it.
fn origin(state: &AppState, asked: &HeaderMap) -> String {
    if let Some(public) = &state.site.public_url {
        return public.origin();
    }
    // Hosts that the server does not answer for were refused before.
    let host = asked.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    format!("{}://{host}", state.site.transport.scheme())
}
