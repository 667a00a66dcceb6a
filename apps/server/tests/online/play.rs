//! Games over real sockets: from the seek to the rematch, and back after every kind of absence.

use crate::support::client::{Client, game_between, terms};
use crate::support::site::Site;
use protocol::{
    Close, EndReason, Event, Offer, Opponent, Refusal, Room, Seat, ToClient, ToServer, Wish,
};
use server::game_event::GameEvent;
use server::store::{Arg, statement};

fn played(event: &Event) -> bool {
    matches!(event, Event::Played { .. })
}

#[tokio::test]
async fn two_guests_play_hex_to_the_end_and_once_more() {
    let site = Site::open().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let mut watcher = Client::guest(site.at).await;
    let game = game_between(&mut a, &mut b, terms("hex", "size=3 swap=off", "60+1")).await;
    assert_eq!(watcher.watch(&game).await.you, None);
    for (ply, mv) in ["a1", "b1", "a2", "b2", "a3"].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut a } else { &mut b };
        assert_eq!(mover.play(&game, ply as u32, mv).await, Ok(ply as u64 + 1));
        let (n, event) = watcher.event(played).await;
        assert_eq!(n, ply as u64 + 1);
        assert!(matches!(event, Event::Played { mv: seen, .. } if seen.mv == mv));
    }
    assert_eq!(a.watch(&game).await.result.unwrap().why, EndReason::Rules);
    for client in [&mut b, &mut watcher] {
        let (_, over) = client.event(|e| matches!(e, Event::Over { .. })).await;
        let Event::Over { result, .. } = over else { unreachable!() };
        assert_eq!((result.winner, result.why), (Some(Seat::First), EndReason::Rules));
    }
    assert_eq!(b.play(&game, 5, "c3").await, Err(Refusal::GameOver));
    assert!(a.ask(&game, Wish::Rematch).await.is_ok());
    b.event(|e| matches!(e, Event::Offered { offer: Offer::Rematch, .. })).await;
    assert!(b.ask(&game, Wish::Rematch).await.is_ok());
    let (again, seat) = a.paired().await;
    assert!(again != game && seat == Seat::Second, "sides are changed");
}

#[tokio::test]
async fn a_message_sent_twice_is_done_once_and_answered_the_same() {
    let site = Site::open().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=5", "none")).await;
    let id = a.id();
    let play = ToServer::Play { game: game.clone(), ply: 0, mv: "c3".into(), id: id.clone() };
    for _ in 0..3 {
        a.say(&play).await;
    }
    for _ in 0..3 {
        assert_eq!(a.done(&id).await, Ok(Some(1)));
    }
    // Another person's message of the same name is another message.
    b.say(&ToServer::Play { game: game.clone(), ply: 1, mv: "d4".into(), id: id.clone() }).await;
    assert_eq!(b.done(&id).await, Ok(Some(2)));
    assert_eq!(site.state.store.events(&game).await.unwrap().len(), 2);
    let (site, cookie) = (site.restart().await, a.cookie.clone());
    let mut a = Client::back(site.at, &cookie).await;
    a.say(&play).await;
    assert_eq!(a.done(&id).await, Ok(Some(1)), "also after a restart");
}

#[tokio::test]
async fn whoever_comes_back_gets_what_is_missing() {
    let site = Site::open().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "none")).await;
    a.play(&game, 0, "a1").await.unwrap();
    let cookie = b.cookie.clone();
    drop(b);
    let mut b = Client::back(site.at, &cookie).await;
    b.say(&ToServer::Watch { game: game.clone(), since: Some(0) }).await;
    assert_eq!(b.event(played).await.0, 1);
    b.say(&ToServer::Watch { game: game.clone(), since: Some(1) }).await;
    b.until(|m| matches!(m, ToClient::UpToDate { n: 1, .. }).then_some(())).await;
    b.say(&ToServer::Watch { game: game.clone(), since: Some(77) }).await;
    let snapshot = b.snapshot().await;
    assert_eq!((snapshot.n, snapshot.moves.len(), snapshot.you), (1, 1, Some(Seat::Second)));
}

#[tokio::test]
async fn after_a_restart_games_go_on_and_both_have_more_time() {
    let site = Site::open().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "60+0")).await;
    for (ply, mv) in ["a1", "b2"].into_iter().enumerate() {
        let mover = if ply == 0 { &mut a } else { &mut b };
        mover.play(&game, ply as u32, mv).await.unwrap();
    }
    let cookies = (a.cookie.clone(), b.cookie.clone());
    let site = site.restart().await;
    assert_eq!(a.closed().await, Close::Restart.code());
    let mut a = Client::back(site.at, &cookies.0).await;
    a.say(&ToServer::Watch { game: game.clone(), since: Some(2) }).await;
    let (n, event) = a.event(|e| matches!(e, Event::Allowance { .. })).await;
    assert_eq!(n, 3);
    let Event::Allowance { each, clock, .. } = event else { unreachable!() };
    let reading = clock.unwrap();
    assert!(
        each.0 == 15_000 && reading.second.0 == 75_000 && reading.first.0 > 60_000,
        "{reading:?}"
    );
    assert_eq!(a.play(&game, 2, "c3").await, Ok(4));
}

#[tokio::test]
async fn a_flag_falls_though_nobody_is_there_and_the_server_was_down() {
    let site = Site::open().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "1+0")).await;
    a.play(&game, 0, "a1").await.unwrap();
    b.play(&game, 1, "b2").await.unwrap();
    let (_, over) = b.event(|e| matches!(e, Event::Over { .. })).await;
    let Event::Over { result, .. } = over else { unreachable!() };
    assert_eq!((result.winner, result.why), (Some(Seat::Second), EndReason::Time));
    // A deadline that passed before the server went away: nobody connects, and it falls.
    let second = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "600+0")).await;
    drop((a, b));
    let long_ago = clock::Moment(server::time::now().0 - 120_000);
    let sql = "UPDATE games SET created = $1, deadline = $2 WHERE id = $3";
    let args = [Arg::int(long_ago.0), Arg::int(long_ago.0 + 60_000), Arg::text(second.as_str())];
    site.state.store.write(vec![statement(sql, args)]).await.unwrap();
    let site = site.restart().await;
    for _ in 0..100 {
        let row = site.state.store.game(&second).await.unwrap().unwrap();
        if let Some(finish) = row.finish {
            assert_eq!(finish.why, "aborted");
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("the deadline was forgotten");
}

#[tokio::test]
async fn offers_are_made_accepted_declined_and_taken_back() {
    let site = Site::open().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hexchess", "", "none")).await;
    assert_eq!(a.ask(&game, Wish::TakeBack).await, Err(Refusal::NotNow));
    assert_eq!(a.ask(&game, Wish::Rematch).await, Err(Refusal::NotNow));
    assert_eq!(a.ask(&game, Wish::ClaimWin).await, Err(Refusal::NotNow));
    a.play(&game, 0, "fixed").await.unwrap();
    a.ask(&game, Wish::TakeBack).await.unwrap();
    assert_eq!(a.ask(&game, Wish::TakeBack).await, Err(Refusal::NotNow), "offered already");
    b.ask(&game, Wish::TakeBack).await.unwrap();
    let (_, back) = a.event(|e| matches!(e, Event::TakenBack { .. })).await;
    assert!(matches!(back, Event::TakenBack { ply: 0, .. }));
    a.play(&game, 0, "fixed").await.unwrap();
    b.play(&game, 1, "fixed").await.unwrap();
    assert_eq!(a.ask(&game, Wish::Abort).await, Err(Refusal::NotNow));
    a.ask(&game, Wish::Draw).await.unwrap();
    b.ask(&game, Wish::DeclineDraw).await.unwrap();
    a.ask(&game, Wish::Draw).await.unwrap();
    a.play(&game, 2, "18-19").await.unwrap();
    b.ask(&game, Wish::Draw).await.unwrap();
    let (_, over) = a.event(|e| matches!(e, Event::Over { .. })).await;
    assert!(matches!(over, Event::Over { result, .. } if result.why == EndReason::Agreement));
    // A newcomer cannot be told moves one by one that were taken back.
    let mut late = Client::guest(site.at).await;
    late.say(&ToServer::Watch { game: game.clone(), since: Some(0) }).await;
    assert_eq!(late.snapshot().await.moves.len(), 3);
}

/// HX-2.2: exactly one side wins.
#[tokio::test]
async fn a_game_without_draws_knows_no_offer_of_one() {
    let site = Site::open().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "600+0")).await;
    a.play(&game, 0, "a1").await.unwrap();
    b.play(&game, 1, "b2").await.unwrap();
    for wish in [Wish::Draw, Wish::ClaimDraw, Wish::DeclineDraw] {
        assert_eq!(a.ask(&game, wish).await, Err(Refusal::NotNow), "{wish:?}");
        assert_eq!(b.ask(&game, wish).await, Err(Refusal::NotNow), "{wish:?}");
    }
    assert_eq!(a.watch(&game).await.result, None);
}

#[tokio::test]
async fn what_players_say_is_not_for_watchers_and_the_other_way_round() {
    let site = Site::open().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let mut watcher = Client::guest(site.at).await;
    let game = game_between(&mut a, &mut b, terms("hex", "size=5", "none")).await;
    watcher.watch(&game).await;
    let html = "<script>alert('; DROP TABLE games; --')</script>";
    let chat =
        |room, text: &str, id| ToServer::Chat { game: game.clone(), room, text: text.into(), id };
    let id = a.id();
    a.say(&chat(Room::Players, html, id.clone())).await;
    a.done(&id).await.unwrap();
    let (n, said) = b.event(|e| matches!(e, Event::Chat(_))).await;
    assert!(n == 1 && matches!(said, Event::Chat(line) if line.text == html), "as it was said");
    assert_eq!(watcher.event(|_| true).await, (1, Event::Hidden), "it keeps its number");
    let id = watcher.id();
    watcher.say(&chat(Room::Watchers, "nice", id.clone())).await;
    watcher.done(&id).await.unwrap();
    assert_eq!(a.event(|e| !matches!(e, Event::Chat(_))).await, (2, Event::Hidden));
    for (client, room, why) in [
        (&mut watcher, Room::Players, Refusal::NotYourSeat),
        (&mut b, Room::Watchers, Refusal::NotNow),
    ] {
        let id = client.id();
        client.say(&chat(room, "hello", id.clone())).await;
        assert_eq!(client.done(&id).await, Err(why));
    }
    for text in ["", "   ", "\u{202e}", "line\nline", &"x".repeat(301)] {
        let id = b.id();
        let mut talker = std::mem::replace(&mut b, Client::back(site.at, &a.cookie).await);
        talker.say(&chat(Room::Players, text, id.clone())).await;
        assert_eq!(talker.done(&id).await, Err(Refusal::BadText), "{text}");
        b = Client::back(site.at, &talker.cookie).await;
    }
}

#[tokio::test]
async fn premoves_are_held_played_once_and_never_kept_for_later() {
    let site = Site::open().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "60+0")).await;
    let id = b.id();
    let hold =
        |ply, mv: &str, id| ToServer::Premove { game: game.clone(), ply, mv: Some(mv.into()), id };
    b.say(&hold(1, "b2", id)).await;
    b.until(|m| matches!(m, ToClient::Premove { mv: Some(_), .. }).then_some(())).await;
    a.play(&game, 0, "a1").await.unwrap();
    assert_eq!(a.event(|e| matches!(e, Event::Played { ply: 1, .. })).await.0, 2);
    let id = b.id();
    b.say(&hold(3, "c3", id)).await;
    a.play(&game, 2, "c3").await.unwrap();
    b.until(|m| matches!(m, ToClient::Premove { mv: None, ply: 3, .. }).then_some(())).await;
    b.play(&game, 3, "d4").await.unwrap();
    a.play(&game, 4, "e5").await.unwrap();
    let events = site.state.store.events(&game).await.unwrap();
    let moves = events.iter().filter(|e| matches!(e.event, GameEvent::Played { .. })).count();
    assert_eq!(moves, 5, "the premove that could not be played came to nothing");
}

#[tokio::test]
async fn the_computer_plays_every_game() {
    let site = Site::open().await;
    for game in catalog::GameName::ALL.map(catalog::GameName::text) {
        let mut a = Client::guest(site.at).await;
        let terms =
            protocol::Terms { seat: protocol::SeatWish::Second, ..terms(game, "", "600+0") };
        let id = a.id();
        let opponent = Opponent::Computer { level: 1 };
        a.say(&ToServer::Challenge { terms, opponent, id }).await;
        let (game, seat) = a.paired().await;
        assert_eq!(seat, Seat::Second);
        a.watch(&game).await;
        let mut plies = a.watch(&game).await.moves.len();
        while plies == 0 {
            a.event(played).await;
            plies = 1;
        }
        a.ask(&game, Wish::Resign).await.unwrap();
    }
}

#[tokio::test]
async fn people_are_paired_by_strength_and_seeks_are_seen() {
    let site = Site::open().await;
    let (ann, bob) = (site.account("Ann").await, site.account("Bob").await);
    let (mut a, mut b) = (Client::back(site.at, &ann).await, Client::back(site.at, &bob).await);
    let rated = protocol::Terms { rated: true, ..terms("hex", "size=5 swap=off", "180+2") };
    let any = protocol::Terms { seat: protocol::SeatWish::Any, ..rated.clone() };
    for client in [&mut a, &mut b] {
        let id = client.id();
        client.say(&ToServer::Pair { terms: any.clone(), id }).await;
    }
    let (game, seat) = a.paired().await;
    assert_eq!(b.paired().await.0, game);
    for (ply, mv) in ["a1", "b2", "c3", "d4"].into_iter().enumerate() {
        let mover = if (seat == Seat::First) == (ply % 2 == 0) { &mut a } else { &mut b };
        mover.play(&game, ply as u32, mv).await.unwrap();
    }
    let loser = if seat == Seat::First { &mut a } else { &mut b };
    loser.watch(&game).await;
    loser.ask(&game, Wish::Resign).await.unwrap();
    let (winner, loser) = if seat == Seat::First { ("Bob", "Ann") } else { ("Ann", "Bob") };
    let store = &site.state.store;
    let rating =
        async |p| store.rating(p, "hex", clock::Speed::Blitz, server::time::now()).await.unwrap();
    assert_eq!(rating(winner).await.rating.shown(), 1662);
    assert_eq!((rating(loser).await.rating.shown(), rating(loser).await.games), (1338, 1));
    let mut guest = Client::guest(site.at).await;
    guest.say(&ToServer::Lobby).await;
    let id = a.id();
    a.say(&ToServer::Seek { terms: rated, id }).await;
    let seek = guest
        .until(|m| match m {
            ToClient::Lobby(lobby) => lobby.seeks.first().cloned(),
            ToClient::LobbyChanges(changes) => changes.added.first().cloned(),
            _ => None,
        })
        .await;
    assert_eq!(seek.player.person.name.as_str(), "Ann");
    let id = guest.id();
    guest.say(&ToServer::Accept { seek: seek.seek.clone(), id: id.clone() }).await;
    assert_eq!(guest.done(&id).await, Err(Refusal::NeedsAccount));
    let id = a.id();
    a.say(&ToServer::Accept { seek: seek.seek.clone(), id: id.clone() }).await;
    assert_eq!(a.done(&id).await, Err(Refusal::OwnSeek));
    drop(a);
    guest
        .until(|m| match m {
            ToClient::LobbyChanges(changes) => changes.removed.contains(&seek.seek).then_some(()),
            _ => None,
        })
        .await;
    let id = b.id();
    b.say(&ToServer::Accept { seek: seek.seek, id: id.clone() }).await;
    assert_eq!(b.done(&id).await, Err(Refusal::NotFound));
}
