//! A server's API on a database of its own, and somebody who asks it things.

use axum::Router;
use axum::body::Body;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, HOST, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::Value;
use server::limits::Limits;
use server::store::{DatabaseLocation, Store};
use server::{AppState, ServerConfig};
use tower::ServiceExt;

/// More than any test does, so that only those that test limits meet them.
pub(crate) const GENEROUS: u32 = 1000;

pub(crate) async fn store() -> Store {
    // The folder stays until the machine forgets it: the database outlives this function.
    let folder = tempfile::tempdir().unwrap().keep();
    Store::open(&DatabaseLocation::Folder(folder)).await.unwrap()
}

pub(crate) async fn open(limits: Limits) -> Router {
    at(store().await, limits).await
}

pub(crate) async fn at(store: Store, limits: Limits) -> Router {
    let config = ServerConfig { limits, ..ServerConfig::default() };
    server::app(AppState::open(store, config).await.unwrap())
}

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {}", self.text))
    }

    /// The cookie it sets, as it is sent back.
    pub(crate) fn cookie(&self) -> String {
        let cookie = self.headers.get(SET_COOKIE).expect("a cookie").to_str().unwrap();
        cookie.split(';').next().unwrap().to_owned()
    }
}

/// Somebody with or without a cookie or a token.
#[derive(Clone)]
pub(crate) struct Asker {
    pub(crate) server: Router,
    pub(crate) cookie: Option<String>,
    pub(crate) token: Option<String>,
    pub(crate) origin: Option<&'static str>,
    /// What a proxy says of where it comes from.
    pub(crate) address: Option<String>,
}

impl Asker {
    pub(crate) fn new(server: &Router) -> Self {
        let origin = Some("http://here.example");
        Self { server: server.clone(), cookie: None, token: None, origin, address: None }
    }

    pub(crate) fn with_token(&self, token: &str) -> Self {
        let token = Some(token.to_owned());
        Self { server: self.server.clone(), cookie: None, token, origin: None, address: None }
    }

    pub(crate) async fn ask(&self, method: &str, path: &str, body: Option<Value>) -> Answer {
        self.send(method, path, body.map_or(String::new(), |body| body.to_string())).await
    }

    pub(crate) async fn send(&self, method: &str, path: &str, body: String) -> Answer {
        let mut request = Request::builder().method(method).uri(path).header(HOST, "here.example");
        if let Some(cookie) = &self.cookie {
            request = request.header(COOKIE, cookie);
        }
        if let Some(token) = &self.token {
            request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        if let Some(origin) = self.origin {
            request = request.header(ORIGIN, origin);
        }
        if let Some(address) = &self.address {
            request = request.header("x-forwarded-for", address);
        }
        if !body.is_empty() {
            request = request.header(CONTENT_TYPE, "application/json");
        }
        let request = request.body(Body::from(body)).unwrap();
        let (parts, body) = self.server.clone().oneshot(request).await.unwrap().into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        // Pictures are compared only.
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Answer { status: parts.status, headers: parts.headers, text }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, None).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        self.ask("POST", path, Some(body)).await
    }

    /// Asks, and keeps the cookie that the answer sets.
    pub(crate) async fn enter(&mut self, path: &str, body: Value) -> Answer {
        let answer = self.post(path, body).await;
        if answer.headers.contains_key(SET_COOKIE) {
            self.cookie = Some(answer.cookie());
        }
        answer
    }
}
