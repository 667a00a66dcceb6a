//! The HTTP API, under `/api`: its routes, its description as `OpenAPI` 3.1, and a page to read.
//!
//! Every route comes with its description: `routes!` is the only way in.

mod account;
mod activity;
mod analyse;
mod blocks;
mod caller;
pub(crate) mod compression;
mod compute;
mod download;
mod error;
mod games;
mod internal;
mod lichess;
mod live;
mod moderation;
mod moderation_people;
mod page;
mod play;
mod profile;
mod recovery;
mod reports;
mod rules;
mod seek;
mod sessions;
mod settings;
mod sign_in;
mod site;
mod stream;
mod tokens;

pub(crate) use analyse::{AnalysisRequest, analyse_position};
pub(crate) use caller::{Caller, renew_cookie};
pub use caller::{Identity, Site};
pub use error::{ApiError, ErrorCode};
#[cfg(test)]
pub(crate) use lichess::Follow;

use crate::AppState;
use crate::archive::Format;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::any;
use std::sync::Arc;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{ComponentsBuilder, InfoBuilder, OpenApi, OpenApiBuilder, RefOr};
use utoipa_axum::router::OpenApiRouter;

/// Larger requests are not read.
const LARGEST_BODY: usize = 256 * 1024;

const ABOUT: &str = "\
Play, read and search games on hexagonal boards. Moves and positions are written in \
machine notation. Times are milliseconds since 1970. Programs bear a personal token in \
`Authorization: Bearer …`; browsers bear a cookie, and may change things from our own pages only. \
A refused request is answered with a status, a word in `error` and a sentence in `what`.";

/// The routes under `/api`.
pub fn router(state: &Arc<AppState>) -> Router {
    let (router, description) = routes().with_state(Arc::clone(state)).split_for_parts();
    router
        .merge(page::router(&completed(description)))
        .route("/api/{*rest}", any(nowhere))
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn_with_state(Arc::clone(state), caller::check_origin))
        .layer(compression::layer())
}

/// What the API is.
pub fn description() -> OpenApi {
    completed(routes().into_openapi())
}

/// The description with what the standard requires and not every route says: what an answer means.
fn completed(mut api: OpenApi) -> OpenApi {
    for item in api.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            for (status, response) in &mut operation.responses.responses {
                if let RefOr::T(response) = response
                    && response.description.is_empty()
                {
                    usual(status).clone_into(&mut response.description);
                }
            }
        }
    }
    api
}

/// What a status means where nothing else is said.
fn usual(status: &str) -> &'static str {
    match status {
        "200" => "The answer",
        "204" => "Done",
        "400" => "It cannot be read, or is not possible",
        "401" => "Sign in first",
        "403" => "Not permitted",
        "404" => "Not found",
        "409" => "Conflict with the current state",
        "429" => "Too many requests",
        "503" => "Overloaded; try again",
        _ => "Another answer",
    }
}

fn routes() -> OpenApiRouter<Arc<AppState>> {
    OpenApiRouter::with_openapi(about())
        .merge(account::routes())
        .merge(recovery::routes())
        .merge(site::routes())
        .merge(sessions::routes())
        .merge(settings::routes())
        .merge(blocks::routes())
        .merge(reports::routes())
        .merge(moderation::routes())
        .merge(tokens::routes())
        .merge(games::routes())
        .merge(live::routes())
        .merge(activity::routes())
        .merge(profile::routes())
        .merge(download::routes())
        .merge(analyse::routes())
        .merge(rules::routes())
        .merge(stream::routes())
        .merge(play::routes())
        .merge(seek::routes())
}

fn about() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Sixfold")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(ABOUT))
        .build();
    let token = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new("sixfold")));
    let schemes = ComponentsBuilder::new().security_scheme("token", token);
    let schemes = schemes.security_scheme("cookie", cookie);
    // Types of parameters, which are not collected from the routes as those of bodies are.
    let schemas = schemes.schema_from::<Format>().schema_from::<games::ResultWish>();
    let components =
        schemas.schema_from::<play::GameWish>().schema_from::<queries::ViewerName>().build();
    OpenApiBuilder::new().info(info).components(Some(components)).build()
}

async fn nowhere() -> ApiError {
    ApiError::not_found("there is no such path; /api lists those that exist")
}

async fn wrong_method() -> ApiError {
    ApiError::new(
        ErrorCode::WrongMethod,
        "the path does not have this method; /api lists those that exist",
    )
}
