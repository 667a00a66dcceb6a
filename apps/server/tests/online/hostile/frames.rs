//! Frames that RFC 6455 forbids, and random bytes: the connection that sends them is closed, and
//! what the RFC allows (fragments, pings between them) works.

use super::honest::{Attacked, whole_game};
use super::raw::{
    BINARY, CLOSE, CONTINUATION, LAST_FRAGMENT, PING, Raw, TEXT, TEXT_FRAGMENT, masked_frame,
};
use super::{Dice, loopback};
use std::net::SocketAddr;

const NONCE: &[u8] = br#"{"t":"ping","nonce":77}"#;
const ANSWER: &str = r#""t":"pong","nonce":77"#;

/// Frames after which a connection cannot go on.
fn forbidden() -> Vec<(&'static str, Vec<u8>)> {
    let masked = |first, payload: &[u8]| masked_frame(first, payload);
    let mut all = vec![
        ("a binary frame", masked(BINARY, b"\x01\x02")),
        ("an end without a beginning", masked(LAST_FRAGMENT, b"x")),
        ("a middle without a beginning", masked(CONTINUATION, b"x")),
        ("invalid UTF-8", masked(TEXT, b"\xff\xfe\xc0")),
        ("a control frame of 126 bytes", masked(PING, &[b'x'; 126])),
        ("a control frame in parts", masked(PING & 0x0f, b"x")),
        ("a close frame of one byte", masked(CLOSE, b"x")),
        ("a close frame with a forbidden code", masked(CLOSE, &1_005_u16.to_be_bytes())),
        ("a frame without a mask", vec![TEXT, 2, b'{', b'}']),
        ("a text within a text", [masked(TEXT_FRAGMENT, b"{"), masked(TEXT, b"{}")].concat()),
        ("a length of 2^63 bytes", [&[TEXT, 0xff][..], &[0xff; 8], &[0; 4]].concat()),
    ];
    for opcode in [3_u8, 4, 5, 6, 7, 0xb, 0xc, 0xd, 0xe, 0xf] {
        all.push(("a reserved opcode", masked(0x80 | opcode, b"x")));
    }
    for reserved in [0x10_u8, 0x20, 0x40, 0x70] {
        all.push(("a reserved bit", masked(TEXT | reserved, b"{}")));
    }
    all
}

/// Sends one forbidden frame and what would be a good message after it: that is not answered.
async fn is_closed_by(at: SocketAddr, what: &str, bytes: &[u8]) {
    let mut raw = Raw::socket(at, loopback(1), None).await.unwrap();
    // The server may close while the second frame is being written.
    let _ = raw.write(bytes).await;
    let _ = raw.frame(TEXT, NONCE).await;
    assert!(!raw.hears(ANSWER).await, "goes on after {what}");
}

async fn allowed_fragments_work(at: SocketAddr) {
    let mut raw = Raw::socket(at, loopback(2), None).await.unwrap();
    let (begin, end) = NONCE.split_at(7);
    raw.frame(TEXT_FRAGMENT, begin).await.unwrap();
    raw.frame(PING, b"between").await.unwrap();
    for byte in &end[..5] {
        raw.frame(CONTINUATION, &[*byte]).await.unwrap();
    }
    raw.frame(LAST_FRAGMENT, &end[5..]).await.unwrap();
    assert!(raw.hears(ANSWER).await, "a message in parts is a message");
}

/// Random bytes over open sockets; every connection ends.
async fn random_bytes(at: SocketAddr) {
    let mut dice = Dice::new(0x5eed);
    for round in 0..40 {
        let mut raw = Raw::socket(at, loopback(100 + round), None).await.unwrap();
        let count = 1 + dice.below(3_000);
        // It may be closed before all is written.
        let _ = raw.write(&dice.bytes(count)).await;
        raw.finish().await;
        raw.close_code().await;
    }
}

/// Every frame cut off at every place: whoever hangs up in the middle leaves nothing behind.
async fn frames_cut_short(at: SocketAddr) {
    let frame = masked_frame(TEXT, NONCE);
    for cut in 1..frame.len() {
        let mut raw = Raw::socket(at, loopback(3), None).await.unwrap();
        raw.write(&frame[..cut]).await.unwrap();
        raw.finish().await;
        assert!(!raw.hears(ANSWER).await, "half a frame is not a message");
    }
}

#[tokio::test]
async fn forbidden_frames_close_their_connection_and_others_play_on() {
    let server = Attacked::start().await;
    let at = server.at();
    let attack = async {
        for (what, bytes) in forbidden() {
            is_closed_by(at, what, &bytes).await;
        }
        allowed_fragments_work(at).await;
        random_bytes(at).await;
        frames_cut_short(at).await;
    };
    let ((), moves) = tokio::join!(attack, whole_game(at));
    assert!(moves > 8, "{moves} moves");
    server.stop_unharmed().await;
}
