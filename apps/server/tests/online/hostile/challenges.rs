//! Challenges nobody asked for, and ratings that are made instead of won.

use super::budgets::guest_from;
use crate::support::client::{Client, connect, game_between, terms};
use crate::support::site::Site;
use axum::http::StatusCode;
use protocol::{GameId, Opponent, Refusal, Room, Terms, ToClient, ToServer, Wish};
use serde_json::json;
use server::store::AccountKind;
use std::collections::HashSet;

/// The socket of a new account at this address.
async fn account_from(site: &Site, name: &str, address: &str) -> Client {
    let cookie = site.account(name).await;
    connect(site.at, &[("x-forwarded-for", address), ("cookie", &cookie)]).await.unwrap()
}

async fn challenge(from: &mut Client, name: &str, terms: Terms) -> Result<Option<u64>, Refusal> {
    let (id, opponent) = (from.id(), Opponent::Named { name: name.parse().unwrap() });
    from.say(&ToServer::Challenge { terms, opponent, id: id.clone() }).await;
    from.done(&id).await
}

fn casual() -> Terms {
    terms("hex", "size=5 swap=off", "300+3")
}

fn rated() -> Terms {
    Terms { rated: true, ..casual() }
}

/// What a client was told since it was asked last: how many challenges. One that is made while the client
/// connects may be told twice: as it is made, and in the list of those that wait.
async fn challenges(client: &mut Client) -> usize {
    client.say(&ToServer::Ping { nonce: 77 }).await;
    let mut seeks = HashSet::new();
    client
        .until(|message| {
            if let ToClient::Challenged(shown) = message {
                seeks.insert(shown.seek.clone());
            }
            matches!(message, ToClient::Pong { nonce: 77, .. }).then_some(())
        })
        .await;
    seeks.len()
}

#[tokio::test]
async fn a_few_challenges_reach_somebody_and_no_flood() {
    let site = Site::strict().await;
    let mut ann = account_from(&site, "Ann", "198.51.100.1").await;
    let mut eve = account_from(&site, "Eve", "203.0.113.1").await;
    let mut done = 0;
    for _ in 0..50 {
        match challenge(&mut eve, "ann", casual()).await {
            Ok(_) => done += 1,
            Err(why) => assert_eq!(why, Refusal::TooFast),
        }
    }
    assert_eq!(done, 4, "of fifty of one person");
    assert_eq!(challenges(&mut ann).await, 4);
    for i in 0..20 {
        let mut guest = guest_from(site.at, &format!("203.0.{i}.1")).await;
        let _ = challenge(&mut guest, "Ann", casual()).await;
    }
    assert_eq!(challenges(&mut ann).await, 12, "of all guests together");
    let mut ben = account_from(&site, "Ben", "192.0.2.1").await;
    assert!(challenge(&mut ben, "Ann", casual()).await.is_ok(), "guests keep no account away");
}

#[tokio::test]
async fn whoever_is_blocked_neither_challenges_nor_writes() {
    let site = Site::open().await;
    let cookie = site.account("Ann").await;
    let mut ann = Client::back(site.at, &cookie).await;
    let mut eve = Client::back(site.at, &site.account("Eve").await).await;
    let game = game_between(&mut ann, &mut eve, casual()).await;
    assert!(challenge(&mut eve, "Ann", casual()).await.is_ok());
    let asker = site.asker(&cookie);
    let block = async |method: &str, name: &str| {
        asker.ask(method, &format!("/api/account/blocks/{name}"), None).await.status
    };
    assert_eq!(block("PUT", "eve").await, StatusCode::NO_CONTENT);
    assert_eq!(block("PUT", "Eve").await, StatusCode::NO_CONTENT, "twice is once");
    assert_eq!(block("PUT", "Nobody").await, StatusCode::NOT_FOUND);
    assert_eq!(block("PUT", "Ann").await, StatusCode::BAD_REQUEST, "not oneself");
    let listed = asker.get("/api/account/blocks").await.json();
    assert_eq!((listed.as_array().unwrap().len(), &listed[0]["name"]), (1, &json!("Eve")));
    let mut again = Client::back(site.at, &cookie).await;
    assert_eq!(challenges(&mut again).await, 0, "what waited is gone");
    assert_eq!(challenge(&mut eve, "Ann", casual()).await, Err(Refusal::NotNow));
    let (id, room, text) = (eve.id(), Room::Players, "hello".to_owned());
    eve.say(&ToServer::Chat { game: game.clone(), room, text, id: id.clone() }).await;
    assert_eq!(eve.done(&id).await, Err(Refusal::NotNow));
    let seek = ann.challenge(casual()).await;
    let id = eve.id();
    eve.say(&ToServer::Accept { seek, id: id.clone() }).await;
    assert_eq!(eve.done(&id).await, Err(Refusal::NotNow), "nor by a link");
    ann.play(&game, 0, "a1").await.unwrap();
    eve.play(&game, 1, "b2").await.unwrap();
    assert_eq!(block("DELETE", "Eve").await, StatusCode::NO_CONTENT);
    assert!(challenge(&mut eve, "Ann", casual()).await.is_ok());
}

#[tokio::test]
async fn games_with_ones_own_bots_are_not_rated() {
    let site = Site::open().await;
    let cookie = site.account("Ann").await;
    let now = server::time::now();
    for bot in ["Robot", "Golem"] {
        site.state.store.add_bot(&bot.parse().unwrap(), "Ann", now).await.unwrap();
    }
    let session = async |name: &str| {
        let bot = site.state.store.named(name).await.unwrap().unwrap();
        assert_eq!(bot.kind, AccountKind::Bot);
        let secret = site.state.store.begin_session(&bot.id, None, now).await.unwrap();
        Client::back(site.at, &format!("sixfold={secret}")).await
    };
    let mut ann = Client::back(site.at, &cookie).await;
    let (mut robot, mut golem) = (session("Robot").await, session("Golem").await);
    assert_eq!(challenge(&mut ann, "Robot", rated()).await, Err(Refusal::BadTerms));
    assert_eq!(challenge(&mut robot, "Ann", rated()).await, Err(Refusal::BadTerms));
    assert_eq!(challenge(&mut robot, "Golem", rated()).await, Err(Refusal::BadTerms));
    assert!(challenge(&mut ann, "Robot", casual()).await.is_ok(), "casual games are free");
    let seek = robot.challenge(rated()).await;
    let id = golem.id();
    golem.say(&ToServer::Accept { seek, id: id.clone() }).await;
    assert_eq!(golem.done(&id).await, Err(Refusal::BadTerms), "nor by a link");
    for client in [&mut robot, &mut golem] {
        let id = client.id();
        client.say(&ToServer::Pair { terms: rated(), id: id.clone() }).await;
        assert!(client.done(&id).await.is_ok(), "they wait for others");
    }
    let mut eve = Client::back(site.at, &site.account("Eve").await).await;
    let id = eve.id();
    eve.say(&ToServer::Pair { terms: Terms { seat: protocol::SeatWish::Any, ..rated() }, id })
        .await;
    let (game, _) = eve.paired().await;
    let row = site.state.store.game(&game).await.unwrap().unwrap();
    assert!([&row.first.person, &row.second.person].iter().any(|id| *id == "Eve"));
}

/// The rating changes of a game that is resigned after so many moves.
async fn resigned_after(a: &mut Client, b: &mut Client, moves: usize) -> Option<(i32, i32)> {
    let game = game_between(a, b, rated()).await;
    for (ply, mv) in ["a1", "b2", "c3", "d4"].into_iter().take(moves).enumerate() {
        let mover = if ply % 2 == 0 { &mut *a } else { &mut *b };
        mover.play(&game, ply as u32, mv).await.unwrap();
    }
    b.ask(&game, Wish::Resign).await.unwrap();
    change(a, &game).await
}

async fn change(client: &mut Client, wanted: &GameId) -> Option<(i32, i32)> {
    client
        .until(|message| match message {
            ToClient::Event(numbered) if numbered.game == *wanted => match numbered.event {
                protocol::Event::Over { rating_change, .. } => Some(rating_change),
                _ => None,
            },
            _ => None,
        })
        .await
}

#[tokio::test]
async fn a_game_without_moves_changes_no_rating_and_two_people_play_ten_a_day() {
    let site = Site::strict().await;
    let mut ann = account_from(&site, "Ann", "198.51.100.1").await;
    let mut eve = account_from(&site, "Eve", "203.0.113.1").await;
    for moves in 0..4 {
        assert_eq!(resigned_after(&mut ann, &mut eve, moves).await, None, "after {moves} moves");
    }
    assert!(resigned_after(&mut ann, &mut eve, 4).await.is_some());
    for _ in 5..10 {
        resigned_after(&mut ann, &mut eve, 0).await;
    }
    assert_eq!(challenge(&mut eve, "Ann", rated()).await, Err(Refusal::BadTerms), "ten a day");
    assert!(challenge(&mut eve, "Ann", casual()).await.is_ok());
    let other = Terms { rated: true, ..terms("eclipse", "", "300+3") };
    assert!(challenge(&mut eve, "Ann", other).await.is_ok(), "another game is another rating");
}
