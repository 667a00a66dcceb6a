//! Several nodes on one PostgreSQL and one NATS server: what is asked on one of them is done by whoever owns it,
//! and whatever is killed, stopped or restarted, nothing that was acknowledged is lost.
//!
//! `SIXFOLD_FAULTS=30 SIXFOLD_GAMES=200` for the longer run of the test of faults: 30 kills beside one of each other
//! fault.

use crate::support::client::{Client, game_between, terms};
use crate::support::limit::{Limit, wait_until};
use crate::support::nodes::{Balancer, Nodes, Pair};
use crate::support::players::{Games, verify, verify_computer_games};
use crate::support::port::free_address;
use crate::support::postgres::Cluster;
use crate::support::process::Process;
use protocol::{
    Close, Event, GameId, Lobby, Opponent, Refusal, Room, SeatWish, Terms, ToClient, ToServer,
};
use server::admin;
use server::credential::Revocation;
use server::game_event::GameEvent;
use server::store::{ServerLock, Sharing};
use server::{WorkerSettings, work};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use tokio::time::sleep;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_on_two_nodes_play_talk_and_are_watched() {
    let nodes = Pair::open().await;
    let (mut a, mut b) = nodes.guests().await;
    let game = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "60+0")).await;
    let mut watcher = Client::guest(nodes.other.at).await;
    watcher.watch(&game).await;
    for (ply, mv) in ["a1", "b2", "c3", "d4"].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut a } else { &mut b };
        mover.play(&game, ply as u32, mv).await.unwrap();
    }
    let is_last = |event: &Event| matches!(event, Event::Played { ply: 3, .. });
    assert_eq!(a.event(is_last).await.0, 4);
    assert_eq!(watcher.event(is_last).await.0, 4);
    assert_eq!(b.play(&game, 4, "a2").await, Err(Refusal::NotYourTurn));
    let (room, text, id) = (Room::Players, "well played".to_owned(), b.id());
    b.say(&ToServer::Chat { game: game.clone(), room, text, id }).await;
    a.event(|event| matches!(event, Event::Chat(said) if said.text == "well played")).await;
    // Somebody comes back to another node, with what they hold.
    let mut back = Client::back(nodes.other.at, &a.cookie).await;
    back.say(&ToServer::Watch { game: game.clone(), since: Some(3) }).await;
    assert_eq!(back.event(is_last).await.0, 4);
    back.ask(&game, protocol::Wish::Resign).await.unwrap();
    b.event(|event| matches!(event, Event::Over { .. })).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_is_one_wherever_one_comes_in() {
    let nodes = Pair::open().await;
    let (mut a, mut b) = nodes.guests().await;
    let casual = terms("hex", "size=5", "60+0");
    let id = a.id();
    a.say(&ToServer::Seek { terms: casual.clone(), id: id.clone() }).await;
    a.done(&id).await.unwrap();
    let (mut seeks, limit) = (Vec::new(), Limit::start());
    while seeks.is_empty() {
        limit.check("the seek is listed");
        b.say(&ToServer::Lobby).await;
        let lobby = |m: &ToClient| match m {
            ToClient::Lobby(Lobby { seeks, .. }) => Some(seeks.clone()),
            _ => None,
        };
        seeks = b.until(lobby).await;
    }
    let id = b.id();
    b.say(&ToServer::Accept { seek: seeks[0].seek.clone(), id }).await;
    assert_eq!(a.paired().await.0, b.paired().await.0);
    // Quick pairing, and a challenge by name.
    let (mut c, mut d) = nodes.guests().await;
    let games = paired_quickly(&mut c, &mut d).await;
    assert_eq!(games.0, games.1);
    let ann = nodes.one.account("Ann").await;
    let mut ann = Client::back(nodes.one.at, &ann).await;
    let (opponent, id) = (Opponent::Named { name: "Ann".parse().unwrap() }, d.id());
    d.say(&ToServer::Challenge { terms: casual, opponent, id }).await;
    ann.until(|m| matches!(m, ToClient::Challenged(_)).then_some(())).await;
    let people = async || nodes.other.asker("").get("/api/activity").await.json()["people"].clone();
    wait_until("five people are counted", async || people().await == 5).await;
}

async fn paired_quickly(a: &mut Client, b: &mut Client) -> (GameId, GameId) {
    for client in [&mut *a, &mut *b] {
        let id = client.id();
        let terms = Terms { seat: SeatWish::Any, ..terms("hex", "size=6", "60+0") };
        client.say(&ToServer::Pair { terms, id: id.clone() }).await;
        client.done(&id).await.unwrap();
    }
    (a.paired().await.0, b.paired().await.0)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_that_ends_on_one_node_ends_on_all() {
    let nodes = Pair::open().await;
    let cookie = nodes.one.account("Ann").await;
    let mut there = Client::back(nodes.other.at, &cookie).await;
    nodes.one.state.store.end_sessions("Ann").await.unwrap();
    nodes.one.state.revoke("Ann", Revocation::Sessions);
    assert_eq!(there.closed().await, Close::SignedOut.code());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_stops_hands_its_games_over() {
    let nodes = Pair::open().await;
    let (mut a, mut b) = nodes.guests().await;
    let game = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "60+0")).await;
    a.play(&game, 0, "a1").await.unwrap();
    b.play(&game, 1, "b2").await.unwrap();
    nodes.one.stop().await;
    assert_eq!(a.closed().await, Close::Restart.code());
    let mut a = Client::back(nodes.other.at, &a.cookie).await;
    a.watch(&game).await;
    let (mv, id) = ("c3".to_owned(), a.id());
    let play = ToServer::Play { game: game.clone(), ply: 2, mv, id };
    assert!(a.insist(&play).await.unwrap().is_some());
    b.watch(&game).await;
    b.play(&game, 3, "d4").await.unwrap();
    // Nobody's clock was charged for the time without an owner.
    let log = nodes.other.state.store.events(&game).await.unwrap();
    let given = log.iter().filter_map(|stored| match stored.event {
        GameEvent::Allowance { each, .. } => Some(each.0),
        _ => None,
    });
    let given: Vec<u64> = given.collect();
    // A machine that stops for seconds is one more outage; the whole is limited.
    assert!(!given.is_empty() && given.iter().sum::<u64>() <= 60_000, "{log:?}");
    drop((nodes.database, nodes.bus));
}

/// The search is done by the worker: its answer is there while this process searches nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_searches_for_the_computer_players() {
    let nodes = Pair::open().await;
    let (stop, stopped) = oneshot::channel::<()>();
    let settings = WorkerSettings { bus: nodes.bus.url(), threads: NonZeroUsize::MIN };
    let (ready, is_ready) = oneshot::channel();
    let working = tokio::spawn(async move {
        let stop = async { drop(stopped.await) };
        work(&settings, || ready.send(()).unwrap(), stop).await
    });
    is_ready.await.unwrap();
    let mut a = Client::guest(nodes.one.at).await;
    let (terms, id) = (terms("hex", "size=5 swap=off", "60+0"), a.id());
    a.say(&ToServer::Challenge { terms, opponent: Opponent::Computer { level: 1 }, id }).await;
    let (game, _) = a.paired().await;
    let counted = || {
        let sites = [&nodes.one, &nodes.other];
        sites.map(|site| site.state.metrics.searched_elsewhere.get()).iter().sum::<u64>()
    };
    let mut ply = 0;
    // An answer that comes late, on a busy machine, is not waited for.
    while counted() == 0 && ply < 10 {
        answered(&mut a, &game, ply).await;
        ply += 2;
    }
    let searched = counted();
    assert!(searched > 0);
    stop.send(()).unwrap();
    working.await.unwrap().unwrap();
    // Without a worker the node that owns the game searches itself.
    answered(&mut a, &game, ply).await;
    assert_eq!(counted(), searched);
}

/// Plays on some free cell, and waits for the computer's answer.
pub(crate) async fn answered(client: &mut Client, game: &GameId, ply: u32) {
    let taken: Vec<String> =
        client.watch(game).await.moves.iter().map(|played| played.mv.clone()).collect();
    let cells = ["a1", "b1", "c1", "d1", "e1", "a3", "b3", "c3", "d3", "e3", "a5", "b5", "c5"];
    let free = cells.into_iter().find(|cell| !taken.iter().any(|mv| mv == cell)).unwrap();
    client.play(game, ply, free).await.unwrap();
    client.event(|event| matches!(event, Event::Played { ply: by, .. } if *by == ply + 1)).await;
}

#[tokio::test]
async fn nodes_share_a_database_and_a_server_alone_does_not() {
    let database = Cluster::start();
    let location = database.location();
    let lock = |sharing| ServerLock::acquire(&location, sharing);
    let (one, other) = (lock(Sharing::Shared).await.unwrap(), lock(Sharing::Shared).await.unwrap());
    let refused = lock(Sharing::Alone).await.unwrap_err().to_string();
    assert!(refused.contains("another server already uses"), "{refused}");
    drop((one, other));
}

/// What may go wrong with a cluster.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// SIGKILL of a node, and another in its place.
    Kill,
    /// SIGSTOP for longer than the lease, and SIGCONT.
    Zombie,
    /// The bus is killed and started again.
    Bus,
    /// PostgreSQL is restarted.
    Database,
    /// SIGKILL of the worker, and another in its place.
    Worker,
    /// Every node is stopped by SIGTERM and replaced, one after the other.
    Rolling,
}

async fn go_wrong(nodes: &mut Nodes, fault: Fault, node: usize) {
    match fault {
        Fault::Kill => nodes.kill_and_replace(node),
        Fault::Zombie => {
            nodes.processes[node].signal("STOP");
            sleep(Duration::from_secs(7)).await;
            nodes.processes[node].signal("CONT");
        }
        Fault::Bus => {
            nodes.bus.kill();
            sleep(Duration::from_millis(700)).await;
            nodes.bus.revive();
        }
        Fault::Database => nodes.database.restart(),
        Fault::Worker => nodes.replace_worker(),
        Fault::Rolling => {
            for node in 0..nodes.processes.len() {
                nodes.roll(node).await;
            }
        }
    }
}

/// Within this time after a fault everybody has made a move again, on any machine. A node's lease lasts 5 s.
const BACK_WITHIN: Duration = Duration::from_secs(30);

fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// Rated games at full speed over a proxy that takes the nodes in turn, while everything fails one after the
/// other. Every acknowledged move is there exactly once and in order, ratings have changed once, everybody is back
/// soon, and the whole store is consistent.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_fails_nothing_acknowledged_is_lost_or_done_twice() {
    let (kills, games) = (number("SIXFOLD_FAULTS", 1), number("SIXFOLD_GAMES", 8));
    let others = [Fault::Zombie, Fault::Bus, Fault::Database, Fault::Worker, Fault::Rolling];
    let faults = others.into_iter().chain(std::iter::repeat_n(Fault::Kill, kills));
    let mut nodes = Nodes::start(3).await;
    let balancer = Balancer::start(&nodes).await;
    let store = nodes.store().await;
    // Some play against the computer.
    let computers = games.div_ceil(10) + 1;
    let games = Games::begin_with_computers(&store, balancer.at, games, computers).await;
    let (mut dice, mut slowest) = (game::Dice::new(18), 0.0_f64);
    for fault in faults {
        games.more(20 + dice.below(40)).await;
        sleep(Duration::from_millis(dice.below(2_000) as u64)).await;
        let (node, started) = (dice.below(3), Instant::now());
        go_wrong(&mut nodes, fault, node).await;
        let (took, over) = (started.elapsed().as_secs_f64(), Instant::now());
        games.everybody_moves().await;
        let back = over.elapsed().as_secs_f64();
        assert!(
            back < BACK_WITHIN.as_secs_f64(),
            "{fault:?}: everybody plays on {back:.1} s later"
        );
        slowest = slowest.max(back);
        println!("{fault:?} of node {node}: {took:.1} s; everybody plays on {back:.1} s later");
        if matches!(fault, Fault::Zombie) {
            let lost = async || nodes.counted(node, "leases_lost").await.is_some_and(|n| n > 0);
            wait_until("the node that was stopped gives its games up", lost).await;
            let refused = nodes.counted(node, "fenced").await;
            println!("events that it was refused: {refused:?}");
        }
    }
    let (acknowledged, of_computers) = games.end_with_computers().await;
    println!("{kills} kills: {} moves were acknowledged", acknowledged.len());
    println!("everybody played on after {slowest:.1} s at most");
    drop(nodes.processes);
    assert!(!of_computers.is_empty());
    verify_computer_games(&store, of_computers).await;
    verify(&store, acknowledged).await;
    let found = admin::check(&nodes.database.location()).await.unwrap();
    assert_eq!(found.problems, Vec::<String>::new());
    println!("{} games, {} events, {} ratings checked", found.games, found.events, found.ratings);
}

/// A second process without the bus is refused, and says why.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_without_the_bus_is_refused_beside_nodes() {
    let nodes = Nodes::start(1).await;
    let alone = Process::start(free_address(), &nodes.database.location());
    assert!(!alone.end().await.success());
}
