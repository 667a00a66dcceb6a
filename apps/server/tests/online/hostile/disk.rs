//! A disk that is full, or read-only, while games are under way: no acknowledged move is lost, and the
//! server goes on by itself when there is room again.
//!
//! `SIXFOLD_FULL_DISKS=50 cargo test -p server --test online full_disk` for the longer run.

use crate::support::disk::{ReadOnly, SmallDisk};
use crate::support::players::{Games, missing, verify};
use crate::support::port::free_address;
use crate::support::postgres::Cluster;
use crate::support::process::Process;
use game::Dice;
use server::store::{DatabaseLocation, Store};
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// How many games are played at a time.
const GAMES: usize = 10;

/// How long the server may take until moves are acknowledged again.
const RECOVERY: Duration = Duration::from_mins(1);

fn rounds() -> usize {
    std::env::var("SIXFOLD_FULL_DISKS").ok().and_then(|n| n.parse().ok()).unwrap_or(3)
}

async fn some_time(dice: &mut Dice, least: u64, range: usize) {
    sleep(Duration::from_millis(least + dice.below(range) as u64)).await;
}

/// Ends a process by SIGTERM or by SIGKILL.
async fn end(server: Process, dice: &mut Dice) {
    if dice.below(2) == 0 {
        server.stop().await;
    } else {
        server.kill();
    }
}

async fn goes_on(games: &Games) {
    let more = timeout(RECOVERY, games.more(20)).await;
    more.expect("the server goes on by itself when there is room again");
}

async fn nothing_is_missing(games: &Games, location: &DatabaseLocation) {
    let acknowledged = games.acknowledged();
    let gone = missing(&Store::open(location).await.unwrap(), &acknowledged).await;
    println!("{gone} of {} acknowledged moves are gone", acknowledged.len());
    assert_eq!(gone, 0, "acknowledged moves are in the database");
}

/// Rounds of: games under way, the disk full for some time, the server ended while it is full or
/// after it has gone on. `revive` is called when there is room again.
async fn full_again_and_again(
    disk: &SmallDisk,
    location: DatabaseLocation,
    rounds: usize,
    revive: impl Fn(),
) {
    let at = free_address();
    let games = Games::begin(&Store::open(&location).await.unwrap(), at, GAMES).await;
    let mut server = Process::start(at, &location);
    let mut dice = Dice::new(13);
    for _ in 0..rounds {
        games.more(10 + dice.below(40)).await;
        some_time(&mut dice, 0, 200).await;
        disk.fill();
        some_time(&mut dice, 200, 2_000).await;
        if dice.below(4) == 0 {
            end(server, &mut dice).await;
            disk.free();
            revive();
        } else {
            disk.free();
            revive();
            goes_on(&games).await;
            end(server, &mut dice).await;
        }
        nothing_is_missing(&games, &location).await;
        server = Process::start(at, &location);
    }
    let acknowledged = games.end().await;
    server.kill();
    println!("{rounds} full disks: {} moves were acknowledged", acknowledged.len());
    verify(&Store::open(&location).await.unwrap(), acknowledged).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_loses_no_acknowledged_move_on_sqlite() {
    let disk = SmallDisk::mount(64);
    let location = DatabaseLocation::Folder(disk.path().join("data"));
    full_again_and_again(&disk, location, rounds(), || ()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_loses_no_acknowledged_move_on_postgres() {
    let disk = SmallDisk::mount(128);
    let cluster = Cluster::start_on(disk.path());
    // PostgreSQL may stop when it cannot write its log; its owner starts it again.
    full_again_and_again(&disk, cluster.location(), 1, || cluster.revive()).await;
}

/// Full first, so that the writer connects again; the folder is read-only then, and stays so for some
/// time after there is room.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_read_only_folder_loses_no_acknowledged_move() {
    let disk = SmallDisk::mount(64);
    let folder = disk.path().join("data");
    let location = DatabaseLocation::Folder(folder.clone());
    let at = free_address();
    let games = Games::begin(&Store::open(&location).await.unwrap(), at, GAMES).await;
    let server = Process::start(at, &location);
    games.more(30).await;
    disk.fill();
    let read_only = ReadOnly::remount(&folder);
    sleep(Duration::from_millis(700)).await;
    disk.free();
    let before = games.acknowledged().len();
    sleep(Duration::from_millis(500)).await;
    assert_eq!(
        games.acknowledged().len(),
        before,
        "nothing can be stored, and nothing is said to be"
    );
    drop(read_only);
    goes_on(&games).await;
    server.kill();
    nothing_is_missing(&games, &location).await;
    let server = Process::start(at, &location);
    let acknowledged = games.end().await;
    server.kill();
    verify(&Store::open(&location).await.unwrap(), acknowledged).await;
}
