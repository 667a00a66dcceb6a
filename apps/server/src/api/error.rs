//! Why a request was not done: a status, a word for programs and a sentence for people.

use crate::limits::fair_queue::QueueError;
use crate::limits::{OverBudget, TooManyHeld};
use crate::people::name::NameError;
use crate::people::password::PasswordError;
use crate::store::StoreError;
use axum::Json;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use queries::QueryError;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Seconds after which a caller who holds too many of something may try again.
const HELD_RETRY: u64 = 10;

/// Error codes, for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The request cannot be read, or asks for something that cannot be.
    BadRequest,
    /// Not signed in, or the name and the password do not go together.
    NotSignedIn,
    /// You may not do that: another site's page, a token without the scope, a guest.
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// The method does not go with the path.
    WrongMethod,
    /// The server does not answer for that host.
    WrongHost,
    /// It is in the way of something else: a name that is taken, a game that has moved on.
    Conflict,
    /// The request is too large.
    TooLarge,
    /// Too often; the header `Retry-After` says when to come back.
    TooOften,
    /// The server has too much to do; try again.
    Busy,
    /// Something is wrong with the server.
    Broken,
}

impl ErrorCode {
    const fn status(self) -> StatusCode {
        match self {
            Self::BadRequest => StatusCode::BAD_REQUEST,
            Self::NotSignedIn => StatusCode::UNAUTHORIZED,
            Self::Forbidden => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::WrongHost => StatusCode::MISDIRECTED_REQUEST,
            Self::Conflict => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooOften => StatusCode::TOO_MANY_REQUESTS,
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Self::Broken => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// The answer to a refused request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ApiError {
    /// The code, for programs.
    pub error: ErrorCode,
    /// The message, for people: a sentence without its full stop.
    pub what: String,
    /// Of a question about the rules: what is wrong with it, and where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Box<QueryError>>,
    /// Seconds to wait.
    #[serde(skip)]
    pub retry: Option<u64>,
}

impl ApiError {
    pub(crate) fn new(error: ErrorCode, what: impl Into<String>) -> Self {
        Self { error, what: what.into(), detail: None, retry: None }
    }

    pub(crate) fn bad(what: impl Into<String>) -> Self {
        Self::new(ErrorCode::BadRequest, what)
    }

    /// The request asks for something that another part of the server refuses.
    pub(crate) fn refused<E: std::error::Error>(error: E) -> Self {
        Self::bad(error.to_string())
    }

    pub(crate) fn forbidden(what: impl Into<String>) -> Self {
        Self::new(ErrorCode::Forbidden, what)
    }

    pub(crate) fn not_found(what: impl Into<String>) -> Self {
        Self::new(ErrorCode::NotFound, what)
    }

    pub(crate) fn not_signed_in() -> Self {
        Self::new(ErrorCode::NotSignedIn, "sign in first")
    }

    pub(crate) fn busy() -> Self {
        Self {
            retry: Some(1),
            ..Self::new(ErrorCode::Busy, "the server has too much to do; try again")
        }
    }

    /// Something is wrong with us. What it is goes to the log, not to the client.
    pub(crate) fn broken(error: &dyn std::fmt::Display) -> Self {
        tracing::error!(%error, "a request failed");
        Self::new(ErrorCode::Broken, "something is wrong with the server")
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let retry = self.retry.map(|seconds| (RETRY_AFTER, HeaderValue::from(seconds)));
        let mut response = (self.error.status(), Json(self)).into_response();
        response.headers_mut().extend(retry);
        response
    }
}

impl From<OverBudget> for ApiError {
    fn from(over: OverBudget) -> Self {
        let seconds = over.seconds();
        let error = if over.of_server {
            Self::new(
                ErrorCode::Busy,
                format!("the server has too much to do; come back in {seconds} s"),
            )
        } else {
            Self::new(ErrorCode::TooOften, format!("too often; come back in {seconds} s"))
        };
        Self { retry: Some(seconds), ..error }
    }
}

impl From<TooManyHeld> for ApiError {
    fn from(held: TooManyHeld) -> Self {
        // When a place becomes free is not known.
        Self { retry: Some(HELD_RETRY), ..Self::new(ErrorCode::TooOften, held.to_string()) }
    }
}

impl From<QueryError> for ApiError {
    fn from(error: QueryError) -> Self {
        Self { detail: Some(Box::new(error.clone())), ..Self::bad(error.in_words()) }
    }
}

impl From<QueueError> for ApiError {
    fn from(error: QueueError) -> Self {
        match error {
            QueueError::Full(wait) => {
                Self { retry: Some(OverBudget { wait, of_server: true }.seconds()), ..Self::busy() }
            }
            QueueError::Panicked => Self::broken(&error),
        }
    }
}

impl From<NameError> for ApiError {
    fn from(error: NameError) -> Self {
        let taken = error == NameError::Taken;
        Self::new(
            if taken { ErrorCode::Conflict } else { ErrorCode::BadRequest },
            error.to_string(),
        )
    }
}

impl From<PasswordError> for ApiError {
    fn from(error: PasswordError) -> Self {
        match error {
            PasswordError::Length | PasswordError::Weak => Self::bad(error.to_string()),
            PasswordError::Busy(wait) => QueueError::Full(wait).into(),
            PasswordError::Broken => Self::broken(&error),
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            // Names are all that two people can want.
            StoreError::Taken => NameError::Taken.into(),
            StoreError::Gone => Self::not_found("it is not there, or not any more"),
            StoreError::Unavailable | StoreError::Fenced => Self::busy(),
            StoreError::Broken(_) => Self::broken(&error),
        }
    }
}
