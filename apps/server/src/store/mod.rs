//! What is stored: people, games, events, ratings; in SQLite or PostgreSQL, by the same queries.
//!
//! [`Store`] is what others ask; a file here is one kind of thing that can be asked for. What is asked
//! becomes SQL that goes through one trait, [`Database`], and that SQLite and PostgreSQL both
//! understand ([`Sql`]).

mod aborting;
mod actions;
mod blocks;
pub(crate) mod bulk;
pub(crate) mod challenges;
mod cleanup;
mod closing;
mod computers;
mod counts;
mod database;
mod error;
mod events;
mod files;
mod games;
mod leases;
mod lobby_requests;
mod lock;
mod opening;
mod outages;
mod people;
mod ratings;
mod reports;
mod sanctions;
mod schema;
mod sessions;
mod settings;
mod site;
mod sql;
mod statement;
mod writer;

pub use actions::{ActionKind, ActionRow, NamedAction, NewAction, OPERATOR};
pub use blocks::MOST_BLOCKED;
pub use cleanup::{IDLE_GUESTS, OLD_CHALLENGES, OLD_LOBBY_REQUESTS, OLD_REPORTS};
pub use closing::Closing;
pub(crate) use closing::renamed;
pub use computers::ComputerPlayer;
pub use database::{Answer, Database};
pub use error::StoreError;
pub(crate) use events::read_event;
pub use events::{Append, GameEnd, StoredEvent};
pub(crate) use games::COLUMNS;
pub use games::{Finish, GameRow, Seated};
pub(crate) use leases::lobby_fence;
pub use leases::{Claim, ClusterView, LEASE, Lease};
pub(crate) use lobby_requests::LobbyRequest;
pub use lock::{ServerLock, Sharing};
pub use people::{AccountKind, PersonRow};
pub(crate) use ratings::{GROWTH, UNCERTAIN, after as ratings_after};
pub use ratings::{Rating, RatingRow};
pub use reports::{LONGEST_REPORT, MOST_OPEN_REPORTS, NewReport, Report, ReportReason};
pub(crate) use sanctions::NOT_BANNED;
pub use sanctions::{FOREVER, ListedPerson, Sanctions};
pub(crate) use schema::KNOWN_STEPS;
pub(crate) use sessions::ending_sessions;
pub use sessions::{SESSION_LASTS, SESSION_LETTERS, SessionRow};
pub(crate) use site::using_invitation;
pub use site::{
    Invitation, LONGEST_ANNOUNCEMENT, LONGEST_NOTE, SignUpMode, SiteSettings, UnknownSignUpMode,
};
pub use sql::{DatabaseLocation, Sql};
pub use statement::{Arg, Statement, statement};
pub use writer::{Fault, FaultPlan, Operation};

use sqlx::SqlSafeStr;
use sqlx::any::AnyRow;
use std::sync::Arc;
use std::time::Duration;

/// Everything that is stored.
#[derive(Clone)]
pub struct Store {
    database: Arc<dyn Database>,
}

impl Store {
    /// Opens the database and brings its tables up to date.
    ///
    /// # Errors
    /// If it cannot be reached, made or changed.
    pub async fn open(place: &DatabaseLocation) -> Result<Self, StoreError> {
        Ok(Self::over(Arc::new(Sql::open(place).await?)))
    }

    /// What is stored in a database that is open and has its tables.
    pub fn over(database: Arc<dyn Database>) -> Self {
        Self { database }
    }

    /// Maintenance of the database (checkpoints), while others read and write.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn maintain(&self) -> Result<(), StoreError> {
        self.database.maintain().await
    }

    /// How long ago something was last committed. The [heartbeat](Self::heartbeat) is committed every
    /// second, so that more than a few seconds mean that nothing can be.
    pub fn last_commit_age(&self) -> Duration {
        self.database.last_commit_age()
    }

    /// The rows that a query finds.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn rows(
        &self,
        sql: impl SqlSafeStr + Send,
        args: impl Into<Vec<Arg>> + Send,
    ) -> Result<Vec<AnyRow>, StoreError> {
        self.database.read(sql.into_sql_str(), args.into()).await
    }

    /// The first row that a query finds, if there is one.
    pub(crate) async fn row(
        &self,
        sql: impl SqlSafeStr + Send,
        args: impl Into<Vec<Arg>> + Send,
    ) -> Result<Option<AnyRow>, StoreError> {
        Ok(self.rows(sql, args).await?.into_iter().next())
    }

    /// Does these in one transaction, and comes back when they are committed.
    ///
    /// # Errors
    /// If any of them fails; then none is done.
    pub async fn write(&self, statements: Vec<Statement>) -> Result<(), StoreError> {
        self.database.write(statements).await
    }

    /// Appends events to a game; comes back when they are committed, with what a rated game's end
    /// changed.
    ///
    /// # Errors
    /// If a number or a client's id is taken, or the game is over already; then nothing is done.
    pub async fn append(&self, append: Append) -> Result<Option<(i32, i32)>, StoreError> {
        self.database.append(append).await
    }
}
