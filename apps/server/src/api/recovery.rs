//! Recovery codes: how many are left, new ones, and a new password in exchange for one.

use super::account::{
    Account, Confirmation, Routes, confirm, fresh_session, log_failure, refuse_banned,
};
use super::caller::{Body, Caller};
use super::error::{ApiError, ErrorCode};
use super::sign_in::{DeviceCookie, SignInAttempt};
use crate::credential::Revocation;
use crate::limits::Action;
use crate::people::name;
use crate::people::password::Password;
use crate::people::recovery;
use crate::people::secret::Secret;
use crate::store::{AccountKind, PersonRow, StoreError};
use crate::time::now;
use axum::Json;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// A name, a code, and the password that is to be.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Recovery {
    /// Whose account it is.
    name: String,
    /// One of its codes; groups and case do not matter.
    code: String,
    /// The new password.
    #[schema(format = Password)]
    password: String,
    /// Whether the account's tokens are revoked too; they stay unless you say so.
    #[serde(default)]
    revoke_tokens: bool,
}

/// The account, and how many codes it has left.
#[derive(Serialize, ToSchema)]
pub(crate) struct Recovered {
    #[serde(flatten)]
    account: Account,
    /// How many codes have not been used.
    codes_left: usize,
}

/// The codes that you have.
#[derive(Serialize, ToSchema)]
pub(crate) struct CodesResponse {
    /// How many have not been used.
    left: usize,
    /// When they were made, in milliseconds since 1970.
    made: Option<u64>,
}

/// New codes, shown this once.
#[derive(Serialize, ToSchema)]
pub(crate) struct NewCodes {
    /// Each opens the account once.
    recovery_codes: Vec<String>,
}

pub(super) fn routes() -> Routes {
    OpenApiRouter::new().routes(routes!(recover)).routes(routes!(codes_left, new_codes))
}

/// Choose a new password with a recovery code
///
/// The code is used up. Every session ends; tokens stay unless `revoke_tokens` is set. The caller is
/// signed in.
#[utoipa::path(post, path = "/api/recover", tag = "account", request_body = Recovery, responses(
    (status = OK, body = Recovered, description = "The cookie is set"),
    (status = UNAUTHORIZED, body = ApiError, description = "Name and code do not go together"),
    (status = TOO_MANY_REQUESTS, body = ApiError), (status = BAD_REQUEST, body = ApiError),
    (status = FORBIDDEN, body = ApiError),
))]
async fn recover(
    caller: Caller,
    Body(wish): Body<Recovery>,
) -> Result<impl IntoResponse, ApiError> {
    let (Ok(()), Some(code)) = (name::check(&wish.name), recovery::read(&wish.code)) else {
        return Err(wrong());
    };
    let password = Password::choose(wish.password, &wish.name)?;
    let SignInAttempt { person, turn } = SignInAttempt::pay(&caller, &wish.name).await?;
    let person = authenticate(&caller, person, &code).await?;
    refuse_banned(&caller, &person).await?;
    let (state, store) = (&caller.state, &caller.state.store);
    let hash = state.password_hashes.hash(&password, turn).await?;
    match store.recover(&person.id, &code, &hash, wish.revoke_tokens).await {
        Err(StoreError::Gone) => return Err(wrong()),
        done => done?,
    }
    let ended = if wish.revoke_tokens { Revocation::All } else { Revocation::Sessions };
    state.revoke(&person.id, ended);
    let cookie = fresh_session(&caller, &person).await?;
    let device = DeviceCookie::remember(&caller, &person).await?;
    let codes_left = store.recovery_codes(&person.id).await?.left;
    tracing::info!(person = person.id, "recovered by a code");
    Ok((cookie, device, Json(Recovered { account: (&person).into(), codes_left })))
}

fn wrong() -> ApiError {
    ApiError::new(ErrorCode::NotSignedIn, "the name and the code do not go together")
}

/// The person whose code it is.
async fn authenticate(
    caller: &Caller,
    person: Option<PersonRow>,
    code: &Secret,
) -> Result<PersonRow, ApiError> {
    let account = person.filter(|person| person.kind == AccountKind::Person);
    let Some(person) = account else { return Err(wrong()) };
    if caller.state.store.knows_recovery_code(&person.id, code).await? {
        return Ok(person);
    }
    log_failure(caller, Some(person.name.as_str()));
    Err(wrong())
}

/// How many recovery codes you have left
#[utoipa::path(get, path = "/api/account/recovery-codes", tag = "account", responses(
    (status = OK, body = CodesResponse), (status = UNAUTHORIZED, body = ApiError),
    (status = TOO_MANY_REQUESTS, body = ApiError), (status = FORBIDDEN, body = ApiError),
))]
async fn codes_left(caller: Caller) -> Result<Json<CodesResponse>, ApiError> {
    caller.limit(Action::Read)?;
    let (person, _) = caller.account()?;
    let codes = caller.state.store.recovery_codes(&person.id).await?;
    Ok(Json(CodesResponse { left: codes.left, made: codes.made.map(|at| at.0) }))
}

/// Make new recovery codes
///
/// The old ones open nothing any more.
#[utoipa::path(post, path = "/api/account/recovery-codes", tag = "account",
    request_body = Confirmation, responses(
    (status = CREATED, body = NewCodes, description = "The codes are shown this once"),
    (status = FORBIDDEN, body = ApiError, description = "The password is wrong"),
    (status = TOO_MANY_REQUESTS, body = ApiError), (status = BAD_REQUEST, body = ApiError),
    (status = UNAUTHORIZED, body = ApiError),
))]
async fn new_codes(
    caller: Caller,
    Body(wish): Body<Confirmation>,
) -> Result<(StatusCode, Json<NewCodes>), ApiError> {
    let (person, _) = caller.account()?;
    confirm(&caller, person, wish.password).await?;
    let recovery_codes = caller.state.store.make_recovery_codes(&person.id, now()).await?;
    Ok((StatusCode::CREATED, Json(NewCodes { recovery_codes })))
}
