//! A database whose writing fails when a test says so.

use super::site::Site;
use protocol::GameId;
use server::RoomTimeouts;
use server::store::{
    Answer, Append, Arg, Closing, Database, DatabaseLocation, Sql, Statement, Store, StoreError,
};
use sqlx::SqlStr;
use sqlx::any::AnyRow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::TempDir;

/// What fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// Nothing: it works.
    Nothing,
    /// Everything that is written.
    Everything,
    /// What is appended to this game.
    Game(GameId),
    /// What is appended to this game is committed, and then the answer is lost.
    Answer(GameId),
}

/// A database with a fault.
pub(crate) struct FaultyDatabase {
    inner: Sql,
    fault: Mutex<Fault>,
    /// How many appends have failed.
    pub(crate) failures: AtomicU64,
}

fn broken<T>() -> Result<T, StoreError> {
    Err(StoreError::Broken("the disk is full".into()))
}

impl FaultyDatabase {
    pub(crate) fn fail(&self, fault: Fault) {
        *self.fault.lock().unwrap() = fault;
    }

    fn fault(&self) -> Fault {
        self.fault.lock().unwrap().clone()
    }
}

impl Database for FaultyDatabase {
    fn read(&self, sql: SqlStr, args: Vec<Arg>) -> Answer<'_, Vec<AnyRow>> {
        self.inner.read(sql, args)
    }

    fn write(&self, statements: Vec<Statement>) -> Answer<'_, ()> {
        match self.fault() {
            Fault::Everything => Box::pin(async { broken() }),
            _ => self.inner.write(statements),
        }
    }

    fn append(&self, append: Append) -> Answer<'_, Option<(i32, i32)>> {
        let (before, after) = match self.fault() {
            Fault::Nothing => (false, false),
            Fault::Everything => (true, false),
            Fault::Game(game) => (append.game == game, false),
            Fault::Answer(game) => (false, append.game == game),
        };
        self.failures.fetch_add(u64::from(before || after), Ordering::SeqCst);
        Box::pin(async move {
            if before {
                return broken();
            }
            let done = self.inner.append(append).await;
            if after { broken() } else { done }
        })
    }

    fn append_with(&self, append: Append, with: Vec<Statement>) -> Answer<'_, Option<(i32, i32)>> {
        match self.fault() {
            Fault::Everything => Box::pin(async { broken() }),
            _ => self.inner.append_with(append, with),
        }
    }

    fn close(&self, closing: Closing) -> Answer<'_, ()> {
        match self.fault() {
            Fault::Everything => Box::pin(async { broken() }),
            _ => self.inner.close(closing),
        }
    }

    fn maintain(&self) -> Answer<'_, ()> {
        self.inner.maintain()
    }

    fn last_commit_age(&self) -> Duration {
        match self.fault() {
            Fault::Everything => Duration::from_mins(1),
            _ => self.inner.last_commit_age(),
        }
    }
}

/// A server over a database that can be made to fail.
pub(crate) async fn faulty_site() -> (Site, Arc<FaultyDatabase>) {
    let folder = Arc::new(TempDir::new().unwrap());
    let inner = Sql::open(&DatabaseLocation::Folder(folder.path().to_owned())).await.unwrap();
    let fault = Mutex::new(Fault::Nothing);
    let database = Arc::new(FaultyDatabase { inner, fault, failures: AtomicU64::new(0) });
    let store = Store::over(Arc::clone(&database) as Arc<dyn Database>);
    (Site::over(store, folder, RoomTimeouts::default()).await, database)
}
