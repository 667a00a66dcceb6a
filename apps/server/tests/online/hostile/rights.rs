//! Rights end when they end: a connection, a stream or a request does nothing with a session or token that
//! was revoked, has expired, or does not allow it.

use crate::http::Asker;
use crate::support::client::{Client, connect, game_between, terms};
use crate::support::site::Site;
use axum::http::StatusCode;
use protocol::{ClientId, Close, GameId, Opponent, Refusal, ToClient, ToServer, Wish};
use serde_json::{Value, json};
use server::store::{Arg, statement};
use std::time::Instant;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const SIGNED_OUT: u16 = 4001;

fn credentials(name: &str) -> Value {
    json!({ "name": name, "password": "correct horse" })
}

/// Somebody who has just signed up, at a browser.
async fn signed_up(site: &Site, name: &str) -> Asker {
    let mut asker = site.asker("");
    let answer = asker.enter("/api/sign-up", credentials(name)).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    asker
}

fn cookie(asker: &Asker) -> &str {
    asker.cookie.as_deref().unwrap()
}

/// The id and the secret of a new token.
async fn token(asker: &Asker, scopes: &[&str]) -> (String, String) {
    let made = asker.post("/api/tokens", json!({ "label": "mine", "scopes": scopes })).await.json();
    (made["id"].as_str().unwrap().to_owned(), made["secret"].as_str().unwrap().to_owned())
}

async fn bearing(site: &Site, secret: &str) -> Client {
    let header = format!("Bearer {secret}");
    let mut client = connect(site.at, &[("authorization", &header)]).await.unwrap();
    client.until(|m| matches!(m, ToClient::Welcome { .. }).then_some(())).await;
    client
}

async fn is_open(client: &mut Client) {
    client.say(&ToServer::Ping { nonce: 77 }).await;
    client.until(|m| matches!(m, ToClient::Pong { nonce: 77, .. }).then_some(())).await;
}

/// Waits until a connection is closed; how long it took is told, not judged.
async fn ends(client: &mut Client, what: &str, since: Instant) {
    assert_eq!(client.closed().await, SIGNED_OUT, "{what}");
    eprintln!(
        "{what}: closed {:.1} ms after the request to end it",
        since.elapsed().as_secs_f64() * 1e3
    );
}

/// A stream over a real connection: what is read of it until the server ends it.
async fn open_stream(site: &Site, secret: &str) -> TcpStream {
    let mut stream = TcpStream::connect(site.at).await.unwrap();
    let at = site.at;
    let request = format!(
        "GET /api/stream/event HTTP/1.1\r\nhost: {at}\r\nauthorization: Bearer {secret}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut status = [0; 15];
    stream.read_exact(&mut status).await.unwrap();
    assert_eq!(&status, b"HTTP/1.1 200 OK");
    stream
}

#[tokio::test]
async fn a_revoked_token_closes_what_it_opened_and_nothing_else() {
    let site = Site::open().await;
    let ann = signed_up(&site, "Ann").await;
    let (id, secret) = token(&ann, &["play", "challenge"]).await;
    let (_, other) = token(&ann, &["play", "challenge"]).await;
    let mut revoked = bearing(&site, &secret).await;
    let mut stream = open_stream(&site, &secret).await;
    let mut stay = [bearing(&site, &other).await, Client::back(site.at, cookie(&ann)).await];
    let since = Instant::now();
    let done = ann.ask("DELETE", &format!("/api/tokens/{id}"), None).await;
    assert_eq!(done.status, StatusCode::NO_CONTENT);
    ends(&mut revoked, "revoked token", since).await;
    let mut rest = Vec::new();
    while !rest.ends_with(b"\r\n0\r\n\r\n") {
        rest.push(stream.read_u8().await.expect("the stream ends with its last chunk"));
    }
    for client in &mut stay {
        is_open(client).await;
    }
    let header = format!("Bearer {secret}");
    assert_eq!(connect(site.at, &[("authorization", &header)]).await.err(), Some(401));
}

#[tokio::test]
async fn signing_out_closes_the_connections_of_that_session_alone() {
    let site = Site::open().await;
    let here = signed_up(&site, "Ann").await;
    let mut there = site.asker("");
    there.enter("/api/sign-in", credentials("Ann")).await;
    let mut out = Client::back(site.at, cookie(&there)).await;
    let mut stays = Client::back(site.at, cookie(&here)).await;
    let since = Instant::now();
    let done = there.post("/api/sign-out", json!({})).await;
    assert_eq!(done.status, StatusCode::NO_CONTENT);
    ends(&mut out, "sign-out", since).await;
    is_open(&mut stays).await;
    here.post("/api/sign-out-everywhere", json!({})).await;
    assert_eq!(stays.closed().await, SIGNED_OUT);
}

#[tokio::test]
async fn another_password_closes_the_connections_of_all_sessions() {
    let site = Site::open().await;
    let mut here = signed_up(&site, "Ann").await;
    let mut there = site.asker("");
    there.enter("/api/sign-in", credentials("Ann")).await;
    let (_, secret) = token(&here, &["play"]).await;
    let mut sessions =
        [Client::back(site.at, cookie(&here)).await, Client::back(site.at, cookie(&there)).await];
    let mut program = bearing(&site, &secret).await;
    let since = Instant::now();
    let change = json!({ "old": "correct horse", "new": "battery staple" });
    assert_eq!(here.enter("/api/password", change).await.status, StatusCode::OK);
    for client in &mut sessions {
        ends(client, "password change", since).await;
    }
    is_open(&mut program).await;
    Client::back(site.at, cookie(&here)).await;
}

#[tokio::test]
async fn a_stolen_guest_cookie_is_worth_nothing_after_signing_up() {
    let site = Site::open().await;
    let (mut owner, mut opponent) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game =
        game_between(&mut owner, &mut opponent, terms("hex", "size=5 swap=off", "none")).await;
    let mut thief = Client::back(site.at, &owner.cookie).await;
    let since = Instant::now();
    let mut browser = site.asker(&owner.cookie);
    let answer = browser.enter("/api/sign-up", credentials("Ann")).await;
    assert_eq!(answer.status, StatusCode::CREATED);
    assert_ne!(browser.cookie.as_deref(), Some(&*owner.cookie), "a fresh secret");
    let id: ClientId = "theft".parse().unwrap();
    thief.say(&ToServer::Ask { game: game.clone(), wish: Wish::Resign, id }).await;
    ends(&mut thief, "guest becomes account", since).await;
    assert_eq!(owner.closed().await, SIGNED_OUT);
    let mut owner = Client::back(site.at, cookie(&browser)).await;
    assert_eq!(owner.watch(&game).await.result, None, "nobody resigned");
    assert_eq!(owner.play(&game, 0, "a1").await, Ok(1));
    // The stolen cookie makes a new guest, not the account.
    let again = connect(site.at, &[("cookie", &thief.cookie)]).await.unwrap();
    assert_ne!(again.cookie, thief.cookie);
}

#[tokio::test]
async fn signing_in_closes_the_guest_s_connections() {
    let site = Site::open().await;
    signed_up(&site, "Ann").await;
    let mut guest = Client::guest(site.at).await;
    let mut browser = site.asker(&guest.cookie);
    assert_eq!(browser.enter("/api/sign-in", credentials("Ann")).await.status, StatusCode::OK);
    assert_eq!(guest.closed().await, SIGNED_OUT);
}

#[tokio::test]
async fn an_expired_session_closes_its_connections() {
    let site = Site::open().await;
    let cookie = site.account("Ann").await;
    let soon = server::time::now().0 + 700;
    let sql = "UPDATE sessions SET expires = $1 WHERE person = $2";
    let shorter = statement(sql, [Arg::int(soon), Arg::text("Ann")]);
    site.state.store.write(vec![shorter]).await.unwrap();
    let mut client = Client::back(site.at, &cookie).await;
    is_open(&mut client).await;
    assert_eq!(client.closed().await, SIGNED_OUT);
    assert!(server::time::now().0 >= soon);
}

#[tokio::test]
async fn a_deleted_account_closes_its_own_and_its_bots_connections() {
    let site = Site::open().await;
    let ann = signed_up(&site, "Ann").await;
    let bots = ["Robot", "Golem"].map(|name| ann.post("/api/bots", json!({ "name": name })));
    let mut clients = vec![Client::back(site.at, cookie(&ann)).await];
    for bot in bots {
        let bot = bot.await.json();
        clients.push(bearing(&site, bot["token"]["secret"].as_str().unwrap()).await);
    }
    let since = Instant::now();
    assert_eq!(ann.ask("DELETE", "/api/bots/Golem", None).await.status, StatusCode::NO_CONTENT);
    ends(&mut clients.pop().unwrap(), "deleted bot", since).await;
    let gone = Some(json!({ "password": "correct horse" }));
    let since = Instant::now();
    assert_eq!(ann.ask("DELETE", "/api/account", gone).await.status, StatusCode::NO_CONTENT);
    for client in &mut clients {
        ends(client, "deleted account", since).await;
    }
}

/// Sends a message that needs `challenge`; how it is answered.
async fn challenging(client: &mut Client, message: impl FnOnce(ClientId) -> ToServer) -> Refusal {
    let id = client.id();
    client.say(&message(id)).await;
    client.refusal().await
}

#[tokio::test]
async fn a_token_does_over_the_socket_what_its_scopes_allow() {
    let site = Site::open().await;
    let ann = signed_up(&site, "Ann").await;
    let (_, secret) = token(&ann, &["play"]).await;
    let mut other = Client::guest(site.at).await;
    let mut browser = Client::back(site.at, cookie(&ann)).await;
    let wish = || terms("hex", "size=5 swap=off", "none");
    let game = game_between(&mut browser, &mut other, wish()).await;
    let seek: GameId = other.challenge(wish()).await;
    let mut program = bearing(&site, &secret).await;
    let house = Opponent::Computer { level: 1 };
    let opponents = [Opponent::Link, house];
    let mut refused = vec![
        challenging(&mut program, |id| ToServer::Seek { terms: wish(), id }).await,
        challenging(&mut program, |id| ToServer::Pair { terms: wish(), id }).await,
        challenging(&mut program, |id| ToServer::Accept { seek, id }).await,
        challenging(&mut program, |_| ToServer::Unseek { seek: None }).await,
    ];
    for opponent in opponents {
        let message = |id| ToServer::Challenge { terms: wish(), opponent, id };
        refused.push(challenging(&mut program, message).await);
    }
    assert_eq!(refused, [Refusal::Forbidden; 6]);
    program.watch(&game).await;
    assert_eq!(program.play(&game, 0, "a1").await, Ok(1), "it may play");
    for scopes in [["challenge"], ["read"], ["analyse"]] {
        let (_, secret) = token(&ann, &scopes).await;
        let header = format!("Bearer {secret}");
        let refused = connect(site.at, &[("authorization", &header)]).await;
        assert_eq!(refused.err(), Some(403), "{scopes:?}");
    }
}

#[tokio::test]
async fn a_request_whose_token_is_revoked_before_its_body_came_is_refused() {
    let site = Site::open().await;
    let ann = signed_up(&site, "Ann").await;
    let (id, secret) = token(&ann, &["play"]).await;
    let mut other = Client::guest(site.at).await;
    let mut browser = Client::back(site.at, cookie(&ann)).await;
    let game = game_between(&mut browser, &mut other, terms("hex", "size=5", "none")).await;
    let body = r#"{"text":"still here"}"#;
    let head = format!(
        "POST /api/bot/game/{game}/chat HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {secret}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\nexpect: 100-continue\r\n\r\n",
        site.at,
        body.len()
    );
    let mut slow = TcpStream::connect(site.at).await.unwrap();
    slow.write_all(head.as_bytes()).await.unwrap();
    // The server asks for the body once it knows who is asking.
    let mut go_on = [0; 25];
    slow.read_exact(&mut go_on).await.unwrap();
    assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");
    ann.ask("DELETE", &format!("/api/tokens/{id}"), None).await;
    slow.write_all(body.as_bytes()).await.unwrap();
    let mut status = [0; 12];
    slow.read_exact(&mut status).await.unwrap();
    assert_eq!(&status, b"HTTP/1.1 401");
    assert_eq!(site.state.store.events(&game).await.unwrap().len(), 0);
    assert_eq!(Close::SignedOut.code(), SIGNED_OUT);
}
