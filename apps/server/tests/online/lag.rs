//! The delay of a line: measured by the server, given back within a quota, and shown to both.

use crate::support::client::{Client, game_between, terms};
use crate::support::limit::{Limit, POLL};
use crate::support::site::Site;
use protocol::{Event, ToClient, ToServer};
use server::NetworkLimits;
use server::limits::Limits;
use std::time::{Duration, Instant};

const SLOW: Duration = Duration::from_millis(600);

/// A server that measures a line once, soon after the welcome.
async fn site() -> Site {
    let network = NetworkLimits { ping_every: Duration::from_hours(1), ..NetworkLimits::default() };
    Site::with_network(Limits::new(1_000), network).await
}

/// A guest on a line of which the server knows that it is slow.
async fn slow_guest(site: &Site) -> Client {
    let mut client = Client::guest(site.at).await;
    client.slow = SLOW;
    let limit = Limit::start();
    while client.pings == 0 {
        limit.check("the first ping");
        client.ping().await;
        tokio::time::sleep(POLL).await;
    }
    // Whatever is answered after it, the answer to the ping was read before.
    client.ping().await;
    client.slow = Duration::ZERO;
    client
}

/// What the move at this ply was given back, as this client was told, and what is on its clock.
async fn compensation_and_clock(client: &mut Client, wanted: u32) -> (u64, u64) {
    let move_told = |event: &Event| matches!(event, Event::Played { ply, .. } if *ply == wanted);
    match client.event(move_told).await.1 {
        Event::Played { lag, clock, .. } => (lag.0, clock.expect("a clock").first.0),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_slow_line_is_given_back_what_the_quota_allows_and_both_are_told() {
    let site = site().await;
    let (mut a, mut b) = (slow_guest(&site).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=9 swap=off", "60+0")).await;
    for client in [&mut a, &mut b] {
        let lag = client
            .until(|m| match m {
                ToClient::Present(who) if who.first.here && who.second.here => Some(who.first.lag),
                _ => None,
            })
            .await;
        assert!(Duration::from_millis(lag.into()) >= SLOW, "{lag}");
    }
    // The first moves are free.
    a.play(&game, 0, "a1").await.unwrap();
    assert_eq!(compensation_and_clock(&mut b, 0).await, (0, 60_000));
    let (mut given, mut clock) = (0, 60_000);
    for (turn, (blue, red)) in [("a2", "b1"), ("b2", "c1"), ("c2", "d1")].into_iter().enumerate() {
        let asked = Instant::now();
        let ply = 2 * turn as u32 + 1;
        b.play(&game, ply, blue).await.unwrap();
        tokio::time::sleep(SLOW).await;
        let id = a.id();
        let (to, mv) = (game.clone(), red.to_owned());
        a.say(&ToServer::Play { game: to, ply: ply + 1, mv, id }).await;
        let (lag, left) = compensation_and_clock(&mut b, ply + 1).await;
        assert_eq!(
            compensation_and_clock(&mut a, ply + 1).await,
            (lag, left),
            "both are told the same"
        );
        let most = asked.elapsed().as_millis() as u64;
        assert!(left + most >= clock + lag && left <= clock, "{left} of {clock}, {lag} given");
        // What was saved up is a second, and a tenth comes with every move.
        assert!(given + lag <= 1_000 + 100 * (turn as u64 + 1), "{given} and {lag}");
        match turn {
            0 => assert!(lag >= 600, "all of it at first: {lag}"),
            _ => assert!(lag < 600, "then what is left: {lag}"),
        }
        (given, clock) = (given + lag, left);
    }
}

#[tokio::test]
async fn what_a_client_says_of_its_own_delay_is_not_believed() {
    let site = site().await;
    let (mut a, mut b) = (Client::guest(site.at).await, slow_guest(&site).await);
    // Answers to pings that were never sent measure nothing.
    for nonce in 0..20 {
        a.say(&ToServer::Pong { nonce }).await;
    }
    let game = game_between(&mut a, &mut b, terms("hex", "size=9 swap=off", "60+0")).await;
    a.play(&game, 0, "a1").await.unwrap();
    b.play(&game, 1, "a2").await.unwrap();
    a.play(&game, 2, "b1").await.unwrap();
    let (lag, left) = compensation_and_clock(&mut b, 2).await;
    assert!(left + lag <= 60_000 + lag && lag < 1_000, "{lag}");
    let text = format!(r#"{{"t":"play","game":"{game}","ply":3,"mv":"b2","id":"x1","lag":900}}"#);
    b.say_text(&text).await;
    let answer = b
        .until(|m| match m {
            ToClient::Event(e) => match &e.event {
                Event::Played { ply: 3, lag, .. } => Some(Some(lag.0)),
                _ => None,
            },
            ToClient::Refused { .. } => Some(None),
            _ => None,
        })
        .await;
    // No more than was spent on the move, which took no time.
    assert!(answer.is_none_or(|lag| lag < 900), "{answer:?}");
}
