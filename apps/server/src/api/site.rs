//! What is public about the site: its announcement, and who may sign up.

use super::account::Routes;
use super::caller::Caller;
use super::error::ApiError;
use crate::limits::Action;
use crate::store::SignUpMode;
use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Settings of the site.
#[derive(Serialize, ToSchema)]
pub(crate) struct SiteResponse {
    /// The operator's announcement, in one line.
    announcement: Option<String>,
    /// Who may make an account.
    sign_up: SignUpMode,
}

pub(super) fn routes() -> Routes {
    OpenApiRouter::new().routes(routes!(site))
}

/// Settings of the site
#[utoipa::path(get, path = "/api/site", tag = "site", responses(
    (status = OK, body = SiteResponse), (status = TOO_MANY_REQUESTS, body = ApiError),
))]
async fn site(caller: Caller) -> Result<Json<SiteResponse>, ApiError> {
    caller.limit(Action::Read)?;
    let settings = caller.state.moderation.settings();
    Ok(Json(SiteResponse { announcement: settings.announcement, sign_up: settings.sign_up }))
}
