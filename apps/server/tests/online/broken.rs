//! A database that fails in the middle of a game: nothing is said to be true that is not stored.

use crate::support::client::{Client, game_between, terms};
use crate::support::faulty::{Fault, faulty_site};
use protocol::{Event, Refusal, ToServer};

#[tokio::test]
async fn a_move_that_cannot_be_kept_is_told_to_nobody_and_can_be_sent_again() {
    let (site, disk) = faulty_site().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "none")).await;
    a.play(&game, 0, "a1").await.unwrap();
    b.event(|event| matches!(event, Event::Played { ply: 0, .. })).await;
    disk.fail(Fault::Everything);
    let id = b.id();
    let play = ToServer::Play { game: game.clone(), ply: 1, mv: "b2".into(), id: id.clone() };
    b.say(&play).await;
    assert_eq!(b.done(&id).await, Err(Refusal::Busy));
    let mut c = Client::back(site.at, &a.cookie).await;
    let (seek, opponent) = ("another".parse().unwrap(), protocol::Opponent::Link);
    let terms = terms("hex", "size=5 swap=off", "none");
    let message = ToServer::Challenge { terms, opponent, id: protocol::ClientId::clone(&seek) };
    c.say(&message).await;
    assert_eq!(c.done(&seek).await, Err(Refusal::Busy), "and the lobby says so too");
    for path in ["/healthz", "/readyz"] {
        assert_eq!(site.asker("").ask("GET", path, None).await.status, 503, "{path}");
    }
    a.ping().await;
    assert!(!a.wire.concat().contains(r#""mv":"b2""#), "{:?}", a.wire);
    disk.fail(Fault::Nothing);
    assert_eq!(site.asker("").ask("GET", "/healthz", None).await.status, 200);
    // The room waits a little before it tries again; nobody's connection was closed meanwhile.
    assert_eq!(b.insist(&play).await, Ok(Some(2)));
    b.say(&play).await;
    assert_eq!(b.done(&id).await, Ok(Some(2)));
    assert_eq!(a.event(|event| matches!(event, Event::Played { .. })).await.0, 2);
    assert_eq!(site.state.store.events(&game).await.unwrap().len(), 2);
}
