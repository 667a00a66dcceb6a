//! Nodes that have lost a game and do not know it: what they write late is refused, they acknowledge nothing, and
//! whoever owns the game now has every event once. And an owner that is killed while a short clock runs.

use crate::support::client::{Client, game_between, terms};
use crate::support::gate::GatedDatabase;
use crate::support::limit::wait_until;
use crate::support::nats::Nats;
use crate::support::nodes::{Nodes, Pair, counted_at};
use crate::support::port::free_address;
use crate::support::postgres::Cluster;
use crate::support::process::Process;
use clock::Span;
use protocol::{Event, GameId, Refusal, ToClient, ToServer};
use server::admin;
use server::game_event::GameEvent;
use server::store::{Arg, Store, statement};
use sqlx::Row;
use std::time::Duration;
use tokio::time::sleep;

const HEX: &str = "size=5 swap=off";

/// The moves of a game as they are stored.
async fn moves(store: &Store, game: &GameId) -> Vec<String> {
    let events = store.events(game).await.unwrap();
    let moves = events.into_iter().filter_map(|stored| match stored.event {
        GameEvent::Played { mv, .. } => Some(mv),
        _ => None,
    });
    moves.collect()
}

async fn epoch(store: &Store, game: &GameId) -> i64 {
    let sql = "SELECT epoch FROM games WHERE id = $1";
    store.rows(sql, [Arg::text(game.as_str())]).await.unwrap()[0].try_get(0).unwrap()
}

/// Another node takes the game behind the back of its owner.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stale_owner_acknowledges_nothing_and_the_new_one_has_the_move_once() {
    let nodes = Pair::open().await;
    let store = &nodes.one.state.store;
    let (mut a, mut b) = nodes.guests().await;
    let game = game_between(&mut a, &mut b, terms("hex", HEX, "60+0")).await;
    a.play(&game, 0, "a1").await.unwrap();
    b.play(&game, 1, "b2").await.unwrap();
    let fenced = || [&nodes.one, &nodes.other].map(|node| node.state.metrics.fenced.get());
    assert_eq!((nodes.one.state.metrics.rooms.get(), fenced()), (1, [0, 0]), "the first owns it");
    let taken = "UPDATE games SET epoch = epoch + 1, \
        owner = (SELECT id FROM nodes WHERE id <> games.owner) WHERE id = $1";
    store.write(vec![statement(taken, [Arg::text(game.as_str())])]).await.unwrap();
    let (mv, id) = ("c3".to_owned(), a.id());
    let play = ToServer::Play { game: game.clone(), ply: 2, mv, id: id.clone() };
    a.say(&play).await;
    assert_eq!(a.done(&id).await, Err(Refusal::Busy), "the stale owner acknowledges nothing");
    assert_eq!(fenced(), [1, 0]);
    assert_eq!(moves(store, &game).await, ["a1", "b2"], "and has written nothing");
    assert!(a.insist(&play).await.unwrap().is_some());
    assert_eq!(moves(store, &game).await, ["a1", "b2", "c3"]);
    let other = nodes.other.state.metrics.rooms.get();
    assert_eq!((other, fenced()), (1, [1, 0]), "the second owns it now");
    b.event(|event| matches!(event, Event::Played { ply: 2, .. })).await;
    b.play(&game, 3, "d4").await.unwrap();
    a.event(|event| matches!(event, Event::Played { ply: 3, .. })).await;
    assert_eq!(moves(store, &game).await, ["a1", "b2", "c3", "d4"]);
}

/// What the first node sends to the database does not arrive, and the node is stopped by SIGSTOP, with a move under
/// way. The second takes over. Then the first goes on, and what it has sent arrives.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_zombie_that_wakes_in_the_middle_of_an_append_is_refused() {
    let (database, bus) = (Cluster::start(), Nats::start());
    let gated = GatedDatabase::start(&database).await;
    let metrics = free_address();
    let zombie = Process::start_node((free_address(), metrics), &gated.location(), &bus.url());
    zombie.is_up().await;
    let addresses = (free_address(), free_address());
    let other = Process::start_node(addresses, &database.location(), &bus.url());
    other.is_up().await;
    let store = Store::open(&database.location()).await.unwrap();
    let (mut a, mut b) = (Client::guest(zombie.at).await, Client::guest(zombie.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", HEX, "none")).await;
    a.play(&game, 0, "a1").await.unwrap();
    b.play(&game, 1, "b2").await.unwrap();
    assert_eq!(epoch(&store, &game).await, 1);
    gated.shut();
    let (mv, id) = ("c3".to_owned(), a.id());
    let play = ToServer::Play { game: game.clone(), ply: 2, mv, id };
    a.say(&play).await;
    // It is asked for while the lease is valid, and is on its way to the database.
    sleep(Duration::from_millis(1_500)).await;
    zombie.signal("STOP");
    let mut back = Client::back(other.at, &b.cookie).await;
    back.say(&ToServer::Watch { game: game.clone(), since: Some(2) }).await;
    back.until(|m| matches!(m, ToClient::UpToDate { .. }).then_some(())).await;
    assert_eq!(epoch(&store, &game).await, 2, "the other node has taken over");
    gated.open();
    zombie.signal("CONT");
    let lost = async || counted_at(metrics, "leases_lost").await.is_some_and(|n| n > 0);
    wait_until("the zombie notices", lost).await;
    let fenced = counted_at(metrics, "fenced").await;
    println!("events that the zombie was refused: {fenced:?}");
    let mut again = Client::back(other.at, &a.cookie).await;
    again.watch(&game).await;
    assert!(again.insist(&play).await.unwrap().is_some());
    back.event(|event| matches!(event, Event::Played { ply: 2, .. })).await;
    back.play(&game, 3, "d4").await.unwrap();
    // Whoever stayed with the zombie is answered by the owner.
    assert_eq!(a.insist(&play).await.unwrap(), again.insist(&play).await.unwrap());
    assert_eq!(moves(&store, &game).await, ["a1", "b2", "c3", "d4"]);
    let found = admin::check(&database.location()).await.unwrap();
    assert_eq!(found.problems, Vec::<String>::new());
}

/// The clock of whoever is to move is shorter than the time until another node may take over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_flagged_because_the_owner_was_killed() {
    let mut nodes = Nodes::start(2).await;
    let store = nodes.store().await;
    let (mut a, mut b) = (Client::guest(nodes.at(0)).await, Client::guest(nodes.at(1)).await);
    let game = game_between(&mut a, &mut b, terms("hex", HEX, "4+0")).await;
    a.play(&game, 0, "a1").await.unwrap();
    b.play(&game, 1, "b2").await.unwrap();
    nodes.kill_and_replace(0);
    let mut a = Client::back(nodes.at(1), &a.cookie).await;
    for client in [&mut a, &mut b] {
        client.say(&ToServer::Watch { game: game.clone(), since: Some(2) }).await;
        let told = |event: &Event| matches!(event, Event::Allowance { .. } | Event::Over { .. });
        match client.event(told).await.1 {
            Event::Allowance { each, away, clock: Some(clock) } => {
                assert_eq!(each, Span::seconds(15));
                assert!(away >= Span::seconds(3), "{away:?}");
                assert!(clock.first > Span::seconds(15) && clock.second >= Span::seconds(15));
            }
            other => panic!("{other:?}"),
        }
    }
    a.play(&game, 2, "c3").await.unwrap();
    b.play(&game, 3, "d4").await.unwrap();
    let log = store.events(&game).await.unwrap();
    let ends = log.iter().filter(|stored| matches!(stored.event, GameEvent::Over { .. }));
    assert_eq!(ends.count(), 0, "{log:?}");
}
