//! Jobs that fail, and a database that is locked: each costs itself, and nobody else.

use super::stored_games::{a_move, new_game};
use crate::support::client::Client;
use crate::support::postgres::Cluster;
use crate::support::site::Site;
use futures_util::future::join_all;
use protocol::{Refusal, ToServer};
use server::RoomTimeouts;
use server::store::{
    DatabaseLocation, Fault, FaultPlan, Operation, Sql, Statement, Store, StoreError, statement,
};
use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, ConnectOptions as _, Executor as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Counts transactions, and lets everything succeed.
#[derive(Default)]
struct Transactions(AtomicUsize);

impl FaultPlan for Transactions {
    fn next(&self, operation: Operation) -> Option<Fault> {
        self.0.fetch_add(usize::from(operation == Operation::Begin), Ordering::SeqCst);
        None
    }
}

async fn counted(location: &DatabaseLocation) -> (Store, Arc<Transactions>) {
    let transactions = Arc::new(Transactions::default());
    let faults = Arc::clone(&transactions) as Arc<dyn FaultPlan>;
    let sql = Sql::open_with_faults(location, faults).await.unwrap();
    (Store::over(Arc::new(sql)), transactions)
}

/// One that breaks a foreign key, as the end of a game of a deleted account did.
fn impossible() -> Statement {
    let sql = "INSERT INTO challenges (id, person, terms, created) VALUES ('x', 'nobody', '', 1)";
    statement(sql, [])
}

async fn failing_jobs_fail_alone(location: DatabaseLocation) {
    let (store, transactions) = counted(&location).await;
    let mut games = Vec::new();
    for i in 0..40 {
        games.push(new_game(&store, &format!("g{i}")).await.id);
    }
    // Every eighth has a move already, which makes the next one of that number fail.
    for game in games.iter().step_by(8) {
        store.append(a_move(game, 1)).await.unwrap();
    }
    transactions.0.store(0, Ordering::SeqCst);
    let moves = join_all(games.iter().map(|game| store.append(a_move(game, 1))));
    let others = join_all((0..20).map(|i| {
        let good = statement("UPDATE alive SET at = at WHERE id = 1", []);
        store.write(vec![if i % 2 == 0 { impossible() } else { good }])
    }));
    let (moves, others) = tokio::join!(moves, others);
    for (i, moved) in moves.iter().enumerate() {
        let expected = if i % 8 == 0 { Err(StoreError::Taken) } else { Ok(None) };
        assert_eq!(*moved, expected, "move {i}");
    }
    for (i, done) in others.iter().enumerate() {
        assert_eq!(done.is_ok(), i % 2 == 1, "job {i}: {done:?}");
    }
    let count = transactions.0.load(Ordering::SeqCst);
    assert!(count <= 2, "{count} transactions for 60 jobs that came at once");
    let again = Store::open(&location).await.unwrap();
    for game in &games {
        assert_eq!(again.events(game).await.unwrap().len(), 1);
    }
}

#[tokio::test]
async fn failing_jobs_fail_alone_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    failing_jobs_fail_alone(DatabaseLocation::Folder(folder.path().to_owned())).await;
}

#[tokio::test]
async fn failing_jobs_fail_alone_on_postgres() {
    let cluster = Cluster::start();
    failing_jobs_fail_alone(cluster.location()).await;
}

/// Every start asks for the computer players.
#[tokio::test]
async fn computer_players_are_written_once() {
    let folder = tempfile::tempdir().unwrap();
    let location = DatabaseLocation::Folder(folder.path().to_owned());
    let (store, transactions) = counted(&location).await;
    store.computers(clock::Moment(1)).await.unwrap();
    let before = transactions.0.load(Ordering::SeqCst);
    for _ in 0..10 {
        store.computers(clock::Moment(2)).await.unwrap();
    }
    assert_eq!(transactions.0.load(Ordering::SeqCst), before, "nothing is written again");
}

/// A guest who takes back what was never there costs the writer nothing.
#[tokio::test]
async fn unknown_seeks_are_taken_back_without_a_transaction() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let location = DatabaseLocation::Folder(folder.path().to_owned());
    let (store, transactions) = counted(&location).await;
    let site = Site::over(store, folder, RoomTimeouts::default()).await;
    let mut guest = Client::guest(site.at).await;
    transactions.0.store(0, Ordering::SeqCst);
    for i in 0..90 {
        guest.say(&ToServer::Unseek { seek: Some(format!("none{i}").parse().unwrap()) }).await;
    }
    guest.say(&ToServer::Look { seek: "none".parse().unwrap() }).await;
    assert_eq!(guest.refusal().await, Refusal::NotFound);
    let count = transactions.0.load(Ordering::SeqCst);
    // Heartbeats are one a second, on however slow a machine.
    assert!(count < 80, "{count} transactions: heartbeats, and nothing for the guest");
}

/// Sixty moves while somebody else holds a lock: all are refused in the time of one.
async fn a_lock_is_told(
    location: DatabaseLocation,
    mut other: AnyConnection,
    lock: &[&'static str],
) {
    let (store, transactions) = counted(&location).await;
    let mut games = Vec::new();
    for i in 0..60 {
        games.push(new_game(&store, &format!("g{i}")).await.id);
    }
    for sql in lock {
        other.execute(*sql).await.unwrap();
    }
    transactions.0.store(0, Ordering::SeqCst);
    let moves = join_all(games.iter().map(|game| store.append(a_move(game, 1)))).await;
    assert!(moves.iter().all(|moved| *moved == Err(StoreError::Unavailable)), "{moves:?}");
    let count = transactions.0.load(Ordering::SeqCst);
    assert!(count <= 3, "{count} transactions were tried one after the other");
    other.execute("ROLLBACK").await.unwrap();
    for game in &games {
        super::stored_games::insist(&store, a_move(game, 1)).await;
    }
    assert!(store.last_commit_age() < Duration::from_secs(5));
}

#[tokio::test]
async fn a_locked_database_refuses_at_once_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let location = DatabaseLocation::Folder(folder.path().to_owned());
    drop(Store::open(&location).await.unwrap());
    let url = format!("sqlite://{}/sixfold.db", folder.path().display());
    let options: AnyConnectOptions = url.parse().unwrap();
    a_lock_is_told(location, options.connect().await.unwrap(), &["BEGIN IMMEDIATE"]).await;
}

#[tokio::test]
async fn a_locked_database_refuses_at_once_on_postgres() {
    let cluster = Cluster::start();
    drop(Store::open(&cluster.location()).await.unwrap());
    let options: AnyConnectOptions = cluster.url().parse().unwrap();
    let lock = ["BEGIN", "LOCK TABLE alive, events IN SHARE MODE"];
    a_lock_is_told(cluster.location(), options.connect().await.unwrap(), &lock).await;
}
