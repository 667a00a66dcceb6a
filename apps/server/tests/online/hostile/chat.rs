//! Chat: closed some time after the end, limited in lines, without characters that spoil other lines.

use crate::support::client::{Client, game_between, terms};
use crate::support::site::Site;
use clock::Span;
use protocol::{Event, GameId, Refusal, Room, ToServer, Wish};
use server::store::{Arg, statement};
use server::time::TimeSource;

const HEX: &str = "size=5 swap=off";

async fn say(
    client: &mut Client,
    game: &GameId,
    room: Room,
    text: &str,
) -> Result<Option<u64>, Refusal> {
    let (id, game, text) = (client.id(), game.clone(), text.to_owned());
    client.say(&ToServer::Chat { game, room, text, id: id.clone() }).await;
    client.done(&id).await
}

#[tokio::test]
async fn chat_closes_some_minutes_after_the_end() {
    let time = TimeSource::manual(server::time::now());
    let site = Site::open_at(&time).await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let mut watcher = Client::guest(site.at).await;
    let game = game_between(&mut a, &mut b, terms("hex", HEX, "none")).await;
    watcher.watch(&game).await;
    a.play(&game, 0, "a1").await.unwrap();
    b.play(&game, 1, "b2").await.unwrap();
    a.ask(&game, Wish::Resign).await.unwrap();
    assert!(say(&mut watcher, &game, Room::Watchers, "well played").await.is_ok());
    time.advance(Span::seconds(10 * 60));
    assert_eq!(say(&mut watcher, &game, Room::Watchers, "hm").await, Err(Refusal::NotNow));
    assert!(say(&mut b, &game, Room::Players, "thank you").await.is_ok(), "players a bit longer");
    time.advance(Span::seconds(5 * 60));
    for room in [Room::Players, Room::Watchers] {
        assert_eq!(say(&mut b, &game, room, "hm").await, Err(Refusal::NotNow));
    }
    assert_eq!(site.state.store.events(&game).await.unwrap().len(), 5);
}

#[tokio::test]
async fn lines_are_limited_and_plain() {
    let site = Site::open().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", HEX, "none")).await;
    let odd = "\u{202e}well\u{200b} pla\u{301}\u{301}\u{301}\u{301}yed\u{2066}";
    say(&mut a, &game, Room::Players, odd).await.unwrap();
    let (_, said) = b.event(|e| matches!(e, Event::Chat(_))).await;
    let Event::Chat(said) = said else { unreachable!() };
    assert_eq!(said.text, "well pla\u{301}\u{301}yed");
    assert_eq!(say(&mut a, &game, Room::Players, "\u{feff}").await, Err(Refusal::BadText));
    assert_eq!(say(&mut a, &game, Room::Players, "a\u{2028}b").await, Err(Refusal::BadText));
    let (mut one, mut other) = (Client::guest(site.at).await, Client::guest(site.at).await);
    for line in 0..50 {
        assert!(say(&mut one, &game, Room::Watchers, "and so on").await.is_ok(), "{line}");
    }
    assert_eq!(say(&mut one, &game, Room::Watchers, "more").await, Err(Refusal::NotNow));
    assert!(say(&mut other, &game, Room::Watchers, "I too").await.is_ok(), "a share for everyone");
    assert!(say(&mut a, &game, Room::Players, "and we").await.is_ok());
}

/// A line that cannot be read is noticed by whoever reads it.
#[tokio::test]
async fn what_was_said_is_not_read_to_list_moves() {
    let site = Site::open().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", HEX, "none")).await;
    a.play(&game, 0, "a1").await.unwrap();
    say(&mut b, &game, Room::Players, "well").await.unwrap();
    a.ask(&game, Wish::Resign).await.unwrap();
    let sql =
        "UPDATE events SET body = '{\"d\":\"said\" and then nothing' WHERE game = $1 AND n = 2";
    let spoil = statement(sql, [Arg::text(game.as_str())]).once();
    site.state.store.write(vec![spoil]).await.unwrap();
    assert!(site.state.store.events(&game).await.is_err());
    for path in [format!("/api/games/{game}"), format!("/api/games/{game}/export")] {
        let answer = site.asker("").get(&path).await;
        assert!(answer.status.is_success() && answer.text.contains("a1"), "{}", answer.text);
    }
}
