//! Games that ended some time ago: they need no room to be looked at, and nobody follows endlessly many.

use crate::support::client::{Client, game_between, terms};
use crate::support::limit::wait_until;
use crate::support::site::Site;
use clock::Span;
use protocol::{Event, GameId, Offer, Refusal, ToServer, Wish};
use server::limits::{Payer, Resource};
use server::store::{Arg, Statement, statement};
use server::time::TimeSource;

const HEX: &str = "size=5 swap=off";

/// Two who have played a game that is over now.
async fn played(site: &Site) -> (Client, Client, GameId) {
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", HEX, "none")).await;
    a.play(&game, 0, "a1").await.unwrap();
    b.play(&game, 1, "b2").await.unwrap();
    a.ask(&game, Wish::Resign).await.unwrap();
    b.event(|e| matches!(e, Event::Over { .. })).await;
    (a, b, game)
}

async fn all_asleep(site: &Site) {
    wait_until("no room is awake", async || site.state.metrics.rooms.get() == 0).await;
}

/// Copies of a finished game under other names.
fn copies(game: &GameId, count: usize) -> Vec<Statement> {
    let copy = |i: usize| {
        let args = || [Arg::text(game.as_str()), Arg::text(format!("copy{i}"))];
        let row = "INSERT INTO games (id, game, options, time, speed, rated, first, second, \
            first_name, second_name, first_kind, second_kind, first_provisional, \
            second_provisional, created, plies, state, winner, why, ended) \
            SELECT $2, game, options, time, speed, rated, first, second, first_name, second_name, \
            first_kind, second_kind, first_provisional, second_provisional, created, plies, state, \
            winner, why, ended FROM games WHERE id = $1";
        let log = "INSERT INTO events (game, n, at, body) \
            SELECT $2, n, at, body FROM events WHERE game = $1";
        [statement(row, args()), statement(log, args())]
    };
    (0..count).flat_map(copy).collect()
}

#[tokio::test]
async fn looking_at_finished_games_makes_no_rooms() {
    let time = TimeSource::manual(server::time::now());
    let site = Site::open_at(&time).await;
    let (mut a, b, game) = played(&site).await;
    site.state.store.write(copies(&game, 60)).await.unwrap();
    time.advance(Span::seconds(16 * 60));
    // Their room goes though both still have it open.
    all_asleep(&site).await;
    let mut curious = Client::guest(site.at).await;
    for i in 0..60 {
        let id = format!("copy{i}").parse().unwrap();
        let snapshot = curious.watch(&id).await;
        assert!(snapshot.moves.len() == 2 && snapshot.result.is_some());
        assert_eq!(site.state.metrics.rooms.get(), 0);
    }
    curious.say(&ToServer::Watch { game: game.clone(), since: Some(2) }).await;
    curious.event(|e| matches!(e, Event::Over { .. })).await;
    curious.say(&ToServer::Watch { game: "nothing".parse().unwrap(), since: None }).await;
    assert_eq!(curious.refusal().await, Refusal::NotFound);
    assert_eq!(a.watch(&game).await.n, 3);
    assert_eq!(site.state.metrics.rooms.get(), 0);
    drop((b, curious));
}

#[tokio::test]
async fn a_rematch_is_still_agreed_on_without_a_room() {
    let time = TimeSource::manual(server::time::now());
    let site = Site::open_at(&time).await;
    let (mut a, mut b, game) = played(&site).await;
    time.advance(Span::days(1));
    all_asleep(&site).await;
    b.watch(&game).await;
    a.ask(&game, Wish::Rematch).await.unwrap();
    let offered = |e: &Event| matches!(e, Event::Offered { offer: Offer::Rematch, .. });
    assert_eq!(b.event(offered).await.0, 4);
    b.ask(&game, Wish::Rematch).await.unwrap();
    // It comes to both, to the second before the answer.
    let rematch = format!(r#""t":"paired","game":"{}""#, a.paired().await.0);
    assert!(b.wire.iter().any(|text| text.contains(&rematch)), "{:?}", b.wire);
}

#[tokio::test]
async fn an_address_follows_a_limited_number_of_games() {
    let site = Site::strict().await;
    let mut a = Client::guest(site.at).await;
    let seek = a.challenge(terms("hex", HEX, "none")).await;
    let mut b = Client::guest(site.at).await;
    let id = b.id();
    b.say(&ToServer::Accept { seek, id }).await;
    let (game, _) = a.paired().await;
    let payer = Payer { person: None, address: site.at.ip() };
    let mut held = Vec::new();
    while let Ok(permit) = site.state.limits.hold(Resource::WatchedGame, &payer) {
        held.push(permit);
    }
    a.say(&ToServer::Watch { game: game.clone(), since: None }).await;
    assert_eq!(a.refusal().await, Refusal::TooFast);
    held.pop();
    assert_eq!(a.watch(&game).await.n, 0);
    b.say(&ToServer::Watch { game: game.clone(), since: None }).await;
    assert_eq!(b.refusal().await, Refusal::TooFast, "the last one is taken");
    a.say(&ToServer::Leave { game: game.clone() }).await;
    a.ping().await;
    assert_eq!(b.watch(&game).await.n, 0, "and given back");
}
