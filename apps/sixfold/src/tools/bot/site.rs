//! The server: requests that bear the token, and streams of one JSON value a line.

use game::excerpt;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::time::Duration;
use ureq::Agent;
use ureq::http::Response;

/// How long a connection may take to be made, and an answer to begin.
const PATIENCE: Duration = Duration::from_secs(15);

/// A line of a stream is shorter than this.
const LONGEST_LINE: u64 = 1 << 20;

pub(super) struct Site {
    agent: Agent,
    base: String,
    bearer: String,
}

impl Site {
    /// # Errors
    /// If the address is none.
    pub(super) fn new(base: &str, token: &str) -> Result<Self, String> {
        if !base.starts_with("http://") && !base.starts_with("https://") {
            return Err(format!("a server's address begins with http, not {}", excerpt(base)));
        }
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_connect(Some(PATIENCE))
            .timeout_recv_response(Some(PATIENCE))
            .timeout_recv_body(None)
            .build();
        let base = base.trim_end_matches('/').to_owned();
        Ok(Self { agent: config.into(), base, bearer: format!("Bearer {token}") })
    }

    pub(super) fn get(&self, path: &str) -> Result<Value, String> {
        let url = format!("{}{path}", self.base);
        read(self.agent.get(&url).header("Authorization", &self.bearer).call())
    }

    pub(super) fn post(&self, path: &str) -> Result<Value, String> {
        let url = format!("{}{path}", self.base);
        read(self.agent.post(&url).header("Authorization", &self.bearer).send_empty())
    }

    pub(super) fn post_json(&self, path: &str, body: &Value) -> Result<Value, String> {
        read(self.send_json(path, body))
    }

    fn send_json(&self, path: &str, body: &Value) -> Result<Response<ureq::Body>, ureq::Error> {
        let url = format!("{}{path}", self.base);
        let request = self.agent.post(&url).header("Authorization", &self.bearer);
        request.header("Content-Type", "application/json").send(body.to_string())
    }

    /// Reads a stream until it ends or `take` has had enough.
    pub(super) fn stream(
        &self,
        path: &str,
        take: &mut dyn FnMut(Value) -> bool,
    ) -> Result<(), String> {
        let url = format!("{}{path}", self.base);
        follow(self.agent.get(&url).header("Authorization", &self.bearer).call(), take)
    }

    /// Posts something that is answered by a stream, and reads it.
    pub(super) fn post_stream(
        &self,
        path: &str,
        body: &Value,
        take: &mut dyn FnMut(Value) -> bool,
    ) -> Result<(), String> {
        follow(self.send_json(path, body), take)
    }
}

fn follow(
    response: Result<Response<ureq::Body>, ureq::Error>,
    take: &mut dyn FnMut(Value) -> bool,
) -> Result<(), String> {
    let response = checked(response)?;
    let mut lines = BufReader::new(response.into_body().into_reader());
    let mut line = String::new();
    loop {
        line.clear();
        let read = std::io::Read::take(&mut lines, LONGEST_LINE).read_line(&mut line);
        match read {
            Ok(0) => return Ok(()),
            Ok(_) if line.trim().is_empty() => {}
            Ok(_) => {
                let value = serde_json::from_str(&line);
                let value = value.map_err(|_| format!("the server said {}", excerpt(&line)))?;
                if !take(value) {
                    return Ok(());
                }
            }
            Err(error) => return Err(error.to_string()),
        }
    }
}

fn checked(
    response: Result<Response<ureq::Body>, ureq::Error>,
) -> Result<Response<ureq::Body>, String> {
    let mut response = response.map_err(|error| error.to_string())?;
    if response.status().is_success() {
        return Ok(response);
    }
    let text = response.body_mut().read_to_string().unwrap_or_default();
    let what: Value = serde_json::from_str(&text).unwrap_or_default();
    let what = what["what"].as_str().unwrap_or("the server refused").to_owned();
    Err(format!("{what} ({})", response.status().as_u16()))
}

fn read(response: Result<Response<ureq::Body>, ureq::Error>) -> Result<Value, String> {
    let text = checked(response)?.body_mut().read_to_string();
    let text = text.map_err(|error| error.to_string())?;
    serde_json::from_str(&text).map_err(|_| format!("the server said {}", excerpt(&text)))
}
