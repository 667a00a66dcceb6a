//! Backup while a server is running, restore, copy between the databases, and a check that finds contradictions.

use crate::support::client::{Client, game_between, terms};
use crate::support::postgres::Cluster;
use crate::support::site::Site;
use protocol::{GameId, Wish};
use server::RoomTimeouts;
use server::admin::{self, AdminError, TableTotals};
use server::store::{Arg, DatabaseLocation, NewReport, ReportReason, Store, statement};
use server::time::now;
use std::path::Path;
use tempfile::TempDir;

fn folder(path: &Path) -> DatabaseLocation {
    DatabaseLocation::Folder(path.to_owned())
}

/// A server with a finished rated game, one that is on, and what else people leave behind.
async fn site_with_games() -> (Site, GameId) {
    let site = Site::open().await;
    let cookies = [site.account("Anna").await, site.account("Berta").await];
    let mut a = Client::back(site.at, &cookies[0]).await;
    let mut b = Client::back(site.at, &cookies[1]).await;
    let rated = protocol::Terms { rated: true, ..terms("hex", "size=11 swap=off", "600+5") };
    let finished = game_between(&mut a, &mut b, rated).await;
    for (ply, mv) in ["a1", "b2", "c3", "d4"].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut a } else { &mut b };
        mover.play(&finished, ply as u32, mv).await.unwrap();
    }
    b.ask(&finished, Wish::Resign).await.unwrap();
    let running = game_between(&mut a, &mut b, terms("eclipse", "", "none")).await;
    let store = &site.state.store;
    store.make_recovery_codes("Anna", now()).await.unwrap();
    store.block("Anna", "Berta", now()).await.unwrap();
    let report = NewReport {
        reporter: "Anna",
        person: "Berta",
        reason: ReportReason::Chat,
        words: "insults",
        game: Some(&running),
    };
    store.add_report(&report, now()).await.unwrap();
    store.mute("Berta", None, ("operator", "with \"quotes\"\n and ü"), now()).await.unwrap();
    (site, running)
}

/// What tables hold, but for the heartbeat, which goes on.
fn still(totals: &[TableTotals]) -> Vec<&TableTotals> {
    totals.iter().filter(|table| table.table != "alive").collect()
}

async fn is_consistent(place: &DatabaseLocation) {
    let report = admin::check(place).await.unwrap();
    assert_eq!(report.problems, Vec::<String>::new());
    assert!(report.games == 2 && report.events > 4 && report.ratings == 2, "{report:?}");
}

async fn plays_on(place: &DatabaseLocation, running: &GameId) {
    let store = Store::open(place).await.unwrap();
    let game = store.game(running).await.unwrap().expect("the game is there");
    assert!(game.finish.is_none());
    let site = Site::over(store, TempDir::new().unwrap().into(), RoomTimeouts::default()).await;
    let mut watcher = Client::guest(site.at).await;
    watcher.watch(running).await;
}

#[tokio::test]
async fn a_backup_of_a_running_server_is_restored_into_either_database() {
    let (site, running) = site_with_games().await;
    let (cluster, work) = (Cluster::start(), TempDir::new().unwrap());
    let source = folder(site.folder.path());
    is_consistent(&source).await;
    let file = work.path().join("all.backup");
    let written = admin::backup(&source, &file, now()).await.unwrap();
    assert!(written.iter().any(|table| table.table == "events" && table.rows > 4));
    let second = admin::backup(&source, &file, now()).await;
    assert!(matches!(second, Err(AdminError::File(..))), "a backup is never written over");
    for place in [folder(&work.path().join("new")), cluster.location()] {
        let restored = admin::restore(&file, &place).await.unwrap();
        assert_eq!(still(&restored), still(&written));
        is_consistent(&place).await;
        let again = admin::restore(&file, &place).await;
        assert!(matches!(again, Err(AdminError::NotEmpty)), "{again:?}");
        plays_on(&place, &running).await;
    }
    let back = work.path().join("back.backup");
    let from_postgres = admin::backup(&cluster.location(), &back, now()).await.unwrap();
    let rows = |totals: &[TableTotals], name: &str| {
        totals.iter().find(|table| table.table == name).cloned().unwrap()
    };
    for table in
        ["games", "events", "ratings", "rating_history", "recovery_codes", "blocks", "reports"]
    {
        assert_eq!(rows(&from_postgres, table), rows(&written, table));
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_backup_is_its_owners_alone_and_leaves_no_part_behind() {
    use std::os::unix::fs::PermissionsExt;
    let (site, _) = site_with_games().await;
    let work = TempDir::new().unwrap();
    let file = work.path().join("all.backup");
    admin::backup(&folder(site.folder.path()), &file, now()).await.unwrap();
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(std::fs::read_dir(work.path()).unwrap().count(), 1);
}

#[tokio::test]
async fn a_copy_holds_the_same_rows_on_the_other_database() {
    let (site, running) = site_with_games().await;
    let (cluster, source) = (Cluster::start(), folder(site.folder.path()));
    let copied = admin::copy(&source, &cluster.location()).await.unwrap();
    assert!(copied.iter().any(|table| table.table == "games" && table.rows == 2));
    is_consistent(&cluster.location()).await;
    plays_on(&cluster.location(), &running).await;
    let again = admin::copy(&source, &cluster.location()).await;
    assert!(matches!(again, Err(AdminError::NotEmpty)), "{again:?}");
    let work = TempDir::new().unwrap();
    let target = folder(&work.path().join("back"));
    admin::copy(&cluster.location(), &target).await.unwrap();
    is_consistent(&target).await;
}

#[tokio::test]
async fn a_damaged_backup_is_refused_and_nothing_is_restored() {
    let (site, _) = site_with_games().await;
    let work = TempDir::new().unwrap();
    let file = work.path().join("all.backup");
    admin::backup(&folder(site.folder.path()), &file, now()).await.unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let row = lines.iter().position(|line| line.starts_with('[')).unwrap();
    let without = |skipped: usize| {
        let rest = lines.iter().enumerate().filter(|(i, _)| *i != skipped);
        rest.flat_map(|(_, line)| [line, "\n"]).collect::<String>()
    };
    let broken = [
        ("empty", String::new()),
        ("another file", "hello\n".to_owned()),
        ("cut off", text[..text.len() / 2].to_owned()),
        ("without its end", without(lines.len() - 1)),
        ("without a row", without(row)),
        ("a changed row", text.replacen("Berta", "Bertb", 1)),
        ("a newer one", text.replacen("\"version\":1", "\"version\":2", 1)),
    ];
    let place = folder(&work.path().join("new"));
    for (what, text) in broken {
        let damaged = work.path().join("damaged");
        std::fs::write(&damaged, text).unwrap();
        let refused = admin::restore(&damaged, &place).await;
        assert!(matches!(refused, Err(AdminError::Damaged(..))), "{what}: {refused:?}");
    }
    let missing = admin::restore(&work.path().join("nothing"), &place).await;
    assert!(matches!(missing, Err(AdminError::File(..))));
    let newer = text.replacen("\"schema\":", "\"schema\":9", 1);
    std::fs::write(work.path().join("newer"), newer).unwrap();
    let refused = admin::restore(&work.path().join("newer"), &place).await;
    assert!(matches!(refused, Err(AdminError::Newer(..))), "{refused:?}");
    admin::restore(&file, &place).await.expect("the whole one is taken after all of those");
}

#[tokio::test]
async fn a_check_finds_every_kind_of_contradiction() {
    const WRONG: &[(&str, &str)] = &[
        ("DELETE FROM events WHERE n = 2", "gap"),
        ("UPDATE events SET body = 'x' WHERE n = 1", "cannot be read"),
        ("UPDATE events SET body = REPLACE(body, 'c3', 'a1') WHERE n = 3", "event 3"),
        ("UPDATE games SET plies = plies + 1", "plies"),
        ("UPDATE games SET winner = 'second' WHERE state = 'over'", "the result"),
        ("UPDATE games SET ended = ended + 1 WHERE state = 'over'", "when it ended"),
        ("UPDATE games SET state = 'live' WHERE state = 'over'", "the log has ended"),
        ("UPDATE ratings SET rating = rating + 1", "not the last of its history"),
        ("UPDATE rating_history SET rating = rating + 9", "does not follow"),
        ("UPDATE games SET first_change = first_change + 1", "does not follow"),
        ("DELETE FROM rating_history", "not in the history"),
        ("UPDATE game_counts SET games = 7", "the number of finished games"),
        ("UPDATE scores SET won = won + 1", "scores do not add up"),
        ("UPDATE admin_actions SET n = n + 5", "without gaps"),
        ("UPDATE people SET owner = 'nobody', kind = 'bot' WHERE id = 'Anna'", "owner"),
    ];
    let (site, _) = site_with_games().await;
    let work = TempDir::new().unwrap();
    let file = work.path().join("all.backup");
    admin::backup(&folder(site.folder.path()), &file, now()).await.unwrap();
    for (i, (sql, mentions)) in WRONG.iter().enumerate() {
        let place = folder(&work.path().join(i.to_string()));
        admin::restore(&file, &place).await.unwrap();
        let store = Store::open(&place).await.unwrap();
        store.write(vec![statement(sql, Vec::<Arg>::new())]).await.unwrap();
        let problems = admin::check(&place).await.unwrap().problems;
        assert!(problems.iter().any(|line| line.contains(mentions)), "{sql}: {problems:?}");
    }
}
