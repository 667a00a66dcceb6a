//! The server lock: two servers that do not know of each other must not write to one database.
//!
//! SQLite: a lock of the operating system on a file beside the database. PostgreSQL: an advisory lock of a
//! session that is held for the life of the process, alone or shared with other nodes. Both die with the process. Programs that only administer a database take none.

use super::{DatabaseLocation, StoreError, files, opening};
use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, Row};
use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::task::AbortHandle;
use tokio::time::sleep;

/// Whether other servers may use the database too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sharing {
    /// Nobody else.
    Alone,
    /// One of several nodes: others may that share it too.
    Shared,
}

/// How long the session of a server that was killed may need to end, and how often that is looked at.
const PATIENCE: Duration = Duration::from_secs(5);
const RETRY: Duration = Duration::from_millis(100);

/// How often it is checked that the session is still there.
const CHECK: Duration = Duration::from_secs(2);

/// "sixfserv" in ASCII: which of PostgreSQL's advisory locks is the server's.
const ALONE: &str =
    "SELECT CASE WHEN pg_try_advisory_lock(8316874834253507190) THEN 1 ELSE 0 END AS taken";
const SHARED: &str =
    "SELECT CASE WHEN pg_try_advisory_lock_shared(8316874834253507190) THEN 1 ELSE 0 END AS taken";

/// A machine that has vanished from the network gives its lock back within half a minute.
const KEEPALIVE: &[&str] = &[
    "SET tcp_keepalives_idle = 10",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
];

/// The right to serve from a database; given back when dropped.
#[derive(Debug)]
pub struct ServerLock {
    _file: Option<File>,
    /// The task that holds the session of PostgreSQL; it is aborted when dropped, which closes the session.
    session: Option<AbortHandle>,
    lost: Arc<Notify>,
}

impl Drop for ServerLock {
    fn drop(&mut self) {
        if let Some(session) = &self.session {
            session.abort();
        }
    }
}

impl ServerLock {
    /// Takes the lock, or says who is in the way.
    ///
    /// # Errors
    /// If another server has it, or the database cannot be reached.
    pub async fn acquire(place: &DatabaseLocation, sharing: Sharing) -> Result<Self, StoreError> {
        let lost = Arc::new(Notify::new());
        match place {
            DatabaseLocation::Folder(folder) => {
                Ok(Self { _file: lock_file(folder)?, session: None, lost })
            }
            DatabaseLocation::Postgres(url) => {
                sqlx::any::install_default_drivers();
                let options = url.parse().map_err(|_| opening::unreadable_address())?;
                let session = Session { place: place.clone(), options, sharing };
                let connection = session.acquire().await?;
                let task = tokio::spawn(session.hold(connection, Arc::clone(&lost)));
                Ok(Self { _file: None, session: Some(task.abort_handle()), lost })
            }
        }
    }

    /// Comes back when the lock is lost and another server has taken it: this one must stop.
    pub async fn lost(&self) {
        self.lost.notified().await;
    }
}

fn lock_file(folder: &Path) -> Result<Option<File>, StoreError> {
    let failed = |error: &std::io::Error| StoreError::folder(folder, error);
    let file = files::open_lock(folder).map_err(|error| failed(&error))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(taken(&DatabaseLocation::Folder(folder.to_owned()))),
        Err(TryLockError::Error(error)) if error.kind() == std::io::ErrorKind::Unsupported => {
            tracing::warn!("this file system has no locks: start one server only");
            Ok(None)
        }
        Err(TryLockError::Error(error)) => Err(failed(&error)),
    }
}

fn taken(place: &DatabaseLocation) -> StoreError {
    let advice = match place {
        DatabaseLocation::Folder(_) => "stop it first, or choose another folder with --data",
        DatabaseLocation::Postgres(_) => {
            "stop it first, or choose another database with --database"
        }
    };
    let place = opening::described(place);
    StoreError::Broken(format!("another server already uses {place}; {advice}"))
}

/// How a session with the lock is opened.
struct Session {
    place: DatabaseLocation,
    options: AnyConnectOptions,
    sharing: Sharing,
}

impl Session {
    async fn acquire(&self) -> Result<AnyConnection, StoreError> {
        let started = Instant::now();
        loop {
            if let Some(db) = self.try_acquire().await? {
                return Ok(db);
            }
            if started.elapsed() > PATIENCE {
                return Err(taken(&self.place));
            }
            sleep(RETRY).await;
        }
    }

    /// Opens a session with the lock; nothing if another server has it.
    async fn try_acquire(&self) -> Result<Option<AnyConnection>, StoreError> {
        let failed = |error| opening::failed(&self.place, &error);
        let mut db = opening::connect(&self.options, KEEPALIVE).await.map_err(failed)?;
        let sql = if self.sharing == Sharing::Shared { SHARED } else { ALONE };
        let row = sqlx::query(sql).fetch_one(&mut db).await.map_err(failed)?;
        Ok((row.try_get::<i32, _>("taken")? == 1).then_some(db))
    }

    /// Takes the lock again after its session has ended, for as long as the database does not answer; nothing
    /// if it answers that another server has it.
    async fn acquire_again(&self) -> Option<AnyConnection> {
        let mut refusals = Refusals::default();
        loop {
            let answer = self.try_acquire().await;
            let taken = answer.as_ref().ok().map(Option::is_none);
            if let Ok(Some(db)) = answer {
                return Some(db);
            }
            if refusals.are_final(taken, Instant::now()) {
                return None;
            }
            sleep(RETRY).await;
        }
    }

    /// Holds the lock for as long as the process runs. After the database was away it is taken again; until
    /// then nothing can be written either.
    async fn hold(self, mut db: AnyConnection, lost: Arc<Notify>) {
        loop {
            sleep(CHECK).await;
            if sqlx::query("SELECT 1").execute(&mut db).await.is_ok() {
                continue;
            }
            tracing::warn!("the session with the server lock has ended; taking it again");
            let Some(again) = self.acquire_again().await else {
                tracing::error!("another server has taken the server lock; this one stops");
                lost.notify_one();
                return;
            };
            db = again;
        }
    }
}

/// Since when the database has answered without a break that another server has the lock.
#[derive(Debug, Default)]
struct Refusals {
    since: Option<Instant>,
}

impl Refusals {
    /// Takes note of an answer, whether the lock is taken, or of none; whether somebody else is there to stay. A
    /// database that is away says nothing of who has the lock.
    fn are_final(&mut self, taken: Option<bool>, now: Instant) -> bool {
        self.since = taken.filter(|taken| *taken).map(|_| self.since.unwrap_or(now));
        self.since.is_some_and(|since| now.duration_since(since) > PATIENCE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_that_does_not_answer_has_not_given_the_lock_to_somebody_else() {
        let (start, mut refusals) = (Instant::now(), Refusals::default());
        for hours in 0..10 {
            assert!(!refusals.are_final(None, start + Duration::from_hours(hours)));
        }
        let answered = start + Duration::from_hours(10);
        assert!(!refusals.are_final(Some(true), answered));
        assert!(!refusals.are_final(None, answered + PATIENCE));
        assert!(!refusals.are_final(Some(true), answered + 2 * PATIENCE), "it begins anew");
        assert!(!refusals.are_final(Some(true), answered + 3 * PATIENCE));
        assert!(refusals.are_final(Some(true), answered + 4 * PATIENCE));
    }
}
