//! A lobby request is executed once: sent again after the server was killed between commit and answer, or to
//! another leader of the lobby, it is answered with what it created then. On both databases.

use crate::support::client::{Client, terms};
use crate::support::limit::{Limit, wait_until};
use crate::support::nodes::Pair;
use crate::support::port::free_address;
use crate::support::process::Process;
use protocol::{ClientId, GameId, Name, Opponent, Refusal, Terms, ToClient, ToServer};
use server::store::{DatabaseLocation, Store, statement};
use sqlx::Row;
use std::net::SocketAddr;
use std::time::Duration;

/// What a request is answered with: the game that it led to, and the seek.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Answer {
    game: Option<GameId>,
    seek: Option<GameId>,
}

/// Sends a request until the lobby has a leader, and reads its answer.
async fn answer(client: &mut Client, message: &ToServer) -> Answer {
    let limit = Limit::start();
    loop {
        client.say(message).await;
        let mut game = None;
        let done = client.until(|m| match m {
            ToClient::Paired { game: begun, .. } => {
                game = Some(begun.clone());
                None
            }
            ToClient::Done { seek, .. } => Some(Some(seek.clone())),
            ToClient::Refused { why: Refusal::Busy, .. } => Some(None),
            ToClient::Refused { what, .. } => panic!("{message:?}: {what}"),
            _ => None,
        });
        if let Some(seek) = done.await {
            return Answer { game, seek };
        }
        limit.check("the lobby has a leader");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn id(text: &str) -> ClientId {
    text.parse().unwrap()
}

fn days() -> Terms {
    terms("hex", "size=5", "3d")
}

fn minutes() -> Terms {
    terms("hex", "size=5", "300+3")
}

/// What a guest is called.
fn name(client: &Client) -> Name {
    match serde_json::from_str(&client.wire[0]).unwrap() {
        ToClient::Welcome { you, .. } => you.name,
        other => panic!("{other:?}"),
    }
}

async fn count(store: &Store, sql: &'static str) -> i64 {
    store.rows(sql, []).await.unwrap()[0].try_get(0).unwrap()
}

async fn games_and_challenges(store: &Store) -> (i64, i64) {
    let games = count(store, "SELECT COUNT(*) FROM games").await;
    (games, count(store, "SELECT COUNT(*) FROM challenges").await)
}

/// Two persons and what each has asked for, with the answer.
struct Asked {
    cookies: [String; 2],
    answers: [Vec<(ToServer, Answer)>; 2],
}

/// A computer game, a challenge by name, one by link, a seek for days and an open one that are accepted.
async fn ask(at: SocketAddr) -> Asked {
    let (mut a, mut b) = (Client::guest(at).await, Client::guest(at).await);
    let challenge =
        |n: &str, opponent| ToServer::Challenge { terms: minutes(), opponent, id: id(n) };
    let mut of_a = vec![
        challenge("a-1", Opponent::Computer { level: 1 }),
        challenge("a-2", Opponent::Named { name: name(&b) }),
        challenge("a-3", Opponent::Link),
    ];
    of_a.push(ToServer::Seek { terms: days(), id: id("a-4") });
    of_a.push(ToServer::Seek { terms: minutes(), id: id("a-5") });
    let mut answers = [Vec::new(), Vec::new()];
    for message in of_a {
        let done = answer(&mut a, &message).await;
        if matches!(message, ToServer::Seek { .. }) {
            let accept = ToServer::Accept { seek: done.seek.clone().unwrap(), id: b.id() };
            let accepted = answer(&mut b, &accept).await;
            a.paired().await;
            answers[1].push((accept, accepted));
        }
        answers[0].push((message, done));
    }
    Asked { cookies: [a.cookie, b.cookie], answers }
}

/// Everything is asked again: the answers are the same, but for the open seek, which is a game by now.
async fn ask_again(asked: &Asked, at: SocketAddr) {
    for (cookie, answers) in asked.cookies.iter().zip(&asked.answers) {
        let mut client = Client::back(at, cookie).await;
        for (message, before) in answers {
            let now = answer(&mut client, message).await;
            let is_open_seek =
                matches!(message, ToServer::Seek { terms, .. } if *terms == minutes());
            if is_open_seek {
                let (accept, begun) = asked.answers[1].last().unwrap();
                assert_eq!(now, *begun, "{message:?} led to the game of {accept:?}");
            } else {
                assert_eq!(now, *before, "{message:?}");
            }
        }
    }
}

async fn killed_between_commit_and_answer(location: DatabaseLocation) {
    let at = free_address();
    let store = Store::open(&location).await.unwrap();
    let server = Process::start(at, &location);
    server.is_up().await;
    // Whoever asks has read the answer here; the server that is started next cannot know that.
    let asked = Box::pin(ask(at)).await;
    assert_eq!(games_and_challenges(&store).await, (3, 2));
    server.kill();
    let server = Process::start(at, &location);
    server.is_up().await;
    for _ in 0..2 {
        Box::pin(ask_again(&asked, at)).await;
    }
    assert_eq!(games_and_challenges(&store).await, (3, 2));
    server.kill();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_is_executed_once_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    killed_between_commit_and_answer(DatabaseLocation::Folder(folder.path().to_owned())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_is_executed_once_on_postgres() {
    let cluster = crate::support::postgres::Cluster::start();
    killed_between_commit_and_answer(cluster.location()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_leader_answers_what_the_one_before_has_executed() {
    let nodes = Pair::open().await;
    let store = &nodes.one.state.store;
    let asked = Box::pin(ask(nodes.one.at)).await;
    assert_eq!(games_and_challenges(store).await, (3, 2));
    for at in [nodes.other.at, nodes.one.at] {
        // Nobody leads: whoever claims the lobby next has an empty one.
        let nobody = "UPDATE leases SET owner = NULL, epoch = epoch + 1";
        store.write(vec![statement(nobody, [])]).await.unwrap();
        Box::pin(ask_again(&asked, at)).await;
    }
    assert_eq!(games_and_challenges(store).await, (3, 2));
}

/// The connection is lost on one side only: what was asked for again lasts as long as the new one.
#[tokio::test]
async fn an_open_seek_belongs_to_the_connection_that_asked_last() {
    let site = crate::support::site::Site::open().await;
    let mut before = Client::guest(site.at).await;
    let seek = ToServer::Seek { terms: minutes(), id: id("s-1") };
    let first = answer(&mut before, &seek).await;
    let mut after = Client::back(site.at, &before.cookie).await;
    assert_eq!(answer(&mut after, &seek).await, first, "it is listed once");
    drop(before);
    let mut other = Client::guest(site.at).await;
    let closed = async || site.state.metrics.connections.get() == 2;
    wait_until("the first connection is closed", closed).await;
    let accept = ToServer::Accept { seek: first.seek.unwrap(), id: id("o-1") };
    let begun = answer(&mut other, &accept).await;
    assert_eq!(after.paired().await.0, begun.game.unwrap());
}
