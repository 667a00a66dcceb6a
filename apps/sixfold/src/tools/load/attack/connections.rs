//! Attacks by connections that are held open and say little, or do not read.

use super::target::{Target, address, count};
use super::wire::{Received, Wire};
use std::time::Duration;
use tokio::task::JoinSet;

/// How many connections say nothing: more than a process may usually have open.
const IDLE: usize = 1_016;
/// How many connections send a byte a second.
const SLOW: usize = 200;
/// How many connections do not read.
const DEAF: usize = 64;
/// The receive buffer of those that do not read, in bytes.
const SMALL_BUFFER: u32 = 4_096;

/// Whether the connection is still open when the attack ends.
async fn hold(target: &Target, mut wire: Wire) {
    let reading = wire.receive();
    match tokio::time::timeout_at(target.until.into(), reading).await {
        Ok(Received::Closed(_)) => count(&target.counts.closed),
        Ok(Received::Text(_)) | Err(_) => count(&target.counts.accepted),
    }
}

/// One address opens 1,016 connections and sends nothing. The server should bound connections per
/// address, close those that ask for nothing in time, and raise its own file limit.
pub(super) async fn idle_tcp(target: Target) {
    let mut all = JoinSet::new();
    for _ in 0..IDLE {
        let target = target.clone();
        all.spawn(async move {
            match Wire::connect(target.at, address(0)).await {
                Ok(wire) => hold(&target, wire).await,
                Err(_) => count(&target.counts.closed),
            }
        });
    }
    all.join_all().await;
}

/// Sends `begin` and then a byte a second until the server closes the connection.
async fn trickle(target: &Target, begin: &str) {
    let Ok(mut wire) = Wire::connect(target.at, address(0)).await else {
        return count(&target.counts.closed);
    };
    let mut open = wire.write(begin.as_bytes()).await.is_ok();
    while open && !target.is_over() {
        target.pause(Duration::from_secs(1)).await;
        open = wire.write(b"x").await.is_ok();
    }
    count(if open { &target.counts.accepted } else { &target.counts.closed });
}

async fn many_trickles(target: &Target, begin: &str) {
    let mut all = JoinSet::new();
    for _ in 0..SLOW {
        let (target, begin) = (target.clone(), begin.to_owned());
        all.spawn(async move { trickle(&target, &begin).await });
    }
    all.join_all().await;
}

/// One address opens 200 connections and sends a byte of a header a second on each. The server
/// should close a connection whose head is not complete in time.
pub(super) async fn slow_headers(target: Target) {
    many_trickles(&target, &format!("GET / HTTP/1.1\r\nhost: {}\r\nx-slow: ", target.at)).await;
}

/// One address opens 200 connections and sends a byte of a body a second on each. The server should
/// close a connection whose body is not complete in time.
pub(super) async fn slow_body(target: Target) {
    let head = target.head("POST", "/api/import", None);
    let length = "content-type: application/json\r\ncontent-length: 90000\r\n\r\n";
    many_trickles(&target, &format!("{head}{length}")).await;
}

/// 64 guests ask for what makes large answers and read nothing. The server should close them (4009)
/// instead of keeping what it sends in memory.
pub(super) async fn never_read(target: Target) {
    let mut all = JoinSet::new();
    for number in 0..DEAF {
        let target = target.clone();
        all.spawn(async move { deaf(&target, number).await });
    }
    all.join_all().await;
}

async fn deaf(target: &Target, number: usize) {
    let Some(guest) = target.guest(number).await else { return count(&target.counts.refused) };
    let Some(mut wire) = target.socket_with(&guest, Some(SMALL_BUFFER)).await else {
        return count(&target.counts.closed);
    };
    let mut nonce = 0_u64;
    while !target.is_over() {
        nonce += 1;
        let ping = format!(r#"{{"t":"ping","nonce":{nonce}}}"#);
        let lobby = r#"{"t":"lobby"}"#;
        if wire.say(&ping).await.is_err() || wire.say(lobby).await.is_err() {
            return count(&target.counts.closed);
        }
        target.pause(Duration::from_millis(90)).await;
    }
    count(&target.counts.accepted);
}
