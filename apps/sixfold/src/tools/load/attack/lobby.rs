//! Attacks on the lobby and on those who wait in it.

use super::target::{Guest, Target, count, terms};
use super::wire::Wire;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::task::JoinSet;

/// How many connections see the lobby.
const LISTENERS: usize = 300;
/// How many people look for five opponents each.
const SEEKERS: usize = 40;
/// How many people challenge the same victim.
const CHALLENGERS: usize = 10;

/// A little less often than the server's limit on messages allows.
const MESSAGE_EVERY: Duration = Duration::from_millis(42);

/// Takes back seeks until the time is over; `seek` names one, or none.
async fn take_back(target: &Target, wire: &mut Wire, seek: &str) {
    let message = format!(r#"{{"t":"unseek"{seek}}}"#);
    while !target.is_over() {
        let sent = wire.say(&message).await.is_ok();
        count(if sent { &target.counts.accepted } else { &target.counts.closed });
        if !sent {
            return;
        }
        target.pause(MESSAGE_EVERY).await;
    }
}

/// One guest takes back a seek that does not exist, 24 times a second. The server should write
/// nothing, and a failing statement should fail alone.
pub(super) async fn unseek_unknown(target: Target) {
    let Some((_guest, mut wire)) = target.guest_with_socket(0).await else {
        return count(&target.counts.closed);
    };
    take_back(&target, &mut wire, r#","seek":"nosuchseek""#).await;
}

/// One guest who seeks nothing takes it back 24 times a second while 300 connections see a lobby of
/// 200 seeks. The server should send the lobby only when it changes, and only what changed.
pub(super) async fn lobby_unseek(target: Target) {
    let seekers = fill_lobby(&target).await;
    let mut all = JoinSet::new();
    for number in 0..LISTENERS {
        let target = target.clone();
        all.spawn(async move { listen(&target, 1_000 + number).await });
    }
    if let Some((_guest, mut wire)) = target.guest_with_socket(0).await {
        take_back(&target, &mut wire, "").await;
    }
    all.join_all().await;
    drop(seekers);
}

/// People who look for opponents, five each; their seeks last as long as their connections.
async fn fill_lobby(target: &Target) -> Vec<(Guest, Wire)> {
    let mut seekers = Vec::new();
    for number in 0..SEEKERS {
        let Some((guest, mut wire)) = target.guest_with_socket(100 + number).await else { break };
        for id in 0..5 {
            let terms = terms("hex", "size=11 swap=on", "300+3", "any");
            // A seek that is refused is no loss for the attack.
            let _ = wire.say(&format!(r#"{{"t":"seek","terms":{terms},"id":"k{id}"}}"#)).await;
        }
        seekers.push((guest, wire));
    }
    seekers
}

async fn listen(target: &Target, number: usize) {
    let Some((_guest, mut wire)) = target.guest_with_socket(number).await else { return };
    if wire.say(r#"{"t":"lobby"}"#).await.is_ok() {
        wire.listen(target).await;
    }
    target.counts.bytes.fetch_add(wire.bytes_read, Ordering::Relaxed);
}

/// Ten guests challenge the same victim by name as fast as they can. The server should bound
/// challenges per pair, and let the victim block them.
pub(super) async fn challenge_flood(target: Target) {
    let Some((victim, mut wire)) = target.guest_with_socket(500).await else {
        return count(&target.counts.closed);
    };
    let who = (victim.from, Some(victim.cookie.as_str()));
    let account = target.ask(who, "/api/account", None).await.unwrap_or_default();
    let name = account.body.split(r#""name":""#).nth(1).and_then(|rest| rest.split('"').next());
    let name = name.unwrap_or_default().to_owned();
    let mut all = JoinSet::new();
    for number in 0..CHALLENGERS {
        let (target, name) = (target.clone(), name.clone());
        all.spawn(async move { challenge(&target, number, &name).await });
    }
    wire.listen(&target).await;
    target.counts.bytes.fetch_add(wire.bytes_read, Ordering::Relaxed);
    all.join_all().await;
}

async fn challenge(target: &Target, number: usize, name: &str) {
    let Some((_guest, mut wire)) = target.guest_with_socket(number).await else {
        return count(&target.counts.closed);
    };
    let terms = terms("hex", "", "300+3", "any");
    for id in 0.. {
        let message = format!(
            r#"{{"t":"challenge","terms":{terms},"opponent":{{"who":"named","name":"{name}"}},"id":"c{id}"}}"#
        );
        if target.is_over() || wire.say(&message).await.is_err() {
            return;
        }
        match wire.until(&[r#""t":"done""#, r#""t":"refused""#]).await {
            Some(text) if text.contains("done") => count(&target.counts.accepted),
            Some(_) => count(&target.counts.refused),
            None => return count(&target.counts.closed),
        }
        target.pause(MESSAGE_EVERY).await;
    }
}
