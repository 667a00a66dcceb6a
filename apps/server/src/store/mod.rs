//! What is kept: people, games, events, ratings; in SQLite or PostgreSQL, by the same queries.
//!
//! Reading goes through a pool. Everything that is written goes through one [writer](writer), which
//! commits for many at once and answers only after the commit. A file here is one kind of thing.

pub(crate) mod challenges;
mod error;
mod events;
mod games;
mod people;
mod ratings;
mod schema;
mod sessions;
mod writer;

pub use error::StoreError;
pub use events::{Append, Closing, Kept};
pub(crate) use games::COLUMNS;
pub use games::{Finish, GameRow, Seated};
pub use people::{Kind, PersonRow};
pub(crate) use ratings::{GROWTH, UNCERTAIN};
pub use ratings::{Rating, RatingRow};
pub use sessions::SESSION_LETTERS;
pub use writer::{Arg, Statement, statement};

use sqlx::AnyPool;
use sqlx::any::AnyPoolOptions;
use std::path::Path;
use writer::Writer;

/// Where it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// A folder with an SQLite file in it; made if it is not there.
    Folder(std::path::PathBuf),
    /// A PostgreSQL database: `postgres://…`.
    Postgres(String),
}

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
    writer: Writer,
    upkeep: Upkeep,
}

/// What a database wants done now and then.
#[derive(Clone, Copy, Debug)]
enum Upkeep {
    /// SQLite's log is to be folded into its file.
    FoldLog,
    /// PostgreSQL looks after itself.
    Nothing,
}

/// How many may read at once.
const READERS: u32 = 4;

impl Store {
    /// Opens the database and brings its tables up to date.
    ///
    /// # Errors
    /// If it cannot be reached, made or changed.
    pub async fn open(place: &Place) -> Result<Self, StoreError> {
        sqlx::any::install_default_drivers();
        let (pool, upkeep) = match place {
            Place::Folder(folder) => (sqlite(folder).await?, Upkeep::FoldLog),
            Place::Postgres(url) => {
                let options = AnyPoolOptions::new().max_connections(READERS + 1);
                (options.connect(url).await?, Upkeep::Nothing)
            }
        };
        schema::bring_up_to_date(&pool).await?;
        let writer = Writer::start(pool.clone());
        Ok(Self { pool, writer, upkeep })
    }

    /// Does what the database wants done now and then; nobody waits for it, neither those who read
    /// nor the one who writes.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn look_after(&self) -> Result<(), StoreError> {
        match self.upkeep {
            Upkeep::Nothing => {}
            Upkeep::FoldLog => {
                sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&self.pool).await?;
            }
        }
        Ok(())
    }

    /// For reading. What is written goes through [`write`](Self::write).
    pub fn pool(&self) -> &AnyPool {
        &self.pool
    }

    /// Does these in one transaction, and comes back when they are committed.
    ///
    /// # Errors
    /// If any of them fails; then none is done.
    pub async fn write(&self, statements: Vec<Statement>) -> Result<(), StoreError> {
        self.writer.statements(statements).await
    }

    /// Appends events to a game; comes back when they are committed, with what a rated game's end
    /// changed.
    ///
    /// # Errors
    /// If a number or a client's id is taken, or the game is over already; then nothing is done.
    pub async fn append(&self, append: Append) -> Result<Option<(i32, i32)>, StoreError> {
        self.writer.append(append).await
    }

    /// Takes note that the server is alive at this moment.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn beat(&self, now: clock::Moment) -> Result<(), StoreError> {
        let sql = "UPDATE alive SET at = $1 WHERE id = 1";
        self.write(vec![statement(sql, [Arg::int(now.0)])]).await
    }

    /// When the server was last known to be alive, if it ever was.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn last_beat(&self) -> Result<Option<clock::Moment>, StoreError> {
        let at: i64 =
            sqlx::query_scalar("SELECT at FROM alive WHERE id = 1").fetch_one(&self.pool).await?;
        Ok((at > 0).then_some(clock::Moment(at as u64)))
    }
}

/// Full: what was acknowledged outlives even a power cut, not only the process. The log is folded in
/// by [`Store::look_after`]; the writer, whom all wait for, does it only if it has grown to 80 MB.
const SETTINGS: [&str; 5] = [
    "PRAGMA journal_mode = WAL",
    "PRAGMA wal_autocheckpoint = 20000",
    "PRAGMA synchronous = FULL",
    "PRAGMA busy_timeout = 10000",
    "PRAGMA foreign_keys = ON",
];

async fn sqlite(folder: &Path) -> Result<AnyPool, StoreError> {
    std::fs::create_dir_all(folder).map_err(|error| StoreError::folder(folder, &error))?;
    let file = folder.join("sixfold.db");
    let file = file.to_str().ok_or_else(|| StoreError::unnameable(folder))?;
    let encoded = file.replace('%', "%25").replace('?', "%3F").replace('#', "%23");
    let options = AnyPoolOptions::new().max_connections(READERS + 1).after_connect(|line, _| {
        Box::pin(async move {
            for setting in SETTINGS {
                sqlx::query(setting).execute(&mut *line).await?;
            }
            Ok(())
        })
    });
    Ok(options.connect(&format!("sqlite://{encoded}?mode=rwc")).await?)
}
