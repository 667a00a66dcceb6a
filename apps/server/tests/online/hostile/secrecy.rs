//! Non-interference (HC-5.3) from outside: two servers play the same game of Hex Chess, in which one
//! horse is a knight here and a fool there. The other side sends every form of text as a move and as
//! a premove and asks every endpoint of the API; all answers are the same, byte for byte, error texts
//! included. What differs between any two games (names of games, times, delays) is left out.

use crate::http::Asker;
use crate::support::client::{Client, game_between, terms};
use crate::support::site::Site;
use crate::support::texts;
use axum::body::Body;
use axum::http::Request;
use axum::http::header::{CONTENT_TYPE, COOKIE, HOST, RETRY_AFTER};
use catalog::games::hexchess::{Options, Position};
use futures_util::StreamExt;
use game::{Position as _, Record};
use protocol::{GameId, ToClient, ToServer};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::Duration;
use tokio::time::timeout;
use tower::ServiceExt;

/// These change who is signed in, or answer with what is drawn by chance (secrets, names of sessions);
/// none takes a game or a move.
const WITHOUT_GAMES: [(&str, &str); 14] = [
    ("get", "/api/account/sessions"),
    ("delete", "/api/account/sessions/{id}"),
    ("post", "/api/guest"),
    ("post", "/api/sign-up"),
    ("post", "/api/sign-in"),
    ("post", "/api/sign-out"),
    ("post", "/api/sign-out-everywhere"),
    ("post", "/api/password"),
    ("delete", "/api/account"),
    ("post", "/api/tokens"),
    ("delete", "/api/tokens/{id}"),
    ("post", "/api/bots"),
    ("delete", "/api/bots/{name}"),
    ("post", "/api/bots/{name}/tokens"),
];

/// All wishes but the one that ends the game.
const WISHES: [&str; 8] = [
    "draw",
    "decline-draw",
    "takeback",
    "decline-takeback",
    "claim-victory",
    "claim-draw",
    "rematch",
    "abort",
];

/// A game on a server of its own, with the horse on cell 28 or wherever it went.
struct Twin {
    site: Site,
    game: GameId,
    ann: Client,
    bob: Client,
    asker: Asker,
    /// The game as Bob sees it: the horse is a knight.
    seen: Record<Position>,
    /// What was asked, and what was answered.
    answers: Vec<(String, String)>,
}

impl Twin {
    async fn open() -> Self {
        let site = Site::open().await;
        let cookies = [site.account("Ann").await, site.account("Bob").await];
        let mut ann = Client::back(site.at, &cookies[0]).await;
        let mut bob = Client::back(site.at, &cookies[1]).await;
        let rated = protocol::Terms { rated: true, ..terms("hexchess", "", "3d") };
        let game = game_between(&mut ann, &mut bob, rated).await;
        let (asker, seen) = (site.asker(&cookies[1]), Record::new(Options));
        Self { site, game, ann, bob, asker, seen, answers: Vec::new() }
    }

    /// What is the same in every game.
    fn plain(&self, text: &str) -> String {
        let mut plain = String::new();
        let mut digits = String::new();
        let own = [(self.game.to_string(), "GAME")].into_iter();
        let ids = [&self.ann, &self.bob].map(|client| (client.id_prefix(), "m-"));
        let text = own.chain(ids).fold(text.to_owned(), |text, (of, to)| text.replace(&of, to));
        for c in text.chars().chain(['\0']) {
            if c.is_ascii_digit() {
                digits.push(c);
                continue;
            }
            plain.push_str(if digits.len() >= 5 { "TIME" } else { &digits });
            // A delay is told only where there was one.
            let delay = ",\"lag\":".len() + digits.len();
            if plain.ends_with(&format!(",\"lag\":{digits}")) {
                plain.truncate(plain.len() - delay);
            }
            digits.clear();
            plain.push(c);
        }
        plain
    }

    fn note(&mut self, asked: impl Into<String>, answer: &str) {
        let (asked, answer) = (self.plain(&asked.into()), self.plain(answer));
        self.answers.push((asked, answer));
    }

    async fn moves(&mut self, mv: &str, as_seen: &str) {
        let ply = self.seen.ply() as u32;
        let first = self.seen.position().side_to_move() == game::Side::First;
        let mover = if first { &mut self.ann } else { &mut self.bob };
        mover.play(&self.game, ply, mv).await.unwrap_or_else(|error| panic!("{mv}: {error:?}"));
        self.seen.play_text(as_seen).unwrap();
    }

    /// Bob sends these as moves over HTTP; those that would be played are left out.
    async fn moves_over_http(&mut self, texts: impl Iterator<Item = String>) {
        for text in texts {
            if self.seen.position().read_move(&text).is_ok() {
                continue;
            }
            let mut path = format!("/api/bot/game/{}/move/", self.game);
            for byte in text.bytes() {
                let _ = write!(path, "%{byte:02X}");
            }
            let answer = self.asker.ask("POST", &path, None).await;
            let answer = format!("{} {}", answer.status, answer.text);
            self.note(format!("move {text:?}"), &answer);
        }
    }

    /// Bob sends these as moves over his socket.
    async fn moves_over_socket(&mut self, texts: impl Iterator<Item = String>) {
        for text in texts {
            let (id, ply) = (self.bob.id(), self.seen.ply() as u32);
            let (game, mv) = (self.game.clone(), text.clone());
            self.bob.say(&ToServer::Play { game, ply, mv, id: id.clone() }).await;
            let refused = self.bob.until(|message| match message {
                ToClient::Refused { id: Some(of), .. } if *of == id => Some(format!("{message:?}")),
                ToClient::Done { id: of, .. } if *of == id => panic!("{text:?} was played"),
                _ => None,
            });
            let refused = refused.await;
            self.note(format!("play {text:?}"), &refused);
        }
    }

    /// Bob holds a move, Ann moves, and Bob hears what became of his.
    async fn premove(&mut self, text: &str, anns: &str) {
        let (id, ply) = (self.bob.id(), self.seen.ply() as u32 + 1);
        let (game, mv) = (self.game.clone(), Some(text.to_owned()));
        self.bob.say(&ToServer::Premove { game, ply, mv, id }).await;
        self.bob.until(|m| matches!(m, ToClient::Premove { mv: Some(_), .. }).then_some(())).await;
        self.moves(anns, anns).await;
        let gone = self.bob.until(|message| match message {
            ToClient::Premove { mv: None, .. } => Some(format!("{message:?}")),
            _ => None,
        });
        let gone = gone.await;
        self.note(format!("premove {text:?}"), &gone);
    }

    /// Bob asks every endpoint there is.
    async fn asks_everything(&mut self) -> usize {
        let api = serde_json::to_value(server::api::description()).unwrap();
        let mut asked = 0;
        for (path, item) in api["paths"].as_object().unwrap() {
            for method in item.as_object().unwrap().keys() {
                if !WITHOUT_GAMES.contains(&(method.as_str(), path.as_str())) {
                    self.asks(method, path).await;
                    asked += 1;
                }
            }
        }
        for path in ["/api/games?player=Ann", "/api/games/export?player=Ann", "/api/nowhere"] {
            self.asks("get", path).await;
        }
        asked
    }

    async fn asks(&mut self, method: &str, path: &str) {
        let wishes: &[&str] = if path.contains("{wish}") { &WISHES } else { &[""] };
        for wish in wishes {
            let filled = path.replace("{id}", self.game.as_str()).replace("{name}", "Ann");
            let filled = filled.replace("{move}", "28P19").replace("{wish}", wish);
            for body in bodies(method, path) {
                let answer = self.answer(method, &filled, &body).await;
                self.note(format!("{method} {filled} {body}"), &answer);
            }
        }
    }

    async fn answer(&self, method: &str, path: &str, body: &Value) -> String {
        if path.contains("/stream/") {
            return self.first_line(path).await;
        }
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let answer = self.asker.send(&method.to_uppercase(), path, body).await;
        let headers = [CONTENT_TYPE, RETRY_AFTER].map(|name| answer.headers.get(name).cloned());
        // The name of a new challenge is drawn by chance.
        let made = path.starts_with("/api/challenge/") && answer.status.is_success();
        let text = if made { "made" } else { answer.text.as_str() };
        // How deep a search comes in its time, and so what it finds, is another each time.
        let searched = path == "/api/analyse" && answer.status.is_success();
        let text = if searched { "searched" } else { text };
        format!("{} {headers:?} {text}", answer.status)
    }

    async fn first_line(&self, path: &str) -> String {
        let cookie = self.asker.cookie.as_deref().unwrap();
        let request = Request::get(path).header(HOST, "here.example").header(COOKIE, cookie);
        let request = request.body(Body::empty()).unwrap();
        let response = self.asker.server.clone().oneshot(request).await.unwrap();
        let mut body = response.into_body().into_data_stream();
        loop {
            let frame = timeout(Duration::from_secs(20), body.next()).await.expect("a line");
            let text = String::from_utf8(frame.unwrap().unwrap().to_vec()).unwrap();
            if !text.trim().is_empty() {
                return text;
            }
        }
    }

    /// Everything that came over Bob's socket.
    fn wire(&mut self) {
        for line in std::mem::take(&mut self.bob.wire) {
            // Who is there depends on the moment.
            if !line.contains("\"t\":\"present\"") && !line.contains("\"seek\"") {
                self.note("wire", &line);
            }
        }
    }
}

fn bodies(method: &str, path: &str) -> Vec<Value> {
    let guess = |horse: char| {
        let moves = [format!("all:KCDG{horse}"), "all:KCDGB".into(), "28-24".into()];
        json!({ "game": "hexchess", "moves": moves, "milliseconds": 1 })
    };
    match (method, path) {
        ("post", "/api/analyse") => vec![guess('N'), guess('F'), json!({ "game": "hexchess" })],
        ("post", "/api/import") => vec![json!({ "game": "hexchess", "text": "all:KCDGF GAME" })],
        ("post", "/api/bot/game/{id}/chat") => vec![json!({ "text": "hello" })],
        ("post", "/api/challenge/{name}") => vec![json!({ "game": "hexchess" })],
        ("post", path) if !path.contains('{') => vec![json!({})],
        _ => vec![Value::Null],
    }
}

/// Everything that Bob hears, and how many endpoints he asked.
async fn hears(horse: char) -> (Vec<(String, String)>, usize) {
    let mut twin = Twin::open().await;
    twin.moves(&format!("all:KCDG{horse}"), "all:KCDGN").await;
    let some = texts::placements().step_by(7);
    twin.moves_over_http(some.chain(texts::garbage()).chain(texts::steps_between(28, 24))).await;
    twin.moves("all:KCDGB", "all:KCDGB").await;
    twin.moves("28-24", "28-24").await;
    twin.moves_over_http(texts::steps_between(24, 19).chain(texts::garbage())).await;
    let onto_the_horse = (1..=37).flat_map(|from| texts::steps_between(from, 24).step_by(11));
    let from_everywhere = (1..=37).flat_map(|from| texts::steps_between(from, 19).step_by(9));
    twin.moves_over_http(onto_the_horse.chain(from_everywhere)).await;
    twin.moves_over_socket(texts::steps_between(24, 28).step_by(2)).await;
    let endpoints = twin.asks_everything().await;
    twin.moves("9-8", "9-8").await;
    twin.premove("24P19", "5-6").await;
    twin.moves("33-32", "33-32").await;
    twin.premove("24F28", "29-30").await;
    twin.moves("15-14", "15-14").await;
    twin.premove("x24", "12-13").await;
    twin.moves("26-25", "26-25").await;
    twin.premove("24Nx19", "18-19").await;
    twin.wire();
    assert_eq!(twin.site.state.store.events(&twin.game).await.unwrap().len(), twin.events());
    (twin.answers, endpoints)
}

impl Twin {
    /// The moves, what was said, and the two offers.
    fn events(&self) -> usize {
        self.seen.ply() + 3
    }
}

#[tokio::test]
async fn no_answer_tells_a_knight_from_a_fool() {
    let ((knight, endpoints), (fool, _)) = (Box::pin(hears('N')).await, Box::pin(hears('F')).await);
    for (one, other) in knight.iter().zip(&fool) {
        assert_eq!(one, other);
    }
    assert_eq!(knight.len(), fool.len());
    let texts: BTreeSet<&str> = knight.iter().filter_map(|(asked, _)| text_of(asked)).collect();
    println!("{} texts, {endpoints} endpoints, {} answers compared", texts.len(), knight.len());
    assert!(texts.len() > 800 && endpoints >= 24, "{} texts, {endpoints} endpoints", texts.len());
    let all: String = knight.iter().map(|(_, answer)| answer.as_str()).collect();
    assert!(all.contains("holds a knight") && all.contains("all:KCDGN"), "something is told");
}

fn text_of(asked: &str) -> Option<&str> {
    ["move ", "play ", "premove "].into_iter().find_map(|kind| asked.strip_prefix(kind))
}
