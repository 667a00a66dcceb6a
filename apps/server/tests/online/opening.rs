//! Opening a database: what is wrong is told at once, with the place, the cause and what to do; and
//! PostgreSQL is reached by TLS.

use crate::support::port::free_address;
use crate::support::postgres::Cluster;
use crate::support::process::Process;
use server::store::{Arg, DatabaseLocation, ServerLock, Sharing, Store, StoreError, statement};
use sqlx::Row;
use std::net::TcpListener;
use tempfile::TempDir;

/// What is said about a database that cannot be opened: one line, without the password.
async fn refusal(location: &DatabaseLocation) -> String {
    let Err(StoreError::Broken(what)) = Store::open(location).await else {
        panic!("{location:?} was opened, or refused without a cause")
    };
    assert!(!what.contains("secret") && what.lines().count() == 1, "{what}");
    what
}

fn postgres(url: String) -> DatabaseLocation {
    DatabaseLocation::Postgres(url)
}

async fn is_encrypted(store: &Store) -> bool {
    let sql = "SELECT CAST(COUNT(*) AS BIGINT) AS n FROM pg_stat_ssl \
               WHERE ssl AND pid = pg_backend_pid()";
    store.rows(sql, Vec::new()).await.unwrap()[0].get::<i64, _>("n") == 1
}

#[tokio::test]
async fn a_wrong_address_is_told_with_its_cause() {
    let nobody = free_address();
    let what = refusal(&postgres(format!("postgres://anna:secret@{nobody}/games"))).await;
    assert!(what.contains(&nobody.to_string()) && what.contains("refused"), "{what}");
    assert!(what.contains("user anna") && what.contains("check that it runs"), "{what}");
    let what = refusal(&postgres("postgres://anna:secret@host.invalid/games".into())).await;
    assert!(what.contains("host.invalid:5432") && what.contains("check the host"), "{what}");
    let what = refusal(&postgres("postgres://anna:secret@localhost:99999/games".into())).await;
    assert!(what.contains("must be like postgres://USER:PASSWORD@HOST"), "{what}");
}

#[tokio::test]
async fn a_database_that_does_not_answer_is_not_waited_for() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = silent.local_addr().unwrap();
    let what = refusal(&postgres(format!("postgres://anna:secret@{at}/games"))).await;
    assert!(what.contains("no answer within 10 s"), "{what}");
}

#[tokio::test]
async fn a_broken_file_is_told_with_its_cause() {
    let folder = TempDir::new().unwrap();
    let location = DatabaseLocation::Folder(folder.path().to_owned());
    let file = folder.path().join("sixfold.db");
    std::fs::write(&file, "this is no database, but long enough to be read as one".repeat(50))
        .unwrap();
    let what = refusal(&location).await;
    assert!(what.contains(&folder.path().display().to_string()), "{what}");
    assert!(what.contains("not a database; restore a backup"), "{what}");
}

#[tokio::test]
async fn a_damaged_file_is_told_with_its_cause() {
    let folder = TempDir::new().unwrap();
    let location = DatabaseLocation::Folder(folder.path().to_owned());
    let store = Store::open(&location).await.unwrap();
    store.maintain().await.unwrap();
    drop(store);
    let file = folder.path().join("sixfold.db");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[100..].fill(0xa5);
    let _ = std::fs::remove_file(folder.path().join("sixfold.db-wal"));
    std::fs::write(&file, bytes).unwrap();
    let what = refusal(&location).await;
    assert!(what.contains("malformed; restore a backup"), "{what}");
}

#[tokio::test]
async fn postgresql_is_reached_by_tls_and_its_certificate_is_checked() {
    let cluster = Cluster::start_encrypted();
    let trusting = format!("sslmode=verify-full&sslrootcert={}", cluster.authority());
    let store = Store::open(&cluster.encrypted("postgres", &trusting)).await.unwrap();
    assert!(is_encrypted(&store).await);
    let guest = store.add_guest(clock::Moment(1)).await.unwrap();
    assert!(store.person(&guest.id).await.unwrap().is_some(), "written and read by TLS");
    let preferring = Store::open(&cluster.encrypted("postgres", "")).await.unwrap();
    assert!(is_encrypted(&preferring).await, "TLS is used where it is offered");
    for parameters in ["sslmode=verify-full", "sslmode=verify-ca"] {
        let what = refusal(&cluster.encrypted("postgres", parameters)).await;
        assert!(what.contains("certificate") && what.contains("sslrootcert"), "{what}");
    }
    let what = refusal(&cluster.encrypted("anna:secret", "sslmode=require")).await;
    assert!(what.contains("check the user and the password"), "{what}");
    let plain = refusal(&cluster.encrypted("postgres", "sslmode=disable")).await;
    assert!(plain.contains("no encryption"), "{plain}");
}

#[tokio::test]
async fn what_postgresql_refuses_is_told() {
    let cluster = Cluster::start();
    let url = cluster.url();
    let what = refusal(&postgres(format!("{}games", url.trim_end_matches("postgres")))).await;
    assert!(what.contains("\"games\" does not exist; create it with createdb"), "{what}");
    let store = Store::open(&postgres(url.clone())).await.unwrap();
    let role = "CREATE ROLE nobody LOGIN CONNECTION LIMIT 0";
    store.write(vec![statement(role, Vec::new())]).await.unwrap();
    let what = refusal(&postgres(url.replace("postgres@", "nobody@"))).await;
    assert!(what.contains("too many connections for role \"nobody\""), "{what}");
}

/// Opens a database many times at once; the tables are made once, and everyone finds them.
async fn open_at_once(location: &DatabaseLocation) {
    let openings = (0..6).map(|_| {
        let location = location.clone();
        tokio::spawn(async move { Store::open(&location).await })
    });
    let openings: Vec<_> = openings.collect();
    for opening in openings {
        let store = opening.await.unwrap().unwrap();
        assert_eq!(schema_steps(&store).await, (0..count_steps(&store).await).collect::<Vec<_>>());
    }
}

async fn schema_steps(store: &Store) -> Vec<i64> {
    let rows = store.rows("SELECT step FROM schema_steps ORDER BY step", []).await.unwrap();
    rows.iter().map(|row| row.get("step")).collect()
}

async fn count_steps(store: &Store) -> i64 {
    schema_steps(store).await.len() as i64
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_that_start_at_once_make_the_tables_once() {
    let folder = TempDir::new().unwrap();
    open_at_once(&DatabaseLocation::Folder(folder.path().to_owned())).await;
    open_at_once(&Cluster::start().location()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_on_one_database_is_refused_until_the_first_is_gone() {
    let (folder, cluster, logs) =
        (TempDir::new().unwrap(), Cluster::start(), TempDir::new().unwrap());
    let folder = DatabaseLocation::Folder(folder.path().to_owned());
    for location in [folder, cluster.location()] {
        let first = Process::start(free_address(), &location);
        first.is_up().await;
        let log = logs.path().join("log");
        let file = std::fs::File::create(&log).unwrap();
        let second = Process::start_with(free_address(), &location, None, file.into());
        assert!(!second.end().await.success());
        let said = std::fs::read_to_string(&log).unwrap();
        assert!(said.contains("another server already uses"), "{said}");
        first.kill();
        let third = Process::start(free_address(), &location);
        // The lock dies with its process.
        third.is_up().await;
        third.kill();
    }
}

/// Somebody takes the lock in the moment in which its session has ended.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_whose_database_was_taken_ends_with_an_error() {
    let (cluster, logs) = (Cluster::start(), TempDir::new().unwrap());
    let log = logs.path().join("log");
    let file = std::fs::File::create(&log).unwrap();
    let server = Process::start_with(free_address(), &cluster.location(), None, file.into());
    server.is_up().await;
    let store = Store::open(&cluster.location()).await.unwrap();
    let sql = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'";
    store.rows(sql, []).await.unwrap();
    let _taken = ServerLock::acquire(&cluster.location(), Sharing::Alone).await.unwrap();
    assert!(!server.end().await.success());
    let said = std::fs::read_to_string(&log).unwrap();
    assert!(said.contains("another server has taken the server lock"), "{said}");
}

#[tokio::test]
async fn nodes_share_a_database_and_a_server_alone_does_not() {
    let cluster = Cluster::start();
    let lock = async |sharing| ServerLock::acquire(&cluster.location(), sharing).await;
    let nodes = (lock(Sharing::Shared).await.unwrap(), lock(Sharing::Shared).await.unwrap());
    let refused = lock(Sharing::Alone).await.unwrap_err().to_string();
    assert!(refused.contains("another server already uses"), "{refused}");
    drop(nodes);
    let alone = lock(Sharing::Alone).await.expect("the nodes are gone");
    assert!(lock(Sharing::Shared).await.is_err());
    drop(alone);
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_refused() {
    let (folder, cluster) = (TempDir::new().unwrap(), Cluster::start());
    let folder = DatabaseLocation::Folder(folder.path().to_owned());
    for location in [folder, cluster.location()] {
        let store = Store::open(&location).await.unwrap();
        let next = count_steps(&store).await;
        let step = statement("INSERT INTO schema_steps (step) VALUES ($1)", [Arg::Int(next)]);
        store.write(vec![step]).await.unwrap();
        drop(store);
        let what = refusal(&location).await;
        let versions = format!("(schema {}, this version knows {next})", next + 1);
        assert!(what.contains("newer version of sixfold") && what.contains(&versions), "{what}");
        assert!(what.contains("start the newer version, or restore a backup"), "{what}");
    }
}

/// The level of a computer player was a part of its id before it was a column (step 12).
#[tokio::test]
async fn computer_players_of_an_earlier_version_keep_their_level() {
    let (folder, cluster) = (TempDir::new().unwrap(), Cluster::start());
    let folder = DatabaseLocation::Folder(folder.path().to_owned());
    for location in [folder, cluster.location()] {
        let store = Store::open(&location).await.unwrap();
        let earlier = [
            "DROP TABLE lobby_requests",
            "DROP TABLE reports",
            "DROP TABLE settings",
            "DROP INDEX finished",
            "DROP INDEX finished_of_game",
            "DROP INDEX finished_of_first",
            "DROP INDEX finished_of_second",
            "DROP INDEX finished_of_first_game",
            "DROP INDEX finished_of_second_game",
            "DROP INDEX finished_of_pair",
            "DROP INDEX games_live",
            "DROP INDEX games_live_of_game",
            "DROP INDEX ratings_board",
            "DROP INDEX games_owned",
            "ALTER TABLE games DROP COLUMN owner",
            "ALTER TABLE games DROP COLUMN epoch",
            "DROP TABLE nodes",
            "DROP TABLE leases",
            "DROP INDEX people_muted",
            "ALTER TABLE people DROP COLUMN banned",
            "ALTER TABLE people DROP COLUMN muted",
            "ALTER TABLE people DROP COLUMN moderator",
            "DROP TABLE admin_actions",
            "DROP TABLE site_settings",
            "DROP TABLE invitations",
            "ALTER TABLE people DROP COLUMN level",
            "INSERT INTO people (id, name, name_key, kind, created) \
             VALUES ('house-3', 'house-3', 'house-3', 'house', 1)",
            "DELETE FROM schema_steps WHERE step >= 12",
        ];
        store.write(earlier.map(|sql| statement(sql, [])).to_vec()).await.unwrap();
        drop(store);
        let store = Store::open(&location).await.unwrap();
        let computers = store.computers(clock::Moment(2)).await.unwrap();
        assert_eq!(computers.len(), 8);
        let third = computers.iter().find(|computer| computer.person.id == "house-3").unwrap();
        assert_eq!(third.level.number(), 3);
    }
}
