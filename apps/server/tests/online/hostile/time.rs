//! Clocks while the server is away: stopped, asleep, or started again. Nobody is charged for it, and a start
//! costs the same however many games are under way.

use crate::support::client::{Client, game_between, terms};
use crate::support::limit::wait_until;
use crate::support::port::free_address;
use crate::support::process::Process;
use crate::support::site::Site;
use clock::{Moment, Span};
use protocol::{Event, GameId, Person, Player, SeatWish, Terms};
use server::store::{AccountKind, DatabaseLocation, GameRow, Seated, Statement, Store};
use server::time::TimeSource;
use sqlx::Row;
use std::time::Duration;

const HEX: &str = "size=5 swap=off";

/// A game in which the first side is to move and its clock runs.
async fn under_way(a: &mut Client, b: &mut Client, time: &str) -> GameId {
    let game = game_between(a, b, terms("hex", HEX, time)).await;
    a.play(&game, 0, "a1").await.unwrap();
    b.play(&game, 1, "b2").await.unwrap();
    game
}

async fn allowance(client: &mut Client) -> (Span, Span, clock::ClockReading) {
    match client.event(|e| matches!(e, Event::Allowance { .. } | Event::Over { .. })).await.1 {
        Event::Allowance { each, away, clock } => (each, away, clock.unwrap()),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_server_that_stood_still_for_a_minute_charges_nobody() {
    let time = TimeSource::manual(server::time::now());
    let site = Site::open_at(&time).await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = under_way(&mut a, &mut b, "40+0").await;
    let slow = under_way(&mut a, &mut b, "3d").await;
    time.advance(Span::seconds(60));
    let (each, away, reading) = allowance(&mut a).await;
    assert_eq!((each, away), (Span::seconds(15), Span::seconds(60)));
    assert_eq!((reading.first, reading.second), (Span::seconds(55), Span::seconds(55)));
    assert_eq!(a.play(&game, 2, "c3").await, Ok(4));
    assert_eq!(a.play(&slow, 2, "c3").await, Ok(3), "by correspondence no event is written for it");
    // The time between two heartbeats is charged.
    time.advance(Span::seconds(3));
    b.play(&game, 3, "d4").await.unwrap();
    let reading = b.watch(&game).await.clock.unwrap();
    // A move's measured delay is given back.
    assert!((52_000..53_000).contains(&reading.second.0), "{reading:?}");
}

#[tokio::test]
async fn again_and_again_it_gives_no_endless_time() {
    let time = TimeSource::manual(server::time::now());
    let site = Site::open_at(&time).await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    under_way(&mut a, &mut b, "40+0").await;
    for round in 1..=6 {
        time.advance(Span::seconds(60));
        let (.., reading) = allowance(&mut a).await;
        assert_eq!(reading.second, Span::seconds(40 + 15 * round.min(4)), "a minute in all");
    }
}

#[tokio::test]
async fn a_process_that_was_stopped_ends_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let location = DatabaseLocation::Folder(folder.path().to_owned());
    let server = Process::start(free_address(), &location);
    server.is_up().await;
    let (mut a, mut b) = (Client::guest(server.at).await, Client::guest(server.at).await);
    let game = under_way(&mut a, &mut b, "4+0").await;
    server.signal("STOP");
    tokio::time::sleep(Duration::from_secs(7)).await;
    server.signal("CONT");
    let (_, away, reading) = allowance(&mut a).await;
    assert!(away >= Span::seconds(6), "{away:?}");
    assert!(reading.first > Span::seconds(15), "{reading:?}");
    assert!(a.play(&game, 2, "c3").await.is_ok());
    server.kill();
}

/// What makes a game that began a little while ago and in which nothing has happened.
fn begun(number: u64, time: &str, created: Moment) -> Statement {
    let seated = |name: &str| {
        let person = Person { name: name.parse().unwrap(), guest: true, bot: false };
        let player = Player { person, rating: None, provisional: true };
        Seated { person: name.to_owned(), kind: AccountKind::Guest, player }
    };
    let terms = Terms { seat: SeatWish::Any, ..terms("hex", HEX, time) };
    let (id, first, second) = (format!("g{number}"), seated("Ann"), seated("Bob"));
    let id = id.parse().unwrap();
    let row = GameRow { id, terms, first, second, created, came_from: None, finish: None };
    let patience = if time == "3d" { Span::days(3) } else { Span::seconds(60) };
    row.insertion(Some(created + patience))
}

async fn events(store: &Store) -> i64 {
    store.rows("SELECT COUNT(*) AS count FROM events", []).await.unwrap()[0]
        .try_get("count")
        .unwrap()
}

#[tokio::test]
async fn a_start_wakes_no_game_and_writes_no_event() {
    let site = Site::open().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = under_way(&mut a, &mut b, "40+0").await;
    let slow = under_way(&mut a, &mut b, "3d").await;
    let now = server::time::now();
    let games = (0..2_000).map(|i| begun(i, if i % 2 == 0 { "3d" } else { "300+0" }, now));
    site.state.store.write(games.collect()).await.unwrap();
    let cookie = a.cookie.clone();
    let site = site.restart().await;
    // Some heartbeats later no game is loaded.
    let started = site.state.store.last_heartbeat().await.unwrap().unwrap();
    let last = async || site.state.store.last_heartbeat().await.unwrap().unwrap();
    wait_until("some heartbeats", async || last().await >= started + Span(2_500)).await;
    assert_eq!(site.state.metrics.rooms.get(), 0);
    assert_eq!(events(&site.state.store).await, 4, "the four moves");
    let mut a = Client::back(site.at, &cookie).await;
    let snapshot = a.watch(&game).await;
    let reading = snapshot.clock.unwrap();
    assert_eq!((snapshot.n, reading.second), (3, Span::seconds(55)));
    assert!(reading.first > Span::seconds(45) && reading.first < Span::seconds(55), "{reading:?}");
    assert_eq!(a.watch(&slow).await.n, 2, "nothing is given by correspondence");
    assert_eq!(site.state.metrics.rooms.get(), 2);
    assert_eq!(events(&site.state.store).await, 5);
}
