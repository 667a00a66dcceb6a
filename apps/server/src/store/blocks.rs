//! Who does not want to be challenged or talked to by whom, and what two persons have to do with each other.

use super::writer::{Arg, statement};
use super::{PersonRow, Store, StoreError};
use clock::{Moment, Speed};
use sqlx::Row;

/// How many people one person can block.
pub const MOST_BLOCKED: usize = 500;

impl Store {
    /// The persons that a person has blocked, by name.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn blocked(&self, person: &str) -> Result<Vec<PersonRow>, StoreError> {
        let sql = "SELECT people.id, people.name, people.kind FROM blocks \
            JOIN people ON people.id = blocks.blocked WHERE blocks.person = $1 ORDER BY people.name";
        let rows = self.rows(sql, [Arg::text(person)]).await?;
        rows.iter().map(PersonRow::read).collect()
    }

    /// Blocks a person, and deletes their challenges to the one who blocks.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn block(&self, person: &str, other: &str, now: Moment) -> Result<(), StoreError> {
        let both = || [Arg::text(person), Arg::text(other)];
        let add = "INSERT INTO blocks (person, blocked, created) VALUES ($1, $2, $3) \
            ON CONFLICT (person, blocked) DO NOTHING";
        let args = [Arg::text(person), Arg::text(other), Arg::int(now.0)];
        let gone = "DELETE FROM challenges WHERE opponent = $1 AND person = $2";
        self.write(vec![statement(add, args), statement(gone, both())]).await
    }

    /// Removes a block.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn unblock(&self, person: &str, other: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM blocks WHERE person = $1 AND blocked = $2";
        self.write(vec![statement(sql, [Arg::text(person), Arg::text(other)])]).await
    }

    /// Whether one person has blocked another.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn has_blocked(&self, person: &str, other: &str) -> Result<bool, StoreError> {
        let sql = "SELECT person FROM blocks WHERE person = $1 AND blocked = $2";
        Ok(self.row(sql, [Arg::text(person), Arg::text(other)]).await?.is_some())
    }

    /// Whether one of these is the other's bot, or both are bots of the same person.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn share_owner(&self, a: &str, b: &str) -> Result<bool, StoreError> {
        let sql = "SELECT id, owner FROM people WHERE id = $1 OR id = $2";
        let mut owners = Vec::new();
        for row in self.rows(sql, [Arg::text(a), Arg::text(b)]).await? {
            let (id, owner): (String, Option<String>) = (row.try_get("id")?, row.try_get("owner")?);
            owners.push(owner.unwrap_or(id));
        }
        Ok(matches!(owners.as_slice(), [one, other] if one == other))
    }

    /// How many rated games of a kind two people have begun since a moment, in either order.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn rated_between(
        &self,
        (a, b): (&str, &str),
        (game, speed): (&str, Speed),
        since: Moment,
    ) -> Result<u64, StoreError> {
        let sql = "SELECT COUNT(*) AS count FROM games WHERE first = $1 AND second = $2 \
            AND rated = 1 AND game = $3 AND speed = $4 AND created > $5 \
            AND (why IS NULL OR why <> 'aborted')";
        let mut count = 0;
        for (first, second) in [(a, b), (b, a)] {
            let args = [
                Arg::text(first),
                Arg::text(second),
                Arg::text(game),
                Arg::text(speed.text()),
                Arg::int(since.0),
            ];
            if let Some(row) = self.row(sql, args).await? {
                count += row.try_get::<i64, _>("count")? as u64;
            }
        }
        Ok(count)
    }
}
