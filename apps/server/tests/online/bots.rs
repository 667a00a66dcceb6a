//! Bots over HTTP: two of them challenge each other and play a game on their streams, and nobody
//! else can play for them.

use crate::http::{Asker, GENEROUS, open};
use crate::support::nats::Nats;
use crate::support::postgres::Cluster;
use crate::support::site::Site;
use axum::Router;
use axum::body::{Body, BodyDataStream};
use axum::http::header::{AUTHORIZATION, HOST};
use axum::http::{Request, StatusCode};
use futures_util::StreamExt;
use serde_json::{Value, json};
use server::limits::Limits;
use std::time::Duration;
use tokio::time::timeout;
use tower::ServiceExt;

/// A stream of one JSON value a line.
pub(crate) struct Lines {
    body: BodyDataStream,
    held: String,
}

impl Lines {
    pub(crate) async fn open(bot: &Asker, path: &str) -> Self {
        let token = bot.token.as_deref().unwrap();
        let request = Request::get(path)
            .header(HOST, "here.example")
            .header(AUTHORIZATION, format!("Bearer {token}"))
            .body(Body::empty())
            .unwrap();
        let response = bot.server.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        Self { body: response.into_body().into_data_stream(), held: String::new() }
    }

    /// The next value; nothing when the stream has ended.
    async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some((line, rest)) = self.held.split_once('\n') {
                let (line, rest) = (line.to_owned(), rest.to_owned());
                self.held = rest;
                if !line.is_empty() {
                    return Some(serde_json::from_str(&line).unwrap());
                }
                continue;
            }
            let frame = timeout(Duration::from_secs(20), self.body.next()).await.expect("a line");
            self.held.push_str(std::str::from_utf8(&frame?.unwrap()).unwrap());
        }
    }

    /// The next value of a type.
    pub(crate) async fn find(&mut self, kind: &str) -> Value {
        loop {
            let value = self.next().await.expect("the stream goes on");
            if value["type"] == kind {
                return value;
            }
        }
    }
}

async fn bots() -> [Asker; 3] {
    bots_of(&open(Limits::new(GENEROUS)).await).await
}

pub(crate) async fn bots_of(server: &Router) -> [Asker; 3] {
    let mut ann = Asker::new(server);
    ann.enter("/api/sign-up", json!({ "name": "Ann", "password": "correct horse" })).await;
    let mut bots = Vec::new();
    for name in ["Robot", "Golem", "Eve"] {
        let made = ann.post("/api/bots", json!({ "name": name })).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
        bots.push(ann.with_token(made.json()["token"]["secret"].as_str().unwrap()));
    }
    bots.try_into().ok().unwrap()
}

#[tokio::test]
async fn two_bots_play_a_game() {
    play_a_game(bots().await).await;
}

/// Streams, challenges and moves over HTTP find their way to whoever owns the game.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_bots_play_a_game_on_two_nodes() {
    let (database, bus) = (Cluster::start(), Nats::start());
    let (one, other) = (Site::node(&database, &bus).await, Site::node(&database, &bus).await);
    let mut bots = bots_of(&server::app(one.state)).await;
    bots[1].server = server::app(other.state);
    play_a_game(bots).await;
}

async fn play_a_game([robot, golem, eve]: [Asker; 3]) {
    let mut robots = Lines::open(&robot, "/api/stream/event").await;
    let mut golems = Lines::open(&golem, "/api/stream/event").await;
    let terms =
        json!({ "game": "hex", "options": "size=3 swap=off", "time": "60+1", "color": "white" });
    let made = robot.post("/api/challenge/Golem", terms).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
    let challenge = golems.find("challenge").await["challenge"].clone();
    assert_eq!(challenge["id"], made.json()["id"]);
    assert_eq!(challenge["challenger"]["name"], "Robot");
    let path = format!("/api/challenge/{}/accept", challenge["id"].as_str().unwrap());
    assert_eq!(golem.ask("POST", &path, None).await.status, StatusCode::OK);
    let again = eve.ask("POST", &path, None).await;
    assert_eq!(again.status, StatusCode::NOT_FOUND, "the first to accept plays");
    let start = robots.find("gameStart").await;
    assert_eq!(start["game"]["color"], "white");
    assert_eq!(golems.find("gameStart").await["game"]["color"], "black");
    let id = start["game"]["gameId"].as_str().unwrap().to_owned();
    let path = format!("/api/bot/game/stream/{id}");
    let mut robots_game = Lines::open(&robot, &path).await;
    let full = robots_game.find("gameFull").await;
    assert_eq!((&full["you"], &full["state"]["moves"]), (&json!("white"), &json!("")));
    let play = async |bot: &Asker, mv: &str| {
        bot.ask("POST", &format!("/api/bot/game/{id}/move/{mv}"), None).await.status
    };
    assert_eq!(play(&golem, "a1").await, StatusCode::CONFLICT, "not their turn");
    assert_eq!(play(&eve, "a1").await, StatusCode::FORBIDDEN, "not their seat");
    assert_eq!(play(&robot, "z9").await, StatusCode::BAD_REQUEST);
    assert_eq!(play(&robot, "%3Cscript%3E").await, StatusCode::BAD_REQUEST);
    let moves = [(&robot, "b2"), (&golem, "a1"), (&robot, "b1"), (&golem, "a2"), (&robot, "b3")];
    for (bot, mv) in moves {
        assert_eq!(play(bot, mv).await, StatusCode::OK, "{mv}");
    }
    let mut last = robots_game.find("gameState").await;
    while last["status"] == "started" {
        last = robots_game.find("gameState").await;
    }
    assert_eq!((&last["status"], &last["winner"]), (&json!("mate"), &json!("white")));
    assert_eq!(last["moves"], "b2 a1 b1 a2 b3");
    assert!(robots_game.next().await.is_none(), "the stream ends with the game");
    assert_eq!(robots.find("gameFinish").await["game"]["gameId"], id.as_str());
    assert_eq!(play(&golem, "c3").await, StatusCode::CONFLICT, "it is over");
    let told = robot.get(&format!("/api/games/{id}")).await.json();
    assert_eq!((&told["winner"], &told["why"]), (&json!("first"), &json!("rules")));
}

#[tokio::test]
async fn bots_talk_resign_and_are_refused() {
    let [robot, golem, eve] = bots().await;
    let mut golems = Lines::open(&golem, "/api/stream/event").await;
    let terms = json!({ "game": "eclipse", "time": "none" });
    let made = robot.post("/api/challenge/Golem", terms.clone()).await.json();
    let id = made["id"].as_str().unwrap();
    let answer = async |bot: &Asker, id: &str, answer: &str| {
        bot.ask("POST", &format!("/api/challenge/{id}/{answer}"), None).await.status
    };
    assert_eq!(answer(&eve, id, "decline").await, StatusCode::NOT_FOUND, "not for them");
    assert_eq!(answer(&eve, id, "accept").await, StatusCode::NOT_FOUND, "not for them");
    assert_eq!(answer(&golem, id, "decline").await, StatusCode::OK);
    assert_eq!(answer(&golem, id, "accept").await, StatusCode::NOT_FOUND, "it was declined");
    let made = robot.post("/api/challenge/Golem", terms).await.json();
    assert_eq!(answer(&golem, made["id"].as_str().unwrap(), "accept").await, StatusCode::OK);
    let game = golems.find("gameStart").await["game"]["gameId"].as_str().unwrap().to_owned();
    let mut stream = Lines::open(&golem, &format!("/api/bot/game/stream/{game}")).await;
    stream.find("gameFull").await;
    let path = |what: &str| format!("/api/bot/game/{game}/{what}");
    let said = robot.post(&path("chat"), json!({ "text": "<b>hello</b>" })).await;
    assert_eq!(said.status, StatusCode::OK, "{}", said.text);
    let line = stream.find("chatLine").await;
    assert_eq!((&line["username"], &line["text"]), (&json!("Robot"), &json!("<b>hello</b>")));
    let long = json!({ "text": "x".repeat(200_000) });
    assert_eq!(robot.post(&path("chat"), long).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(eve.ask("POST", &path("resign"), None).await.status, StatusCode::FORBIDDEN);
    assert_eq!(robot.ask("POST", &path("explode"), None).await.status, StatusCode::NOT_FOUND);
    assert_eq!(robot.ask("POST", &path("resign"), None).await.status, StatusCode::OK);
    let last = stream.find("gameState").await;
    assert_eq!(last["status"], "resign");
    for path in ["/api/bot/game/none/move/a1", "/api/bot/game/none/resign"] {
        assert_eq!(robot.ask("POST", path, None).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn streams_and_moves_need_the_scope() {
    let [robot, ..] = bots().await;
    let stranger = Asker { token: None, ..robot.clone() };
    let wrong = robot.with_token("sixfold_0000000000000000000000000000000000000000");
    for asker in [&stranger, &wrong] {
        for path in ["/api/stream/event", "/api/bot/game/stream/any"] {
            assert_eq!(asker.get(path).await.status, StatusCode::UNAUTHORIZED, "{path}");
        }
    }
    let house = json!({ "game": "hex", "options": "size=3 swap=off", "time": "none" });
    let made = robot.post("/api/challenge/house-1", house).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
    for name in ["Nobody-here", "house-9"] {
        let nobody = robot.post(&format!("/api/challenge/{name}"), json!({ "game": "hex" })).await;
        assert_eq!(nobody.status, StatusCode::NOT_FOUND, "{name}");
    }
    let nonsense = robot.post("/api/challenge/link", json!({ "game": "go" })).await;
    assert_eq!(nonsense.status, StatusCode::BAD_REQUEST);
}
