//! Rooms while people are away: they are unloaded and loaded as they were, and whoever stays may claim.

use crate::support::client::{Client, game_between, terms};
use crate::support::limit::wait_until;
use crate::support::site::Site;
use clock::Span;
use protocol::{EndReason, Opponent, Refusal, Seat, ToClient, ToServer, Wish};
use server::RoomTimeouts;
use std::time::Duration;

/// Waits until so many rooms are loaded.
async fn rooms_awake(site: &Site, count: i64) {
    let what = format!("{count} rooms are awake");
    wait_until(&what, async || site.state.metrics.rooms.get() == count).await;
}

#[tokio::test]
async fn a_room_sleeps_and_wakes_from_its_log_as_it_was() {
    let unload_after = Duration::from_millis(150);
    let site = Site::open_with(RoomTimeouts { unload_after, ..RoomTimeouts::default() }).await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hexchess", "", "600+5")).await;
    let moves = ["all:KCDGF", "all:KCDGB", "28-24", "20-19"];
    for (ply, mv) in moves.into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut a } else { &mut b };
        mover.play(&game, ply as u32, mv).await.unwrap();
    }
    a.ask(&game, Wish::Draw).await.unwrap();
    let before = [a.watch(&game).await, b.watch(&game).await];
    rooms_awake(&site, 1).await;
    let cookies = [a.cookie.clone(), b.cookie.clone()];
    drop((a, b));
    rooms_awake(&site, 0).await;
    for (cookie, before) in cookies.iter().zip(before) {
        let mut client = Client::back(site.at, cookie).await;
        let after = client.watch(&game).await;
        // Everything but the time that has passed meanwhile.
        let same = protocol::Snapshot { now: before.now, clock: before.clock, ..after.clone() };
        assert_eq!(same, before);
        let (then, now) = (before.clock.unwrap(), after.clock.unwrap());
        assert!(now.first <= then.first && now.second == then.second, "{now:?} after {then:?}");
    }
    let mut b = Client::back(site.at, &cookies[1]).await;
    b.ask(&game, Wish::Draw).await.unwrap();
    assert_eq!(
        b.watch(&game).await.result.unwrap().why,
        EndReason::Agreement,
        "offers are stored too"
    );
}

#[tokio::test]
async fn whoever_stays_may_claim_when_the_other_has_left_for_long() {
    let site =
        Site::open_with(RoomTimeouts { claim_after: Span(300), ..RoomTimeouts::default() }).await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "600+0")).await;
    a.play(&game, 0, "a1").await.unwrap();
    b.play(&game, 1, "b2").await.unwrap();
    assert_eq!(a.ask(&game, Wish::ClaimWin).await, Err(Refusal::NotNow), "they are there");
    drop(b);
    let gone = |m: &ToClient| match m {
        ToClient::Present(who) if !who.second.here => who.second.claim_in,
        _ => None,
    };
    assert!(a.until(gone).await <= 300, "told when");
    let claimed = async || a.ask(&game, Wish::ClaimWin).await != Err(Refusal::NotNow);
    wait_until("the win can be claimed", claimed).await;
    let result = a.watch(&game).await.result.unwrap();
    assert_eq!((result.winner, result.why), (Some(Seat::First), EndReason::Left));
    // A game by correspondence is played by people who are away.
    let mut b = Client::guest(site.at).await;
    let slow = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "3d")).await;
    a.play(&slow, 0, "a1").await.unwrap();
    drop(b);
    a.until(gone).await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_eq!(a.ask(&slow, Wish::ClaimWin).await, Err(Refusal::NotNow));
}

#[tokio::test]
async fn the_computer_never_leaves() {
    let site =
        Site::open_with(RoomTimeouts { claim_after: Span(0), ..RoomTimeouts::default() }).await;
    let mut a = Client::guest(site.at).await;
    let (id, opponent) = (a.id(), Opponent::Computer { level: 1 });
    a.say(&ToServer::Challenge { terms: terms("hex", "size=5", "600+0"), opponent, id }).await;
    let (game, _) = a.paired().await;
    a.watch(&game).await;
    assert_eq!(a.ask(&game, Wish::ClaimWin).await, Err(Refusal::NotNow));
}

async fn challenge_by_name(from: &mut Client, name: &str) -> Result<Option<u64>, Refusal> {
    let (id, opponent) = (from.id(), Opponent::Named { name: name.parse().unwrap() });
    let terms = terms("hex", "size=5", "300+0");
    from.say(&ToServer::Challenge { terms, opponent, id: id.clone() }).await;
    from.done(&id).await
}

#[tokio::test]
async fn a_challenge_by_name_is_for_that_person_alone() {
    let site = Site::open().await;
    let [ann, bob, eve] = ["Ann", "Bob", "Eve"].map(|name| site.account(name));
    let mut ann = Client::back(site.at, &ann.await).await;
    let bob = bob.await;
    assert_eq!(challenge_by_name(&mut ann, "Nobody").await, Err(Refusal::NotFound));
    assert_eq!(challenge_by_name(&mut ann, "Ann").await, Err(Refusal::OwnSeek));
    let mut bob = Client::back(site.at, &bob).await;
    let mut eve = Client::back(site.at, &eve.await).await;
    challenge_by_name(&mut ann, "bob").await.unwrap();
    let challenged = async |bob: &mut Client| {
        bob.until(|m| match m {
            ToClient::Challenged(seek) => Some(seek.clone()),
            _ => None,
        })
        .await
    };
    let seek = challenged(&mut bob).await;
    assert_eq!(seek.player.person.name.as_str(), "Ann");
    let accept = async |client: &mut Client, seek: &protocol::GameId| {
        let id = client.id();
        client.say(&ToServer::Accept { seek: seek.clone(), id: id.clone() }).await;
        client.done(&id).await
    };
    assert_eq!(accept(&mut eve, &seek.seek).await, Err(Refusal::NotFound));
    assert_eq!(accept(&mut ann, &seek.seek).await, Err(Refusal::OwnSeek));
    assert_eq!(accept(&mut bob, &seek.seek).await, Ok(None));
    assert_eq!(accept(&mut bob, &seek.seek).await, Err(Refusal::NotFound), "once");
    // Declined: gone for good.
    challenge_by_name(&mut ann, "Bob").await.unwrap();
    let seek = challenged(&mut bob).await.seek;
    bob.say(&ToServer::Unseek { seek: Some(seek.clone()) }).await;
    assert_eq!(accept(&mut bob, &seek).await, Err(Refusal::NotFound));
}

#[tokio::test]
async fn a_challenge_waits_for_whoever_is_not_here() {
    let site = Site::open().await;
    let (ann, bob) = (site.account("Ann").await, site.account("Bob").await);
    let mut ann = Client::back(site.at, &ann).await;
    challenge_by_name(&mut ann, "Bob").await.unwrap();
    let site = {
        let cookie = ann.cookie.clone();
        let site = site.restart().await;
        ann = Client::back(site.at, &cookie).await;
        site
    };
    challenge_by_name(&mut ann, "Bob").await.unwrap();
    // They are told when they come, as often as they come, until it is accepted or declined.
    let told = async |bob: &mut Client| {
        let mut seeks = Vec::new();
        while seeks.len() < 2 {
            seeks.push(
                bob.until(|m| match m {
                    ToClient::Challenged(seek) => Some(seek.clone()),
                    _ => None,
                })
                .await,
            );
        }
        seeks
    };
    let mut there = Client::back(site.at, &bob).await;
    let seeks = told(&mut there).await;
    assert!(seeks.iter().all(|seek| seek.player.person.name.as_str() == "Ann"));
    there.say(&ToServer::Unseek { seek: Some(seeks[0].seek.clone()) }).await;
    let id = there.id();
    there.say(&ToServer::Accept { seek: seeks[1].seek.clone(), id: id.clone() }).await;
    assert_eq!(there.done(&id).await, Ok(None));
    assert_eq!(ann.paired().await.1, Seat::First);
    let mut again = Client::back(site.at, &bob).await;
    again.say(&ToServer::Ping { nonce: 1 }).await;
    again.until(|m| matches!(m, ToClient::Pong { .. }).then_some(())).await;
    assert!(!again.wire.concat().contains("challenged"), "{:?}", again.wire);
    // A guest who has gone may never come back.
    let guest = Client::guest(site.at).await;
    let welcome: ToClient = serde_json::from_str(&guest.wire[0]).unwrap();
    let ToClient::Welcome { you, .. } = welcome else { panic!("{welcome:?}") };
    drop(guest);
    let refused = async || challenge_by_name(&mut ann, you.name.as_str()).await.is_err();
    wait_until("a guest who has gone is not challenged", refused).await;
}
