//! Injected failures of every operation of the writer, before and after it is run, on both databases:
//! what was acknowledged is there exactly once, and the writer goes on by itself.

use super::stored_games::{a_move, insist, new_game, the_end};
use crate::support::postgres::Cluster;
use futures_util::future::join_all;
use game::Dice;
use protocol::GameId;
use server::game_event::GameEvent;
use server::store::{
    DatabaseLocation, Fault, FaultPlan, GameRow, Operation, Sql, Store, StoreError,
};
use sqlx::Row as _;
use std::collections::HashSet;
use std::sync::{Arc, Mutex};

/// How many moves a game has before it ends.
const MOVES: u64 = 6;

/// Which operations fail.
#[derive(Default)]
enum Schedule {
    #[default]
    Nothing,
    /// The one that comes after so many others.
    Nth(usize, Fault),
    /// One of so many, by dice; of new connections one of three.
    Random(Dice, usize),
}

impl Schedule {
    fn next(&mut self, operation: Operation) -> Option<Fault> {
        match self {
            Self::Nothing => None,
            Self::Nth(0, fault) => {
                let fault = *fault;
                *self = Self::Nothing;
                Some(fault)
            }
            Self::Nth(left, _) => {
                *left -= 1;
                None
            }
            Self::Random(dice, one_of) => {
                let one_of = if operation == Operation::Connect { 3 } else { *one_of };
                let fault = if dice.below(2) == 0 { Fault::Before } else { Fault::After };
                (dice.below(one_of) == 0).then_some(fault)
            }
        }
    }
}

#[derive(Default)]
struct Plan {
    schedule: Mutex<Schedule>,
    seen: Mutex<Vec<Operation>>,
    failed: Mutex<HashSet<Operation>>,
}

impl Plan {
    fn set(&self, schedule: Schedule) {
        *self.schedule.lock().unwrap() = schedule;
    }
}

impl FaultPlan for Plan {
    fn next(&self, operation: Operation) -> Option<Fault> {
        self.seen.lock().unwrap().push(operation);
        let fault = self.schedule.lock().unwrap().next(operation);
        if fault.is_some() {
            self.failed.lock().unwrap().insert(operation);
        }
        fault
    }
}

struct Faulty {
    plan: Arc<Plan>,
    store: Store,
    location: DatabaseLocation,
}

impl Faulty {
    async fn open(location: DatabaseLocation) -> Self {
        let plan = Arc::new(Plan::default());
        let faults = Arc::clone(&plan) as Arc<dyn FaultPlan>;
        let sql = Sql::open_with_faults(&location, faults).await.unwrap();
        Self { plan, store: Store::over(Arc::new(sql)), location }
    }

    /// A game from its first move to its end, with a job in between that must fail.
    async fn play(&self, row: &GameRow) {
        for n in 1..=MOVES {
            insist(&self.store, a_move(&row.id, n)).await;
        }
        let twice = self.store.append(a_move(&row.id, 1)).await;
        assert!(matches!(twice, Err(StoreError::Taken | StoreError::Unavailable)), "{twice:?}");
        insist(&self.store, the_end(row, MOVES + 1)).await;
    }

    /// Every operation of a game fails once before and once after it is run.
    async fn every_operation_fails(&self) {
        let row = new_game(&self.store, "quiet").await;
        self.plan.seen.lock().unwrap().clear();
        self.play(&row).await;
        let operations = self.plan.seen.lock().unwrap().len();
        for i in 0..operations {
            for (letter, fault) in [("b", Fault::Before), ("a", Fault::After)] {
                let row = new_game(&self.store, &format!("{letter}{i}")).await;
                self.plan.set(Schedule::Nth(i, fault));
                self.play(&row).await;
                self.plan.set(Schedule::Nothing);
                self.verify(&[row.id]).await;
            }
        }
        println!("each of {operations} operations has failed twice");
    }

    /// Many games at once, and failures by dice, of new connections too.
    async fn anything_fails(&self, seed: u64) {
        let names = (0..8).map(|i| format!("r{seed}-{i}"));
        let rows = join_all(names.map(async |name| new_game(&self.store, &name).await)).await;
        self.plan.set(Schedule::Random(Dice::new(seed), 30 + seed as usize * 20));
        join_all(rows.iter().map(|row| self.play(row))).await;
        self.plan.set(Schedule::Nothing);
        self.verify(&rows.into_iter().map(|row| row.id).collect::<Vec<_>>()).await;
    }

    /// Read by connections of their own: each game has its moves and its end, once and in order, and
    /// has changed two ratings.
    async fn verify(&self, games: &[GameId]) {
        let store = Store::open(&self.location).await.unwrap();
        for game in games {
            let events = store.events(game).await.unwrap();
            assert_eq!(events.len() as u64, MOVES + 1, "{game}");
            for (n, stored) in (1..=MOVES).zip(&events) {
                let expected = format!("m{n}");
                assert!(
                    matches!(&stored.event, GameEvent::Played { mv, .. } if *mv == expected),
                    "{game} {n}: {stored:?}"
                );
            }
            let sql = "SELECT COUNT(*) AS changes FROM rating_history WHERE played = $1";
            let game = server::store::Arg::text(game.as_str());
            let changes: i64 = store.rows(sql, [game]).await.unwrap()[0].get("changes");
            assert_eq!(changes, 2);
        }
    }

    async fn everything(&self) {
        self.every_operation_fails().await;
        for seed in 0..4 {
            self.anything_fails(seed).await;
        }
        let failed = self.plan.failed.lock().unwrap();
        for operation in [
            Operation::Connect,
            Operation::Begin,
            Operation::Savepoint,
            Operation::Statement,
            Operation::Release,
            Operation::RollbackTo,
            Operation::Commit,
            Operation::Check,
        ] {
            assert!(failed.contains(&operation), "{operation:?} has never failed");
        }
    }
}

#[tokio::test]
async fn whatever_fails_nothing_acknowledged_is_missing_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let location = DatabaseLocation::Folder(folder.path().to_owned());
    Faulty::open(location).await.everything().await;
}

#[tokio::test]
async fn whatever_fails_nothing_acknowledged_is_missing_on_postgres() {
    let cluster = Cluster::start();
    Faulty::open(cluster.location()).await.everything().await;
}
