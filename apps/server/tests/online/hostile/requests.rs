//! Requests that are not HTTP, or HTTP with wrong paths, heads and bodies: each is answered with a
//! status below 500 or its connection is closed, and others play on.

use super::honest::{Attacked, whole_game};
use super::raw::{Raw, RawResponse};
use super::{Dice, loopback};
use std::net::SocketAddr;

/// Sends a request; what is answered, if anything.
async fn ask(at: SocketAddr, bytes: &[u8]) -> Option<RawResponse> {
    let mut raw = Raw::connect(at, loopback(10)).await.unwrap();
    // The server may close before all is written.
    let _ = raw.write(bytes).await;
    raw.response().await
}

/// Sends bytes that need not be a request and says that no more will come; what is answered, if
/// anything: the server need not answer whoever has closed.
async fn ask_and_close(at: SocketAddr, bytes: &[u8]) -> Option<RawResponse> {
    let mut raw = Raw::connect(at, loopback(10)).await.unwrap();
    let _ = raw.write(bytes).await;
    raw.finish().await;
    raw.response().await
}

/// Anything but a failure of the server; 503 says that it has no browser app, or is busy.
fn is_answer(response: &RawResponse) -> bool {
    response.status < 500 || response.status == 503
}

fn post(path: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\norigin: http://localhost\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )
}

/// Requests that are not HTTP/1.1.
fn malformed() -> Vec<String> {
    let many: String = (0..5_000).fold(String::new(), |all, n| all + &format!("x-{n}: y\r\n"));
    let long = "x".repeat(600_000);
    vec![
        "\r\n\r\n".into(),
        "\0\0\0\0\r\n\r\n".into(),
        "GET\r\n\r\n".into(),
        "GET / HTTP/9.9\r\nhost: localhost\r\n\r\n".into(),
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".into(),
        "GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\nbad header\r\n\r\n".into(),
        format!("GET /{long} HTTP/1.1\r\nhost: localhost\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nhost: localhost\r\nx: {long}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nhost: localhost\r\n{many}\r\n"),
        "POST /api/import HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n".into(),
        "POST /api/import HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx".into(),
        "POST /api/import HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n".into(),
        "POST /api/import HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n\
         ffffffffffffffffff\r\n".into(),
    ]
}

/// Paths and bodies that are HTTP and ask for what is not there, or for too much.
fn wrong() -> Vec<String> {
    let get = |path: &str| format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n");
    let paths = [
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/api/games/%00",
        "/api/games/..%2f..",
        "/api/games?page=99999999999999999999",
        "/api/games?page=-1",
        "/api/games?result=won",
        "/api/games?from=18446744073709551615&to=0",
        "/api/games?player=%ff%fe",
        "/api/nowhere",
        "/api/people/%F0%9F%92%A9",
        "/api/games/x/export?format=exe",
    ];
    let deep = format!("{}{}", "[".repeat(50_000), "]".repeat(50_000));
    let large = format!(r#"{{"text":"{}"}}"#, "x".repeat(300_000));
    let bodies = [
        "",
        "null",
        "[]",
        "{",
        r#"{"text":7}"#,
        r#"{"name":"\u0000","password":"x"}"#,
        r#"{"game":"hex","text":"(;"}"#,
        r#"{"game":"hex","milliseconds":-5}"#,
        &deep,
        &large,
    ];
    let targets = ["/api/import", "/api/analyse", "/api/sign-in", "/api/sign-up", "/api/tokens"];
    let posts = targets.iter().flat_map(|path| bodies.iter().map(|body| post(path, body)));
    paths.into_iter().map(get).chain(posts).collect()
}

async fn random_requests(at: SocketAddr) {
    let mut dice = Dice::new(0xbad);
    for _ in 0..40 {
        let count = 1 + dice.below(2_000);
        let mut bytes = dice.bytes(count);
        bytes.extend(b"\r\n\r\n");
        if let Some(response) = ask_and_close(at, &bytes).await {
            assert!(is_answer(&response), "{response:?}");
        }
    }
}

#[tokio::test]
async fn wrong_requests_are_refused_and_others_play_on() {
    let server = Attacked::start().await;
    let at = server.at();
    let attack = async {
        for request in malformed() {
            if let Some(response) = ask_and_close(at, request.as_bytes()).await {
                assert!((400..500).contains(&response.status), "{response:?}");
            }
        }
        for request in wrong() {
            let start = request.chars().take(60).collect::<String>();
            let response = ask(at, request.as_bytes()).await;
            let response = response.unwrap_or_else(|| panic!("no answer to {start}"));
            assert!(is_answer(&response), "{start}: {response:?}");
            assert_ne!(response.status, 421, "the host is the server's own");
            assert!(!response.body.contains("root:"), "{start}");
            assert!(response.body.len() < 10_000 || response.head.contains("html"), "{start}");
        }
        random_requests(at).await;
    };
    let ((), moves) = tokio::join!(attack, whole_game(at));
    assert!(moves > 8, "{moves} moves");
    server.stop_unharmed().await;
}
