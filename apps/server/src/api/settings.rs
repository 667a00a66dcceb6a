//! The settings of an account: texts under names that only the page knows.

use super::account::Routes;
use super::caller::{Body, Caller};
use super::error::ApiError;
use crate::limits::Action;
use crate::store::Store;
use crate::time::now;
use axum::Json;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How many settings an account has at most.
const MOST_SETTINGS: usize = 64;
/// How long a name or a text is at most.
const LONGEST: usize = 32;

/// The settings of an account, as its pages keep them.
#[derive(Default, Serialize, Deserialize, ToSchema)]
pub(crate) struct PlayerSettings {
    /// At most 64 texts under names; both have 1 to 32 lower-case letters, digits and `-`.
    values: BTreeMap<String, String>,
}

impl PlayerSettings {
    /// What is wrong with it, if anything.
    fn check(&self) -> Result<(), ApiError> {
        if self.values.len() > MOST_SETTINGS {
            return Err(ApiError::bad(format!("there are at most {MOST_SETTINGS} settings")));
        }
        if self.values.iter().all(|(name, text)| is_plain(name) && is_plain(text)) {
            return Ok(());
        }
        let what = format!("names and texts have 1 to {LONGEST} lower-case letters, digits and -");
        Err(ApiError::bad(what))
    }

    /// The settings of an account; none where nothing was stored, or nothing that can be read.
    pub(super) async fn of(store: &Store, person: &str) -> Result<Self, ApiError> {
        let stored = store.settings(person).await?;
        Ok(stored.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }
}

fn is_plain(text: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    (1..=LONGEST).contains(&text.len()) && text.bytes().all(plain)
}

pub(super) fn routes() -> Routes {
    OpenApiRouter::new().routes(routes!(settings, set_settings))
}

/// Your settings
#[utoipa::path(get, path = "/api/account/settings", tag = "account", responses(
    (status = OK, body = PlayerSettings), (status = UNAUTHORIZED, body = ApiError),
    (status = FORBIDDEN, body = ApiError), (status = TOO_MANY_REQUESTS, body = ApiError),
))]
async fn settings(caller: Caller) -> Result<Json<PlayerSettings>, ApiError> {
    let (person, _) = caller.account()?;
    caller.limit(Action::Read)?;
    Ok(Json(PlayerSettings::of(&caller.state.store, &person.id).await?))
}

/// Replace your settings
///
/// The last write wins.
#[utoipa::path(put, path = "/api/account/settings", tag = "account", request_body = PlayerSettings,
    responses(
        (status = NO_CONTENT), (status = BAD_REQUEST, body = ApiError),
        (status = UNAUTHORIZED, body = ApiError), (status = FORBIDDEN, body = ApiError),
        (status = TOO_MANY_REQUESTS, body = ApiError),
    ))]
async fn set_settings(
    caller: Caller,
    Body(wish): Body<PlayerSettings>,
) -> Result<StatusCode, ApiError> {
    let (person, _) = caller.account()?;
    caller.limit(Action::Change)?;
    wish.check()?;
    let text = serde_json::to_string(&wish).map_err(|error| ApiError::broken(&error))?;
    caller.state.store.set_settings(&person.id, &text, now()).await?;
    Ok(StatusCode::NO_CONTENT)
}
