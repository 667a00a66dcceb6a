//! Challenges that wait for somebody to open their link; they outlive the server.

use super::writer::{Arg, Statement, statement};
use super::{Store, StoreError};
use clock::Moment;
use protocol::{GameId, Terms};
use sqlx::Row;

/// What takes a challenge away; whoever comes second finds it gone.
pub(crate) fn taking(id: &GameId) -> Statement {
    statement("DELETE FROM challenges WHERE id = $1", [Arg::text(id.as_str())]).once()
}

impl Store {
    /// Keeps a challenge.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn add_challenge(
        &self,
        id: &GameId,
        person: &str,
        terms: &Terms,
        now: Moment,
    ) -> Result<(), StoreError> {
        let terms = serde_json::to_string(terms).unwrap_or_default();
        let sql = "INSERT INTO challenges (id, person, terms, created) VALUES ($1, $2, $3, $4)";
        let args = [Arg::text(id.as_str()), Arg::text(person), Arg::Text(terms), Arg::int(now.0)];
        self.write(vec![statement(sql, args)]).await
    }

    /// Who challenges, and to what.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn challenge(&self, id: &GameId) -> Result<Option<(String, Terms)>, StoreError> {
        let query = sqlx::query("SELECT person, terms FROM challenges WHERE id = $1");
        let row = query.bind(id.as_str()).fetch_optional(self.pool()).await?;
        let Some(row) = row else { return Ok(None) };
        let terms: String = row.try_get("terms")?;
        let terms = serde_json::from_str(&terms);
        let terms = terms.map_err(|_| StoreError::nonsense("a challenge's terms"))?;
        Ok(Some((row.try_get("person")?, terms)))
    }
}
