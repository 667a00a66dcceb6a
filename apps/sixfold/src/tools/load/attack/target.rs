//! What an attack is aimed at, how long it lasts, and what came of its requests.

use super::wire::{PATIENCE, RawResponse, Received, Wire};
use serde_json::{Value, json};
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What came of an attack's requests.
#[derive(Default, Debug)]
pub(super) struct Counts {
    /// Done as asked.
    pub(super) accepted: AtomicU64,
    /// Answered with a refusal.
    pub(super) refused: AtomicU64,
    /// Connections that the server closed or did not take.
    pub(super) closed: AtomicU64,
    /// Bytes that the attackers received.
    pub(super) bytes: AtomicU64,
}

impl Counts {
    /// As the attacker's process writes them.
    pub(super) fn json(&self) -> Value {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        json!({
            "accepted": read(&self.accepted), "refused": read(&self.refused),
            "closed": read(&self.closed), "bytes": read(&self.bytes),
        })
    }
}

/// Adds one.
pub(super) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

/// The server under attack, and how long the attack lasts. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) at: SocketAddr,
    pub(super) until: Instant,
    pub(super) counts: Arc<Counts>,
}

/// A guest: an address and a cookie.
#[derive(Clone, Debug)]
pub(super) struct Guest {
    pub(super) from: IpAddr,
    pub(super) cookie: String,
}

/// The loopback address of the attacker with this number, each in a network (/24) of its own.
pub(super) fn address(number: usize) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(127, 200 + (number / 250 % 50) as u8, (number % 250) as u8, 1))
}

impl Target {
    pub(super) fn new(at: SocketAddr, time: Duration) -> Self {
        Self { at, until: Instant::now() + time, counts: Arc::default() }
    }

    pub(super) fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }

    /// The head of a request without a body.
    pub(super) fn head(&self, method: &str, path: &str, cookie: Option<&str>) -> String {
        let at = self.at;
        let cookie = cookie.map_or(String::new(), |cookie| format!("cookie: {cookie}\r\n"));
        format!("{method} {path} HTTP/1.1\r\nhost: {at}\r\norigin: http://{at}\r\n{cookie}")
    }

    /// The head of a request with a JSON body.
    pub(super) fn post_head(&self, path: &str, cookie: Option<&str>, body: &str) -> String {
        let head = self.head("POST", path, cookie);
        format!("{head}content-type: application/json\r\ncontent-length: {}\r\n", body.len())
    }

    /// One request over a connection of its own.
    pub(super) async fn ask(
        &self,
        guest: (IpAddr, Option<&str>),
        path: &str,
        body: Option<&str>,
    ) -> io::Result<RawResponse> {
        let (from, cookie) = guest;
        let mut wire = Wire::connect(self.at, from).await?;
        match body {
            Some(body) => wire.request(&self.post_head(path, cookie, body), body).await,
            None => wire.request(&self.head("GET", path, cookie), "").await,
        }
    }

    /// Counts what came of a request.
    pub(super) fn note(&self, response: &io::Result<RawResponse>) {
        match response {
            Ok(response) if response.status < 400 => count(&self.counts.accepted),
            Ok(_) => count(&self.counts.refused),
            Err(_) => count(&self.counts.closed),
        }
    }

    /// Becomes a guest from this address, if the server lets it.
    pub(super) async fn guest(&self, number: usize) -> Option<Guest> {
        let from = address(number);
        let response = self.ask((from, None), "/api/guest", Some("{}")).await.ok()?;
        response.cookie.map(|cookie| Guest { from, cookie })
    }

    /// A WebSocket as this guest, after its welcome.
    pub(super) async fn socket(&self, guest: &Guest) -> Option<Wire> {
        self.socket_with(guest, None).await
    }

    /// The same with a receive buffer of so many bytes.
    pub(super) async fn socket_with(&self, guest: &Guest, buffer: Option<u32>) -> Option<Wire> {
        let mut wire = Wire::connect_with(self.at, guest.from, buffer).await.ok()?;
        let head = self.head("GET", "/api/socket", Some(&guest.cookie));
        let upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
                       sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        let response = wire.request(&format!("{head}{upgrade}"), "").await.ok()?;
        if response.status != 101 {
            return None;
        }
        let welcome =
            matches!(wire.receive().await, Received::Text(text) if text.contains("welcome"));
        welcome.then_some(wire)
    }

    /// A new guest with a socket.
    pub(super) async fn guest_with_socket(&self, number: usize) -> Option<(Guest, Wire)> {
        let guest = self.guest(number).await?;
        let wire = self.socket(&guest).await?;
        Some((guest, wire))
    }

    /// Waits, but not beyond the end of the attack.
    pub(super) async fn pause(&self, time: Duration) {
        let end = Instant::now() + time.min(PATIENCE);
        tokio::time::sleep_until(end.min(self.until).into()).await;
    }
}

/// `terms` of a challenge, as JSON text.
pub(super) fn terms(game: &str, options: &str, time: &str, seat: &str) -> String {
    json!({"game": game, "options": options, "time": time, "rated": false, "seat": seat})
        .to_string()
}
