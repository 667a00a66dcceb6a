//! Who may try a password now, and the cookie that a browser is known by afterwards.

use super::caller::Caller;
use super::error::ApiError;
use crate::limits::{Action, Network, Who};
use crate::people::name::skeleton;
use crate::store::PersonRow;
use crate::time::now;
use axum::http::HeaderValue;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponseParts, ResponseParts};
use std::convert::Infallible;
use std::time::Instant;

/// An attempt to sign in that has been paid for.
pub(super) struct SignInAttempt {
    /// The person of that name, if there is one.
    pub(super) person: Option<PersonRow>,
    /// In whose turn the password is compared.
    pub(super) turn: Who,
}

impl SignInAttempt {
    /// Pays for an attempt: by the known device if it is one of that person's, by name and address
    /// otherwise. Only the first needs the database before it is paid.
    pub(super) async fn pay(caller: &Caller, name: &str) -> Result<Self, ApiError> {
        let limits = &caller.state.limits;
        if let Some(secret) = &caller.known_device {
            caller.limit(Action::Read)?;
            let person = caller.state.store.named(name).await?;
            let known = match &person {
                Some(person) => caller.state.store.knows_device(&person.id, secret).await?,
                None => false,
            };
            if known {
                let turn = Who::Device(secret.fingerprint().into());
                limits.take(Action::SignIn, turn.clone(), Instant::now())?;
                return Ok(Self { person, turn });
            }
        }
        limits.charge_sign_in(&skeleton(name), &caller.payer(), Instant::now())?;
        let person = caller.state.store.named(name).await?;
        Ok(Self { person, turn: Who::Network(Network::of(caller.address)) })
    }
}

/// A cookie beside the session's.
pub(super) struct DeviceCookie(Option<HeaderValue>);

impl DeviceCookie {
    /// Remembers the browser that has just signed in as this person.
    pub(super) async fn remember(caller: &Caller, person: &PersonRow) -> Result<Self, ApiError> {
        let state = &caller.state;
        state.limits.note_sign_in(&skeleton(person.name.as_str()), &caller.payer());
        if let Some(secret) = &caller.known_device
            && state.store.knows_device(&person.id, secret).await?
        {
            return Ok(Self(None));
        }
        let secret = state.store.add_device(&person.id, now()).await?;
        Ok(Self(Some(state.site.transport.give_device(&secret))))
    }
}

impl IntoResponseParts for DeviceCookie {
    type Error = Infallible;

    fn into_response_parts(self, mut parts: ResponseParts) -> Result<ResponseParts, Infallible> {
        if let Some(cookie) = self.0 {
            parts.headers_mut().append(SET_COOKIE, cookie);
        }
        Ok(parts)
    }
}
