//! Backups: every table as lines of JSON in one file, the same for SQLite and PostgreSQL, so that each can be
//! restored into the other.
//!
//! The first line names the format and the schema. A line with a table and its columns is followed by its rows.
//! The last line holds the number of rows and the checksum of every table: without it the file is not whole.

use super::AdminError;
use super::rows::{Loader, TableTotals, every_row, line, parse};
use crate::store::bulk::{BulkConnection, TableSchema};
use crate::store::{DatabaseLocation, KNOWN_STEPS, StoreError};
use clock::Moment;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// What the first line says.
#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    version: u32,
    /// Steps of the migrations that were taken.
    schema: usize,
    /// When, in milliseconds since 1970.
    at: u64,
}

const FORMAT: &str = "sixfold-backup";
const VERSION: u32 = 1;

/// What precedes the rows of a table.
#[derive(Serialize, Deserialize)]
struct TableLine {
    table: String,
    columns: Vec<(String, String)>,
}

/// What the last line says of each table: rows, and the checksum in hexadecimal.
#[derive(Serialize, Deserialize)]
struct EndLine {
    end: BTreeMap<String, (u64, String)>,
}

/// How many steps a database has taken, if this program knows all of them.
pub(super) async fn known_steps(db: &mut BulkConnection) -> Result<usize, AdminError> {
    let steps = db.steps().await?;
    if steps == 0 {
        let what = "the database has no tables of sixfold".to_owned();
        return Err(StoreError::Broken(what).into());
    }
    if steps > KNOWN_STEPS { Err(AdminError::Newer(steps, KNOWN_STEPS)) } else { Ok(steps) }
}

/// Writes everything that is stored to a new file, as of one moment, while servers go on. The file has its name
/// only when it is whole.
///
/// # Errors
/// If the database fails, or the file exists or cannot be written.
pub async fn backup(
    place: &DatabaseLocation,
    to: &Path,
    now: Moment,
) -> Result<Vec<TableTotals>, AdminError> {
    let mut db = BulkConnection::open(place).await?;
    let schema = known_steps(&mut db).await?;
    if to.exists() {
        let exists = io::Error::from(io::ErrorKind::AlreadyExists);
        return Err(AdminError::File(to.to_owned(), exists));
    }
    let part = part_of(to);
    let file = create(&part).map_err(AdminError::file(&part))?;
    let mut out = BackupWriter { out: BufWriter::new(file), path: part.clone() };
    let written = write(&mut db, &mut out, schema, now).await.and_then(|totals| {
        out.sync()?;
        fs::rename(&part, to).map_err(AdminError::file(to))?;
        Ok(totals)
    });
    if written.is_err() {
        // An unfinished backup does not have the name of a backup.
        let _ = fs::remove_file(&part);
    }
    db.close().await;
    written
}

fn part_of(to: &Path) -> PathBuf {
    let mut name = to.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// For its owner alone: it holds password hashes.
fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.write(true).create(true).truncate(true).open(path)
}

struct BackupWriter {
    out: BufWriter<File>,
    path: PathBuf,
}

impl BackupWriter {
    fn line(&mut self, line: &str) -> Result<(), AdminError> {
        writeln!(self.out, "{line}").map_err(AdminError::file(&self.path))
    }

    fn json(&mut self, value: &impl Serialize) -> Result<(), AdminError> {
        self.line(&serde_json::to_string(value).unwrap_or_default())
    }

    fn sync(&mut self) -> Result<(), AdminError> {
        let flushed = self.out.flush().and_then(|()| self.out.get_ref().sync_all());
        flushed.map_err(AdminError::file(&self.path))
    }
}

async fn write(
    db: &mut BulkConnection,
    out: &mut BackupWriter,
    schema: usize,
    now: Moment,
) -> Result<Vec<TableTotals>, AdminError> {
    out.json(&Header { format: FORMAT.into(), version: VERSION, schema, at: now.0 })?;
    db.begin_snapshot().await?;
    let mut all = Vec::new();
    for table in db.tables().await? {
        let columns = table.columns.iter();
        let columns = columns.map(|(name, kind)| (name.clone(), kind.text().to_owned())).collect();
        out.json(&TableLine { table: table.name.clone(), columns })?;
        let mut totals = TableTotals::new(&table.name);
        every_row(db, &table, async |row| {
            let text = line(&row);
            totals.add(&text);
            out.line(&text)
        })
        .await?;
        all.push(totals);
    }
    let end = all.iter().map(|t| (t.table.clone(), (t.rows, format!("{:032x}", t.checksum))));
    out.json(&EndLine { end: end.collect() })?;
    Ok(all)
}

/// A backup as it is read.
struct BackupReader {
    lines: io::Lines<BufReader<File>>,
    path: PathBuf,
    number: usize,
}

impl BackupReader {
    fn open(path: &Path) -> Result<Self, AdminError> {
        let file = File::open(path).map_err(AdminError::file(path))?;
        Ok(Self { lines: BufReader::new(file).lines(), path: path.to_owned(), number: 0 })
    }

    fn next(&mut self) -> Result<String, AdminError> {
        self.number += 1;
        match self.lines.next() {
            Some(Ok(line)) => Ok(line),
            Some(Err(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Err(self.damaged("it is no text"))
            }
            Some(Err(error)) => Err(AdminError::File(self.path.clone(), error)),
            None => Err(self.damaged("the file ends before its last line")),
        }
    }

    fn damaged(&self, what: &str) -> AdminError {
        AdminError::Damaged(self.path.clone(), self.number, what.to_owned())
    }

    fn header(&mut self) -> Result<Header, AdminError> {
        let line = self.next()?;
        let header = serde_json::from_str::<Header>(&line).ok();
        let header = header.filter(|header| header.format == FORMAT && header.version == VERSION);
        header.ok_or_else(|| self.damaged("it does not begin as a backup does"))
    }
}

/// Reads a whole backup and compares it with the counts and checksums of its last line.
fn verified(path: &Path) -> Result<(Header, Vec<TableTotals>), AdminError> {
    let mut file = BackupReader::open(path)?;
    let header = file.header()?;
    let mut all: Vec<TableTotals> = Vec::new();
    let end = loop {
        let line = file.next()?;
        if line.starts_with('[') {
            let Some(totals) = all.last_mut() else { return Err(file.damaged("it is no table")) };
            totals.add(&line);
        } else if let Ok(end) = serde_json::from_str::<EndLine>(&line) {
            break end;
        } else {
            let table = serde_json::from_str::<TableLine>(&line);
            let table = table.map_err(|_| file.damaged("it is neither a row nor a table"))?;
            all.push(TableTotals::new(&table.table));
        }
    };
    let counted = all.iter().map(|t| (t.table.clone(), (t.rows, format!("{:032x}", t.checksum))));
    if counted.collect::<BTreeMap<_, _>>() != end.end {
        return Err(file.damaged("rows are missing or have changed"));
    }
    Ok((header, all))
}

/// Restores a backup into a database that is new or empty, reads it again and compares counts and checksums
/// before it commits.
///
/// # Errors
/// If the file is not whole, the database is not empty or fails; nothing is committed then.
pub async fn restore(
    from: &Path,
    place: &DatabaseLocation,
) -> Result<Vec<TableTotals>, AdminError> {
    let (header, all) = verified(from)?;
    if header.schema > KNOWN_STEPS {
        return Err(AdminError::Newer(header.schema, KNOWN_STEPS));
    }
    let db = BulkConnection::open_or_make(place).await?;
    let mut loader = Loader::begin(db, header.schema).await?;
    let tables = loader.tables().await?;
    let mut file = BackupReader::open(from)?;
    file.header()?;
    for totals in &all {
        let line = file.next()?;
        let table = next_table(&tables, &line).ok_or_else(|| file.damaged(UNKNOWN))?;
        for _ in 0..totals.rows {
            let line = file.next()?;
            let row = parse(table, &line).ok_or_else(|| file.damaged("it is no row"))?;
            loader.add(table, row).await?;
        }
        loader.flush(table).await?;
    }
    loader.finish(&all).await?;
    Ok(all)
}

const UNKNOWN: &str = "it is no table that this version knows";

/// The table that a line names, with exactly the columns that it has.
fn next_table<'a>(tables: &'a [TableSchema], line: &str) -> Option<&'a TableSchema> {
    let named: TableLine = serde_json::from_str(line).ok()?;
    let table = tables.iter().find(|table| table.name == named.table)?;
    let columns = table.columns.iter().map(|(name, kind)| (name.as_str(), kind.text()));
    let same = columns.eq(named.columns.iter().map(|(name, kind)| (name.as_str(), kind.as_str())));
    same.then_some(table)
}
