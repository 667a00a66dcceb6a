//! Every message of `docs/protocol.md` with fields that are wrong, huge, deep, negative, unicode,
//! missing or there twice: each is refused or closes its own connection with a documented code.

use super::honest::{Attacked, whole_game};
use super::loopback;
use super::raw::{Raw, TEXT};
use protocol::Close;
use serde_json::Value;
use std::net::SocketAddr;

/// A connection may send a hundred messages at once; each of ours is followed by a ping.
const EACH: usize = 40;

/// The examples of the protocol's page: what clients send.
fn examples() -> Vec<String> {
    let page = include_str!("../../../../../docs/protocol.md");
    let blocks = page.split("```to-server\n").skip(1);
    let lines = blocks.flat_map(|block| block.split("```").next().unwrap().lines());
    lines.map(str::to_owned).collect()
}

/// What is put in the place of a field's value, as JSON text.
fn wrong_values() -> Vec<String> {
    let plain = [
        "null",
        "true",
        "-1",
        "0",
        "1.5",
        "1e999",
        "99999999999999999999999999",
        "[]",
        "{}",
        "\"\"",
        "\"\\u0000\"",
        "\"\\ud800\"",
        "\"\u{202e}\u{2066}evil\u{200b}\"",
        "\"../../etc\"",
        "\"a'; DROP TABLE games; --\"",
        "\"%00\"",
        "18446744073709551615",
        "4294967295",
    ];
    let deep = format!("{}{}", "[".repeat(1_500), "]".repeat(1_500));
    let marks = format!("\"Z{}\"", "\u{301}".repeat(900));
    let long = format!("\"{}\"", "x".repeat(3_000));
    plain.into_iter().map(str::to_owned).chain([deep, marks, long]).collect()
}

/// An object's fields as JSON text, with those of objects in it by their path.
fn paths(value: &Value, prefix: &str) -> Vec<String> {
    let Value::Object(fields) = value else { return Vec::new() };
    let inner = fields.iter().flat_map(|(name, value)| {
        let path = format!("{prefix}/{name}");
        let deeper = paths(value, &path);
        std::iter::once(path).chain(deeper)
    });
    inner.collect()
}

/// The message with the field at `path` holding `text`, which need not be JSON.
fn replaced(message: &Value, path: &str, text: &str) -> String {
    const MARK: &str = "\"replace-me\"";
    let mut message = message.clone();
    *message.pointer_mut(path).unwrap() = Value::String("replace-me".into());
    message.to_string().replace(MARK, text)
}

/// The message without the field at `path`.
fn without(message: &Value, path: &str) -> String {
    let (parent, name) = path.rsplit_once('/').unwrap();
    let mut message = message.clone();
    message.pointer_mut(parent).and_then(Value::as_object_mut).unwrap().remove(name);
    message.to_string()
}

/// Every wrong form of a message.
fn mutations(example: &str) -> Vec<String> {
    let message: Value = serde_json::from_str(example).unwrap();
    let mut all = Vec::new();
    for path in paths(&message, "") {
        all.push(without(&message, &path));
        all.extend(wrong_values().iter().map(|value| replaced(&message, &path, value)));
    }
    let twice = example.replacen('{', "{\"t\":\"ping\",\"id\":\"x\",\"id\":\"y\",", 1);
    let unknown = example.replacen('{', "{\"unknown\":[1,{\"a\":2}],", 1);
    let cut = example[..example.len() / 2].to_owned();
    let nested = format!("{}{example}{}", "[".repeat(200), "]".repeat(200));
    all.extend([twice, unknown, cut, nested, format!("\u{feff}{example}"), example.repeat(2)]);
    all
}

/// Sends messages over one connection; how many were sent before it was closed. After each a ping
/// is sent: the server has read the message and goes on.
async fn send_all(at: SocketAddr, visitor: u16, messages: &[String]) -> usize {
    let mut raw = Raw::socket(at, loopback(visitor), None).await.unwrap();
    for (number, message) in messages.iter().enumerate() {
        let ping = format!(r#"{{"t":"ping","nonce":{}}}"#, 1_000_000 + number);
        let answer = format!(r#""t":"pong","nonce":{}"#, 1_000_000 + number);
        let sent = raw.frame(TEXT, message.as_bytes()).await.is_ok();
        let sent = sent && raw.frame(TEXT, ping.as_bytes()).await.is_ok();
        if !sent || !raw.hears(&answer).await {
            return number;
        }
    }
    messages.len()
}

#[tokio::test]
async fn wrong_messages_are_refused_and_others_play_on() {
    let server = Attacked::start().await;
    let at = server.at();
    let all: Vec<String> = examples().iter().flat_map(|example| mutations(example)).collect();
    assert!(all.len() > 1_000, "{} messages", all.len());
    let (small, large): (Vec<String>, Vec<String>) =
        all.into_iter().partition(|message| message.len() <= protocol::MOST_BYTES);
    let attack = async {
        for (visitor, batch) in small.chunks(EACH).enumerate() {
            let sent = send_all(at, visitor as u16, batch).await;
            assert_eq!(sent, batch.len(), "closed by {:?}", batch.get(sent));
        }
        for message in &large {
            let mut raw = Raw::socket(at, loopback(60_000), None).await.unwrap();
            raw.frame(TEXT, message.as_bytes()).await.unwrap();
            assert_eq!(raw.close_code().await, Close::TooLarge.code());
        }
    };
    let ((), moves) = tokio::join!(attack, whole_game(at));
    assert!(moves > 8, "{moves} moves");
    server.stop_unharmed().await;
}
