//! Rows of any table as lines of JSON, their checksum, and loading them into another database.
//!
//! The checksum of a table is the sum of the SHA-256 of its rows (128 bits of each), so that it does not depend
//! on the order in which a database returns them.

use super::AdminError;
use crate::store::bulk::{BulkConnection, ColumnType, TableSchema};
use crate::store::{Arg, StoreError};
use serde_json::Value;
use sha2::{Digest, Sha256};
use sqlx::AssertSqlSafe;
use sqlx::Row as _;
use sqlx::any::AnyRow;

/// How many rows are inserted at once.
const BATCH: usize = 500;

/// How many rows a table has, and their checksum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableTotals {
    /// The table.
    pub table: String,
    /// Number of rows.
    pub rows: u64,
    /// The sum of their hashes.
    pub checksum: u128,
}

impl TableTotals {
    pub(super) fn new(table: &str) -> Self {
        Self { table: table.to_owned(), rows: 0, checksum: 0 }
    }

    /// Counts a row, by its line.
    pub(super) fn add(&mut self, line: &str) {
        let hash = Sha256::digest(line.as_bytes());
        let mut first = [0; 16];
        first.copy_from_slice(&hash[..16]);
        self.rows += 1;
        self.checksum = self.checksum.wrapping_add(u128::from_be_bytes(first));
    }
}

/// A row of the database.
pub(super) type Values = Vec<Option<Arg>>;

pub(super) fn read(table: &TableSchema, row: &AnyRow) -> Result<Values, StoreError> {
    let columns = table.columns.iter().enumerate();
    columns.map(|(i, (_, kind))| kind.value(row, i)).collect()
}

/// A row as a line. A double is written as text: a reader of JSON may round it.
pub(super) fn line(values: &Values) -> String {
    let json = |value: &Option<Arg>| match value {
        Some(Arg::Text(text)) => Value::from(text.as_str()),
        Some(Arg::Int(number)) => Value::from(*number),
        Some(Arg::Real(number)) => Value::from(number.to_string()),
        Some(Arg::NoText | Arg::NoInt) | None => Value::Null,
    };
    Value::Array(values.iter().map(json).collect()).to_string()
}

/// The row of a line, if it has the columns of the table.
pub(super) fn parse(table: &TableSchema, line: &str) -> Option<Values> {
    let values: Vec<Value> = serde_json::from_str(line).ok()?;
    let typed = |(value, (_, kind)): (&Value, &(String, ColumnType))| {
        Some(match (kind, value) {
            (_, Value::Null) => None,
            (ColumnType::Text, Value::String(text)) => Some(Arg::text(text)),
            (ColumnType::Int, Value::Number(number)) => Some(Arg::Int(number.as_i64()?)),
            (ColumnType::Real, Value::String(text)) => Some(Arg::Real(text.parse().ok()?)),
            _ => return None,
        })
    };
    let fits = values.len() == table.columns.len();
    fits.then(|| values.iter().zip(&table.columns).map(typed).collect()).flatten()
}

/// Calls `each` with every row of a table.
pub(super) async fn every_row(
    db: &mut BulkConnection,
    table: &TableSchema,
    mut each: impl AsyncFnMut(Values) -> Result<(), AdminError>,
) -> Result<(), AdminError> {
    let sql = format!("SELECT {} FROM {}", table.column_list(), table.name);
    let mut failed = None;
    let all = db.for_each(sql, async |row| {
        if let Err(error) = each(read(table, &row)?).await {
            failed = Some(error);
            return Err(StoreError::Gone);
        }
        Ok(())
    });
    let done = all.await;
    failed.map_or(Ok(()), Err).and(Ok(done?))
}

/// Fills the tables of a database.
pub(super) struct Loader {
    db: BulkConnection,
    batch: Vec<Values>,
}

impl Loader {
    /// Begins to fill an empty database, with the tables of a version that had taken so many steps.
    pub(super) async fn begin(mut db: BulkConnection, steps: usize) -> Result<Self, AdminError> {
        let taken = db.steps().await?;
        if taken > 0 && (taken != steps || has_people(&mut db).await?) {
            return Err(AdminError::NotEmpty);
        }
        db.make_tables(steps).await?;
        let tables = db.tables().await?;
        db.begin_write().await?;
        for table in tables.iter().rev() {
            db.execute(AssertSqlSafe(format!("DELETE FROM {}", table.name)), Vec::new()).await?;
        }
        Ok(Self { db, batch: Vec::with_capacity(BATCH) })
    }

    /// The tables to be filled.
    pub(super) async fn tables(&mut self) -> Result<Vec<TableSchema>, AdminError> {
        Ok(self.db.tables().await?)
    }

    /// Adds a row of a table.
    pub(super) async fn add(&mut self, table: &TableSchema, row: Values) -> Result<(), AdminError> {
        self.batch.push(row);
        if self.batch.len() >= BATCH { self.flush(table).await } else { Ok(()) }
    }

    /// Writes what was added of a table; called before rows of another are added.
    pub(super) async fn flush(&mut self, table: &TableSchema) -> Result<(), AdminError> {
        self.db.insert(table, &self.batch).await?;
        self.batch.clear();
        Ok(())
    }

    /// Reads everything again, and commits it if it is what was counted.
    pub(super) async fn finish(mut self, expected: &[TableTotals]) -> Result<(), AdminError> {
        let tables = self.db.tables().await?;
        for table in &tables {
            let totals = totals(&mut self.db, table).await?;
            let wanted = expected.iter().find(|wanted| wanted.table == table.name);
            let same = wanted.map_or(totals.rows == 0, |wanted| *wanted == totals);
            if !same {
                return Err(AdminError::Differs(table.name.clone()));
            }
        }
        self.db.commit().await?;
        self.db.close().await;
        Ok(())
    }
}

async fn has_people(db: &mut BulkConnection) -> Result<bool, StoreError> {
    let rows = db.rows("SELECT COUNT(*) AS count FROM people", Vec::new()).await?;
    Ok(rows.first().map_or(Ok(0), |row| row.try_get::<i64, _>("count"))? > 0)
}

/// How many rows a table has, and their checksum.
pub(super) async fn totals(
    db: &mut BulkConnection,
    table: &TableSchema,
) -> Result<TableTotals, AdminError> {
    let mut totals = TableTotals::new(&table.name);
    every_row(db, table, async |row| {
        totals.add(&line(&row));
        Ok(())
    })
    .await?;
    Ok(totals)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> TableSchema {
        let columns = [("a", ColumnType::Text), ("b", ColumnType::Int), ("c", ColumnType::Real)];
        let columns = columns.map(|(name, kind)| (name.to_owned(), kind)).to_vec();
        TableSchema { name: "t".into(), columns }
    }

    #[test]
    fn rows_are_read_as_they_are_written() {
        let reals = [0.1 + 0.2, 1500.0, f64::MIN_POSITIVE, 1e300, 1_662.310_890_123_456_7];
        for real in reals {
            let text = Some(Arg::text("\"a\"\n ü"));
            let row = vec![text, Some(Arg::Int(i64::MAX)), Some(Arg::Real(real))];
            assert_eq!(parse(&table(), &line(&row)), Some(row));
        }
        assert_eq!(parse(&table(), "[null,null,null]"), Some(vec![None, None, None]));
    }

    #[test]
    fn lines_that_are_no_rows_are_refused() {
        for wrong in
            ["", "[]", "{}", "[1,2,\"3\"]", "[\"a\",1.5,\"3\"]", "[\"a\",1,\"x\"]", "[\"a\",1,2.5]"]
        {
            assert_eq!(parse(&table(), wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_checksum_does_not_depend_on_the_order_but_on_every_row() {
        let of = |lines: &[&str]| {
            let mut totals = TableTotals::new("t");
            for line in lines {
                totals.add(line);
            }
            totals
        };
        assert_eq!(of(&["[1]", "[2]"]), of(&["[2]", "[1]"]));
        assert_ne!(of(&["[1]", "[2]"]), of(&["[1]", "[3]"]));
        assert_ne!(of(&["[1]", "[1]"]), of(&["[1]"]));
    }
}
