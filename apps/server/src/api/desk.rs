//! What every request needs: the store, the limits, and who is asking.

use super::analyse::Thinkers;
use super::trouble::{Trouble, Why};
use crate::hall::Hall;
use crate::limits::{Deed, Limits, Who};
use crate::people::cookie::{Wire, bearer};
use crate::people::password::{Kitchen, PasswordTrouble};
use crate::people::secret::Secret;
use crate::people::{Scope, origin};
use crate::store::{Kind, PersonRow, Store};
use crate::time::now;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Json, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

/// How the server is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Site {
    /// Whether people reach it by https.
    pub wire: Wire,
    /// Whether a proxy of ours stands before it and says in `X-Forwarded-For` who asks.
    pub proxied: bool,
}

/// What requests share.
pub struct Desk {
    /// What is kept.
    pub store: Store,
    /// How often anything may be done.
    pub limits: Limits,
    /// Where passwords are worked on.
    pub kitchen: Kitchen,
    /// How the server is reached.
    pub site: Site,
    /// Where positions are thought about.
    pub thinkers: Thinkers,
}

impl Desk {
    /// A desk at this store.
    ///
    /// # Errors
    /// If the machine gives no randomness.
    pub fn new(store: Store, limits: Limits, site: Site) -> Result<Self, PasswordTrouble> {
        let kitchen = Kitchen::new()?;
        Ok(Self { store, limits, kitchen, site, thinkers: Thinkers::default() })
    }

    /// Whoever bears these headers, if anybody: by a token, or else by a cookie.
    ///
    /// # Errors
    /// If a token is borne that is nobody's, or the database refuses.
    pub async fn whois(&self, headers: &axum::http::HeaderMap) -> Result<Option<Bearer>, Trouble> {
        if let Some(token) = bearer(headers) {
            let found = match Secret::read_token(token) {
                Some(secret) => self.store.bearer(&secret).await?,
                None => None,
            };
            let unknown = || Trouble::new(Why::NotSignedIn, "that token is nobody's");
            let (person, scopes) = found.ok_or_else(unknown)?;
            return Ok(Some(Bearer { person, right: Right::Token(scopes) }));
        }
        let Some(secret) = Wire::session(headers) else { return Ok(None) };
        let found = self.store.session(secret.reveal(), now()).await?;
        Ok(found.map(|person| Bearer { person, right: Right::Session(secret) }))
    }
}

/// Somebody, and by what right.
#[derive(Clone, Debug)]
pub struct Bearer {
    /// Who.
    pub person: PersonRow,
    /// By what.
    pub right: Right,
}

/// By what right somebody asks.
#[derive(Clone, Debug)]
pub enum Right {
    /// The cookie of a browser: everything the person may do.
    Session(Secret),
    /// A personal token: what its scopes allow.
    Token(Vec<Scope>),
}

/// Who asks, and from where.
pub(crate) struct Caller {
    pub(crate) desk: Arc<Desk>,
    hall: Option<Arc<Hall>>,
    address: IpAddr,
    bearer: Option<Bearer>,
}

impl FromRequestParts<Arc<Desk>> for Caller {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, desk: &Arc<Desk>) -> Result<Self, Trouble> {
        let address = address(parts, desk.site);
        let bearer = desk.whois(&parts.headers).await?;
        let hall = parts.extensions.get::<Arc<Hall>>().cloned();
        Ok(Self { desk: Arc::clone(desk), hall, address, bearer })
    }
}

/// The address at the other end, or the last one that our own proxy has added.
fn address(parts: &Parts, site: Site) -> IpAddr {
    let near = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let far = || {
        let list = parts.headers.get_all("x-forwarded-for").into_iter().next_back()?;
        list.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
    };
    let far = if site.proxied { far() } else { None };
    far.or(near).unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))
}

impl Caller {
    /// The way to every room and every line.
    pub(crate) fn hall(&self) -> Result<&Arc<Hall>, Trouble> {
        self.hall.as_ref().ok_or_else(Trouble::busy)
    }

    /// Takes note of a deed, for the address and for the person.
    pub(crate) fn limit(&self, deed: Deed) -> Result<(), Trouble> {
        self.desk.limits.take(deed, Who::address(self.address), Instant::now())?;
        if let Some(bearer) = &self.bearer {
            self.limit_person(deed, &bearer.person.id)?;
        }
        Ok(())
    }

    /// Takes note of a deed that concerns a person, by id or name, who need not be the caller.
    pub(crate) fn limit_person(&self, deed: Deed, who: &str) -> Result<(), Trouble> {
        Ok(self.desk.limits.take(deed, Who::Person(who.to_owned()), Instant::now())?)
    }

    /// Who asks, if anybody is known.
    pub(crate) fn known(&self) -> Option<&PersonRow> {
        self.bearer.as_ref().map(|bearer| &bearer.person)
    }

    /// Who asks by the cookie of a browser, and the cookie's secret.
    pub(crate) fn session(&self) -> Result<(&PersonRow, &Secret), Trouble> {
        match &self.bearer {
            Some(Bearer { person, right: Right::Session(secret) }) => Ok((person, secret)),
            Some(_) => Err(Trouble::forbidden("no token may do that; sign in with a password")),
            None => Err(Trouble::not_signed_in()),
        }
    }

    /// The account that asks by the cookie of a browser.
    pub(crate) fn account(&self) -> Result<(&PersonRow, &Secret), Trouble> {
        let (person, secret) = self.session()?;
        if person.kind == Kind::Account {
            Ok((person, secret))
        } else {
            Err(Trouble::forbidden("only with an account; sign up first"))
        }
    }

    /// Who asks, if they may do what the scope names.
    pub(crate) fn may(&self, scope: Scope) -> Result<&PersonRow, Trouble> {
        let bearer = self.bearer.as_ref().ok_or_else(Trouble::not_signed_in)?;
        match &bearer.right {
            Right::Token(scopes) if !scopes.contains(&scope) => {
                Err(Trouble::forbidden(format!("the token lacks the scope {}", scope.text())))
            }
            _ => Ok(&bearer.person),
        }
    }
}

/// A body of JSON; what cannot be read is answered in one short line.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Trouble;

    async fn from_request(request: Request, state: &S) -> Result<Self, Trouble> {
        let body = Json::<T>::from_request(request, state).await;
        let Json(body) = body.map_err(|rejection| unreadable_body(&rejection))?;
        Ok(Self(body))
    }
}

fn unreadable_body(rejection: &JsonRejection) -> Trouble {
    let large = rejection.status() == StatusCode::PAYLOAD_TOO_LARGE;
    let why = if large { Why::TooLarge } else { Why::BadRequest };
    Trouble::new(why, short(&rejection.body_text()))
}

/// The beginning of a complaint: what was sent must not become the answer.
fn short(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(160).collect()
}

/// What follows the question mark.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Trouble> {
        let unreadable = |rejection: QueryRejection| Trouble::bad(short(&rejection.body_text()));
        let query = Query::<T>::from_request_parts(parts, state).await;
        query.map(|Query(asked)| Self(asked)).map_err(unreadable)
    }
}

/// Lets nobody change anything from another site's page.
pub(crate) async fn check_origin(request: Request, next: Next) -> Response {
    if origin::may_change(request.method(), request.headers()) {
        next.run(request).await
    } else {
        Trouble::forbidden("the request comes from another site's page, or does not say from where")
            .into_response()
    }
}
