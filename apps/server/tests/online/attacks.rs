//! What somebody with bad intentions sends: each refused with the right code, the server unharmed.

use crate::support::client::{Client, connect, game_between, terms};
use crate::support::site::Site;
use protocol::{Close, GameId, Opponent, Refusal, Room, SeatWish, Terms, ToServer, Wish};

/// The server still plays.
async fn is_unharmed(site: &Site) {
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=3", "none")).await;
    assert_eq!(a.play(&game, 0, "a1").await, Ok(1));
}

#[tokio::test]
async fn foreign_pages_and_forged_cookies() {
    let site = Site::open().await;
    for origin in ["https://evil.example", "null", "http://localhost.evil.example"] {
        assert_eq!(connect(site.at, &[("origin", origin)]).await.err(), Some(403), "{origin}");
    }
    let own = format!("http://{}", site.at);
    assert!(connect(site.at, &[("origin", &own)]).await.is_ok());
    assert_eq!(
        connect(site.at, &[("authorization", "Bearer sixfold_forged")]).await.err(),
        Some(401)
    );
    // A session that was not begun here is not taken over: whoever brings one is somebody new.
    let planted = format!("sixfold={}", "A".repeat(32));
    let fixed = connect(site.at, &[("cookie", &planted)]).await.unwrap();
    assert!(fixed.cookie.starts_with("sixfold=") && fixed.cookie != planted);
    is_unharmed(&site).await;
}

#[tokio::test]
async fn foreign_seats_turns_plies_moves_and_results() {
    let site = Site::open().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let mut eve = Client::guest(site.at).await;
    let game = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "60+0")).await;
    assert_eq!(eve.play(&game, 0, "a1").await, Err(Refusal::NotYourSeat));
    assert_eq!(eve.ask(&game, Wish::Resign).await, Err(Refusal::NotYourSeat));
    assert_eq!(b.play(&game, 0, "a1").await, Err(Refusal::NotYourTurn));
    assert_eq!(a.play(&game, 1, "a1").await, Err(Refusal::StalePly));
    assert_eq!(a.play(&game, u32::MAX, "a1").await, Err(Refusal::StalePly));
    for nonsense in ["", "z99", "'; DROP TABLE games; --", "<b>", "\u{202e}", &"a".repeat(3_000)] {
        let refused = a.play(&game, 0, nonsense).await.unwrap_err();
        assert!(matches!(refused, Refusal::UnreadableMove | Refusal::IllegalMove), "{nonsense}");
    }
    a.play(&game, 0, "a1").await.unwrap();
    b.play(&game, 1, "b2").await.unwrap();
    assert_eq!(a.play(&game, 2, "b2").await, Err(Refusal::IllegalMove));
    assert_eq!(a.ask(&game, Wish::ClaimWin).await, Err(Refusal::NotNow));
    for forged in [
        format!(r#"{{"t":"event","game":"{game}","n":3,"at":1,"e":"over"}}"#),
        format!(r#"{{"t":"ask","game":"{game}","wish":"win","id":"1"}}"#),
        format!(r#"{{"t":"play","game":"{game}","ply":-1,"mv":"a2","id":"1"}}"#),
        format!(r#"{{"t":"over","game":"{game}","result":{{"winner":"first","why":"time"}}}}"#),
    ] {
        a.say_text(&forged).await;
        assert_eq!(a.refusal().await, Refusal::Unreadable, "{forged}");
    }
    assert_eq!(site.state.store.events(&game).await.unwrap().len(), 2);
    let nowhere: GameId = "nowhere".parse().unwrap();
    assert_eq!(a.play(&nowhere, 0, "a1").await, Err(Refusal::NotFound));
    is_unharmed(&site).await;
}

#[tokio::test]
async fn terms_that_cannot_be_played() {
    let site = Site::open().await;
    let mut a = Client::guest(site.at).await;
    let seek = |game: &str, options: &str, rated| Terms {
        game: game.into(),
        options: options.into(),
        time: "60+0".parse().unwrap(),
        rated,
        seat: SeatWish::Any,
    };
    for (terms, why) in [
        (seek("chess", "", false), Refusal::BadTerms),
        (seek("hex", "size=300", false), Refusal::BadTerms),
        (seek("hex", "<script>", false), Refusal::BadTerms),
        (seek("hex", &"9".repeat(2_000), false), Refusal::BadTerms),
        (seek("hex", "", true), Refusal::NeedsAccount),
    ] {
        let id = a.id();
        a.say(&ToServer::Seek { terms, id: id.clone() }).await;
        assert_eq!(a.done(&id).await, Err(why));
    }
    let id = a.id();
    let opponent = Opponent::Computer { level: 9 };
    a.say(&ToServer::Challenge { terms: seek("hex", "", false), opponent, id: id.clone() }).await;
    assert_eq!(a.done(&id).await, Err(Refusal::BadTerms));
    is_unharmed(&site).await;
}

#[tokio::test]
async fn malformed_and_oversize_frames() {
    let site = Site::open().await;
    let mut a = Client::guest(site.at).await;
    for text in ["", "null", "{}", "[[[[", "{\"t\":\"play\"}", "\u{0}", "{\"t\":7}", "nonsense"] {
        a.say_text(text).await;
        assert_eq!(a.refusal().await, Refusal::Unreadable, "{text}");
    }
    let name = format!(r#"{{"t":"leave","game":"{}"}}"#, "x".repeat(3_000));
    a.say_text(&name).await;
    assert_eq!(a.refusal().await, Refusal::Unreadable);
    a.say_text(&"x".repeat(20_000)).await;
    assert_eq!(a.closed().await, Close::TooLarge.code());
    let mut a = Client::guest(site.at).await;
    a.say_text(&"x".repeat(200_000)).await;
    // So much is not even read; what is left of it may reset the line before the reason arrives.
    assert!([Close::TooLarge.code(), 0].contains(&a.closed().await));
    let mut b = Client::guest(site.at).await;
    b.say_bytes(vec![1, 2, 3]).await;
    assert_eq!(b.closed().await, Close::NotText.code());
    is_unharmed(&site).await;
}

#[tokio::test]
async fn floods_and_crowds() {
    let site = Site::open().await;
    let mut a = Client::guest(site.at).await;
    for nonce in 0..500 {
        a.say(&ToServer::Ping { nonce }).await;
    }
    assert_eq!(a.closed().await, Close::Flood.code());
    let cookie = a.cookie.clone();
    let mut lines = Vec::new();
    for _ in 0..16 {
        lines.push(Client::back(site.at, &cookie).await);
    }
    let mut last = connect(site.at, &[("cookie", &cookie)]).await.unwrap();
    assert_eq!(last.closed().await, Close::TooMany.code());
    is_unharmed(&site).await;
}

#[tokio::test]
async fn whoever_does_not_read_is_cut_off_and_nobody_waits_for_them() {
    let site = Site::open().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=11", "none")).await;
    let mut deaf = Client::guest(site.at).await;
    for _ in 0..99 {
        deaf.say(&ToServer::Watch { game: game.clone(), since: None }).await;
    }
    assert_eq!(a.play(&game, 0, "a1").await, Ok(1));
    let id = b.id();
    let (room, text) = (Room::Players, "still here".to_owned());
    b.say(&ToServer::Chat { game: game.clone(), room, text, id: id.clone() }).await;
    assert_eq!(b.done(&id).await, Ok(Some(2)));
}
