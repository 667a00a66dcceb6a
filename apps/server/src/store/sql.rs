//! SQLite and PostgreSQL, by the same queries.
//!
//! Reading goes through a pool. Everything that is written goes through one [writer](super::writer),
//! which commits for many at once and answers only after the commit.

use super::database::{Answer, Database};
use super::writer::{Writer, bind};
use super::{Append, Arg, Statement, StoreError, schema};
use sqlx::AnyPool;
use sqlx::any::{AnyPoolOptions, AnyRow};
use std::path::Path;

/// Where it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DatabaseLocation {
    /// A folder with an SQLite file in it; made if it is not there.
    Folder(std::path::PathBuf),
    /// A PostgreSQL database: `postgres://…`.
    Postgres(String),
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

/// An open database of either kind.
#[derive(Clone, Debug)]
pub struct Sql {
    pool: AnyPool,
    writer: Writer,
    upkeep: Upkeep,
}

impl Sql {
    /// Opens the database and brings its tables up to date.
    ///
    /// # Errors
    /// If it cannot be reached, made or changed.
    pub async fn open(place: &DatabaseLocation) -> Result<Self, StoreError> {
        sqlx::any::install_default_drivers();
        let (pool, upkeep) = match place {
            DatabaseLocation::Folder(folder) => (sqlite(folder).await?, Upkeep::FoldLog),
            DatabaseLocation::Postgres(url) => {
                let options = AnyPoolOptions::new().max_connections(READERS + 1);
                (options.connect(url).await?, Upkeep::Nothing)
            }
        };
        schema::bring_up_to_date(&pool).await?;
        let writer = Writer::start(pool.clone());
        Ok(Self { pool, writer, upkeep })
    }
}

impl Database for Sql {
    fn read<'a>(&'a self, sql: &'a str, args: Vec<Arg>) -> Answer<'a, Vec<AnyRow>> {
        Box::pin(async move {
            Ok(args.into_iter().fold(sqlx::query(sql), bind).fetch_all(&self.pool).await?)
        })
    }

    fn write(&self, statements: Vec<Statement>) -> Answer<'_, ()> {
        Box::pin(self.writer.statements(statements))
    }

    fn append(&self, append: Append) -> Answer<'_, Option<(i32, i32)>> {
        Box::pin(self.writer.append(append))
    }

    fn maintain(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            match self.upkeep {
                Upkeep::Nothing => {}
                Upkeep::FoldLog => {
                    sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&self.pool).await?;
                }
            }
            Ok(())
        })
    }
}

/// Full: what was acknowledged outlives even a power cut, not only the process. The log is folded in
/// by [`Database::maintain`]; the writer, whom all wait for, does it only if it has grown to 80 MB.
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
    let options = AnyPoolOptions::new().max_connections(READERS + 1).after_connect(|db, _| {
        Box::pin(async move {
            for setting in SETTINGS {
                sqlx::query(setting).execute(&mut *db).await?;
            }
            Ok(())
        })
    });
    Ok(options.connect(&format!("sqlite://{encoded}?mode=rwc")).await?)
}
