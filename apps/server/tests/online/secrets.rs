//! Non-interference (HC-5.3): what the uninformed side is sent over the wire is the same, byte for
//! byte, whether a horse is a knight or a fool, until it is revealed: events, snapshots, resumption
//! and refusals of one scripted game. Chat and premoves are not asked here.

use crate::support::client::{Client, game_between, terms};
use crate::support::limit::Limit;
use crate::support::nats::Nats;
use crate::support::postgres::Cluster;
use crate::support::site::Site;
use protocol::{GameId, ToServer};
use serde_json::json;
use std::net::SocketAddr;

/// White's setup with a knight or a fool on cell 28, and the same moves after it. On 24 nothing
/// falls, so nothing is ever revealed.
fn script(horse: char) -> Vec<String> {
    let mut moves = vec![format!("all:KCDG{horse}"), "all:KCDGB".to_owned()];
    moves.extend(["28-24", "20-19", "24-28", "26-25"].map(str::to_owned));
    moves
}

/// All that a client was sent, without what differs between any two games: names, ids and times.
fn sent_texts(client: &Client, game: &GameId, names: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = client.wire.clone();
    for line in &mut lines {
        *line = line.replace(game.as_str(), "GAME").replace(&client.id_prefix(), "m-");
        for (i, name) in names.iter().enumerate() {
            *line = line.replace(name, &format!("NAME{i}"));
        }
        for key in ["\"at\":", "\"now\":", "\"lag\":", "\"nonce\":"] {
            while let Some(from) = line.find(key) {
                let rest = &line[from + key.len()..];
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                line.replace_range(from..from + key.len() + digits, "TIME ");
            }
        }
    }
    // Who is there depends on the moment, and who was paired on nothing hidden.
    lines.retain(|line| !line.contains("\"t\":\"present\"") && !line.contains("\"seek\""));
    lines
}

struct Ears {
    opponent: Vec<String>,
    watcher: Vec<String>,
    late: Vec<String>,
    /// Somebody was welcomed anew because something was lost between nodes, and was told some things twice.
    resumed: bool,
}

/// The players and their spectators come in turn by these addresses.
async fn play(at: [SocketAddr; 3], horse: char) -> Ears {
    let (mut a, mut b) = (Client::guest(at[0]).await, Client::guest(at[1]).await);
    let mut watcher = Client::guest(at[2]).await;
    let game = game_between(&mut a, &mut b, terms("hexchess", "", "none")).await;
    let seen = watcher.watch(&game).await;
    let names: Vec<String> =
        [&seen.players.0, &seen.players.1].map(|player| player.person.name.to_string()).to_vec();
    for (ply, mv) in script(horse).iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut a } else { &mut b };
        mover.play(&game, ply as u32, mv).await.unwrap_or_else(|e| panic!("{mv}: {e:?}"));
    }
    // What is refused must not tell either: moves of the horse, of others, out of turn.
    for (ply, mv) in [(6, "28-24"), (5, "20-19"), (6, "27-28"), (6, "nonsense")] {
        b.play(&game, ply, mv).await.unwrap_err();
        watcher.play(&game, ply, mv).await.unwrap_err();
    }
    for client in [&mut b, &mut watcher] {
        client.watch(&game).await;
        client.say(&ToServer::Watch { game: game.clone(), since: Some(0) }).await;
        client.event(|e| matches!(e, protocol::Event::Played { ply: 5, .. })).await;
    }
    let mut late = Client::guest(at[0]).await;
    late.watch(&game).await;
    late.wire.remove(0);
    b.wire.remove(0);
    watcher.wire.remove(0);
    Ears {
        resumed: [&a, &b, &watcher, &late].iter().any(|client| client.resumed > 0),
        opponent: sent_texts(&b, &game, &names),
        watcher: sent_texts(&watcher, &game, &names),
        late: sent_texts(&late, &game, &names),
    }
}

#[tokio::test]
async fn a_knight_and_a_fool_look_the_same_on_the_wire() {
    let site = Site::open().await;
    nothing_is_told([site.at; 3]).await;
}

/// The game is owned by one node at most; the others send on what it tells.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn they_look_the_same_on_the_wire_of_every_node() {
    let (database, bus) = (Cluster::start(), Nats::start());
    let sites = [Site::node(&database, &bus).await, Site::node(&database, &bus).await];
    let third = Site::node(&database, &bus).await;
    nothing_is_told([sites[0].at, sites[1].at, third.at]).await;
}

async fn nothing_is_told(at: [SocketAddr; 3]) {
    let limit = Limit::start();
    let (knight, fool) = loop {
        let games = (Box::pin(play(at, 'N')).await, Box::pin(play(at, 'F')).await);
        if !games.0.resumed && !games.1.resumed {
            break games;
        }
        limit.check("two games in which nothing is lost between nodes");
    };
    assert_eq!(knight.opponent, fool.opponent);
    assert_eq!(knight.watcher, fool.watcher);
    assert_eq!(knight.late, fool.late);
    let all = knight.opponent.concat();
    assert!(all.contains("all:KCDGN") && all.contains("\"view\""), "{all}");
    assert!(!all.contains("all:KCDGF"));
}

#[tokio::test]
async fn everything_is_revealed_when_the_game_is_over() {
    let site = Site::open().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hexchess", "", "none")).await;
    for (ply, mv) in script('F').iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut a } else { &mut b };
        mover.play(&game, ply as u32, mv).await.unwrap();
    }
    assert!(!b.wire.concat().contains("all:KCDGF"));
    a.ask(&game, protocol::Wish::Resign).await.unwrap();
    let (_, over) = b.event(|e| matches!(e, protocol::Event::Over { .. })).await;
    let protocol::Event::Over { revealed: Some(moves), .. } = over else { panic!("{over:?}") };
    assert_eq!(moves[0].mv, "all:KCDGF");
}

/// What is hidden cannot be guessed at by asking for analysis: what looks like one's own rated game
/// is refused, whatever the guess. And what the archive says of a game that is on is nothing.
#[tokio::test]
async fn asking_over_http_tells_nothing_either() {
    let site = Site::open().await;
    let cookies = [site.account("Ann").await, site.account("Bob").await];
    let mut a = Client::back(site.at, &cookies[0]).await;
    let mut b = Client::back(site.at, &cookies[1]).await;
    let mut boards = Vec::new();
    for horse in ['N', 'F'] {
        let rated = protocol::Terms { rated: true, ..terms("hexchess", "", "600+5") };
        let game = game_between(&mut a, &mut b, rated).await;
        for (ply, mv) in script(horse).iter().enumerate() {
            let mover = if ply % 2 == 0 { &mut a } else { &mut b };
            mover.play(&game, ply as u32, mv).await.unwrap();
        }
        let bob = site.asker(&cookies[1]);
        for guess in ['N', 'F'] {
            let question = json!({ "game": "hexchess", "moves": script(guess), "milliseconds": 1 });
            let answer = bob.post("/api/analyse", question).await;
            assert_eq!(answer.status.as_u16(), 403, "{horse} {guess}: {}", answer.text);
        }
        for path in ["", "/export", "/export?format=pgn"] {
            let answer = bob.get(&format!("/api/games/{game}{path}")).await;
            assert_eq!(answer.status.as_u16(), 409, "{}", answer.text);
            assert!(!answer.text.contains("KCDG"), "{}", answer.text);
        }
        let live = bob.get("/api/games/live?game=hexchess").await;
        assert!(live.text.contains(game.as_str()) && !live.text.contains("KCDG"), "{}", live.text);
        assert_eq!(bob.get("/api/games/live?game=hex").await.json(), json!([]));
        let featured = bob.get("/api/activity").await.json()["featured"].clone();
        assert_eq!(featured["id"], game.as_str());
        let picture = bob.get(&format!("/picture/game/{game}.png")).await;
        assert_eq!((picture.status.as_u16(), picture.text.is_empty()), (200, false));
        boards.push((featured["view"].clone(), picture.text));
        let all = bob.get("/api/games?player=Ann").await.json();
        assert!(all["games"].as_array().unwrap().iter().all(|one| one["id"] != game.as_str()));
        a.ask(&game, protocol::Wish::Resign).await.unwrap();
    }
    assert!(boards[0] == boards[1], "the front page and the pictures of links show the same board");
}
