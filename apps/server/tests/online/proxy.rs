//! The server behind a real nginx: whose pages may change things, and whose address a request has.

use crate::hostile::raw::{Raw, RawResponse};
use crate::support::client::connect;
use crate::support::nginx::Nginx;
use crate::support::site::Site;
use server::people::cookie::Transport;
use server::people::origin::PublicUrl;
use std::net::{IpAddr, SocketAddr};

/// What a browser at `from` gets that sends a form of a page of `origin`.
async fn post(at: SocketAddr, from: &str, origin: &str, path: &str, body: &str) -> RawResponse {
    let from: IpAddr = from.parse().unwrap();
    let mut raw = Raw::connect(at, from).await.unwrap();
    // Anybody may say that somebody else has asked.
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: play.example\r\norigin: {origin}\r\n\
         x-forwarded-for: 6.6.{}.6\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        next_byte(),
        body.len()
    );
    raw.write(request.as_bytes()).await.unwrap();
    raw.response().await.expect("an answer")
}

/// Another address every time.
fn next_byte() -> u8 {
    use std::sync::atomic::{AtomicU8, Ordering};
    static NEXT: AtomicU8 = AtomicU8::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

fn public(url: &str) -> server::api::Site {
    let public_url: PublicUrl = url.parse().unwrap();
    server::api::Site { public_url: Some(public_url), trusted_proxies: 1, ..Default::default() }
}

const ANNA: &str = r#"{"name":"anna","password":"a long sentence of anna"}"#;

#[tokio::test]
async fn pages_of_the_public_address_may_change_things_through_nginx() {
    let site = Site::reached(public("http://play.example")).await;
    let nginx = Nginx::before(site.at);
    let own = post(nginx.at, "127.0.0.1", "http://play.example", "/api/sign-up", ANNA).await;
    assert_eq!(own.status, 201, "{}", own.body);
    let foreign = post(nginx.at, "127.0.0.1", "http://evil.example", "/api/sign-up", ANNA).await;
    assert_eq!(foreign.status, 403, "{}", foreign.body);
    let headers = |origin| [("host", "play.example"), ("origin", origin)];
    assert!(connect(nginx.at, &headers("http://play.example")).await.is_ok(), "the socket too");
    assert_eq!(connect(nginx.at, &headers("http://evil.example")).await.err(), Some(403));
}

#[tokio::test]
async fn by_tls_cookies_are_secure_and_the_origin_is_that_of_the_public_address() {
    let transport = Transport::Encrypted;
    let reached = server::api::Site { transport, ..public("https://play.example") };
    let site = Site::reached(reached).await;
    let nginx = Nginx::encrypted_before(site.at);
    let request = |origin: &str| {
        let length = ANNA.len();
        format!(
            "POST /api/sign-up HTTP/1.1\r\nhost: play.example\r\norigin: {origin}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{ANNA}"
        )
    };
    let requests = ["http://play.example", "https://play.example"].map(request);
    let asking = move || requests.map(|request| nginx.ask_by_tls(&request));
    let [foreign, own] = tokio::task::spawn_blocking(asking).await.unwrap();
    assert!(foreign.starts_with("HTTP/1.1 403"), "{foreign}");
    assert!(own.starts_with("HTTP/1.1 201"), "{own}");
    let cookie = own.lines().find(|line| line.to_lowercase().starts_with("set-cookie:"));
    assert!(cookie.is_some_and(|cookie| cookie.contains("Secure")), "{own}");
}

#[tokio::test]
async fn without_the_public_address_the_refusal_names_the_option() {
    let site = Site::reached(server::api::Site::default()).await;
    let nginx = Nginx::before(site.at);
    let own = post(nginx.at, "127.0.0.1", "http://play.example", "/api/sign-up", ANNA).await;
    assert_eq!(own.status, 403);
    assert!(own.body.contains("--public-url"), "{}", own.body);
}

#[tokio::test]
async fn behind_two_proxies_each_visitor_has_an_address_of_their_own() {
    let two = server::api::Site { trusted_proxies: 2, ..public("http://play.example") };
    let site = Site::reached(two).await;
    let inner = Nginx::before(site.at);
    let outer = Nginx::before(inner.at);
    let origin = "http://play.example";
    let guess = r#"{"name":"Anna","password":"a guess of a password"}"#;
    let mut answers = Vec::new();
    for _ in 0..11 {
        answers.push(post(outer.at, "127.0.1.5", origin, "/api/sign-in", guess).await.status);
    }
    // Ten attempts at one name from one address, whatever it says of where it comes from.
    assert_eq!((&answers[..10], answers[10]), (&[401; 10][..], 429));
    let other = post(outer.at, "127.0.2.6", origin, "/api/sign-in", guess).await;
    assert_eq!(other.status, 401, "another address has attempts of its own");
}
