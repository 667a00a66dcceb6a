//! Quick pairing and the list of open games: who waits is listed, anybody may join, guests and accounts
//! play each other, and seeks for correspondence games outlive connections and the server.

use crate::support::client::{Client, terms};
use crate::support::site::Site;
use clock::{Moment, Span};
use protocol::{GameId, Lobby, Refusal, SeatWish, Seek, Terms, ToClient, ToServer};
use server::store::OLD_CHALLENGES;
use server::time::{TimeSource, now};

fn quick(time: &str, rated: bool) -> Terms {
    Terms { rated, seat: SeatWish::Any, ..terms("hex", "", time) }
}

async fn pair(client: &mut Client, terms: Terms) -> Result<Option<u64>, Refusal> {
    let id = client.id();
    client.say(&ToServer::Pair { terms, id: id.clone() }).await;
    client.done(&id).await
}

async fn seek(client: &mut Client, terms: Terms) -> Result<Option<u64>, Refusal> {
    let id = client.id();
    client.say(&ToServer::Seek { terms, id: id.clone() }).await;
    client.done(&id).await
}

/// Accepts a seek; the game that comes of it.
async fn accept(client: &mut Client, seek: &GameId) -> GameId {
    let id = client.id();
    client.say(&ToServer::Accept { seek: seek.clone(), id }).await;
    client.paired().await.0
}

async fn refused(client: &mut Client, seek: &GameId) -> Refusal {
    let id = client.id();
    client.say(&ToServer::Accept { seek: seek.clone(), id: id.clone() }).await;
    client.done(&id).await.unwrap_err()
}

/// The open seeks that somebody is shown who comes now.
async fn open_seeks(site: &Site) -> Vec<Seek> {
    let mut client = Client::guest(site.at).await;
    client.say(&ToServer::Lobby).await;
    let lobby = |m: &ToClient| match m {
        ToClient::Lobby(Lobby { seeks, .. }) => Some(seeks.clone()),
        _ => None,
    };
    client.until(lobby).await
}

async fn is_rated(site: &Site, game: &GameId) -> bool {
    site.state.store.game(game).await.unwrap().unwrap().terms.rated
}

#[tokio::test]
async fn a_guest_and_an_account_are_paired_to_a_casual_game() {
    let site = Site::open().await;
    let mut ann = Client::back(site.at, &site.account("Ann").await).await;
    let mut guest = Client::guest(site.at).await;
    pair(&mut ann, quick("300+3", true)).await.unwrap();
    pair(&mut guest, quick("300+3", false)).await.unwrap();
    let (game, _) = guest.paired().await;
    assert_eq!(ann.paired().await.0, game);
    assert!(!is_rated(&site, &game).await);
}

#[tokio::test]
async fn two_accounts_are_paired_to_a_rated_game_before_a_guest_is() {
    let site = Site::open().await;
    let mut guest = Client::guest(site.at).await;
    let mut ann = Client::back(site.at, &site.account("Ann").await).await;
    let mut bob = Client::back(site.at, &site.account("Bob").await).await;
    // Somebody else's time, so that all three wait before any two fit.
    pair(&mut guest, quick("600+5", false)).await.unwrap();
    pair(&mut ann, quick("300+3", true)).await.unwrap();
    pair(&mut bob, quick("300+3", true)).await.unwrap();
    let (game, _) = ann.paired().await;
    assert_eq!(bob.paired().await.0, game);
    assert!(is_rated(&site, &game).await);
    let waiting = open_seeks(&site).await;
    assert!(waiting.len() == 1 && waiting[0].terms.time == "600+5".parse().unwrap());
}

#[tokio::test]
async fn who_waits_is_listed_and_joined_by_anybody() {
    let site = Site::open().await;
    let mut ann = Client::back(site.at, &site.account("Ann").await).await;
    pair(&mut ann, quick("300+3", true)).await.unwrap();
    let waiting = open_seeks(&site).await;
    assert_eq!((waiting.len(), waiting[0].quick), (1, true));
    assert_eq!(waiting[0].player.person.name.as_str(), "Ann");
    let mut guest = Client::guest(site.at).await;
    let game = accept(&mut guest, &waiting[0].seek).await;
    assert_eq!(ann.paired().await.0, game);
    assert!(!is_rated(&site, &game).await, "a guest plays for nothing");
    assert_eq!(open_seeks(&site).await, []);
}

/// After five seconds of both, another time of the same speed fits; the one who came first has theirs.
#[tokio::test]
async fn pools_widen_while_people_wait() {
    let time = TimeSource::manual(now());
    let site = Site::open_at(&time).await;
    let (mut ann, mut ben) = (Client::guest(site.at).await, Client::guest(site.at).await);
    pair(&mut ann, quick("180+2", false)).await.unwrap();
    pair(&mut ben, quick("300+3", false)).await.unwrap();
    assert_eq!(open_seeks(&site).await.len(), 2, "not at once");
    time.advance(Span::seconds(5));
    let (game, _) = ann.paired().await;
    assert_eq!(ben.paired().await.0, game);
    let row = site.state.store.game(&game).await.unwrap().unwrap();
    assert_eq!(row.terms.time, "180+2".parse().unwrap());
}

fn days() -> Terms {
    Terms { seat: SeatWish::Any, ..terms("hex", "size=7", "3d") }
}

#[tokio::test]
async fn a_correspondence_seek_outlives_its_connection_and_the_server() {
    let site = Site::open().await;
    let cookie = site.account("Ann").await;
    let mut ann = Client::back(site.at, &cookie).await;
    seek(&mut ann, days()).await.unwrap();
    // What a page sends when it is left: everything that lives by the connection.
    ann.say(&ToServer::Unseek { seek: None }).await;
    ann.ping().await;
    drop(ann);
    let site = site.restart().await;
    let waiting = open_seeks(&site).await;
    assert_eq!(waiting.len(), 1);
    assert_eq!((waiting[0].player.person.name.as_str(), waiting[0].quick), ("Ann", false));
    let mut ben = Client::guest(site.at).await;
    let game = accept(&mut ben, &waiting[0].seek).await;
    let mut late = Client::guest(site.at).await;
    assert_eq!(refused(&mut late, &waiting[0].seek).await, Refusal::NotFound);
    assert_eq!(site.state.store.playing("Ann").await.unwrap(), [game]);
    let site = site.restart().await;
    assert_eq!(open_seeks(&site).await, [], "its row is gone with the game's beginning");
}

#[tokio::test]
async fn a_correspondence_seek_is_made_once_and_withdrawn() {
    let site = Site::open().await;
    let cookie = site.account("Ann").await;
    let mut ann = Client::back(site.at, &cookie).await;
    for _ in 0..2 {
        seek(&mut ann, days()).await.unwrap();
    }
    let waiting = open_seeks(&site).await;
    assert_eq!(waiting.len(), 1, "the same again is the same");
    assert_eq!(refused(&mut ann, &waiting[0].seek).await, Refusal::OwnSeek);
    ann.say(&ToServer::Unseek { seek: Some(waiting[0].seek.clone()) }).await;
    ann.ping().await;
    assert_eq!(open_seeks(&site).await, []);
    for n in 3..13 {
        let terms = Terms { options: format!("size={n}"), ..days() };
        seek(&mut ann, terms).await.unwrap();
    }
    let more = Terms { options: "size=14".into(), ..days() };
    assert_eq!(seek(&mut ann, more).await, Err(Refusal::NotNow), "ten at most");
}

#[tokio::test]
async fn quick_pairing_for_days_finds_somebody_who_is_not_there() {
    let site = Site::open().await;
    let mut ann = Client::guest(site.at).await;
    pair(&mut ann, quick("1d", false)).await.unwrap();
    drop(ann);
    let mut ben = Client::guest(site.at).await;
    pair(&mut ben, quick("1d", false)).await.unwrap();
    ben.paired().await;
    assert_eq!(open_seeks(&site).await, []);
}

#[tokio::test]
async fn correspondence_seeks_expire_and_go_with_their_account() {
    let site = Site::open().await;
    let cookie = site.account("Ann").await;
    let mut ann = Client::back(site.at, &cookie).await;
    seek(&mut ann, days()).await.unwrap();
    let later = Moment(now().0 + OLD_CHALLENGES.0 + Span::days(1).0);
    site.state.store.delete_outdated(later).await.unwrap();
    let site = site.restart().await;
    assert_eq!(open_seeks(&site).await, [], "a month is over");
    let mut bob = site.asker("");
    let named = serde_json::json!({ "name": "Bob", "password": "a long enough one" });
    assert_eq!(bob.enter("/api/sign-up", named.clone()).await.status.as_u16(), 201);
    let mut there = Client::back(site.at, bob.cookie.as_deref().unwrap()).await;
    seek(&mut there, days()).await.unwrap();
    assert_eq!(open_seeks(&site).await.len(), 1);
    let gone = bob.ask("DELETE", "/api/account", Some(named)).await;
    assert_eq!(gone.status.as_u16(), 204, "{}", gone.text);
    assert_eq!(open_seeks(&site).await, []);
}
