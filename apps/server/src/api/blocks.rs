//! Blocked accounts: they can neither challenge you nor write to you.

use super::account::{Account, Routes};
use super::caller::Caller;
use super::error::{ApiError, ErrorCode};
use crate::limits::Action;
use crate::store::MOST_BLOCKED;
use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> Routes {
    OpenApiRouter::new().routes(routes!(blocks)).routes(routes!(block, unblock))
}

/// Your blocked accounts
#[utoipa::path(get, path = "/api/account/blocks", tag = "account", responses(
    (status = OK, body = [Account]), (status = UNAUTHORIZED, body = ApiError),
    (status = FORBIDDEN, body = ApiError), (status = TOO_MANY_REQUESTS, body = ApiError),
))]
async fn blocks(caller: Caller) -> Result<Json<Vec<Account>>, ApiError> {
    let (person, _) = caller.session()?;
    caller.limit(Action::Read)?;
    let blocked = caller.state.store.blocked(&person.id).await?;
    Ok(Json(blocked.iter().map(Account::from).collect()))
}

/// Block an account
///
/// They cannot challenge you, accept your challenges, be paired with you or write to you in a game; their
/// challenges that wait for you are gone.
#[utoipa::path(put, path = "/api/account/blocks/{name}", tag = "account",
    params(("name" = String, Path, description = "The name of the account")),
    responses(
        (status = NO_CONTENT), (status = NOT_FOUND, body = ApiError),
        (status = CONFLICT, body = ApiError, description = "You have blocked as many as you can"),
        (status = BAD_REQUEST, body = ApiError, description = "The account is your own"),
        (status = UNAUTHORIZED, body = ApiError), (status = FORBIDDEN, body = ApiError),
        (status = TOO_MANY_REQUESTS, body = ApiError),
    ))]
async fn block(caller: Caller, Path(name): Path<String>) -> Result<StatusCode, ApiError> {
    let (person, _) = caller.session()?;
    caller.limit(Action::Change)?;
    let store = &caller.state.store;
    let other = super::profile::named(&caller, &name).await?;
    if other.id == person.id {
        return Err(ApiError::bad("you cannot block yourself"));
    }
    if store.blocked(&person.id).await?.len() >= MOST_BLOCKED {
        let what = format!("at most {MOST_BLOCKED} accounts can be blocked; unblock one first");
        return Err(ApiError::new(ErrorCode::Conflict, what));
    }
    store.block(&person.id, &other.id, caller.state.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Unblock an account
#[utoipa::path(delete, path = "/api/account/blocks/{name}", tag = "account",
    params(("name" = String, Path, description = "The name of the account")),
    responses(
        (status = NO_CONTENT), (status = NOT_FOUND, body = ApiError),
        (status = UNAUTHORIZED, body = ApiError), (status = FORBIDDEN, body = ApiError),
        (status = TOO_MANY_REQUESTS, body = ApiError),
    ))]
async fn unblock(caller: Caller, Path(name): Path<String>) -> Result<StatusCode, ApiError> {
    let (person, _) = caller.session()?;
    caller.limit(Action::Change)?;
    let other = super::profile::named(&caller, &name).await?;
    caller.state.store.unblock(&person.id, &other.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
