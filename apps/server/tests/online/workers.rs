//! Searches over the bus: analyses and best moves by a worker, and workers that do not answer or have no thread.

use crate::cluster::answered;
use crate::http::{Answer, Asker};
use crate::support::client::{Client, terms};
use crate::support::limit::Limit;
use crate::support::nodes::Pair;
use axum::http::StatusCode;
use futures_util::StreamExt;
use protocol::{Opponent, ToServer};
use serde_json::json;
use server::{WorkerSettings, work};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::oneshot;

async fn analysis(asker: &Asker) -> Answer {
    let wish =
        json!({ "game": "hex", "options": "size=3 swap=off", "moves": ["b2"], "milliseconds": 20 });
    asker.post("/api/analyse", wish).await
}

async fn best(asker: &Asker) -> Answer {
    asker.get("/api/rules/hex/best?options=size%3D3%20swap%3Doff&moves=b2&milliseconds=20").await
}

fn is_found(answer: &Answer) {
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let found = answer.json();
    let lines = found["lines"].as_array().is_some_and(|lines| !lines.is_empty());
    assert!(lines || found["move"].is_string(), "{found}");
}

fn searched(nodes: &Pair) -> u64 {
    let sites = [&nodes.one, &nodes.other];
    sites.map(|site| site.state.metrics.searched_elsewhere.get()).iter().sum()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_analyses_and_finds_best_moves() {
    let nodes = Pair::open().await;
    let asker = nodes.one.asker(&nodes.one.account("Ann").await);
    let (stop, stopped) = oneshot::channel::<()>();
    let settings = WorkerSettings { bus: nodes.bus.url(), threads: NonZeroUsize::MIN };
    let (ready, is_ready) = oneshot::channel();
    let working = tokio::spawn(async move {
        let stop = async { drop(stopped.await) };
        work(&settings, || ready.send(()).unwrap(), stop).await
    });
    is_ready.await.unwrap();
    let limit = Limit::start();
    // An answer that comes late, on a busy machine, is not waited for.
    while searched(&nodes) == 0 {
        limit.check("the worker analyses");
        is_found(&analysis(&asker).await);
    }
    let analysed = searched(&nodes);
    while searched(&nodes) == analysed {
        limit.check("the worker finds a best move");
        is_found(&best(&asker).await);
    }
    stop.send(()).unwrap();
    working.await.unwrap().unwrap();
    let before = searched(&nodes);
    is_found(&analysis(&asker).await);
    is_found(&best(&asker).await);
    assert_eq!(searched(&nodes), before, "without a worker the node searches itself");
}

/// Everything is asked of something that takes the work and gives this answer, or none.
async fn searched_all_the_same(reply: Option<&'static str>) {
    let nodes = Pair::open().await;
    let client = async_nats::connect(nodes.bus.url()).await.unwrap();
    let group = "engines".to_owned();
    let mut taken = client.queue_subscribe("sixfold.engine", group).await.unwrap();
    client.flush().await.unwrap();
    let asked = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&asked);
    tokio::spawn(async move {
        while let Some(message) = taken.next().await {
            count.fetch_add(1, Ordering::SeqCst);
            if let Some((to, text)) = message.reply.zip(reply) {
                client.publish(to, text.into()).await.unwrap();
            }
        }
    });
    let asker = nodes.one.asker(&nodes.one.account("Ann").await);
    is_found(&analysis(&asker).await);
    is_found(&best(&asker).await);
    let mut guest = Client::guest(nodes.other.at).await;
    let (terms, id) = (terms("hex", "size=5 swap=off", "60+0"), guest.id());
    guest.say(&ToServer::Challenge { terms, opponent: Opponent::Computer { level: 1 }, id }).await;
    let (game, _) = guest.paired().await;
    answered(&mut guest, &game, 0).await;
    assert!(asked.load(Ordering::SeqCst) >= 3, "a worker was asked for each");
    assert_eq!(searched(&nodes), 0, "the nodes have searched themselves");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_that_hangs_is_waited_for_until_a_deadline() {
    searched_all_the_same(None).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_without_a_free_thread_is_not_waited_for() {
    searched_all_the_same(Some("\"Busy\"")).await;
}
