//! Whoever starts many games, long thoughts or long analyses keeps nobody else waiting.

use super::budgets::guest_from;
use crate::http::Asker;
use crate::support::client::{Client, connect, terms};
use crate::support::limit::wait_until;
use crate::support::site::Site;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use protocol::{ClientId, Event, GameId, Opponent, Refusal, Seat, Terms, ToClient, ToServer, Wish};
use serde_json::json;
use std::sync::{Arc, Mutex};

async fn challenge_computer(client: &mut Client, level: u8, terms: Terms) -> ClientId {
    let (id, opponent) = (client.id(), Opponent::Computer { level });
    client.say(&ToServer::Challenge { terms, opponent, id: id.clone() }).await;
    id
}

/// The games that so many challenges became, and how many were refused.
async fn outcome(client: &mut Client, challenges: usize) -> (Vec<GameId>, usize) {
    let (mut games, mut done, mut refused) = (Vec::new(), 0, 0);
    while done + refused < challenges || games.len() < done {
        match client.receive().await.unwrap() {
            ToClient::Paired { game, .. } => games.push(game),
            ToClient::Done { .. } => done += 1,
            ToClient::Refused { why, .. } => {
                assert_eq!(why, Refusal::TooFast);
                refused += 1;
            }
            _ => {}
        }
    }
    (games, refused)
}

#[tokio::test]
async fn ninety_games_against_the_computer_at_once_keep_no_other_guest_waiting() {
    let site = Site::strict().await;
    let mut eve = guest_from(site.at, "203.0.113.1").await;
    let slow = terms("hex", "size=11 swap=off", "30+0");
    for _ in 0..90 {
        challenge_computer(&mut eve, 8, slow.clone()).await;
    }
    let (games, refused) = outcome(&mut eve, 90).await;
    assert_eq!((games.len(), refused), (8, 82), "eight against the computer for each person");
    // Another connection: one alone may not send 106 messages in so short a time.
    let headers = [("x-forwarded-for", "203.0.113.1"), ("cookie", &eve.cookie)];
    let mut eve = connect(site.at, &headers).await.unwrap();
    for game in &games {
        eve.watch(game).await;
        eve.play(game, 0, "f6").await.unwrap();
    }
    // Eight thoughts of a second each wait now, and one after the other is worked on.
    let mut ann = guest_from(site.at, "198.51.100.1").await;
    challenge_computer(&mut ann, 1, terms("hex", "size=5 swap=off", "none")).await;
    let (game, seat) = ann.paired().await;
    assert_eq!(seat, Seat::First);
    ann.watch(&game).await;
    ann.play(&game, 0, "c3").await.unwrap();
    ann.event(|event| matches!(event, Event::Played { ply: 1, .. })).await;
    let workers = std::thread::available_parallelism().map_or(1, |cores| cores.get() / 2).max(1);
    let thoughts = site.state.metrics.computer_moves.get() as usize;
    assert!(thoughts <= 2 * workers + 1, "{thoughts} thoughts were done before ann's");
}

#[tokio::test]
async fn a_game_that_is_over_makes_room_for_another() {
    let site = Site::strict().await;
    let mut ann = Client::guest(site.at).await;
    for _ in 0..9 {
        challenge_computer(&mut ann, 1, terms("hex", "size=5 swap=off", "none")).await;
    }
    let (games, refused) = outcome(&mut ann, 9).await;
    assert_eq!((games.len(), refused), (8, 1));
    ann.ask(&games[0], Wish::Resign).await.unwrap();
    let id = challenge_computer(&mut ann, 1, terms("hex", "size=5 swap=off", "none")).await;
    assert!(ann.done(&id).await.is_ok());
    let id = challenge_computer(&mut ann, 1, terms("hex", "size=5 swap=off", "none")).await;
    assert_eq!(ann.done(&id).await, Err(Refusal::TooFast), "eight again");
}

#[tokio::test]
async fn sixteen_sockets_at_one_address_start_few_games() {
    let site = Site::strict().await;
    let mut started = 0;
    let mut guests = Vec::new();
    for _ in 0..16 {
        guests.push(guest_from(site.at, "203.0.113.1").await);
    }
    for guest in &mut guests {
        for _ in 0..40 {
            challenge_computer(guest, 1, terms("hex", "size=3", "none")).await;
        }
        started += outcome(guest, 40).await.0.len();
    }
    assert_eq!(started, 32, "of 640: what one address may have under way");
}

#[tokio::test]
async fn open_seeks_are_limited_for_each_person_and_given_back() {
    let site = Site::strict().await;
    let mut ann = Client::guest(site.at).await;
    for round in 0..2 {
        let mut refused = 0;
        for _ in 0..7 {
            let (id, terms) = (ann.id(), terms("hex", "", "60+0"));
            ann.say(&ToServer::Seek { terms, id: id.clone() }).await;
            refused += usize::from(ann.done(&id).await == Err(Refusal::TooFast));
        }
        assert_eq!(refused, 2, "five each, in round {round}");
        ann.say(&ToServer::Unseek { seek: None }).await;
    }
}

#[tokio::test]
async fn long_analyses_of_one_guest_do_not_keep_another_waiting() {
    let site = Site::strict().await;
    let asker = |cookie: &str, address: &str| Asker {
        address: Some(address.to_owned()),
        ..site.asker(cookie)
    };
    let eve = guest_from(site.at, "203.0.113.1").await;
    let ann = guest_from(site.at, "198.51.100.1").await;
    let (eve, ann) = (asker(&eve.cookie, "203.0.113.1"), asker(&ann.cookie, "198.51.100.1"));
    let order = Arc::new(Mutex::new(Vec::new()));
    let analyse = |who: &'static str, asker: &Asker, milliseconds: u64| {
        let (asker, order) = (asker.clone(), Arc::clone(&order));
        tokio::spawn(async move {
            let question = json!({ "game": "eclipse", "milliseconds": milliseconds });
            let answer = asker.post("/api/analyse", question).await;
            order.lock().unwrap().push((who, answer.status));
            answer
        })
    };
    let mut tasks = Vec::new();
    for _ in 0..5 {
        tasks.push(analyse("eve", &eve, 800));
    }
    // Two of five find no place: one is worked on and two wait.
    wait_until("two are refused", async || order.lock().unwrap().len() >= 2).await;
    tasks.push(analyse("ann", &ann, 50));
    let mut refused = Vec::new();
    for task in tasks {
        let answer = task.await.unwrap();
        refused.extend((answer.status != StatusCode::OK).then_some(answer));
    }
    assert_eq!(refused.len(), 2);
    for answer in refused {
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(answer.headers.contains_key(RETRY_AFTER));
    }
    let order: Vec<&str> = order.lock().unwrap()[2..].iter().map(|(who, _)| *who).collect();
    let place = order.iter().position(|who| *who == "ann");
    assert!(
        place <= Some(1),
        "one analysis of a person at a time, and a worker for others: {order:?}"
    );
}
