//! Texts that were quick to send and slow to read: answered, or refused with a reason.

use super::raw::Raw;
use crate::http::{Asker, GENEROUS, open};
use crate::support::site::Site;
use axum::http::StatusCode;
use futures_util::future::join_all;
use serde_json::json;
use server::limits::Limits;
use std::fmt::Write as _;
use std::net::{IpAddr, Ipv4Addr};

/// A game with so many different properties, which once took the reader their square.
fn many_properties(count: usize) -> String {
    (0..count).fold("(;GM[11]SZ[5]".to_owned(), |mut text, mut i| {
        let mut name = String::from("X");
        while i > 0 {
            name.push((b'A' + (i % 26) as u8) as char);
            i /= 26;
        }
        let _ = write!(text, "{name}[]");
        text
    })
}

#[tokio::test]
async fn many_properties_at_once_are_read_or_refused_with_a_time_to_come_back() {
    let asker = Asker::new(&open(Limits::new(GENEROUS)).await);
    let text = format!("{};B[c3];W[b2])", many_properties(9_000));
    let answers = (0..60).map(|_| asker.post("/api/import", json!({ "text": text })));
    let mut read = 0;
    for answer in join_all(answers).await {
        if answer.status == StatusCode::OK {
            assert_eq!(answer.json()["moves"], json!(["c3", "b2"]));
            read += 1;
        } else {
            assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{}", answer.text);
            assert!(answer.headers.contains_key("retry-after"));
        }
    }
    assert!(read >= 1, "those who come first are served");
}

#[tokio::test]
async fn what_is_too_large_to_read_is_refused_with_a_reason() {
    let asker = Asker::new(&open(Limits::new(GENEROUS)).await);
    let refused = [
        (many_properties(12_000), "at most 10000 values"),
        (format!("(;{}", "(".repeat(90_000)), "more than 1000 variations"),
        (format!("(;SZ[5]{}", ";".repeat(90_000)), "at most 20000 nodes"),
        (format!("(;SZ[5]C[{}", "[".repeat(90_000)), "never ends"),
        (format!("https://hexworld.org/board/#5,{}", "a1".repeat(45_000)), "move 2"),
        (format!("[Game \"hex\"]\n{}", "[A \"b\"]\n".repeat(9_000)) + "zz", "move 1"),
        (format!("[Game \"eclipse\"]\n\n{}", "(".repeat(90_000)), ""),
    ];
    for (text, what) in refused {
        let answer = asker.post("/api/import", json!({ "text": text })).await;
        let bad = answer.status == StatusCode::BAD_REQUEST && answer.text.contains(what);
        assert!(bad || what.is_empty(), "{what}: {}", answer.text);
        assert!(answer.text.len() < 1_000, "answers are short");
    }
    let large = asker.post("/api/import", json!({ "text": "x".repeat(100_001) })).await;
    assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE, "{}", large.text);
}

/// The status of an import whose headers tell of a body of this length, of which only `sent` is sent.
async fn import_status(site: &Site, length: usize, sent: &str) -> u16 {
    let (at, from) = (site.at, IpAddr::V4(Ipv4Addr::LOCALHOST));
    let mut raw = Raw::connect(at, from).await.unwrap();
    let head = format!(
        "POST /api/import HTTP/1.1\r\nhost: {at}\r\norigin: http://{at}\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n{sent}"
    );
    raw.write(head.as_bytes()).await.unwrap();
    raw.response().await.unwrap().status
}

#[tokio::test]
async fn whoever_is_over_budget_is_refused_before_the_body_is_read() {
    let site = Site::strict().await;
    let mut statuses = Vec::new();
    while statuses.last() != Some(&429) && statuses.len() < 100 {
        statuses.push(import_status(&site, 2, "{}").await);
    }
    assert!(statuses.len() > 2 && statuses[0] == 400, "{statuses:?}");
    assert_eq!(import_status(&site, 90_000, "").await, 429, "nothing of the body was sent");
}
