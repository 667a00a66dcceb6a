//! The settings of accounts: one text each, which only the API reads.

use super::writer::{Arg, statement};
use super::{Store, StoreError};
use clock::Moment;
use sqlx::Row;

impl Store {
    /// The settings of a person, if they were ever stored.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn settings(&self, person: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT body FROM settings WHERE person = $1";
        let row = self.row(sql, [Arg::text(person)]).await?;
        row.map(|row| Ok(row.try_get("body")?)).transpose()
    }

    /// Replaces the settings of a person.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn set_settings(
        &self,
        person: &str,
        body: &str,
        now: Moment,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO settings (person, body, changed) VALUES ($1, $2, $3) \
            ON CONFLICT (person) DO UPDATE SET body = excluded.body, changed = excluded.changed";
        let args = [Arg::text(person), Arg::text(body), Arg::int(now.0)];
        self.write(vec![statement(sql, args)]).await
    }
}
