//! Between the loss of a leader, of a node or of all nodes and the next one: what is asked meanwhile is done
//! afterwards, nothing waits that need not, and nobody pays for the time.

use crate::support::client::{Client, game_between, terms};
use crate::support::limit::{LIMIT, Limit, wait_until};
use crate::support::nodes::Pair;
use crate::support::site::Site;
use axum::http::StatusCode;
use protocol::{Close, Lobby, ToClient, ToServer};
use serde_json::json;
use server::game_event::GameEvent;
use server::store::{Store, statement};
use sqlx::Row;
use std::time::Duration;
use tokio::time::timeout;

async fn execute(store: &Store, sql: &'static str) {
    store.write(vec![statement(sql, [])]).await.unwrap();
}

async fn count(store: &Store, sql: &'static str) -> i64 {
    store.rows(sql, []).await.unwrap()[0].try_get(0).unwrap()
}

/// The lobby has no leader from now on, and nobody can claim it.
async fn without_a_leader(store: &Store) {
    let function = "CREATE OR REPLACE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql \
        AS 'BEGIN RETURN NULL; END'";
    let trigger = "CREATE TRIGGER nobody_leads BEFORE UPDATE ON leases FOR EACH ROW \
        EXECUTE FUNCTION nothing()";
    for sql in [function, "UPDATE leases SET owner = 'nobody', epoch = epoch + 1", trigger] {
        execute(store, sql).await;
    }
}

async fn lobby(client: &mut Client) -> Lobby {
    client.say(&ToServer::Lobby).await;
    let entered = |m: &ToClient| match m {
        ToClient::Lobby(lobby) => Some(lobby.clone()),
        _ => None,
    };
    client.until(entered).await
}

/// Where in what a client was sent its request is answered.
fn answered(client: &Client, id: &protocol::ClientId) -> Option<usize> {
    let id = format!("\"id\":\"{id}\"");
    client.wire.iter().position(|text| text.contains(&id))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_does_not_wait_behind_a_lobby_without_a_leader() {
    let nodes = Pair::open().await;
    let store = &nodes.one.state.store;
    let (mut a, mut b) = (Client::guest(nodes.one.at).await, Client::guest(nodes.one.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "60+0")).await;
    let seek = |client: &mut Client| {
        let (terms, id) = (terms("hex", "size=7", "60+0"), client.id());
        (ToServer::Seek { terms, id: id.clone() }, id)
    };
    let (limit, mut waits) = (Limit::start(), false);
    while !waits {
        limit.check("a lobby without a leader");
        // A claim of the same moment may be faster than the trigger.
        execute(store, "DROP TRIGGER IF EXISTS nobody_leads ON leases").await;
        without_a_leader(store).await;
        let mut probe = Client::guest(nodes.one.at).await;
        let (message, id) = seek(&mut probe);
        tokio::time::sleep(Duration::from_millis(600)).await;
        probe.say(&message).await;
        waits = timeout(Duration::from_secs(1), probe.done(&id)).await.is_err();
    }
    let (message, id) = seek(&mut a);
    a.say(&message).await;
    let played = a.play(&game, 0, "a1").await;
    assert!(played.is_ok(), "{played:?}");
    assert_eq!(answered(&a, &id), None, "the move was not behind it");
    execute(store, "DROP TRIGGER nobody_leads ON leases").await;
    // It is done then, or refused if the machine was too slow.
    let _ = a.done(&id).await;
    let (message, id) = seek(&mut b);
    assert!(b.insist(&message).await.is_ok(), "{id}");
}

/// A leader that could not read what is stored reads it later.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_leader_lists_stored_seeks_when_the_database_lets_it() {
    let nodes = Pair::open().await;
    let store = &nodes.one.state.store;
    let ann = nodes.one.account("Ann").await;
    let mut ann = Client::back(nodes.one.at, &ann).await;
    let (terms, id) = (terms("hex", "size=5", "3d"), ann.id());
    ann.insist(&ToServer::Seek { terms, id }).await.unwrap();
    execute(store, "ALTER TABLE challenges RENAME TO hidden").await;
    execute(store, "UPDATE leases SET owner = NULL, epoch = epoch + 1").await;
    let led = "SELECT COUNT(*) FROM leases WHERE owner IS NOT NULL";
    wait_until("somebody leads", async || count(store, led).await == 1).await;
    let mut guest = Client::guest(nodes.other.at).await;
    let lists = async |guest: &mut Client| lobby(guest).await.seeks.len();
    wait_until("a list without it", async || lists(&mut guest).await == 0).await;
    execute(store, "ALTER TABLE hidden RENAME TO challenges").await;
    wait_until("it is listed", async || lists(&mut guest).await == 1).await;
}

/// Every node is away for nearly a day, and a game by correspondence whose owner gave it back sleeps meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_pays_for_the_time_in_which_no_node_is_there() {
    let Pair { one, other, database, bus } = Pair::open().await;
    let (mut a, mut b) = (Client::guest(one.at).await, Client::guest(other.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "1d")).await;
    a.play(&game, 0, "a1").await.unwrap();
    b.play(&game, 1, "b2").await.unwrap();
    drop((a, b));
    other.stop().await;
    one.stop().await;
    let store = Store::open(&database.location()).await.unwrap();
    // Its room had fallen asleep. A day and a minute have passed since the last move, and the nodes were there for a minute of it.
    for sql in [
        "UPDATE games SET owner = NULL",
        "UPDATE events SET at = at - 86460000",
        "UPDATE games SET deadline = deadline - 86460000",
        "UPDATE nodes SET renewed = renewed - 86400000, expires = expires - 86400000",
        "UPDATE alive SET at = at - 86400000",
    ] {
        execute(&store, sql).await;
    }
    let one = Site::node(&database, &bus).await;
    let told = async || one.state.store.events(&game).await.unwrap();
    wait_until("the game is woken", async || told().await.len() > 2).await;
    let log = told().await;
    assert!(matches!(log[2].event, GameEvent::Allowance { .. }), "{log:?}");
    let over = log.iter().any(|stored| matches!(stored.event, GameEvent::Over { .. }));
    assert!(!over, "no flag has fallen: {log:?}");
    // A node that comes to others stores no outage.
    let outages = "SELECT COUNT(*) FROM outages";
    let before = count(&store, outages).await;
    let _other = Site::node(&database, &bus).await;
    assert_eq!(count(&store, outages).await, before);
}

/// What is paid on one node is paid on all.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn passwords_are_tried_as_often_on_two_nodes_as_on_one() {
    let nodes = Pair::strict().await;
    nodes.one.account("Ann").await;
    let guess = json!({ "name": "Ann", "password": "a guess of a password" });
    let attempt =
        async |site: &Site| site.asker("").post("/api/sign-in", guess.clone()).await.status;
    let mut tried = 0;
    while attempt(&nodes.one).await == StatusCode::UNAUTHORIZED {
        tried += 1;
        assert!(tried < 60, "nobody stops it");
    }
    // Whoever is known to be at the first node is told of after what was paid before.
    let _guest = Client::guest(nodes.one.at).await;
    let asker = nodes.other.asker("");
    let limit = Limit::start();
    while asker.get("/api/activity").await.json()["people"] != 1 {
        limit.check("the other node has heard of the first");
        // Questions have a budget too.
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    assert_eq!(attempt(&nodes.other).await, StatusCode::TOO_MANY_REQUESTS);
}

/// The announcement is lost: sessions in use are looked up now and then.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_that_ends_without_an_announcement_ends_everywhere() {
    let nodes = Pair::open().await;
    let cookie = nodes.one.account("Ann").await;
    let mut there = Client::back(nodes.other.at, &cookie).await;
    nodes.one.state.store.end_sessions("Ann").await.unwrap();
    let closed = timeout(LIMIT, there.closed()).await.expect("it is closed");
    assert_eq!(closed, Close::SignedOut.code());
}

/// A proxy sends nobody new to a node without the bus or without a lease, and somebody again afterwards.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_is_not_ready_without_the_bus_or_its_lease() {
    let mut nodes = Pair::open().await;
    let ready = async |site: &Site| {
        let answer = site.asker("").get("/readyz").await;
        (answer.status == StatusCode::OK, answer.text)
    };
    let is_told = async |site: &Site, cause: &str| {
        let (ok, text) = ready(site).await;
        !ok && text.contains(cause)
    };
    wait_until("ready", async || ready(&nodes.one).await.0).await;
    nodes.bus.kill();
    wait_until("no bus", async || is_told(&nodes.one, "the bus").await).await;
    assert_eq!(nodes.one.asker("").get("/livez").await.status, StatusCode::OK);
    nodes.bus.revive();
    wait_until("ready again", async || ready(&nodes.one).await.0).await;
    let store = &nodes.other.state.store;
    execute(store, "ALTER TABLE nodes RENAME TO hidden").await;
    wait_until("no lease", async || is_told(&nodes.one, "the lease").await).await;
    execute(store, "ALTER TABLE hidden RENAME TO nodes").await;
    wait_until("ready again", async || ready(&nodes.one).await.0).await;
}
