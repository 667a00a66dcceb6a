//! Opening a database: the first connections, made outside the pool, which would try again until its
//! time is up and then only say so. What fails is told with the place, the cause and what to do about it.

use super::schema::KNOWN_STEPS;
use super::{DatabaseLocation, StoreError};
use sqlx::any::AnyConnectOptions;
use sqlx::error::DatabaseError;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AnyConnection, ConnectOptions, Error};
use std::io;
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

/// How long the first connection may take.
const CONNECTING: Duration = Duration::from_secs(10);

/// How long another process may hold the file before that is an error, and how often it is tried.
const LOCKED: Duration = Duration::from_secs(5);
const RETRY: Duration = Duration::from_millis(50);

/// Connects once, with settings for the connection.
pub(super) async fn connect(
    options: &AnyConnectOptions,
    settings: &[&'static str],
) -> Result<AnyConnection, Error> {
    let opening = async {
        let mut db = options.connect().await?;
        for setting in settings {
            sqlx::raw_sql(*setting).execute(&mut db).await?;
        }
        Ok(db)
    };
    let late = || {
        let what = format!("no answer within {} s", CONNECTING.as_secs());
        Error::Io(io::Error::new(io::ErrorKind::TimedOut, what))
    };
    timeout(CONNECTING, opening).await.unwrap_or_else(|_| Err(late()))
}

/// [Connects](connect), and tries again for a while if another process holds a lock: without waiting for
/// its busy timeout, SQLite refuses whoever changes the journal mode of a file while another does.
pub(super) async fn connect_when_unlocked(
    options: &AnyConnectOptions,
    settings: &[&'static str],
) -> Result<AnyConnection, Error> {
    let started = Instant::now();
    loop {
        match connect(options, settings).await {
            Err(error) if is_locked(&error) && started.elapsed() < LOCKED => sleep(RETRY).await,
            done => return done,
        }
    }
}

/// By SQLite's code for a lock of another connection.
fn is_locked(error: &Error) -> bool {
    error.as_database_error().and_then(DatabaseError::code).is_some_and(|code| code == "5")
}

/// Why a database could not be opened.
pub(super) fn failed(place: &DatabaseLocation, error: &Error) -> StoreError {
    let cause = cause(error);
    let advice = advice(error).map(|advice| format!("; {advice}")).unwrap_or_default();
    StoreError::Broken(format!("cannot open {}: {cause}{advice}", described(place)))
}

/// A database was brought up to date by a newer version: what this one would write there could be wrong.
pub(super) fn newer(place: &DatabaseLocation, taken: usize) -> StoreError {
    StoreError::Broken(format!(
        "cannot open {}: a newer version of sixfold has changed its tables (schema {taken}, this version \
         knows {KNOWN_STEPS}); start the newer version, or restore a backup from before the update",
        described(place)
    ))
}

/// The address of a database cannot be read. The driver's words may repeat it, with its password.
pub(super) fn unreadable_address() -> StoreError {
    StoreError::Broken(
        "the database's address cannot be read; \
         it must be like postgres://USER:PASSWORD@HOST:5432/DATABASE?sslmode=verify-full"
            .into(),
    )
}

/// Which database, without its password.
pub(super) fn described(place: &DatabaseLocation) -> String {
    match place {
        DatabaseLocation::Folder(folder) => {
            format!("the SQLite database in {}", folder.display())
        }
        DatabaseLocation::Postgres(url) => match url.parse::<PgConnectOptions>() {
            Ok(options) => described_server(&options),
            Err(_) => "the PostgreSQL database".into(),
        },
    }
}

fn described_server(options: &PgConnectOptions) -> String {
    let user = options.get_username();
    let name = options.get_database().unwrap_or(user);
    let at = options.get_socket().map_or_else(
        || format!("{}:{}", options.get_host(), options.get_port()),
        |socket| socket.display().to_string(),
    );
    format!("PostgreSQL at {at} (database {name}, user {user})")
}

fn cause(error: &Error) -> String {
    match error {
        Error::Io(error) => error.to_string(),
        Error::Database(error) => error.message().to_owned(),
        Error::Tls(error) => format!("TLS failed: {error}"),
        other => other.to_string(),
    }
}

fn advice(error: &Error) -> Option<&'static str> {
    match error {
        Error::Io(error) => Some(connecting_advice(error.kind())),
        Error::Tls(_) => Some("check sslmode and sslrootcert in the address"),
        Error::Database(error) => database_advice(error.as_ref()),
        _ => None,
    }
}

fn connecting_advice(kind: io::ErrorKind) -> &'static str {
    match kind {
        io::ErrorKind::ConnectionRefused | io::ErrorKind::TimedOut => {
            "check that it runs, and the host and the port in the address"
        }
        // A certificate that is refused is an error of input and output to the driver.
        io::ErrorKind::InvalidData => "check sslmode and sslrootcert in the address",
        _ => "check the host in the address",
    }
}

/// By the codes of PostgreSQL (five characters) and of SQLite (a number).
fn database_advice(error: &dyn DatabaseError) -> Option<&'static str> {
    match error.code()?.as_ref() {
        "28P01" | "28000" => Some("check the user and the password in the address"),
        "3D000" => Some("create it with createdb, or correct the name in the address"),
        "42501" => Some("give the user the right to create tables in the schema"),
        "11" | "26" => Some("restore a backup, or give another folder with --data"),
        "5" => Some("another program holds it; stop that one, or wait"),
        "14" | "8" => Some("check the rights of the folder and of sixfold.db"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_told_without_its_password() {
        let told = |url: &str| described(&DatabaseLocation::Postgres(url.to_owned()));
        let address = "postgres://anna:secret@db.example:5433/games?sslmode=require";
        assert_eq!(told(address), "PostgreSQL at db.example:5433 (database games, user anna)");
        let socket = told("postgres://anna:secret@%2Frun%2Fpg/games");
        assert_eq!(socket, "PostgreSQL at /run/pg (database games, user anna)");
        assert!(!told("postgres://anna:secret@db:99999/games").contains("secret"));
    }
}
