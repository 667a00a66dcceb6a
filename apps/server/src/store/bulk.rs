//! A connection for work on whole tables: backup, restore, copy, check, fill. It has no time limit, reads
//! everything in one snapshot while a server is running, and writes in one transaction.

use super::schema::{self, MigrationError};
use super::statement::bind;
use super::writer::Dialect;
use super::{Arg, DatabaseLocation, StoreError, files, opening};
use futures_util::TryStreamExt;
use sqlx::any::{AnyConnectOptions, AnyRow};
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor, Row, SqlSafeStr};
use std::path::Path;

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ColumnType {
    /// Text.
    Text,
    /// A 64-bit integer.
    Int,
    /// A double.
    Real,
}

impl ColumnType {
    fn of(declared: &str) -> Self {
        match declared.to_ascii_lowercase().as_str() {
            "bigint" | "integer" => Self::Int,
            "double precision" => Self::Real,
            _ => Self::Text,
        }
    }

    /// As backups write it.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Int => "int",
            Self::Real => "real",
        }
    }

    /// The value of a column of a row.
    pub(crate) fn value(self, row: &AnyRow, column: usize) -> Result<Option<Arg>, StoreError> {
        Ok(match self {
            Self::Text => row.try_get::<Option<String>, _>(column)?.map(Arg::Text),
            Self::Int => row.try_get::<Option<i64>, _>(column)?.map(Arg::Int),
            Self::Real => row.try_get::<Option<f64>, _>(column)?.map(Arg::Real),
        })
    }
}

/// A table and its columns, in the order of their names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TableSchema {
    pub(crate) name: String,
    pub(crate) columns: Vec<(String, ColumnType)>,
}

impl TableSchema {
    /// Some columns of a table: texts, integers and doubles, each list with spaces between the names.
    pub(crate) fn of(name: &str, texts: &str, ints: &str, reals: &str) -> Self {
        let kinds = [(texts, ColumnType::Text), (ints, ColumnType::Int), (reals, ColumnType::Real)];
        let column = |(names, kind): (&str, ColumnType)| {
            names.split_whitespace().map(|name| (name.to_owned(), kind)).collect::<Vec<_>>()
        };
        Self { name: name.to_owned(), columns: kinds.into_iter().flat_map(column).collect() }
    }

    /// The names of its columns, as SQL has them.
    pub(crate) fn column_list(&self) -> String {
        self.columns.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
    }
}

/// What is read and written row by row by other means than backups copy: it is made by the migrations.
const NOT_COPIED: &str = "schema_steps";

/// A connection for work on whole tables.
pub(crate) struct BulkConnection {
    db: AnyConnection,
    dialect: Dialect,
}

/// Loading may take its time; what it loads is one transaction, durable at its end.
const SQLITE_BULK: &[&str] = &[
    "PRAGMA busy_timeout = 60000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA cache_size = -200000",
];

impl BulkConnection {
    /// Connects to a database that exists.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) async fn open(place: &DatabaseLocation) -> Result<Self, StoreError> {
        if let DatabaseLocation::Folder(folder) = place
            && !holds_database(folder)
        {
            return Err(no_database(folder));
        }
        Self::open_or_make(place).await
    }

    /// Connects to a database, which is made if there is none (PostgreSQL: the database itself is not).
    ///
    /// # Errors
    /// If it cannot be reached.
    pub(crate) async fn open_or_make(place: &DatabaseLocation) -> Result<Self, StoreError> {
        sqlx::any::install_default_drivers();
        let (url, dialect, settings) = match place {
            DatabaseLocation::Folder(folder) => {
                (files::prepare(folder)?, Dialect::Sqlite, SQLITE_BULK)
            }
            DatabaseLocation::Postgres(url) => (url.clone(), Dialect::Postgres, &[][..]),
        };
        let options: AnyConnectOptions = url.parse().map_err(|_| opening::unreadable_address())?;
        let connected = opening::connect_when_unlocked(&options, settings).await;
        let db = connected.map_err(|error| opening::failed(place, &error))?;
        Ok(Self { db, dialect })
    }

    /// Whether it is SQLite.
    pub(crate) fn is_sqlite(&self) -> bool {
        self.dialect == Dialect::Sqlite
    }

    /// Begins a snapshot: all that is read from now on is of one moment.
    pub(crate) async fn begin_snapshot(&mut self) -> Result<(), StoreError> {
        let sql = match self.dialect {
            Dialect::Sqlite => "BEGIN",
            Dialect::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        };
        self.run(sql).await
    }

    /// Begins to write.
    pub(crate) async fn begin_write(&mut self) -> Result<(), StoreError> {
        let sql = if self.is_sqlite() { "BEGIN IMMEDIATE" } else { "BEGIN" };
        self.run(sql).await
    }

    /// Ends what was begun.
    pub(crate) async fn commit(&mut self) -> Result<(), StoreError> {
        self.run("COMMIT").await
    }

    /// Runs SQL without values.
    pub(crate) async fn run(&mut self, sql: &'static str) -> Result<(), StoreError> {
        self.db.execute(sqlx::raw_sql(sql)).await?;
        Ok(())
    }

    /// Runs SQL with values.
    pub(crate) async fn execute(
        &mut self,
        sql: impl SqlSafeStr,
        args: Vec<Arg>,
    ) -> Result<(), StoreError> {
        args.into_iter().fold(sqlx::query(sql), bind).execute(&mut self.db).await?;
        Ok(())
    }

    /// The rows that a query finds.
    pub(crate) async fn rows(
        &mut self,
        sql: impl SqlSafeStr,
        args: Vec<Arg>,
    ) -> Result<Vec<AnyRow>, StoreError> {
        Ok(args.into_iter().fold(sqlx::query(sql), bind).fetch_all(&mut self.db).await?)
    }

    /// Calls `each` with every row that a query finds, without holding them all.
    pub(crate) async fn for_each(
        &mut self,
        sql: String,
        mut each: impl AsyncFnMut(AnyRow) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut rows = sqlx::query(AssertSqlSafe(sql)).fetch(&mut self.db);
        while let Some(row) = rows.try_next().await? {
            each(row).await?;
        }
        Ok(())
    }

    /// Inserts rows of a table, many in a statement.
    pub(crate) async fn insert(
        &mut self,
        table: &TableSchema,
        rows: &[Vec<Option<Arg>>],
    ) -> Result<(), StoreError> {
        self.insert_or(table, rows, "").await
    }

    /// The same, with what to do about rows that are there already: `ON CONFLICT …`.
    pub(crate) async fn insert_or(
        &mut self,
        table: &TableSchema,
        rows: &[Vec<Option<Arg>>],
        conflict: &str,
    ) -> Result<(), StoreError> {
        let width = table.columns.len();
        for some in rows.chunks((MOST_VALUES / width.max(1)).max(1)) {
            let places = (0..some.len()).map(|i| {
                let row: Vec<_> = (1..=width).map(|j| format!("${}", i * width + j)).collect();
                format!("({})", row.join(", "))
            });
            let places = places.collect::<Vec<_>>().join(", ");
            let (name, columns) = (&table.name, table.column_list());
            let sql = format!("INSERT INTO {name} ({columns}) VALUES {places} {conflict}");
            let values = some.iter().flat_map(|row| row.iter().zip(&table.columns));
            let values = values.map(|(value, (_, kind))| value.clone().unwrap_or(none(*kind)));
            self.execute(AssertSqlSafe(sql), values.collect()).await?;
        }
        Ok(())
    }

    /// The tables that are copied: `people` and `games`, which others refer to, first.
    pub(crate) async fn tables(&mut self) -> Result<Vec<TableSchema>, StoreError> {
        let sql = match self.dialect {
            Dialect::Sqlite => {
                "SELECT m.name AS place, p.name AS name, p.type AS type \
                 FROM sqlite_master AS m, pragma_table_info(m.name) AS p \
                 WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite!_%' ESCAPE '!' \
                 ORDER BY m.name, p.name"
            }
            Dialect::Postgres => {
                "SELECT table_name::text AS place, column_name::text AS name, \
                 data_type::text AS type FROM information_schema.columns \
                 WHERE table_schema = current_schema() \
                 ORDER BY table_name::text COLLATE \"C\", column_name::text COLLATE \"C\""
            }
        };
        let mut tables: Vec<TableSchema> = Vec::new();
        for row in self.rows(sql, Vec::new()).await? {
            let text = |column: &str| row.try_get::<String, _>(column);
            let (table, column) = (text("place")?, (text("name")?, ColumnType::of(&text("type")?)));
            match tables.last_mut().filter(|last| last.name == table) {
                Some(last) => last.columns.push(column),
                None => tables.push(TableSchema { name: table, columns: vec![column] }),
            }
        }
        tables.retain(|table| table.name != NOT_COPIED);
        let rank = |table: &TableSchema| match table.name.as_str() {
            "people" => 0,
            "games" => 1,
            _ => 2,
        };
        tables.sort_by_key(rank);
        Ok(tables)
    }

    /// How many steps of the migrations were taken.
    pub(crate) async fn steps(&mut self) -> Result<usize, StoreError> {
        Ok(schema::steps_taken(&mut self.db).await?)
    }

    /// Makes the tables as they were after so many steps.
    pub(crate) async fn make_tables(&mut self, steps: usize) -> Result<(), StoreError> {
        match schema::take_steps(&mut self.db, self.dialect, steps).await {
            Ok(()) => Ok(()),
            Err(MigrationError::Database(error)) => Err(error.into()),
            Err(MigrationError::Newer { taken }) => {
                Err(StoreError::Broken(format!("the database has taken {taken} steps already")))
            }
        }
    }

    /// Does after much was written what the database would do by itself later: statistics and visibility of
    /// PostgreSQL, the log of SQLite.
    pub(crate) async fn tidy(&mut self) -> Result<(), StoreError> {
        self.run(match self.dialect {
            Dialect::Sqlite => "PRAGMA wal_checkpoint(TRUNCATE)",
            Dialect::Postgres => "VACUUM ANALYZE",
        })
        .await
    }

    /// Closes it.
    pub(crate) async fn close(self) {
        // What is not committed is rolled back either way.
        let _ = self.db.close().await;
    }
}

/// Both databases take 32,766 values in a statement; fewer keep statements of a readable size.
const MOST_VALUES: usize = 4_000;

fn none(kind: ColumnType) -> Arg {
    match kind {
        ColumnType::Text => Arg::NoText,
        ColumnType::Int | ColumnType::Real => Arg::NoInt,
    }
}

/// Whether there is a database in a folder.
pub(crate) fn holds_database(folder: &Path) -> bool {
    folder.join(files::FILE).is_file()
}

fn no_database(folder: &Path) -> StoreError {
    let folder = folder.display();
    StoreError::Broken(format!("there is no {} in {folder}; give another --data", files::FILE))
}
