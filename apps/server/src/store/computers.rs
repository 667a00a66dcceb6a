//! Computer players: accounts of the server's own, one for each level.

use super::writer::{Arg, statement};
use super::{AccountKind, PersonRow, Store, StoreError};
use bots::Level;
use clock::Moment;
use sqlx::Row;
use sqlx::any::AnyRow;

/// A player of the server's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComputerPlayer {
    /// Its account.
    pub person: PersonRow,
    /// How strong it plays.
    pub level: Level,
}

impl Store {
    /// The computer player of every level; those that are missing are made.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn computers(&self, now: Moment) -> Result<Vec<ComputerPlayer>, StoreError> {
        let mut all = self.stored_computers().await?;
        for level in Level::all().filter(|level| all.iter().all(|one| one.level != *level)) {
            match self.add_computer(level, now).await {
                // Another server has been faster.
                Ok(()) | Err(StoreError::Taken) => {}
                Err(error) => return Err(error),
            }
        }
        if all.len() < Level::all().count() {
            all = self.stored_computers().await?;
        }
        Ok(all)
    }

    async fn stored_computers(&self) -> Result<Vec<ComputerPlayer>, StoreError> {
        let sql = "SELECT id, name, kind, level FROM people WHERE kind = $1 ORDER BY level, id";
        let rows = self.rows(sql, [Arg::text(AccountKind::Computer.text())]).await?;
        let read = |row: &AnyRow| {
            let level = row.try_get::<Option<i64>, _>("level")?.unwrap_or_default();
            let level = u8::try_from(level).ok().and_then(Level::new);
            let level = level.ok_or_else(|| StoreError::nonsense("a computer player's level"))?;
            Ok(ComputerPlayer { person: PersonRow::read(row)?, level })
        };
        rows.iter().map(read).collect()
    }

    async fn add_computer(&self, level: Level, now: Moment) -> Result<(), StoreError> {
        // What others call it, in challenges over HTTP too; nothing is concluded from it here.
        let name = format!("house-{}", level.number());
        let sql = "INSERT INTO people (id, name, name_key, kind, level, created) \
            VALUES ($1, $2, $3, $4, $5, $6)";
        let kind = Arg::text(AccountKind::Computer.text());
        let level = Arg::Int(level.number().into());
        let args =
            [Arg::text(&name), Arg::text(&name), Arg::text(&name), kind, level, Arg::int(now.0)];
        self.write(vec![statement(sql, args)]).await
    }
}
