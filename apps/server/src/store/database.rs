//! The trait of a database: reads, transactions, appends, maintenance.
//!
//! Law: what is written is committed when the answer comes, all of it or nothing. After
//! [`StoreError::Unavailable`] it is not known which of the two.

use super::{Append, Arg, Closing, Statement, StoreError};
use futures_util::future::BoxFuture;
use sqlx::SqlStr;
use sqlx::any::AnyRow;
use std::time::Duration;

/// The future result of an operation.
pub type Answer<'a, T> = BoxFuture<'a, Result<T, StoreError>>;

/// A database with the tables of [`Store`](super::Store). Its SQL has `$1`, `$2`, … for values, which are texts, 64-bit integers
/// and doubles, and nothing that only one database knows.
pub trait Database: Send + Sync + 'static {
    /// The rows that a query finds.
    fn read(&self, sql: SqlStr, args: Vec<Arg>) -> Answer<'_, Vec<AnyRow>>;

    /// Does these in one transaction.
    fn write(&self, statements: Vec<Statement>) -> Answer<'_, ()>;

    /// Appends events to a game in one transaction, with all that follows from them; what the end of
    /// a rated game changed.
    fn append(&self, append: Append) -> Answer<'_, Option<(i32, i32)>>;

    /// The same, with statements in the same transaction.
    fn append_with(&self, append: Append, with: Vec<Statement>) -> Answer<'_, Option<(i32, i32)>>;

    /// Ends the running games of people and deletes them, in one transaction.
    fn close(&self, closing: Closing) -> Answer<'_, ()>;

    /// Maintenance, while others read and write.
    fn maintain(&self) -> Answer<'_, ()>;

    /// How long ago something was last committed.
    fn last_commit_age(&self) -> Duration;
}
