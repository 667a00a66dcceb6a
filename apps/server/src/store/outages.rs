//! When the server was last there, and when it was not.

use super::writer::{Arg, Statement, statement};
use super::{Store, StoreError};
use crate::outages::{FORGOTTEN_AFTER, Outage};
use clock::Moment;
use sqlx::Row;

fn alive(now: Moment) -> Statement {
    statement("UPDATE alive SET at = $1 WHERE id = 1", [Arg::int(now.0)])
}

fn insertion(outage: &Outage) -> Statement {
    let sql = "INSERT INTO outages (down, up) VALUES ($1, $2) ON CONFLICT (down) DO NOTHING";
    statement(sql, [Arg::int(outage.down.0), Arg::int(outage.up.0)])
}

impl Store {
    /// Takes note that the server is alive at this moment.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn heartbeat(&self, now: Moment) -> Result<(), StoreError> {
        self.heartbeat_after(&[], now).await
    }

    /// Takes note that the server is alive, and was not during these outages, in one transaction.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn heartbeat_after(&self, outages: &[Outage], now: Moment) -> Result<(), StoreError> {
        let mut statements: Vec<Statement> = outages.iter().map(insertion).collect();
        statements.push(alive(now));
        self.write(statements).await
    }

    /// When the server, or a node of a cluster on this database, was last known to be alive, if ever.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn last_heartbeat(&self) -> Result<Option<Moment>, StoreError> {
        let sql = "SELECT MAX(at) AS at FROM \
            (SELECT at FROM alive WHERE id = 1 UNION ALL SELECT renewed FROM nodes) AS beats";
        let row = self.row(sql, []).await?;
        let at: i64 = row.ok_or(StoreError::Gone)?.try_get("at")?;
        Ok((at > 0).then_some(Moment(at as u64)))
    }

    /// The outages that may concern a game, in order; older ones are forgotten.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn outages(&self, now: Moment) -> Result<Vec<Outage>, StoreError> {
        let oldest = || Arg::int(now.0.saturating_sub(FORGOTTEN_AFTER.0));
        self.write(vec![statement("DELETE FROM outages WHERE up < $1", [oldest()])]).await?;
        let sql = "SELECT down, up FROM outages WHERE up >= $1 ORDER BY up";
        let rows = self.rows(sql, [oldest()]).await?;
        let moment = |row: &sqlx::any::AnyRow, column: &str| {
            row.try_get::<i64, _>(column).map(|at| Moment(at as u64))
        };
        let read = rows
            .iter()
            .map(|row| Ok(Outage { down: moment(row, "down")?, up: moment(row, "up")? }));
        read.collect()
    }
}
