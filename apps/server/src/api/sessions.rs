//! The sessions of a person: which there are, and ending one.

use super::account::Routes;
use super::caller::Caller;
use super::error::ApiError;
use crate::credential::Revocation;
use crate::limits::Action;
use crate::store::SessionRow;
use crate::time::now;
use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// A browser in which you are signed in.
#[derive(Serialize, ToSchema)]
pub(crate) struct SessionResponse {
    /// To end it by.
    id: String,
    /// When you signed in, in milliseconds since 1970.
    created: u64,
    /// When it was last used, to the day, in milliseconds since 1970.
    seen: u64,
    /// When it ends unless it is used, in milliseconds since 1970.
    expires: u64,
    /// The browser and the system, such as `Firefox, Linux`, if it said which.
    device: Option<String>,
    /// Whether it is the one that asks.
    current: bool,
}

impl SessionResponse {
    fn of(row: &SessionRow, asking: &str) -> Self {
        Self {
            id: row.id().to_owned(),
            created: row.created.0,
            seen: row.seen.0,
            expires: row.expires.0,
            device: row.device.clone(),
            current: row.fingerprint == asking,
        }
    }
}

pub(super) fn routes() -> Routes {
    OpenApiRouter::new().routes(routes!(sessions)).routes(routes!(end_session))
}

/// Your sessions
///
/// The browsers in which you are signed in, the oldest first. A session ends 180 days after it was last
/// used.
#[utoipa::path(get, path = "/api/account/sessions", tag = "account", responses(
    (status = OK, body = [SessionResponse]), (status = UNAUTHORIZED, body = ApiError),
    (status = FORBIDDEN, body = ApiError), (status = TOO_MANY_REQUESTS, body = ApiError),
))]
async fn sessions(caller: Caller) -> Result<Json<Vec<SessionResponse>>, ApiError> {
    caller.limit(Action::Read)?;
    let (person, asking) = caller.session()?;
    let rows = caller.state.store.session_rows(&person.id, now()).await?;
    Ok(Json(rows.iter().map(|row| SessionResponse::of(row, asking)).collect()))
}

/// End a session
///
/// Its connections are closed at once.
#[utoipa::path(delete, path = "/api/account/sessions/{id}", tag = "account",
    params(("id" = String, Path, description = "The session's id")),
    responses(
        (status = NO_CONTENT), (status = NOT_FOUND, body = ApiError),
        (status = UNAUTHORIZED, body = ApiError), (status = FORBIDDEN, body = ApiError),
        (status = TOO_MANY_REQUESTS, body = ApiError),
    ))]
async fn end_session(caller: Caller, Path(id): Path<String>) -> Result<StatusCode, ApiError> {
    caller.limit(Action::Change)?;
    let (person, _) = caller.session()?;
    let store = &caller.state.store;
    let rows = store.session_rows(&person.id, now()).await?;
    let none = || ApiError::not_found("you have no such session");
    let row = rows.iter().find(|row| row.id() == id).ok_or_else(none)?;
    store.end_session(&row.fingerprint).await?;
    caller.state.revoke(&person.id, Revocation::Session(&row.fingerprint));
    Ok(StatusCode::NO_CONTENT)
}
