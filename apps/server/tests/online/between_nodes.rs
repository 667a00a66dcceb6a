//! What is done on one node and concerns people on another: moderation, what is hidden from whom on its way over the
//! bus, and pairing and bots while the leader of the lobby dies.

use crate::bots::{Lines, bots_of};
use crate::support::client::{Client, game_between, terms};
use crate::support::limit::{Limit, wait_until};
use crate::support::nats::Nats;
use crate::support::nodes::Pair;
use crate::support::port::free_address;
use crate::support::postgres::Cluster;
use crate::support::process::Process;
use crate::support::site::Site;
use axum::http::StatusCode;
use futures_util::StreamExt;
use protocol::{
    Close, EndReason, Event, GameId, Refusal, Room, SeatWish, Terms, ToClient, ToServer,
};
use serde_json::json;
use server::admin;
use server::store::{OPERATOR, Store};
use server::time::now;
use sqlx::Row;
use std::time::Duration;
use tokio::time::{sleep, timeout};

const HEX: &str = "size=5 swap=off";

async fn say(client: &mut Client, game: &GameId) -> Result<Option<u64>, Refusal> {
    let (id, game) = (client.id(), game.clone());
    let (room, text) = (Room::Players, "hello".to_owned());
    client.say(&ToServer::Chat { game, room, text, id: id.clone() }).await;
    client.done(&id).await
}

async fn is_aborted(client: &mut Client) {
    match client.event(|event| matches!(event, Event::Over { .. })).await.1 {
        Event::Over { result, .. } => assert_eq!(result.why, EndReason::Aborted),
        other => panic!("{other:?}"),
    }
}

/// A moderator comes in on one node; everybody concerned is on the other, which owns the games.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_moderators_and_operators_do_reaches_the_other_node() {
    let nodes = Pair::open().await;
    let (one, other) = (&nodes.one, &nodes.other);
    let cookie = one.account("Mo").await;
    one.state.store.set_moderator("Mo", true, OPERATOR, now()).await.unwrap();
    let mo = one.asker(&cookie);
    let (ann, eve) = (other.account("Ann").await, other.account("Eve").await);
    let (mut a, mut b) = (Client::back(other.at, &ann).await, Client::guest(other.at).await);
    let mut eve = Client::back(other.at, &eve).await;
    let mut game = game_between(&mut a, &mut b, terms("hex", HEX, "60+0")).await;
    say(&mut a, &game).await.unwrap();
    let hour = json!({ "seconds": 3600, "reason": "insults" });
    let muted = mo.ask("PUT", "/api/moderation/people/Ann/mute", Some(hour.clone())).await;
    assert_eq!(muted.status, StatusCode::NO_CONTENT, "{}", muted.text);
    let refused = async || {
        sleep(Duration::from_millis(100)).await;
        say(&mut a, &game).await == Err(Refusal::Forbidden)
    };
    wait_until("muted on the other node", refused).await;
    say(&mut b, &game).await.unwrap();
    let banned = mo.ask("PUT", "/api/moderation/people/Eve/ban", Some(hour)).await;
    assert_eq!(banned.status, StatusCode::NO_CONTENT, "{}", banned.text);
    assert_eq!(eve.closed().await, Close::SignedOut.code());
    let path = format!("/api/moderation/games/{game}/abort");
    let aborted = mo.post(&path, json!({ "reason": "a wrong pairing" })).await;
    assert_eq!(aborted.status, StatusCode::NO_CONTENT, "{}", aborted.text);
    is_aborted(&mut a).await;
    is_aborted(&mut b).await;
    // An operator asks no node, but writes to the database.
    game = game_between(&mut a, &mut b, terms("hex", HEX, "60+0")).await;
    a.play(&game, 0, "a1").await.unwrap();
    let operator = admin::open(&nodes.database.location()).await.unwrap();
    operator.abort_game(&game, (OPERATOR, "a test"), now()).await.unwrap();
    is_aborted(&mut a).await;
    is_aborted(&mut b).await;
    assert!(b.play(&game, 1, "b2").await.is_err());
    let found = admin::check(&nodes.database.location()).await.unwrap();
    assert_eq!(found.problems, Vec::<String>::new());
}

/// The one who hides something is on the node that owns the game; whatever travels is for others.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_hidden_travels_over_the_bus_to_those_who_may_not_know_it() {
    let nodes = Pair::open().await;
    let listener = async_nats::connect(nodes.bus.url()).await.unwrap();
    let mut messages = listener.subscribe(">").await.unwrap();
    listener.flush().await.unwrap();
    let (mut a, mut b) = nodes.guests().await;
    let mut watcher = Client::guest(nodes.other.at).await;
    let game = game_between(&mut a, &mut b, terms("hexchess", "", "60+0")).await;
    watcher.watch(&game).await;
    a.play(&game, 0, "all:KCDGF").await.unwrap();
    b.play(&game, 1, "all:KCDGB").await.unwrap();
    a.play(&game, 2, "28-24").await.unwrap();
    let is_last = |event: &Event| matches!(event, Event::Played { ply: 2, .. });
    b.event(is_last).await;
    watcher.event(is_last).await;
    // Whoever comes later is sent the whole.
    let mut late = Client::guest(nodes.other.at).await;
    assert_eq!(late.watch(&game).await.moves.len(), 3);
    let mut travelled = Vec::new();
    while let Ok(Some(message)) = timeout(Duration::from_millis(200), messages.next()).await {
        travelled.push(String::from_utf8_lossy(&message.payload).into_owned());
    }
    assert!(travelled.iter().any(|text| text.contains("28-24")), "moves travel");
    let secret = "all:KCDGF";
    assert!(a.wire.iter().any(|text| text.contains(secret)), "it is known to whoever placed it");
    for text in travelled.iter().chain(&b.wire).chain(&watcher.wire).chain(&late.wire) {
        assert!(!text.contains(secret), "{text}");
    }
}

async fn is_led(store: &Store) -> bool {
    let sql = "SELECT COUNT(*) FROM leases WHERE owner IS NOT NULL";
    store.rows(sql, []).await.unwrap()[0].try_get::<i64, _>(0).unwrap() == 1
}

fn pair(client: &mut Client) -> ToServer {
    let terms = Terms { seat: SeatWish::Any, ..terms("hex", "size=6", "60+0") };
    ToServer::Pair { terms, id: client.id() }
}

/// The leader is killed while somebody waits to be paired there and bots listen to their streams on another node.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pairing_and_streams_of_bots_go_on_when_the_leader_of_the_lobby_dies() {
    let (database, bus) = (Cluster::start(), Nats::start());
    let at = (free_address(), free_address());
    let leader = Process::start_node(at, &database.location(), &bus.url());
    leader.is_up().await;
    let store = Store::open(&database.location()).await.unwrap();
    wait_until("somebody leads", async || is_led(&store).await).await;
    let node = Site::node(&database, &bus).await;
    let [robot, golem, _] = bots_of(&server::app(node.state.clone())).await;
    let mut robots = Lines::open(&robot, "/api/stream/event").await;
    let mut golems = Lines::open(&golem, "/api/stream/event").await;
    let (mut ann, mut bob) = (Client::guest(node.at).await, Client::guest(node.at).await);
    let wish = pair(&mut ann);
    ann.insist(&wish).await.unwrap();
    leader.kill();
    let wish = pair(&mut bob);
    bob.insist(&wish).await.unwrap();
    // What waited at the leader has gone with it, and whoever waited is told to ask again.
    ann.until(|m| matches!(m, ToClient::Welcome { .. }).then_some(())).await;
    let wish = pair(&mut ann);
    ann.insist(&wish).await.unwrap();
    assert_eq!(ann.paired().await.0, bob.paired().await.0);
    let terms =
        json!({ "game": "hex", "options": "size=3 swap=off", "time": "60+1", "color": "white" });
    let limit = Limit::start();
    let made = loop {
        limit.check("a challenge is made");
        let made = robot.post("/api/challenge/Golem", terms.clone()).await;
        if made.status == StatusCode::CREATED {
            break made.json();
        }
        sleep(Duration::from_millis(100)).await;
    };
    assert_eq!(golems.find("challenge").await["challenge"]["id"], made["id"]);
    let path = format!("/api/challenge/{}/accept", made["id"].as_str().unwrap());
    assert_eq!(golem.ask("POST", &path, None).await.status, StatusCode::OK);
    let start = robots.find("gameStart").await;
    assert_eq!(golems.find("gameStart").await["game"]["gameId"], start["game"]["gameId"]);
    let path = format!("/api/bot/game/{}/move/b2", start["game"]["gameId"].as_str().unwrap());
    assert_eq!(robot.ask("POST", &path, None).await.status, StatusCode::OK);
}
