//! What docs/host.md tells operators: logs as JSON, the limit of open files, a backup while games are played, and the
//! words that players see meanwhile.

use crate::hostile::raw::{Raw, RawResponse};
use crate::support::players::{Games, missing};
use crate::support::port::free_address;
use crate::support::postgres::Cluster;
use crate::support::process::Process;
use serde_json::Value;
use server::admin;
use server::store::{DatabaseLocation, Store};
use server::time::now;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;

async fn post(at: SocketAddr, path: &str, body: &str) -> RawResponse {
    let mut raw = Raw::connect(at, IpAddr::V4(Ipv4Addr::LOCALHOST)).await.unwrap();
    let length = body.len();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {at}\r\norigin: http://{at}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    raw.write(request.as_bytes()).await.unwrap();
    raw.response().await.expect("an answer")
}

/// A header of an answer, whose head is read in lower case.
fn header<'a>(answer: &'a RawResponse, name: &str) -> &'a str {
    let found = answer.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    found.unwrap_or_else(|| panic!("no {name} in {}", answer.head)).trim()
}

#[tokio::test]
async fn json_logs_are_json_with_request_ids_and_without_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let place = DatabaseLocation::Folder(folder.path().join("data"));
    let file = std::fs::File::create(&log).unwrap();
    let server = Process::start_with_json_log(free_address(), &place, file.into());
    server.is_up().await;
    let person = r#"{"name":"Ann","password":"a very secret phrase"}"#;
    let signed_up = post(server.at, "/api/sign-up", person).await;
    assert_eq!(signed_up.status, 201, "{}", signed_up.body);
    let wrong = r#"{"name":"Ann","password":"a wrong phrase"}"#;
    let refused = post(server.at, "/api/sign-in", wrong).await;
    assert_eq!(refused.status, 401, "{}", refused.body);
    let id = header(&refused, "x-request-id").to_owned();
    assert!(server.stop().await.success());
    let log = std::fs::read_to_string(&log).unwrap();
    let lines: Vec<Value> =
        log.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let of_request = lines.iter().find(|line| {
        line["span"]["id"].as_str().is_some_and(|logged| logged.eq_ignore_ascii_case(&id))
    });
    let of_request = of_request.unwrap_or_else(|| panic!("no line of {id} in {log}"));
    for field in ["timestamp", "level", "fields"] {
        assert!(!of_request[field].is_null(), "{field} in {of_request}");
    }
    let session = header(&signed_up, "set-cookie").split(['=', ';']).nth(1).unwrap();
    let log = log.to_lowercase();
    for secret in ["secret phrase", "wrong phrase", session] {
        assert!(secret.len() > 8 && !log.contains(secret), "{secret} is in the log");
    }
}

/// The soft and the hard limit of open files of a process.
#[cfg(target_os = "linux")]
fn file_limits(process: u32) -> (u64, u64) {
    let limits = std::fs::read_to_string(format!("/proc/{process}/limits")).unwrap();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files")).unwrap();
    let mut numbers = line.split_whitespace().map(|word| word.parse().unwrap_or(u64::MAX));
    (numbers.next().unwrap(), numbers.next().unwrap())
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_soft_limit_of_open_files_is_raised_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let location = DatabaseLocation::Folder(folder.path().to_owned());
    let server = Process::start_with_files(free_address(), &location, "-S -n 90");
    server.is_up().await;
    let (soft, hard) = file_limits(server.id());
    assert!(hard > 90, "the test needs a hard limit above {hard}");
    assert_eq!(soft, hard);
    server.kill();
}

async fn backed_up_while_games_are_played(location: DatabaseLocation) {
    let work = tempfile::tempdir().unwrap();
    let store = Store::open(&location).await.unwrap();
    let at = free_address();
    let games = Games::begin(&store, at, 4).await;
    let server = Process::start(at, &location);
    games.more(20).await;
    for number in 0..3 {
        let before = games.acknowledged();
        let file = work.path().join(format!("{number}.backup"));
        let (written, ()) = tokio::join!(admin::backup(&location, &file, now()), games.more(10));
        written.unwrap();
        let restored = DatabaseLocation::Folder(work.path().join(format!("restored-{number}")));
        admin::restore(&file, &restored).await.unwrap();
        let report = admin::check(&restored).await.unwrap();
        assert_eq!(report.problems, Vec::<String>::new());
        let restored = Store::open(&restored).await.unwrap();
        assert_eq!(missing(&restored, &before).await, 0, "of {}", before.len());
    }
    games.end().await;
    server.kill();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_while_games_are_played_holds_every_acknowledged_move_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let location = DatabaseLocation::Folder(folder.path().to_owned());
    backed_up_while_games_are_played(location).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_while_games_are_played_holds_every_acknowledged_move_on_postgres() {
    backed_up_while_games_are_played(Cluster::start().location()).await;
}

/// The words of the page while it has no connection, as the guide for hosts quotes them.
#[test]
fn the_guide_quotes_what_the_page_says_while_it_reconnects() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    let page = read("apps/web/src/online/connection_status.rs");
    let guide = read("docs/host.md");
    let upgrade = guide.split("## ").find(|part| part.contains(". Upgrade")).unwrap();
    let quoted: Vec<&str> = upgrade.split(['“', '”']).skip(1).step_by(2).collect();
    assert!(!quoted.is_empty(), "{upgrade}");
    for words in quoted {
        assert!(page.contains(words), "the page does not say {words:?}");
    }
}
