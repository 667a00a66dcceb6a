//! The server as its owner runs it: stopped by SIGTERM and started again, counted on a private
//! address, and with logs that hold no secret.

use crate::support::client::{Client, game_between, terms};
use crate::support::port::free_address;
use crate::support::postgres::Cluster;
use crate::support::process::Process;
use protocol::{Close, Event, ToClient, ToServer};
use server::store::DatabaseLocation;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::Stdio;
use std::time::{Duration, Instant};

#[tokio::test]
async fn stopped_by_sigterm_it_says_so_and_games_go_on_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let location = DatabaseLocation::Folder(folder.path().to_owned());
    let server = Process::start(free_address(), &location);
    server.is_up().await;
    let at = server.at;
    let (mut a, mut b) = (Client::guest(at).await, Client::guest(at).await);
    let mut watcher = Client::guest(at).await;
    let game = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "60+0")).await;
    watcher.watch(&game).await;
    a.play(&game, 0, "a1").await.unwrap();
    b.play(&game, 1, "b2").await.unwrap();
    let cookies = [a.cookie.clone(), b.cookie.clone()];
    let reading = async {
        for client in [&mut a, &mut b, &mut watcher] {
            let (code, words) = client.close_frame().await;
            assert_eq!(Close::from_code(code), Some(Close::Restart));
            let seconds = Close::retry_in(&words).expect("when to come back");
            assert!((2..=6).contains(&seconds), "{words}");
        }
    };
    let (status, ()) = tokio::join!(server.stop(), reading);
    assert!(status.success(), "{status}");
    let server = Process::start(at, &location);
    server.is_up().await;
    for (cookie, mv) in cookies.iter().zip(["c3", "d4"]) {
        let mut client = Client::back(at, cookie).await;
        client.say(&ToServer::Watch { game: game.clone(), since: Some(2) }).await;
        let (n, event) = client.event(|e| matches!(e, Event::Allowance { .. })).await;
        assert_eq!(n, 3);
        assert!(matches!(event, Event::Allowance { each, clock: Some(_), .. } if each.0 > 0));
        let ply = if mv == "c3" { 2 } else { 3 };
        client.play(&game, ply, mv).await.unwrap();
    }
    server.kill();
}

/// How long systemd waits (`TimeoutStopSec` of `deploy/sixfold.service`). The server itself counts 15 s for commits
/// and 5 s for answers; the rest is for a busy machine.
const STOP_BOUND: Duration = Duration::from_secs(30);

/// A database that does not answer keeps nobody from stopping the server.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stopped_while_the_database_stands_still_it_ends_within_a_bound() {
    let cluster = Cluster::start();
    let server = Process::start(free_address(), &cluster.location());
    server.is_up().await;
    let (mut a, mut b) = (Client::guest(server.at).await, Client::guest(server.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "60+0")).await;
    a.play(&game, 0, "a1").await.unwrap();
    let still = cluster.stand_still();
    let id = b.id();
    let mv = "b2".to_owned();
    b.say(&ToServer::Play { game: game.clone(), ply: 1, mv, id }).await;
    let started = Instant::now();
    let status = server.stop().await;
    let took = started.elapsed();
    drop(still);
    assert!(took < STOP_BOUND, "it took {took:?}");
    assert!(status.success(), "{status}");
    let server = Process::start(free_address(), &cluster.location());
    server.is_up().await;
    let mut a = Client::back(server.at, &a.cookie).await;
    let played = a.watch(&game).await.moves;
    assert_eq!(played.first().map(|played| played.mv.as_str()), Some("a1"), "it was acknowledged");
}

/// The answer to a request, written by hand: headers and all.
fn ask(at: SocketAddr, method: &str, path: &str, more: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(at).unwrap();
    let length = body.len();
    let json = "content-type: application/json\r\nconnection: close\r\n";
    let head = format!("{method} {path} HTTP/1.1\r\nhost: {at}\r\n{more}{json}");
    write!(stream, "{head}content-length: {length}\r\n\r\n{body}").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn after<'a>(text: &'a str, key: &str, until: char) -> &'a str {
    let from = text.find(key).unwrap_or_else(|| panic!("no {key} in {text}")) + key.len();
    text[from..].split(until).next().unwrap()
}

#[tokio::test]
async fn what_is_counted_is_told_on_the_private_address_alone() {
    let folder = tempfile::tempdir().unwrap();
    let private = free_address();
    let location = DatabaseLocation::Folder(folder.path().to_owned());
    let server = Process::start_with(free_address(), &location, Some(private), Stdio::null());
    server.is_up().await;
    let (mut a, mut b) = (Client::guest(server.at).await, Client::guest(server.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=3", "none")).await;
    a.play(&game, 0, "a1").await.unwrap();
    let told = ask(private, "GET", "/metrics", "", "");
    let counted = ["sixfold_connections 2", "sixfold_moves_total 1", "sixfold_games_total 1"];
    let timed = [
        "sixfold_commit_duration_seconds_count 1",
        "sixfold_commit_duration_seconds_bucket{le=\"+Inf\"} 1",
        "# TYPE sixfold_request_duration_seconds histogram",
    ];
    for line in counted.into_iter().chain(timed) {
        assert!(told.lines().any(|told| told == line), "{line} in {told}");
    }
    let socket = r#"{method="GET",route="/api/socket",status="101"}"#;
    assert!(told.contains(&format!("sixfold_request_duration_seconds_count{socket} 2")), "{told}");
    assert!(!ask(server.at, "GET", "/metrics", "", "").contains("sixfold_connections"));
    assert!(!ask(private, "GET", "/api/games", "", "").starts_with("HTTP/1.1 200"));
    assert!(ask(server.at, "GET", "/healthz", "", "").ends_with("ok\n"));
    server.kill();
}

#[tokio::test]
async fn logs_hold_no_secret_and_nothing_that_was_said() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let location = DatabaseLocation::Folder(folder.path().to_owned());
    let file = std::fs::File::create(&log).unwrap();
    let server = Process::start_with(free_address(), &location, None, file.into());
    server.is_up().await;
    let at = server.at;
    let origin = format!("origin: http://{at}\r\n");
    let person = r#"{"name":"Ann","password":"a very secret phrase"}"#;
    let answer = ask(at, "POST", "/api/sign-up", &origin, person);
    let cookie = after(&answer, "set-cookie: ", ';').to_owned();
    let wrong = r#"{"name":"Ann","password":"a wrong phrase"}"#;
    ask(at, "POST", "/api/sign-in", &origin, wrong);
    let headers = format!("{origin}cookie: {cookie}\r\n");
    let token = r#"{"label":"mine","scopes":["read","play"]}"#;
    let answer = ask(at, "POST", "/api/tokens", &headers, token);
    let token = after(&answer, "\"secret\":\"", '"').to_owned();
    assert!(token.starts_with("sixfold_"), "{answer}");
    ask(at, "GET", "/api/account", &format!("authorization: Bearer {token}\r\n"), "");
    let (mut a, mut b) = (Client::back(at, &cookie).await, Client::guest(at).await);
    let game = game_between(&mut a, &mut b, terms("hexchess", "", "60+0")).await;
    let (id, text) = (a.id(), "between the two of us".to_owned());
    let room = protocol::Room::Players;
    a.say(&ToServer::Chat { game: game.clone(), room, text: text.clone(), id }).await;
    a.play(&game, 0, "all:KCDGF").await.unwrap();
    a.say_text(r#"{"t":"chat","password":"a very secret phrase"}"#).await;
    a.until(|m| matches!(m, ToClient::Refused { .. }).then_some(())).await;
    drop((a, b));
    server.stop().await;
    let log = std::fs::read_to_string(&log).unwrap();
    let failed = log.lines().find(|line| line.contains("a sign-in failed")).expect("it is logged");
    assert!(failed.contains("Ann") && failed.contains("127.0.0.1"), "{failed}");
    let session = cookie.split('=').nth(1).unwrap();
    for secret in ["secret phrase", "wrong phrase", session, &token, &text, "all:KCDGF"] {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
}
