//! Accounts: guests, signing up, in and out, changing the password, leaving with everything.

use super::caller::{Body, Caller};
use super::error::{ApiError, ErrorCode};
use super::sign_in::{DeviceCookie, SignInAttempt};
use crate::archive::date;
use crate::credential::Revocation;
use crate::limits::{Action, Network, Who};
use crate::people::name;
use crate::people::password::Password;
use crate::people::recovery;
use crate::people::secret::Secret;
use crate::store::{AccountKind, FOREVER, PersonRow, SignUpMode};
use crate::time::now;
use axum::Json;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::AppendHeaders;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The account of the caller.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Account {
    /// Unique, and never changed.
    pub(crate) id: String,
    /// The name.
    pub(crate) name: String,
    /// Guest, person, bot or computer.
    pub(crate) kind: AccountKind,
}

/// The account of the caller, and its rights.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnAccount {
    #[serde(flatten)]
    account: Account,
    /// Whether you are a moderator.
    moderator: bool,
}

impl From<&PersonRow> for Account {
    fn from(person: &PersonRow) -> Self {
        Self { id: person.id.clone(), name: person.name.to_string(), kind: person.kind }
    }
}

/// The new account, and the codes that open it if the password is forgotten.
#[derive(Serialize, ToSchema)]
pub(crate) struct SignedUp {
    #[serde(flatten)]
    account: Account,
    /// Shown this once. Each lets you choose a new password at `/api/recover`, once.
    recovery_codes: Vec<String>,
}

/// A name and a password.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Credentials {
    /// 2 to 20 letters, digits, `-` and `_`.
    pub(crate) name: String,
    /// At least 8 characters, 256 bytes at most; no common password, and not made of the name.
    #[schema(format = Password)]
    pub(crate) password: String,
}

/// A name and a password, and an invitation where one is needed.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SignUpWish {
    /// 2 to 20 letters, digits, `-` and `_`.
    pub(crate) name: String,
    /// At least 8 characters, 256 bytes at most; no common password, and not made of the name.
    #[schema(format = Password)]
    pub(crate) password: String,
    /// The code of an invitation, where `/api/site` says that sign-up is by invitation.
    #[serde(default)]
    pub(crate) invitation: Option<String>,
}

/// A new password, and the old one.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PasswordChange {
    /// The one you have.
    #[schema(format = Password)]
    pub(crate) old: String,
    /// The one you will have.
    #[schema(format = Password)]
    pub(crate) new: String,
    /// Whether your tokens are revoked too; they stay unless you say so.
    #[serde(default)]
    pub(crate) revoke_tokens: bool,
}

/// The account whose password was changed, and what is left that opens it.
#[derive(Serialize, ToSchema)]
pub(crate) struct PasswordChanged {
    #[serde(flatten)]
    account: Account,
    /// How many personal tokens are still valid: they do not depend on the password. Bots have their own.
    tokens: usize,
}

/// The password, once more.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Confirmation {
    /// The password.
    #[schema(format = Password)]
    pub(crate) password: String,
}

pub(super) type Routes = OpenApiRouter<std::sync::Arc<crate::AppState>>;

pub(super) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(account, close))
        .routes(routes!(guest))
        .routes(routes!(sign_up))
        .routes(routes!(sign_in))
        .routes(routes!(sign_out))
        .routes(routes!(sign_out_everywhere))
        .routes(routes!(change_password))
}

pub(super) type Cookie = AppendHeaders<Vec<(HeaderName, HeaderValue)>>;

/// Opens a session under a new secret, in the place of the one that the caller came with: a session id that was
/// planted in the browser before the sign-in is worth nothing (session fixation).
pub(super) async fn fresh_session(caller: &Caller, person: &PersonRow) -> Result<Cookie, ApiError> {
    let state = &caller.state;
    let device = caller.device.as_deref();
    let secret = Secret::made(state.store.begin_session(&person.id, device, now()).await?);
    if let Ok((holder, old)) = caller.session() {
        state.store.end_session(old).await?;
        state.revoke(&holder.id, Revocation::Session(old));
    }
    Ok(AppendHeaders(vec![(SET_COOKIE, state.site.transport.give(&secret))]))
}

fn no_cookie(caller: &Caller) -> Cookie {
    let taken = caller.state.site.transport.take_away();
    AppendHeaders(taken.into_iter().map(|header| (SET_COOKIE, header)).collect())
}

/// The account of the caller
#[utoipa::path(get, path = "/api/account", tag = "account", responses(
    (status = OK, body = OwnAccount), (status = UNAUTHORIZED, body = ApiError),
    (status = TOO_MANY_REQUESTS, body = ApiError),
))]
async fn account(caller: Caller) -> Result<Json<OwnAccount>, ApiError> {
    caller.limit(Action::Read)?;
    let person = caller.known().ok_or_else(ApiError::not_signed_in)?;
    let moderator = caller.state.store.sanctions(&person.id).await?.moderator;
    Ok(Json(OwnAccount { account: person.into(), moderator }))
}

/// Become a guest
///
/// Makes a guest without a name or a password. Callers with a session keep it.
#[utoipa::path(post, path = "/api/guest", tag = "account", responses(
    (status = OK, body = Account, description = "The caller has a session already"),
    (status = CREATED, body = Account, description = "The cookie is set"),
    (status = TOO_MANY_REQUESTS, body = ApiError), (status = FORBIDDEN, body = ApiError),
))]
async fn guest(
    caller: Caller,
) -> Result<(StatusCode, Option<CookieHeader>, Json<Account>), ApiError> {
    if let Some(person) = caller.known() {
        return Ok((StatusCode::OK, None, Json(person.into())));
    }
    caller.limit(Action::Guest)?;
    let (guest, cookie) = caller.new_guest().await?;
    let cookie = CookieHeader(cookie);
    Ok((StatusCode::CREATED, Some(cookie), Json((&guest.person).into())))
}

/// A header that may be absent.
struct CookieHeader(HeaderValue);

impl axum::response::IntoResponseParts for CookieHeader {
    type Error = std::convert::Infallible;

    fn into_response_parts(
        self,
        mut parts: axum::response::ResponseParts,
    ) -> Result<axum::response::ResponseParts, Self::Error> {
        parts.headers_mut().insert(SET_COOKIE, self.0);
        Ok(parts)
    }
}

/// Sign up
///
/// A guest becomes an account and keeps the games.
#[utoipa::path(post, path = "/api/sign-up", tag = "account", request_body = SignUpWish, responses(
    (status = CREATED, body = SignedUp, description = "The cookie is set"),
    (status = BAD_REQUEST, body = ApiError, description = "The name or the password cannot be had"),
    (status = CONFLICT, body = ApiError, description = "The name is taken"),
    (status = TOO_MANY_REQUESTS, body = ApiError), (status = UNAUTHORIZED, body = ApiError),
    (status = FORBIDDEN, body = ApiError, description = "Sign-up is closed, or the invitation is not valid"),
))]
async fn sign_up(
    caller: Caller,
    Body(wish): Body<SignUpWish>,
) -> Result<(StatusCode, Cookie, DeviceCookie, Json<SignedUp>), ApiError> {
    let name = name::read(&wish.name)?;
    let password = Password::choose(wish.password, name.as_str())?;
    caller.limit(Action::SignUp)?;
    let store = &caller.state.store;
    let invitation = invitation(&caller, wish.invitation.as_deref()).await?;
    let turn = Who::Network(Network::of(caller.address));
    let hash = caller.state.password_hashes.hash(&password, turn).await?;
    let person = match caller.session() {
        Ok((guest, _)) if guest.kind == AccountKind::Guest => {
            store.settle(guest, &name, &hash, invitation.as_ref(), now()).await?
        }
        _ => store.add_invited_account(&name, &hash, invitation.as_ref(), now()).await?,
    };
    caller.state.revoke(&person.id, Revocation::Sessions);
    let cookie = fresh_session(&caller, &person).await?;
    let device = DeviceCookie::remember(&caller, &person).await?;
    let recovery_codes = store.make_recovery_codes(&person.id, now()).await?;
    tracing::info!(person = person.id, "signed up");
    let signed_up = SignedUp { account: (&person).into(), recovery_codes };
    Ok((StatusCode::CREATED, cookie, device, Json(signed_up)))
}

/// The invitation that a sign-up uses, if one is needed.
async fn invitation(caller: &Caller, code: Option<&str>) -> Result<Option<Secret>, ApiError> {
    match caller.state.moderation.settings().sign_up {
        SignUpMode::Open => Ok(None),
        SignUpMode::Closed => Err(ApiError::forbidden("sign-up is closed at the moment")),
        SignUpMode::Invitation => {
            let wrong = || ApiError::forbidden("sign-up needs an invitation code that is not used");
            let code = code.and_then(recovery::read).ok_or_else(wrong)?;
            let known = caller.state.store.knows_invitation(&code).await?;
            known.then_some(Some(code)).ok_or_else(wrong)
        }
    }
}

/// Sign in
#[utoipa::path(post, path = "/api/sign-in", tag = "account", request_body = Credentials, responses(
    (status = OK, body = Account, description = "The cookie is set"),
    (status = UNAUTHORIZED, body = ApiError, description = "Name and password do not go together"),
    (status = TOO_MANY_REQUESTS, body = ApiError), (status = BAD_REQUEST, body = ApiError),
    (status = FORBIDDEN, body = ApiError),
))]
async fn sign_in(
    caller: Caller,
    Body(wish): Body<Credentials>,
) -> Result<(Cookie, DeviceCookie, Json<Account>), ApiError> {
    let wrong =
        || ApiError::new(ErrorCode::NotSignedIn, "the name and the password do not go together");
    let (Ok(()), Ok(password)) = (name::check(&wish.name), Password::new(wish.password)) else {
        return Err(wrong());
    };
    let SignInAttempt { person, turn } = SignInAttempt::pay(&caller, &wish.name).await?;
    let hash = match &person {
        Some(person) => caller.state.store.password(&person.id).await?,
        None => None,
    };
    let right = caller.state.password_hashes.matches(&password, hash, turn).await?;
    let known = person.as_ref().map(|person| person.name.to_string());
    let Some(person) = person.filter(|_| right) else {
        log_failure(&caller, known.as_deref());
        return Err(wrong());
    };
    refuse_banned(&caller, &person).await?;
    let cookie = fresh_session(&caller, &person).await?;
    let device = DeviceCookie::remember(&caller, &person).await?;
    Ok((cookie, device, Json((&person).into())))
}

/// Refuses a banned account, after it has authenticated.
pub(super) async fn refuse_banned(caller: &Caller, person: &PersonRow) -> Result<(), ApiError> {
    let sanctions = caller.state.store.sanctions(&person.id).await?.at(now());
    match sanctions.banned {
        Some(until) if until == FOREVER => Err(ApiError::forbidden("this account is banned")),
        Some(until) => {
            Err(ApiError::forbidden(format!("this account is banned until {}", date(until.0))))
        }
        None => Ok(()),
    }
}

/// Sign out
#[utoipa::path(post, path = "/api/sign-out", tag = "account", responses(
    (status = NO_CONTENT), (status = UNAUTHORIZED, body = ApiError),
    (status = FORBIDDEN, body = ApiError),
))]
async fn sign_out(caller: Caller) -> Result<(StatusCode, Cookie), ApiError> {
    let (person, fingerprint) = caller.session()?;
    caller.state.store.end_session(fingerprint).await?;
    caller.state.revoke(&person.id, Revocation::Session(fingerprint));
    Ok((StatusCode::NO_CONTENT, no_cookie(&caller)))
}

/// Sign out everywhere
///
/// Ends every session of yours, this one too. Tokens stay.
#[utoipa::path(post, path = "/api/sign-out-everywhere", tag = "account", responses(
    (status = NO_CONTENT), (status = UNAUTHORIZED, body = ApiError),
    (status = FORBIDDEN, body = ApiError),
))]
async fn sign_out_everywhere(caller: Caller) -> Result<(StatusCode, Cookie), ApiError> {
    let (person, _) = caller.session()?;
    caller.state.store.end_sessions(&person.id).await?;
    caller.state.store.forget_devices(&person.id).await?;
    caller.state.revoke(&person.id, Revocation::Sessions);
    Ok((StatusCode::NO_CONTENT, no_cookie(&caller)))
}

/// Change the password
///
/// Ends every other session. Tokens stay unless `revoke_tokens` is set; the answer says how many there are.
#[utoipa::path(post, path = "/api/password", tag = "account", request_body = PasswordChange, responses(
    (status = OK, body = PasswordChanged, description = "A new cookie is set"),
    (status = FORBIDDEN, body = ApiError, description = "The old password is wrong"),
    (status = TOO_MANY_REQUESTS, body = ApiError), (status = BAD_REQUEST, body = ApiError),
    (status = UNAUTHORIZED, body = ApiError),
))]
async fn change_password(
    caller: Caller,
    Body(wish): Body<PasswordChange>,
) -> Result<(Cookie, Json<PasswordChanged>), ApiError> {
    let (person, _) = caller.account()?;
    let new = Password::choose(wish.new, person.name.as_str())?;
    confirm(&caller, person, wish.old).await?;
    let store = &caller.state.store;
    let turn = Who::Person(person.id.as_str().into());
    let hash = caller.state.password_hashes.hash(&new, turn).await?;
    store.set_password(&person.id, &hash, wish.revoke_tokens).await?;
    store.forget_devices(&person.id).await?;
    let ended = if wish.revoke_tokens { Revocation::All } else { Revocation::Sessions };
    caller.state.revoke(&person.id, ended);
    let cookie = fresh_session(&caller, person).await?;
    let tokens = store.tokens(&person.id).await?.len();
    Ok((cookie, Json(PasswordChanged { account: person.into(), tokens })))
}

/// Delete the account
///
/// With its bots, tokens and sessions. Running games are aborted in their first moves and lost
/// later. The games stay, without a name at its seat.
#[utoipa::path(delete, path = "/api/account", tag = "account", request_body = Confirmation, responses(
    (status = NO_CONTENT),
    (status = FORBIDDEN, body = ApiError, description = "The password is wrong"),
    (status = TOO_MANY_REQUESTS, body = ApiError), (status = BAD_REQUEST, body = ApiError),
    (status = UNAUTHORIZED, body = ApiError),
))]
async fn close(
    caller: Caller,
    Body(wish): Body<Confirmation>,
) -> Result<(StatusCode, Cookie), ApiError> {
    let (person, _) = caller.account()?;
    confirm(&caller, person, wish.password).await?;
    caller.state.close_account(&person.id).await?;
    tracing::info!(person = person.id, "account closed");
    Ok((StatusCode::NO_CONTENT, no_cookie(&caller)))
}

/// Makes sure that the caller knows the password: an open browser alone is not enough.
pub(super) async fn confirm(
    caller: &Caller,
    person: &PersonRow,
    password: String,
) -> Result<(), ApiError> {
    caller.limit(Action::SignIn)?;
    let wrong = || ApiError::forbidden("the password is wrong");
    let password = Password::new(password).map_err(|_| wrong())?;
    let hash = caller.state.store.password(&person.id).await?;
    let turn = Who::Person(person.id.as_str().into());
    let right = caller.state.password_hashes.matches(&password, hash, turn).await?;
    if !right {
        log_failure(caller, Some(person.name.as_str()));
        return Err(wrong());
    }
    Ok(())
}

/// Logs a wrong password with its name and address. Names without an account are not logged:
/// people type passwords into the wrong field.
pub(super) fn log_failure(caller: &Caller, name: Option<&str>) {
    let (name, address) = (name.unwrap_or("(no account)"), caller.address);
    tracing::warn!(name, %address, "a sign-in failed");
}
