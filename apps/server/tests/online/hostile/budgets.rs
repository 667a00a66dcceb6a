//! Whoever sends more than the budgets pay for is refused; others at other addresses notice nothing.

use crate::support::client::{Client, connect, game_between, terms};
use crate::support::site::Site;
use protocol::{Close, GameId, Refusal, Room, ToServer};
use std::net::SocketAddr;

/// A guest at this address.
pub(super) async fn guest_from(at: SocketAddr, address: &str) -> Client {
    connect(at, &[("x-forwarded-for", address)]).await.unwrap()
}

#[tokio::test]
async fn too_much_chat_is_refused_and_the_rest_goes_on() {
    let site = Site::strict().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=5", "none")).await;
    let mut refused = 0;
    for _ in 0..12 {
        let (id, room, text) = (a.id(), Room::Players, "again".to_owned());
        a.say(&ToServer::Chat { game: game.clone(), room, text, id: id.clone() }).await;
        refused += usize::from(a.done(&id).await == Err(Refusal::TooFast));
    }
    assert!((2..=4).contains(&refused), "eight at once, then one every two seconds: {refused}");
    assert_eq!(a.play(&game, 0, "a1").await.map(|n| n > 1), Ok(true), "moves are apart");
}

#[tokio::test]
async fn many_sockets_of_one_person_share_one_budget() {
    let site = Site::strict().await;
    let mut first = Client::guest(site.at).await;
    let mut sockets = vec![];
    for _ in 0..15 {
        sockets.push(Client::back(site.at, &first.cookie).await);
    }
    let nowhere: GameId = "nowhere".parse().unwrap();
    for socket in &mut sockets {
        // 90 messages at once close no connection; all of them together are over budget.
        for _ in 0..90 {
            socket.say(&ToServer::Watch { game: nowhere.clone(), since: None }).await;
        }
    }
    let (mut too_fast, mut answered) = (0, 0);
    for socket in &mut sockets {
        for _ in 0..90 {
            match socket.refusal().await {
                Refusal::TooFast => too_fast += 1,
                _ => answered += 1,
            }
        }
    }
    assert_eq!(too_fast + answered, 15 * 90);
    assert!(too_fast > 15 * 90 / 2, "{answered} of {} were answered", 15 * 90);
    let mut other = guest_from(site.at, "203.0.113.9").await;
    other.say(&ToServer::Watch { game: nowhere, since: None }).await;
    assert_eq!(other.refusal().await, Refusal::NotFound, "others are answered");
    for _ in 0..200 {
        first.say(&ToServer::Ping { nonce: 1 }).await;
    }
    assert_eq!(first.closed().await, Close::Flood.code(), "far too much closes the connection");
}

#[tokio::test]
async fn an_ipv6_customer_pays_for_all_networks_together() {
    let site = Site::strict().await;
    let mut statuses = Vec::new();
    for i in 0..60 {
        // 256 networks of one /56, with ports as some proxies write them.
        let address = format!("[2001:db8:0:{i:x}::1]:{}", 40_000 + i);
        let connected = connect(site.at, &[("x-forwarded-for", address.as_str())]).await;
        statuses.push(connected.map_or_else(|status| status, |_| 101));
    }
    assert!(statuses.iter().all(|status| *status == 101), "{statuses:?}");
    let mut refused = None;
    for i in 0..300 {
        let address = format!("2001:db8:0:{:x}::{:x}", i % 60, 2 + i / 60);
        let connected = connect(site.at, &[("x-forwarded-for", address.as_str())]).await;
        refused = refused.or(connected.err());
    }
    assert_eq!(refused, Some(429), "a /56 makes 320 guests at once, however many /64 it has");
    assert!(connect(site.at, &[("x-forwarded-for", "2001:db8:1::1")]).await.is_ok());
}

#[tokio::test]
async fn a_club_behind_one_address_gets_in() {
    let site = Site::strict().await;
    let mut members = Vec::new();
    for _ in 0..30 {
        members.push(guest_from(site.at, "203.0.113.30").await);
    }
    let limits = server::limits::Limits::default();
    let payer = server::limits::Payer::address("203.0.113.30".parse().unwrap());
    let sign_up = server::limits::Cost::of(server::limits::Action::SignUp);
    let now = std::time::Instant::now();
    assert!((0..30).all(|_| limits.charge(sign_up, &payer, now).is_ok()), "thirty can sign up");
    assert!((0..30).any(|_| limits.charge(sign_up, &payer, now).is_err()), "a flood cannot");
}
