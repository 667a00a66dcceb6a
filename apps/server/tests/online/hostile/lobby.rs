//! The lobby under a flood of seeks: those who listen are told what changes, a few times a second at most.

use crate::support::client::{Client, terms};
use crate::support::site::Site;
use protocol::{Lobby, ToClient, ToServer};
use std::time::Instant;

/// Messages about the lobby that came so far.
fn lobby_messages(client: &Client) -> usize {
    client.wire.iter().filter(|text| text.contains(r#""t":"lobby"#)).count()
}

async fn enter(client: &mut Client) -> Lobby {
    client.say(&ToServer::Lobby).await;
    client
        .until(|m| match m {
            ToClient::Lobby(lobby) => Some(lobby.clone()),
            _ => None,
        })
        .await
}

#[tokio::test]
async fn taking_back_nothing_tells_nobody() {
    let site = Site::open().await;
    let mut listeners = Vec::new();
    for _ in 0..30 {
        let mut listener = Client::guest(site.at).await;
        enter(&mut listener).await;
        listeners.push(listener);
    }
    let mut hostile = Client::guest(site.at).await;
    // As many as a connection may send at once.
    for _ in 0..45 {
        hostile.say(&ToServer::Unseek { seek: None }).await;
        hostile.say(&ToServer::Unseek { seek: Some("nothing".parse().unwrap()) }).await;
    }
    hostile.ping().await;
    // A real change afterwards is the next thing that anybody hears of.
    let id = hostile.id();
    hostile.say(&ToServer::Seek { terms: terms("hex", "size=5", "none"), id: id.clone() }).await;
    hostile.done(&id).await.unwrap();
    for listener in &mut listeners {
        let changes = listener
            .until(|m| match m {
                ToClient::LobbyChanges(changes) => Some(changes.clone()),
                _ => None,
            })
            .await;
        assert_eq!((changes.version, changes.added.len(), lobby_messages(listener)), (1, 1, 2));
    }
}

/// Welcomed anew, a client seeks again: the seek of before is not listed beside it.
#[tokio::test]
async fn whoever_is_welcomed_anew_waits_once() {
    let site = Site::open().await;
    let mut client = Client::guest(site.at).await;
    let mut listener = Client::guest(site.at).await;
    for resumed in 0..3 {
        let (terms, id) = (terms("hex", "size=5", "60+0"), client.id());
        client.say(&ToServer::Pair { terms, id: id.clone() }).await;
        client.done(&id).await.unwrap();
        assert_eq!(enter(&mut listener).await.seeks.len(), 1, "after {resumed} welcomes");
        site.state.resume_all();
        let welcomed = |m: &ToClient| matches!(m, ToClient::Welcome { .. }).then_some(());
        client.until(welcomed).await;
    }
    assert_eq!(enter(&mut listener).await.seeks, [], "it lives by what the client asks for");
}

#[tokio::test]
async fn a_burst_of_seeks_is_few_messages() {
    let site = Site::open().await;
    let mut listener = Client::guest(site.at).await;
    let mut lobby = enter(&mut listener).await;
    let began = Instant::now();
    let mut seekers = Vec::new();
    for _ in 0..10 {
        let mut seeker = Client::guest(site.at).await;
        for _ in 0..5 {
            let id = seeker.id();
            seeker.say(&ToServer::Seek { terms: terms("hex", "size=5", "none"), id }).await;
        }
        seekers.push(seeker);
    }
    let follow = async |listener: &mut Client, lobby: &mut Lobby, count: usize| {
        while lobby.seeks.len() != count {
            let changes = listener
                .until(|m| match m {
                    ToClient::LobbyChanges(changes) => Some(changes.clone()),
                    _ => None,
                })
                .await;
            assert!(lobby.apply(changes), "no gap");
        }
    };
    follow(&mut listener, &mut lobby, 50).await;
    drop(seekers);
    follow(&mut listener, &mut lobby, 0).await;
    // 100 changes: one message at once, and four a second as long as it took.
    let most = 3 + began.elapsed().as_millis() as usize / 250;
    assert!(
        lobby_messages(&listener) - 1 <= most,
        "{} messages, at most {most}",
        lobby_messages(&listener) - 1
    );
    assert_eq!(enter(&mut listener).await, lobby, "whoever comes later holds the same");
}
