//! Attacks by WebSocket frames that are empty, large, wrong or too many.

use super::target::{Guest, Target, count};
use super::wire::{CONTINUATION, PING, Received, TEXT, TEXT_FRAGMENT, Wire, frame};
use std::time::Duration;
use tokio::task::JoinSet;

/// How many sockets send.
const SOCKETS: usize = 4;
/// How many small frames are written at once.
const BATCH: usize = 2_000;
/// After a close an attacker waits so long before it connects again.
const RECONNECT: Duration = Duration::from_millis(50);

/// Opens a socket again and again, and writes `bytes` over it until it is closed.
async fn send_again(target: Target, guest: Guest, begin: Vec<u8>, bytes: Vec<u8>) {
    while !target.is_over() {
        let Some(mut wire) = target.socket(&guest).await else {
            count(&target.counts.refused);
            target.pause(RECONNECT).await;
            continue;
        };
        if wire.write(&begin).await.is_ok() {
            send_until_closed(&target, &mut wire, &bytes).await;
        }
        count(&target.counts.closed);
        target.pause(RECONNECT).await;
    }
}

async fn send_until_closed(target: &Target, wire: &mut Wire, bytes: &[u8]) {
    while !target.is_over() {
        if wire.write(bytes).await.is_err() {
            return;
        }
        count(&target.counts.accepted);
        // Lets the writes of the other attackers, and of the ordinary clients, have their turn.
        tokio::task::yield_now().await;
    }
}

async fn from_sockets(target: Target, begin: Vec<u8>, bytes: Vec<u8>) {
    let mut all = JoinSet::new();
    for number in 0..SOCKETS {
        let Some(guest) = target.guest(number).await else { continue };
        all.spawn(send_again(target.clone(), guest, begin.clone(), bytes.clone()));
    }
    all.join_all().await;
}

/// Four sockets begin a text and go on with empty fragments without end. The server should count
/// every frame, and close the connection that sends too many.
pub(super) async fn empty_continuation_frames(target: Target) {
    let bytes = frame(CONTINUATION, b"").repeat(BATCH);
    from_sockets(target, frame(TEXT_FRAGMENT, b"{"), bytes).await;
}

/// Four sockets send WebSocket pings without end. The server should close them (4008).
pub(super) async fn ping_flood(target: Target) {
    from_sockets(target, Vec::new(), frame(PING, b"x").repeat(BATCH)).await;
}

/// Four sockets send messages of 60,000 bytes. The server should close them (1009).
pub(super) async fn big_messages(target: Target) {
    from_sockets(target, Vec::new(), frame(TEXT, &vec![b'x'; 60_000])).await;
}

/// Four sockets send frames that the RFC forbids, each over a connection of its own. The server
/// should close each at once.
pub(super) async fn bad_frames(target: Target) {
    let wrong: Vec<Vec<u8>> = vec![
        frame(0x83, b"x"),
        frame(TEXT | 0x70, b"{}"),
        frame(0x80, b"x"),
        frame(TEXT, b"\xff\xfe"),
        vec![TEXT, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0],
    ];
    let mut all = JoinSet::new();
    for number in 0..SOCKETS {
        let Some(guest) = target.guest(number).await else { continue };
        let (target, wrong) = (target.clone(), wrong.clone());
        all.spawn(async move { send_wrong(&target, &guest, &wrong).await });
    }
    all.join_all().await;
}

async fn send_wrong(target: &Target, guest: &Guest, wrong: &[Vec<u8>]) {
    for bytes in wrong.iter().cycle() {
        if target.is_over() {
            return;
        }
        match target.socket(guest).await {
            Some(mut wire) => {
                // It may be closed before all is written.
                let _ = wire.write(bytes).await;
                while let Received::Text(_) = wire.receive().await {}
                count(&target.counts.closed);
            }
            None => count(&target.counts.refused),
        }
        target.pause(Duration::from_millis(20)).await;
    }
}
