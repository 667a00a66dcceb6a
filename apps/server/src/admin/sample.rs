//! People of a database, for measurements of its archive: who has how many games.

use crate::store::{AccountKind, Store, StoreError};
use sqlx::Row;
use sqlx::any::AnyRow;

/// A person with finished games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SampledPerson {
    /// Never changes.
    pub id: String,
    /// The name.
    pub name: String,
    /// The kind of the account.
    pub kind: AccountKind,
    /// How many finished games.
    pub games: u64,
}

/// All people with finished games, those with most first.
///
/// # Errors
/// If the database fails.
pub async fn people_by_games(store: &Store) -> Result<Vec<SampledPerson>, StoreError> {
    let sql = "SELECT people.id, people.name, people.kind, game_counts.games \
        FROM game_counts JOIN people ON people.id = game_counts.person \
        ORDER BY game_counts.games DESC, people.id";
    let read = |row: &AnyRow| {
        Ok(SampledPerson {
            id: row.try_get("id")?,
            name: row.try_get("name")?,
            kind: AccountKind::from_text(&row.try_get::<String, _>("kind")?),
            games: row.try_get::<i64, _>("games")? as u64,
        })
    };
    store.rows(sql, []).await?.iter().map(read).collect()
}
