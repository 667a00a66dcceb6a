//! HTTP client of the API: `fetch`, JSON, and refusals as sentences.
//!
//! Answers are read by the browser itself; a reader of JSON of our own would weigh more than the
//! pages that need it.

mod api_request;
pub(crate) mod bodies;
#[cfg(not(test))]
mod browser_value;
mod fetched;
mod json;
#[cfg(test)]
pub(crate) mod schema_value;

pub(crate) use api_request::ApiRequest;
pub(crate) use fetched::Fetched;
pub(crate) use json::{FromJson, Json};

use leptos::prelude::window;
use std::fmt;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestInit, Response};

/// What is done with a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Method {
    Get,
    Post,
    Put,
    Delete,
}

impl Method {
    const fn text(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Delete => "DELETE",
        }
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// Network error.
    Offline,
    /// The server refused, with this status and in these words.
    Status(u16, String),
    /// The server answered something else than this page understands.
    Unreadable,
}

impl Refusal {
    /// The status, if the server answered at all.
    pub(crate) const fn status(&self) -> u16 {
        match self {
            Self::Status(status, _) => *status,
            Self::Offline | Self::Unreadable => 0,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Offline => f.write_str(
                "The server cannot be reached. Games against the computer, lessons and analysis still work.",
            ),
            Self::Status(_, what) => f.write_str(&sentence(what)),
            Self::Unreadable => f.write_str(
                "The server's answer could not be read. Reload the page.",
            ),
        }
    }
}

/// The server's words, which have no capital and no full stop, as a sentence.
fn sentence(what: &str) -> String {
    let mut letters = what.chars();
    let Some(first) = letters.next() else { return "The server refused.".to_owned() };
    let end = if what.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{}{}{end}", first.to_ascii_uppercase(), letters.as_str())
}

/// Asks for something, and reads it.
pub(crate) async fn get<T: FromJson>(path: &str) -> Result<T, Refusal> {
    let answer = ask(Method::Get, path, None).await?;
    T::read(&answer).ok_or(Refusal::Unreadable)
}

/// Asks for a text.
pub(crate) async fn get_text(path: &str) -> Result<String, Refusal> {
    let response = send(Method::Get, path, None).await?;
    let text = awaited(response.text()).await.ok_or(Refusal::Offline)?;
    text.as_string().ok_or(Refusal::Unreadable)
}

/// Has something done; `body` is JSON.
pub(crate) async fn ask(method: Method, path: &str, body: Option<&str>) -> Result<Json, Refusal> {
    let response = send(method, path, body).await?;
    match response.status() {
        204 => Ok(Json::default()),
        _ => Ok(Json::from(awaited(response.json()).await.ok_or(Refusal::Unreadable)?)),
    }
}

async fn send(method: Method, path: &str, body: Option<&str>) -> Result<Response, Refusal> {
    let init = RequestInit::new();
    init.set_method(method.text());
    if let Some(body) = body {
        let headers = Headers::new().map_err(|_| Refusal::Unreadable)?;
        // A plain name and value are never refused.
        let _ = headers.set("content-type", "application/json");
        init.set_headers(&headers);
        init.set_body(&JsValue::from_str(body));
    }
    let sent = JsFuture::from(window().fetch_with_str_and_init(path, &init)).await;
    let response: Response =
        sent.ok().and_then(|value| value.dyn_into().ok()).ok_or(Refusal::Offline)?;
    if response.ok() { Ok(response) } else { Err(refusal(response).await) }
}

async fn awaited(promise: Result<js_sys::Promise, JsValue>) -> Option<JsValue> {
    JsFuture::from(promise.ok()?).await.ok()
}

/// The error message of the server.
async fn refusal(response: Response) -> Refusal {
    let said = awaited(response.json()).await.map(Json::from);
    let what = said.as_ref().and_then(reason).unwrap_or_default();
    let later = response.headers().get("retry-after").ok().flatten();
    let later = later.and_then(|seconds| seconds.parse().ok());
    Refusal::Status(response.status(), refusal_text(response.status(), &what, later))
}

/// Why something was refused, in the server's words.
fn reason(answer: &Json) -> Option<String> {
    answer.text("what")
}

/// The message for an error; of 429 with the time of `Retry-After`.
fn refusal_text(status: u16, what: &str, later: Option<u32>) -> String {
    match (status, later) {
        (429, Some(seconds)) => format!("Too many requests. Try again in {}.", span(seconds)),
        _ => what.to_owned(),
    }
}

/// A span of time in words.
fn span(seconds: u32) -> String {
    let (count, unit) = match seconds {
        0..=90 => (seconds.max(1), "second"),
        91..=5400 => (seconds.div_ceil(60), "minute"),
        _ => (seconds.div_ceil(3600), "hour"),
    };
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

/// A name as part of an address.
pub(crate) fn in_address(text: &str) -> String {
    js_sys::encode_uri_component(text).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_server_says_becomes_a_sentence() {
        let said = Refusal::Status(409, "that name is taken, or looks like one that is".to_owned());
        assert_eq!(said.to_string(), "That name is taken, or looks like one that is.");
        let asked = Refusal::Status(400, "won or lost by whom? Name a player".to_owned());
        assert_eq!(asked.to_string(), "Won or lost by whom? Name a player.");
        assert_eq!(Refusal::Status(500, String::new()).to_string(), "The server refused.");
    }

    #[test]
    fn the_reason_of_a_refusal_is_read() {
        for answer in schema_value::answers_with("post /api/sign-in", "401") {
            assert!(reason(&answer).is_some(), "{answer:?}");
        }
    }

    #[test]
    fn who_comes_too_often_is_told_when_to_come_back() {
        for (seconds, words) in [
            (0, "1 second"),
            (1, "1 second"),
            (59, "59 seconds"),
            (91, "2 minutes"),
            (7000, "2 hours"),
        ] {
            let refusal_text = refusal_text(429, "too often; come back in a while", Some(seconds));
            assert_eq!(refusal_text, format!("Too many requests. Try again in {words}."));
        }
        assert_eq!(refusal_text(429, "too often", None), "too often");
        assert_eq!(refusal_text(400, "no", Some(3)), "no");
    }
}
