//! Nothing lost: games at full speed over real sockets while the server is killed with SIGKILL at
//! random moments and started again. Every acknowledged move is there exactly once and in order,
//! and every rated game has changed ratings once. On both databases.
//!
//! `SIXFOLD_KILLS=100 cargo test -p server --test online kill` for the longer run.

use crate::support::players::{Games, verify};
use crate::support::port::free_address;
use crate::support::process::Process;
use server::store::{DatabaseLocation, Store};
use std::time::Duration;
use tokio::time::sleep;

/// How many games are played at a time.
const GAMES: usize = 6;

async fn killed_again_and_again(location: DatabaseLocation) {
    let store = Store::open(&location).await.unwrap();
    let at = free_address();
    let games = Games::begin(&store, at, GAMES).await;
    let kills = std::env::var("SIXFOLD_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(20);
    let mut dice = game::Dice::new(6);
    let mut server = Process::start(at, &location);
    for _ in 0..kills {
        // In the middle of play: so many moves later, and then at any moment.
        games.more(5 + dice.below(30)).await;
        sleep(Duration::from_millis(dice.below(40) as u64)).await;
        server.kill();
        server = Process::start(at, &location);
    }
    let acknowledged = games.end().await;
    server.kill();
    println!("{kills} kills: {} moves were acknowledged", acknowledged.len());
    verify(&store, acknowledged).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    killed_again_and_again(DatabaseLocation::Folder(folder.path().to_owned())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_on_postgres() {
    let cluster = crate::support::postgres::Cluster::start();
    killed_again_and_again(cluster.location()).await;
}
