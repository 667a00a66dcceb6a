//! What every request needs: the store, the limits, and who is asking.

use super::error::{ApiError, ErrorCode};
use crate::credential::{Credential, Grant};
use crate::limits::{Action, Cost, Payer, forwarded};
use crate::people::Scope;
use crate::people::cookie::{Transport, bearer_token};
use crate::people::device::device;
use crate::people::origin::{self, PublicUrl};
use crate::people::secret::Secret;
use crate::state::AppState;
use crate::store::{AccountKind, PersonRow, SESSION_LASTS};
use crate::time::now;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Json, Query, Request, State};
use axum::http::header::SET_COOKIE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use clock::Moment;
use serde::de::DeserializeOwned;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// How the server is reached.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Site {
    /// Whether people reach it by https.
    pub transport: Transport,
    /// How many proxies of ours a request comes through; each adds to `X-Forwarded-For` who asked it.
    pub trusted_proxies: u8,
    /// The address that people open, if it is known.
    pub public_url: Option<PublicUrl>,
}

impl Site {
    /// Whether every connection comes from a proxy of ours.
    pub(crate) fn is_proxied(&self) -> bool {
        self.trusted_proxies > 0
    }
}

impl AppState {
    /// The account that the headers authenticate, if any: by a token, or else by a cookie.
    ///
    /// # Errors
    /// If the token is unknown, or the database refuses.
    pub async fn authenticate(&self, headers: &HeaderMap) -> Result<Option<Identity>, ApiError> {
        loop {
            let seen = self.grants.revocations();
            let Some(known) = self.look_up(headers).await? else { return Ok(None) };
            let Known { person, credential, expires, renewed } = known;
            if let Some(grant) = self.grants.admit(&person.id, credential, expires, seen) {
                return Ok(Some(Identity { person, grant, renewed }));
            }
        }
    }

    async fn look_up(&self, headers: &HeaderMap) -> Result<Option<Known>, ApiError> {
        if let Some(token) = bearer_token(headers) {
            let found = match Secret::read_token(token) {
                Some(secret) => self.store.authenticate_token(&secret, now()).await?,
                None => None,
            };
            let unknown = || ApiError::new(ErrorCode::NotSignedIn, "the token is not valid");
            let (person, id, scopes) = found.ok_or_else(unknown)?;
            let (credential, expires) = (Credential::Token(id, scopes), Moment(u64::MAX));
            return Ok(Some(Known { person, credential, expires, renewed: None }));
        }
        let Some(secret) = Transport::session(headers) else { return Ok(None) };
        let Some((person, session)) = self.store.session(secret.reveal(), now()).await? else {
            return Ok(None);
        };
        let mut expires = session.expires;
        let mut renewed = None;
        if session.is_renewal_due(now()) {
            expires = self.store.renew_session(&session.fingerprint, now()).await?;
            renewed = Some(self.site.transport.give(&secret));
        }
        Ok(Some(Known {
            person,
            credential: Credential::Session(session.fingerprint),
            expires,
            renewed,
        }))
    }
}

/// An authenticated account with its credential and the time at which that expires.
struct Known {
    person: PersonRow,
    credential: Credential,
    expires: Moment,
    renewed: Option<HeaderValue>,
}

/// A cookie that is to be set again because its session was renewed: it lives as long as the session.
#[derive(Clone, Default)]
struct RenewedCookie(Arc<OnceLock<HeaderValue>>);

/// Sends the cookie of a session that was renewed by the request.
pub(crate) async fn renew_cookie(mut request: Request, next: Next) -> Response {
    let renewed = RenewedCookie::default();
    request.extensions_mut().insert(renewed.clone());
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    if let Some(cookie) = renewed.0.get().filter(|_| !headers.contains_key(SET_COOKIE)) {
        headers.insert(SET_COOKIE, cookie.clone());
    }
    response
}

/// An authenticated account and the grant that it acts under.
#[derive(Clone, Debug)]
pub struct Identity {
    /// The account.
    pub person: PersonRow,
    /// The scopes, and whether they were revoked.
    pub grant: Arc<Grant>,
    /// The cookie, if the session was renewed just now.
    renewed: Option<HeaderValue>,
}

/// Who asks, and from where.
pub(crate) struct Caller {
    pub(crate) state: Arc<AppState>,
    pub(crate) address: IpAddr,
    identity: Option<Identity>,
    /// The browser and the system, if it says which.
    pub(crate) device: Option<String>,
    /// The secret by which the browser may be known as a device.
    pub(crate) known_device: Option<Secret>,
}

impl FromRequestParts<Arc<AppState>> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Arc<AppState>,
    ) -> Result<Self, ApiError> {
        let address = address(parts, state.site.trusted_proxies);
        // A caller over budget is refused before the database is queried.
        state.limits.charge(Cost::REQUEST, &Payer::address(address), Instant::now())?;
        let identity = state.authenticate(&parts.headers).await?;
        let cookie = identity.as_ref().and_then(|identity| identity.renewed.clone());
        if let Some((cookie, renewed)) = cookie.zip(parts.extensions.get::<RenewedCookie>()) {
            let _ = renewed.0.set(cookie);
        }
        let device = device(&parts.headers);
        let known_device = Transport::device(&parts.headers);
        Ok(Self { state: Arc::clone(state), address, identity, device, known_device })
    }
}

/// The address at the other end, or the one that the outermost of our own proxies has added. Whatever
/// stands before that in the list can be forged.
fn address(parts: &Parts, proxies: u8) -> IpAddr {
    let near = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let lists = parts.headers.get_all("x-forwarded-for").into_iter();
    let entries = lists.rev().flat_map(|list| list.to_str().unwrap_or_default().rsplit(','));
    // A shorter list is one that an inner proxy has begun: its first entry is the last one taken.
    let far = entries.take(usize::from(proxies)).last().and_then(forwarded);
    far.or(near).unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))
}

impl Caller {
    /// Who pays for the request.
    pub(crate) fn payer(&self) -> Payer {
        let person = self.identity.as_ref().map(|identity| identity.person.id.as_str().into());
        Payer { person, address: self.address }
    }

    /// Pays a cost from the budgets of the person, of the address and of the server.
    pub(crate) fn charge(&self, cost: Cost) -> Result<(), ApiError> {
        Ok(self.state.limits.charge(cost, &self.payer(), Instant::now())?)
    }

    /// Pays for an action from the budgets of the person, of the address and of the server.
    pub(crate) fn limit(&self, action: Action) -> Result<(), ApiError> {
        self.charge(Cost::of(action))
    }

    /// The authenticated caller. A grant may have ended since the request began: reading its body
    /// takes time.
    pub(crate) fn identity(&self) -> Option<&Identity> {
        self.identity.as_ref().filter(|identity| !identity.grant.is_over())
    }

    /// The authenticated account, if there is one.
    pub(crate) fn known(&self) -> Option<&PersonRow> {
        self.identity().map(|identity| &identity.person)
    }

    /// Who asks by the cookie of a browser, and the session's fingerprint.
    pub(crate) fn session(&self) -> Result<(&PersonRow, &str), ApiError> {
        let identity = self.identity().ok_or_else(ApiError::not_signed_in)?;
        match identity.grant.credential() {
            Credential::Session(fingerprint) => Ok((&identity.person, fingerprint)),
            Credential::Token(..) => {
                Err(ApiError::forbidden("no token may do that; sign in with a password"))
            }
        }
    }

    /// The account that asks by the cookie of a browser.
    pub(crate) fn account(&self) -> Result<(&PersonRow, &str), ApiError> {
        let (person, fingerprint) = self.session()?;
        if person.kind == AccountKind::Person {
            Ok((person, fingerprint))
        } else {
            Err(ApiError::forbidden("only with an account; sign up first"))
        }
    }

    /// Who asks, if they may do what the scope names.
    pub(crate) fn may(&self, scope: Scope) -> Result<&PersonRow, ApiError> {
        self.may_as(scope).map(|identity| &identity.person)
    }

    /// Who asks and by what right, if they may do what the scope names.
    pub(crate) fn may_as(&self, scope: Scope) -> Result<&Identity, ApiError> {
        let identity = self.identity().ok_or_else(ApiError::not_signed_in)?;
        if identity.grant.allows(scope) {
            Ok(identity)
        } else {
            Err(ApiError::forbidden(format!("the token lacks the scope {}", scope.text())))
        }
    }
}

impl Caller {
    /// A new guest, and the cookie that makes a browser that guest's.
    pub(crate) async fn new_guest(&self) -> Result<(Identity, HeaderValue), ApiError> {
        let (state, now) = (&self.state, now());
        let person = state.store.add_guest(now).await?;
        let secret = state.store.begin_session(&person.id, self.device.as_deref(), now).await?;
        let secret = Secret::made(secret);
        let credential = Credential::Session(secret.fingerprint());
        let grant = state.grants.register(&person.id, credential, now + SESSION_LASTS);
        Ok((Identity { person, grant, renewed: None }, state.site.transport.give(&secret)))
    }
}

/// A body of JSON; what cannot be read is answered in one short line.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let body = Json::<T>::from_request(request, state).await;
        let Json(body) = body.map_err(|rejection| unreadable_body(&rejection))?;
        Ok(Self(body))
    }
}

fn unreadable_body(rejection: &JsonRejection) -> ApiError {
    let large = rejection.status() == StatusCode::PAYLOAD_TOO_LARGE;
    let why = if large { ErrorCode::TooLarge } else { ErrorCode::BadRequest };
    ApiError::new(why, short(&rejection.body_text()))
}

/// The beginning of a complaint: what was sent must not become the answer.
fn short(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(160).collect()
}

/// The parameters of the query string.
pub(crate) struct QueryParams<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let unreadable = |rejection: QueryRejection| ApiError::bad(short(&rejection.body_text()));
        let query = Query::<T>::from_request_parts(parts, state).await;
        query.map(|Query(asked)| Self(asked)).map_err(unreadable)
    }
}

/// Refuses requests from other sites' pages that would change something (CSRF).
pub(crate) async fn check_origin(
    State(state): State<Arc<AppState>>,
    request: Request,
    next: Next,
) -> Response {
    let public = state.site.public_url.as_ref();
    if origin::may_change(request.method(), request.headers(), public) {
        next.run(request).await
    } else {
        ApiError::forbidden(
            "the request comes from another site's page, or does not say from where; \
             behind a proxy, its operator names the address with `serve --public-url URL`",
        )
        .into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address_behind(proxies: u8, lists: &[&str]) -> String {
        let mut request = Request::builder();
        for list in lists {
            request = request.header("x-forwarded-for", *list);
        }
        let (mut parts, ()) = request.body(()).unwrap().into_parts();
        parts.extensions.insert(ConnectInfo(SocketAddr::from(([10, 0, 0, 9], 80))));
        address(&parts, proxies).to_string()
    }

    #[test]
    fn an_address_is_believed_as_far_as_our_own_proxies_go() {
        let lists = ["6.6.6.6, 203.0.113.7", "10.0.0.2, 10.0.0.1"];
        assert_eq!(address_behind(0, &lists), "10.0.0.9");
        assert_eq!(address_behind(1, &lists), "10.0.0.1");
        assert_eq!(address_behind(3, &lists), "203.0.113.7");
        assert_eq!(address_behind(9, &["203.0.113.7, 10.0.0.2"]), "203.0.113.7", "a short list");
        assert_eq!(address_behind(1, &[]), "10.0.0.9");
        assert_eq!(address_behind(2, &["unknown, 10.0.0.2"]), "10.0.0.9", "not an address");
    }
}
