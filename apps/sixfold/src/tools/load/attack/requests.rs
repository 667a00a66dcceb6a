//! Attacks by HTTP requests that cost the server more than they cost the sender.

use super::games;
use super::target::{Target, address, count};
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Duration;
use tokio::task::JoinSet;

/// How many imports run at once.
const IMPORTS: usize = 30;
/// How many different property names the SGF has.
const PROPERTIES: usize = 17_500;
/// How many connections hash passwords.
const SIGN_INS: usize = 48;
/// How many analyses are asked for at once: one that runs and eight that wait.
const ANALYSES: usize = 9;
/// How many addresses become guests at once.
const GUEST_ADDRESSES: usize = 64;
/// How many addresses read the archive.
const READERS: usize = 20;

/// After a refusal an attacker waits so long before the next try.
const AFTER_REFUSAL: Duration = Duration::from_millis(200);

/// An SGF file with so many property names of two to four letters, each different.
fn many_properties(count: usize) -> String {
    let letter = |n: usize| char::from(b'A' + (n % 26) as u8);
    let mut text = String::from("(;FF[4]GM[11]");
    for n in 0..count {
        let name: String = [n, n / 26, n / 676, n / 17_576].iter().map(|n| letter(*n)).collect();
        // Writing to a string cannot fail.
        let _ = write!(text, "{name}[]");
    }
    text.truncate(99_000);
    text.push(')');
    text
}

/// Sends the same request until the time is over, each over a connection of its own.
async fn repeat(target: Target, number: usize, cookie: Option<String>, path: &str, body: &str) {
    while !target.is_over() {
        let response = target.ask((address(number), cookie.as_deref()), path, Some(body)).await;
        target.note(&response);
        if !response.is_ok_and(|response| response.status < 400) {
            target.pause(AFTER_REFUSAL).await;
        }
    }
}

/// One address imports SGF files with 17,500 different property names, 30 at once. The server
/// should read them in linear time away from its async threads, and refuse what is over budget.
pub(super) async fn import_sgf(target: Target) {
    let body = json!({"game": "hex", "text": many_properties(PROPERTIES)}).to_string();
    let mut all = JoinSet::new();
    for _ in 0..IMPORTS {
        let (target, body) = (target.clone(), body.clone());
        all.spawn(async move { repeat(target, 0, None, "/api/import", &body).await });
    }
    all.join_all().await;
}

/// One guest asks for analyses of five seconds without end, nine at once. The server should take
/// one of them at a time at most and let others have their turn in between.
pub(super) async fn analyse_hold(target: Target) {
    let Some(guest) = target.guest(0).await else { return count(&target.counts.closed) };
    // Hex has an answer to its first position at once; Eclipse thinks as long as it may.
    let body = json!({"game": "eclipse", "milliseconds": 5_000}).to_string();
    let mut all = JoinSet::new();
    for _ in 0..ANALYSES {
        let (target, cookie, body) = (target.clone(), Some(guest.cookie.clone()), body.clone());
        all.spawn(async move { repeat(target, 0, cookie, "/api/analyse", &body).await });
    }
    all.join_all().await;
}

/// 48 connections from 48 addresses sign in under names without an account. The server should keep
/// places in the queue of password hashes for addresses that ask seldom.
pub(super) async fn password_hash(target: Target) {
    let mut all = JoinSet::new();
    for number in 0..SIGN_INS {
        let target = target.clone();
        all.spawn(async move {
            let name = format!("nobody-{number}");
            let body = json!({"name": name, "password": "correct horse battery"}).to_string();
            repeat(target, number, None, "/api/sign-in", &body).await;
        });
    }
    all.join_all().await;
}

/// 64 addresses become guests as fast as they can. The server should refuse what is over the budget
/// of each address, and forget guests who never do anything.
pub(super) async fn guest_flood(target: Target) {
    let mut all = JoinSet::new();
    for number in 0..GUEST_ADDRESSES {
        let target = target.clone();
        all.spawn(async move { repeat(target, number, None, "/api/guest", "{}").await });
    }
    all.join_all().await;
}

/// 20 addresses search the archive by player, by opponent and page by page. The server should find
/// everything by an index and keep the writer's connection out of it.
pub(super) async fn archive_scan(target: Target) {
    let Some([one, other]) = two_players(&target).await else {
        return count(&target.counts.closed);
    };
    let mut all = JoinSet::new();
    for number in 0..READERS {
        let (target, one, other) = (target.clone(), one.clone(), other.clone());
        all.spawn(async move { read_archive(&target, 100 + number, &one, &other).await });
    }
    all.join_all().await;
}

/// The names of two who have played each other: the last finished game's, or of one made now.
async fn two_players(target: &Target) -> Option<[String; 2]> {
    let page = target.ask((address(99), None), "/api/games", None).await.ok()?;
    let page: Value = serde_json::from_str(&page.body).ok()?;
    let name = |seat: &str| page["games"][0][seat]["name"].as_str().map(str::to_owned);
    match (name("first"), name("second")) {
        (Some(first), Some(second)) => Some([first, second]),
        _ => games::finished(target, 1).await.map(|finished| finished.names),
    }
}

async fn read_archive(target: &Target, number: usize, one: &str, other: &str) {
    let pages = [
        "/api/games?page=150".to_owned(),
        format!("/api/games?player={one}"),
        format!("/api/games?player={one}&opponent={other}"),
        "/api/games?game=hex&rated=true&result=draw".to_owned(),
        "/api/games?from=1&to=2".to_owned(),
    ];
    for page in pages.iter().cycle() {
        if target.is_over() {
            return;
        }
        let response = target.ask((address(number), None), page, None).await;
        target.note(&response);
        if !response.is_ok_and(|response| response.status < 400) {
            target.pause(AFTER_REFUSAL).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn property_names_differ_and_fit_into_an_import() {
        let text = many_properties(PROPERTIES);
        assert!(text.len() < 100_000, "{}", text.len());
        let mut names: Vec<&str> = text[13..].split("[]").collect();
        assert!(names.len() > 16_000, "{}", names.len());
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
