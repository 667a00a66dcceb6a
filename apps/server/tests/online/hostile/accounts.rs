//! Accounts: sessions that are renewed, listed and ended, tokens and passwords, hosts and headers.

use crate::http::{Answer, Asker, GENEROUS, at, open, store};
use crate::support::client::{Client, connect};
use crate::support::port::free_address;
use crate::support::process::Process;
use crate::support::site::Site;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use serde_json::{Value, json};
use server::api::Site as Reached;
use server::limits::Limits;
use server::people::cookie::Transport;
use server::store::{Arg, DatabaseLocation, statement};
use server::{AppState, ServerConfig};
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const DAY: u64 = 24 * 60 * 60 * 1_000;

fn ann() -> Value {
    json!({ "name": "Ann", "password": "correct horse" })
}

async fn signed_up(site: &Site) -> Asker {
    let mut asker = site.asker("");
    assert_eq!(asker.enter("/api/sign-up", ann()).await.status, StatusCode::CREATED);
    asker
}

fn sets_cookie(answer: &Answer) -> bool {
    answer.headers.contains_key(SET_COOKIE)
}

#[tokio::test]
async fn asking_who_one_is_has_a_limit() {
    let asker = Asker::new(&open(Limits::default()).await);
    for _ in 0..2_000 {
        if asker.get("/api/account").await.status == StatusCode::TOO_MANY_REQUESTS {
            return;
        }
    }
    panic!("no limit");
}

#[tokio::test]
async fn sessions_are_listed_and_ended_one_by_one() {
    let site = Site::open().await;
    let here = signed_up(&site).await;
    let mut there = site.asker("");
    there.enter("/api/sign-in", ann()).await;
    let mut socket = Client::back(site.at, there.cookie.as_deref().unwrap()).await;
    let listed = here.get("/api/account/sessions").await.json();
    let listed = listed.as_array().unwrap();
    let current = |session: &&Value| session["current"] == true;
    assert_eq!((listed.len(), listed.iter().filter(current).count()), (2, 1));
    let other = listed.iter().find(|session| session["current"] == false).unwrap();
    assert!(other["expires"].as_u64().unwrap() > other["created"].as_u64().unwrap() + 179 * DAY);
    let path = format!("/api/account/sessions/{}", other["id"].as_str().unwrap());
    let mut eve = site.asker("");
    eve.enter("/api/sign-up", json!({ "name": "Eve", "password": "correct horse" })).await;
    assert_eq!(eve.ask("DELETE", &path, None).await.status, StatusCode::NOT_FOUND, "not theirs");
    assert_eq!(here.ask("DELETE", &path, None).await.status, StatusCode::NO_CONTENT);
    assert_eq!(socket.closed().await, 4001);
    assert_eq!(there.get("/api/account").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(here.ask("DELETE", &path, None).await.status, StatusCode::NOT_FOUND, "once");
    assert_eq!(here.get("/api/account").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_session_is_renewed_by_use_once_a_day_with_its_cookie() {
    let site = Site::open().await;
    let here = signed_up(&site).await;
    assert!(!sets_cookie(&here.get("/api/account").await), "it is new");
    let now = server::time::now().0;
    let sql = "UPDATE sessions SET seen = $1, expires = $2";
    let older = statement(sql, [Arg::int(now - 2 * DAY), Arg::int(now + DAY)]);
    site.state.store.write(vec![older]).await.unwrap();
    let renewed = here.get("/api/account").await;
    assert_eq!(renewed.cookie(), here.cookie.clone().unwrap(), "the same, kept for longer");
    let told = renewed.headers[SET_COOKIE].to_str().unwrap();
    assert!(told.contains(&format!("Max-Age={}", 180 * DAY / 1_000)), "as long as the session");
    let session = &here.get("/api/account/sessions").await.json()[0];
    assert!(session["expires"].as_u64().unwrap() >= now + 180 * DAY);
    assert!(!sets_cookie(&here.get("/api/account").await), "once a day");
}

#[tokio::test]
async fn another_password_says_how_many_tokens_are_left_or_revokes_them() {
    let site = Site::open().await;
    let mut here = signed_up(&site).await;
    let made = here.post("/api/tokens", json!({ "label": "mine", "scopes": ["play"] })).await;
    let bearer = format!("Bearer {}", made.json()["secret"].as_str().unwrap());
    let change = json!({ "old": "correct horse", "new": "battery staple" });
    assert_eq!(here.enter("/api/password", change).await.json()["tokens"], 1);
    let mut program = connect(site.at, &[("authorization", &bearer)]).await.unwrap();
    let change = json!({ "old": "battery staple", "new": "correct horse", "revoke_tokens": true });
    let changed = here.enter("/api/password", change).await.json();
    assert_eq!((&changed["tokens"], &changed["name"]), (&json!(0), &json!("Ann")));
    assert_eq!(program.closed().await, 4001);
    assert_eq!(connect(site.at, &[("authorization", &bearer)]).await.err(), Some(401));
    assert_eq!(here.get("/api/account").await.status, StatusCode::OK, "the new session");
}

#[tokio::test]
async fn passwords_that_are_guessed_first_are_refused() {
    let mut asker = Asker::new(&open(Limits::new(GENEROUS)).await);
    for password in ["password", "Password123", "12345678", "aaaaaaaaaa", "Annabelle", "annabelle1"]
    {
        let body = json!({ "name": "Annabelle", "password": password });
        let refused = asker.post("/api/sign-up", body).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{password}");
        assert!(refused.json()["what"].as_str().unwrap().starts_with("a password"));
    }
    asker.enter("/api/sign-up", ann()).await;
    let change = json!({ "old": "correct horse", "new": "password1" });
    assert_eq!(asker.post("/api/password", change).await.status, StatusCode::BAD_REQUEST);
}

/// The answer to a request that names a host, over a real connection.
async fn ask_host(at: SocketAddr, path: &str, host: &str) -> String {
    let mut stream = TcpStream::connect(at).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

#[tokio::test]
async fn other_hosts_are_not_answered_for() {
    let folder = tempfile::tempdir().unwrap();
    let location = DatabaseLocation::Folder(folder.path().to_owned());
    let server = Process::start(free_address(), &location);
    server.is_up().await;
    for path in ["/", "/api/games", "/api/socket", "/api/openapi.json"] {
        let refused = ask_host(server.at, path, "evil.example").await;
        assert!(refused.starts_with("HTTP/1.1 421"), "{path}: {refused}");
        assert!(refused.contains("--allowed-host"), "{refused}");
    }
    for host in ["localhost:6060", "127.0.0.1", "[::1]:6060"] {
        let answer = ask_host(server.at, "/api/games", host).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{host}: {answer}");
    }
    let well = ask_host(server.at, "/healthz", "evil.example").await;
    assert!(well.starts_with("HTTP/1.1 200"), "{well}");
    server.kill();
}

#[tokio::test]
async fn with_https_the_cookie_is_bound_to_the_host_and_old_ones_still_count() {
    let site = Reached { transport: Transport::Encrypted, ..Reached::default() };
    let config = ServerConfig { limits: Limits::new(GENEROUS), site, ..ServerConfig::default() };
    let state = AppState::open(store().await, config).await.unwrap();
    let mut asker = Asker::new(&server::app(state));
    let signed = asker.enter("/api/sign-up", ann()).await;
    assert!(signed.cookie().starts_with("__Host-sixfold="), "{}", signed.cookie());
    assert!(signed.headers["strict-transport-security"].to_str().unwrap().contains("max-age="));
    assert!(signed.headers.contains_key("permissions-policy"));
    let old = signed.cookie().replace("__Host-", "");
    let old = Asker { cookie: Some(old), ..asker.clone() };
    assert_eq!(old.get("/api/account").await.status, StatusCode::OK);
    let out = asker.post("/api/sign-out", json!({})).await;
    assert_eq!(out.headers.get_all(SET_COOKIE).iter().count(), 2, "both names are taken away");
    let plain = Asker::new(&at(store().await, Limits::new(GENEROUS)).await);
    let answer = plain.get("/api/account").await;
    assert!(!answer.headers.contains_key("strict-transport-security"), "not over plain http");
}
