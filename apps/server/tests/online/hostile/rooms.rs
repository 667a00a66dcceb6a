//! Games that cannot be stored, and games whose player is deleted: that game alone is concerned, it ends
//! or goes on, and nobody's connection is closed.

use crate::support::client::{Client, game_between, terms};
use crate::support::faulty::{Fault, faulty_site};
use crate::support::site::Site;
use protocol::{EndReason, Event, GameId, Refusal, Seat, Terms, ToServer, Wish};
use serde_json::json;
use server::store::{Arg, statement};
use sqlx::Row;
use std::sync::atomic::Ordering;

const HEX: &str = "size=5 swap=off";

fn rated(time: &str) -> Terms {
    Terms { rated: true, ..terms("hex", HEX, time) }
}

/// The cookie of an account with a password.
async fn sign_up(site: &Site, name: &str) -> String {
    let mut asker = site.asker("");
    asker.cookie = None;
    let answer =
        asker.enter("/api/sign-up", json!({ "name": name, "password": "red green tree" })).await;
    assert!(answer.status.is_success(), "{}", answer.text);
    asker.cookie.unwrap()
}

async fn delete(site: &Site, cookie: &str) {
    let body = json!({ "password": "red green tree" });
    let answer = site.asker(cookie).ask("DELETE", "/api/account", Some(body)).await;
    assert!(answer.status.is_success(), "{}", answer.text);
}

/// How many rating changes the database holds for this game.
async fn rating_changes(site: &Site, game: &GameId) -> i64 {
    let sql = "SELECT COUNT(*) AS count FROM rating_history WHERE played = $1";
    let rows = site.state.store.rows(sql, [Arg::text(game.as_str())]).await.unwrap();
    rows[0].try_get("count").unwrap()
}

async fn over(client: &mut Client) -> (Option<Seat>, EndReason, Option<(i32, i32)>) {
    match client.event(|e| matches!(e, Event::Over { .. })).await.1 {
        Event::Over { result, rating_change, .. } => (result.winner, result.why, rating_change),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn whoever_deletes_the_account_loses_the_games_under_way() {
    let site = Site::open().await;
    let (ann, bob) = (sign_up(&site, "Ann").await, sign_up(&site, "Bob").await);
    let mut a = Client::back(site.at, &ann).await;
    let mut b = Client::back(site.at, &bob).await;
    let mut watcher = Client::guest(site.at).await;
    let game = game_between(&mut a, &mut b, rated("300+0")).await;
    a.play(&game, 0, "a1").await.unwrap();
    b.play(&game, 1, "b2").await.unwrap();
    a.play(&game, 2, "c3").await.unwrap();
    b.play(&game, 3, "d4").await.unwrap();
    watcher.watch(&game).await;
    let begun = game_between(&mut a, &mut b, rated("300+0")).await;
    a.play(&begun, 0, "a1").await.unwrap();
    delete(&site, &ann).await;
    let ends = [over(&mut b).await, over(&mut b).await];
    let aborted = (None, EndReason::Aborted, None);
    assert!(ends.contains(&aborted), "called off in the first moves: {ends:?}");
    let won = ends.into_iter().find(|end| *end != aborted).unwrap();
    assert_eq!((won.0, won.1), (Some(Seat::Second), EndReason::Resignation));
    assert!(won.2.is_some_and(|(lost, gained)| lost < 0 && gained > 0), "{won:?}");
    assert_eq!(over(&mut watcher).await, won, "those who watch are told the same");
    assert_eq!(rating_changes(&site, &game).await, 1, "the winner's; the other's went with them");
    assert_eq!(rating_changes(&site, &begun).await, 0);
    assert_eq!(site.state.store.playing("Ann").await.unwrap(), []);
    // Both connections are still open, and other games go on.
    watcher.ping().await;
    let mut c = Client::guest(site.at).await;
    let other = game_between(&mut b, &mut c, terms("hex", HEX, "none")).await;
    assert_eq!(b.play(&other, 0, "a1").await, Ok(1));
}

#[tokio::test]
async fn a_deleted_bot_loses_its_games_too() {
    let site = Site::open().await;
    let ann = sign_up(&site, "Ann").await;
    let made = site.asker(&ann).post("/api/bots", json!({ "name": "Robot" })).await.json();
    let token = format!("Bearer {}", made["token"]["secret"].as_str().unwrap());
    let headers = [("authorization", token.as_str())];
    let mut bot = crate::support::client::connect(site.at, &headers).await.unwrap();
    let mut guest = Client::guest(site.at).await;
    let game = game_between(&mut guest, &mut bot, terms("hex", HEX, "none")).await;
    guest.play(&game, 0, "a1").await.unwrap();
    bot.play(&game, 1, "b2").await.unwrap();
    delete(&site, &ann).await;
    assert_eq!(over(&mut guest).await, (Some(Seat::First), EndReason::Resignation, None));
    bot.closed().await;
}

/// A game that lost its player before deleting ended games: the foreign key of ratings must not keep it
/// from ending.
#[tokio::test]
async fn a_rated_game_whose_player_does_not_exist_ends_without_ratings() {
    let site = Site::open().await;
    let (ann, bob) = (site.account("Ann").await, site.account("Bob").await);
    let mut a = Client::back(site.at, &ann).await;
    let mut b = Client::back(site.at, &bob).await;
    let game = game_between(&mut a, &mut b, rated("300+0")).await;
    a.play(&game, 0, "a1").await.unwrap();
    b.play(&game, 1, "b2").await.unwrap();
    let gone = statement("DELETE FROM people WHERE id = $1", [Arg::text("Ann")]);
    site.state.store.write(vec![gone]).await.unwrap();
    assert_eq!(b.ask(&game, Wish::Resign).await, Ok(Some(3)));
    assert_eq!(over(&mut a).await, (Some(Seat::First), EndReason::Resignation, None));
    assert_eq!(rating_changes(&site, &game).await, 0);
}

#[tokio::test]
async fn a_game_that_cannot_be_stored_is_refused_alone_and_goes_on_when_it_can() {
    let (site, database) = faulty_site().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", HEX, "none")).await;
    let other = game_between(&mut a, &mut b, terms("hex", HEX, "none")).await;
    database.fail(Fault::Game(game.clone()));
    let id = a.id();
    let play = ToServer::Play { game: game.clone(), ply: 0, mv: "a1".into(), id: id.clone() };
    for round in 0..20 {
        a.say(&play).await;
        assert_eq!(a.done(&id).await, Err(Refusal::Busy));
        // What was applied in memory is undone: whoever comes sees what the log holds.
        let snapshot = b.watch(&game).await;
        assert_eq!((snapshot.n, snapshot.moves.len()), (0, 0), "round {round}");
    }
    let failures = database.failures.load(Ordering::SeqCst);
    assert!(failures < 10, "{failures} attempts for 20 messages: no backoff");
    for (ply, mv) in [(0, "a1"), (2, "a2")] {
        assert!(a.play(&other, ply, mv).await.is_ok(), "the other game goes on");
        assert!(b.play(&other, ply + 1, if ply == 0 { "b1" } else { "b2" }).await.is_ok());
    }
    database.fail(Fault::Nothing);
    assert_eq!(a.insist(&play).await, Ok(Some(1)));
    assert_eq!(b.play(&game, 1, "b2").await, Ok(2), "on the same connections");
}

#[tokio::test]
async fn a_commit_of_unknown_fate_is_done_once_and_told_once() {
    let (site, database) = faulty_site().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", HEX, "none")).await;
    database.fail(Fault::Answer(game.clone()));
    let id = a.id();
    let play = ToServer::Play { game: game.clone(), ply: 0, mv: "a1".into(), id: id.clone() };
    a.say(&play).await;
    assert_eq!(a.done(&id).await, Err(Refusal::Busy), "not acknowledged: nobody knows");
    database.fail(Fault::Nothing);
    // The log holds it: everyone is told, and the same message sent again is that event.
    let (n, _) = b.event(|e| matches!(e, Event::Played { ply: 0, .. })).await;
    assert_eq!(n, 1);
    assert_eq!(a.insist(&play).await, Ok(Some(1)));
    assert_eq!(b.play(&game, 1, "b2").await, Ok(2));
    a.event(|e| matches!(e, Event::Played { ply: 1, .. })).await;
    assert_eq!(a.wire.iter().filter(|text| text.contains(r#""ply":0"#)).count(), 1);
    assert_eq!(site.state.store.events(&game).await.unwrap().len(), 2);
}
