//! Finished games: found, told, exported and read again; what they say of people. On both databases.

use crate::http::{Asker, GENEROUS, at};
use axum::http::StatusCode;
use catalog::games::eclipse;
use clock::{Moment, Span};
use game::Position;
use protocol::{EndReason, GameResult, Player, Seat, SeatWish, Terms};
use serde_json::{Value, json};
use server::game_event::GameEvent;
use server::limits::Limits;
use server::store::{Append, GameEnd, GameRow, PersonRow, Seated, Store, StoredEvent};

/// A game of so many moves, each ten seconds after the last, that ends a second later.
async fn played(
    store: &Store,
    id: &str,
    game: (&str, &str, &str),
    players: (&PersonRow, &PersonRow),
    result: GameResult,
) {
    append(store, id, game, players, Some(result)).await;
}

/// The same, or one that goes on.
async fn append(
    store: &Store,
    id: &str,
    (game, options, moves): (&str, &str, &str),
    (first, second): (&PersonRow, &PersonRow),
    result: Option<GameResult>,
) {
    let seated = |person: &PersonRow| Seated {
        person: person.id.clone(),
        kind: person.kind,
        player: Player { person: person.person(), rating: Some(1500), provisional: true },
    };
    let time = "300+3".parse().unwrap();
    let (game, options) = (game.to_owned(), options.to_owned());
    let terms = Terms { game, options, time, rated: true, seat: SeatWish::Any };
    let rated = (first.id.clone(), second.id.clone(), terms.game.clone(), terms.time.speed());
    let row = GameRow {
        id: id.parse().unwrap(),
        terms,
        first: seated(first),
        second: seated(second),
        created: Moment(1_000_000),
        came_from: None,
        finish: None,
    };
    store.write(vec![row.insertion(None)]).await.unwrap();
    let mut at = row.created;
    let mut events: Vec<StoredEvent> = moves
        .split_whitespace()
        .map(|mv| {
            at = at + Span::seconds(10);
            let event = GameEvent::Played { mv: mv.to_owned(), delay: Span::ZERO };
            StoredEvent { at, event, client: None }
        })
        .collect();
    let plies = events.len();
    events.extend(result.map(|result| {
        let event = GameEvent::Over { result, change: None };
        StoredEvent { at: at + Span::seconds(1), event, client: None }
    }));
    let game_end = result.map(|result| GameEnd { result, rated: Some(rated) });
    let append = Append { game: row.id, n: 1, events, plies, deadline: None, game_end, epoch: 0 };
    store.append(append).await.unwrap();
}

const HEX: (&str, &str, &str) = ("hex", "size=3 swap=off", "b2 a1 b1 a2 b3");

async fn filled(store: &Store) {
    let now = Moment(500);
    let ann = store.add_account(&"Ann".parse().unwrap(), "no hash", now).await.unwrap();
    let bob = store.add_account(&"Bob".parse().unwrap(), "no hash", now).await.unwrap();
    let robot = store.add_bot(&"Robot".parse().unwrap(), &ann.id, now).await.unwrap();
    let won = |seat, why| GameResult { winner: Some(seat), why };
    played(store, "rules", HEX, (&ann, &bob), won(Seat::First, EndReason::Rules)).await;
    let opening = eclipse::Position::start(eclipse::Options::default()).moves()[0].to_string();
    let resigned = ("eclipse", "", opening.as_str());
    played(store, "resigned", resigned, (&bob, &ann), won(Seat::First, EndReason::Resignation))
        .await;
    let drawn = GameResult { winner: None, why: EndReason::Agreement };
    played(store, "drawn", ("hex", "size=5 swap=on", "c2 swap"), (&ann, &robot), drawn).await;
    let nothing = GameResult { winner: None, why: EndReason::Aborted };
    played(store, "nothing", ("hex", "size=5 swap=on", "c2"), (&ann, &bob), nothing).await;
}

fn ids(page: &Value) -> Vec<&str> {
    page["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect()
}

async fn games_are_found_by_what_is_asked(asker: &Asker) {
    for (query, expected) in [
        ("", vec!["rules", "drawn", "resigned"]),
        ("?player=ann", vec!["rules", "drawn", "resigned"]),
        ("?player=Bob&opponent=Ann", vec!["rules", "resigned"]),
        ("?game=hex", vec!["rules", "drawn"]),
        ("?result=draw", vec!["drawn"]),
        ("?player=Ann&result=won", vec!["rules"]),
        ("?player=Ann&result=lost", vec!["resigned"]),
        ("?result=first&rated=true", vec!["rules", "resigned"]),
        ("?rated=false", vec![]),
        ("?from=1021000&to=1051000", vec!["drawn"]),
        ("?page=1", vec![]),
    ] {
        let answer = asker.get(&format!("/api/games{query}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{query}: {}", answer.text);
        assert_eq!(ids(&answer.json()), expected, "{query}");
        assert_eq!(answer.json()["more"], false);
    }
    for (query, status) in [
        ("?player=Nobody-here", StatusCode::NOT_FOUND),
        ("?player=%27%3B%20DROP%20TABLE%20games%3B%20--", StatusCode::NOT_FOUND),
        ("?player=a%00b", StatusCode::NOT_FOUND),
        ("?game=go", StatusCode::BAD_REQUEST),
        ("?result=won", StatusCode::BAD_REQUEST),
        ("?result=nonsense", StatusCode::BAD_REQUEST),
        ("?page=-1", StatusCode::BAD_REQUEST),
    ] {
        let answer = asker.get(&format!("/api/games{query}")).await;
        assert_eq!(answer.status, status, "{query}: {}", answer.text);
    }
}

async fn a_game_is_told_with_its_clocks(asker: &Asker) {
    let game = asker.get("/api/games/rules").await.json();
    assert_eq!((&game["first"]["name"], &game["winner"]), (&json!("Ann"), &json!("first")));
    assert_eq!(game["moves"].as_array().unwrap().len(), 5);
    // The first move of each is free; the third took 10 s and brought 3.
    assert_eq!(game["moves"][2]["mv"], "b1");
    assert_eq!(game["moves"][2]["left"], json!([293_000, 300_000]));
    assert_eq!(game["moves"][2]["spent"], 10_000);
    for (path, status) in [
        ("/api/games/none", StatusCode::NOT_FOUND),
        ("/api/games/-%20-", StatusCode::NOT_FOUND),
        ("/api/games/none/export", StatusCode::NOT_FOUND),
        ("/api/games/rules/export?format=docx", StatusCode::BAD_REQUEST),
    ] {
        assert_eq!(asker.get(path).await.status, status, "{path}");
    }
}

async fn what_is_exported_can_be_imported(asker: &Asker) {
    for format in ["text", "pgn"] {
        for (id, result) in [("rules", "1-0"), ("resigned", "1-0"), ("drawn", "1/2-1/2")] {
            let text = asker.get(&format!("/api/games/{id}/export?format={format}")).await.text;
            assert!(text.contains("Ann"), "{text}");
            let read = asker.post("/api/import", json!({ "text": text })).await;
            assert_eq!(read.status, StatusCode::OK, "{id} {format}: {}\n{text}", read.text);
            let game = asker.get(&format!("/api/games/{id}")).await.json();
            let moves: Vec<_> =
                game["moves"].as_array().unwrap().iter().map(|mv| mv["mv"].clone()).collect();
            assert_eq!(read.json()["moves"], Value::Array(moves), "{id} {format}");
            assert_eq!(read.json()["result"], result, "{id} {format}");
        }
    }
    let sgf = asker.get("/api/games/rules/export?format=sgf").await.text;
    assert!(sgf.starts_with("(;FF[4]GM[11]") && sgf.contains("PB[Ann]"), "{sgf}");
    assert!(sgf.contains(";B[b1]BL[293.0]") && sgf.contains("BR[1500]"), "{sgf}");
    let read = asker.post("/api/import", json!({ "text": sgf })).await.json();
    assert_eq!((&read["game"], &read["moves"][4]), (&json!("hex"), &json!("b3")), "{sgf}");
    let other = asker.get("/api/games/resigned/export?format=sgf").await;
    assert_eq!(other.status, StatusCode::BAD_REQUEST);
    let pgn = asker.get("/api/games/rules/export?format=pgn").await.text;
    assert!(pgn.contains("{[%clk 0:04:53.0]}"), "{pgn}");
    let many = asker.get("/api/games/export?player=Ann&format=text").await.text;
    assert_eq!(many.matches("[Game ").count(), 3, "{many}");
}

async fn profiles_and_boards_tell_of_people(asker: &Asker) {
    let ann = asker.get("/api/people/ann").await.json();
    assert_eq!((&ann["account"]["name"], &ann["games"]), (&json!("Ann"), &json!(3)));
    let speed = asker.get("/api/games/rules").await.json()["speed"].as_str().unwrap().to_owned();
    let hex = ann["ratings"].as_array().unwrap().iter().find(|one| one["game"] == "hex").unwrap();
    assert_eq!((&hex["games"], &hex["provisional"]), (&json!(2), &json!(true)));
    let graph = format!("/api/people/Ann/ratings?game=hex&speed={speed}");
    let graph = asker.get(&graph).await.json();
    assert_eq!(graph.as_array().unwrap().len(), 2);
    let played: Vec<_> = graph.as_array().unwrap().iter().map(|p| p["played"].clone()).collect();
    assert_eq!(played, ["drawn", "rules"], "in the order of time");
    let against = asker.get("/api/people/Ann/opponents").await.json();
    assert_eq!(against[0], json!({ "name": "Bob", "won": 1, "lost": 1, "drawn": 0 }));
    assert_eq!(against[1], json!({ "name": "Robot", "won": 0, "lost": 0, "drawn": 1 }));
    let nobody = asker.get("/api/people/Nobody-here").await;
    assert_eq!(nobody.status, StatusCode::NOT_FOUND);
    assert_eq!(asker.get("/api/people/A-nn").await.status, StatusCode::NOT_FOUND);
}

async fn boards_hold_people_and_bots_apart(store: &Store, asker: &Asker) {
    let certain = "UPDATE ratings SET deviation = 60 WHERE game = 'hex'";
    let path =
        |who: &str, speed: &str| format!("/api/leaderboard?game=hex&speed={speed}&who={who}");
    let speed = asker.get("/api/games/rules").await.json()["speed"].as_str().unwrap().to_owned();
    assert_eq!(asker.get(&path("people", &speed)).await.json(), json!([]), "all are uncertain");
    store.write(vec![server::store::statement(certain, [])]).await.unwrap();
    assert_eq!(asker.get(&path("people", &speed)).await.json(), json!([]), "that was long ago");
    let lately = "UPDATE ratings SET updated = $1 WHERE game = 'hex'";
    let now = server::store::Arg::int(server::time::now().0);
    store.write(vec![server::store::statement(lately, [now])]).await.unwrap();
    let people = asker.get(&path("people", &speed)).await.json();
    let names: Vec<_> = people.as_array().unwrap().iter().map(|one| one["name"].clone()).collect();
    assert_eq!(names, ["Ann", "Bob"]);
    let bots = asker.get(&path("bots", &speed)).await.json();
    assert_eq!((&bots[0]["name"], &bots[0]["rank"]), (&json!("Robot"), &json!(1)));
    let nonsense = asker.get(&path("aliens", &speed)).await;
    assert_eq!(nonsense.status, StatusCode::BAD_REQUEST);
}

async fn a_guests_games_stay_when_they_sign_up_and_leave(store: &Store, asker: &Asker) {
    let mut guest = asker.clone();
    let made = guest.enter("/api/guest", json!({})).await.json();
    let row = store.person(made["id"].as_str().unwrap()).await.unwrap().unwrap();
    let bob = store.named("Bob").await.unwrap().unwrap();
    let won = GameResult { winner: Some(Seat::First), why: EndReason::Resignation };
    played(store, "guests", HEX, (&row, &bob), won).await;
    guest.enter("/api/sign-up", json!({ "name": "Carla", "password": "correct horse" })).await;
    let found = guest.get("/api/games?player=Carla").await.json();
    assert_eq!(
        (ids(&found), &found["games"][0]["first"]["name"]),
        (vec!["guests"], &json!("Carla"))
    );
    assert_eq!(found["games"][0]["first"]["guest"], false);
    let download = guest.get("/api/account/download").await.json();
    assert_eq!(download["games"].as_array().unwrap().len(), 1);
    assert!(download["games"][0].as_str().unwrap().contains("[First \"Carla\"]"), "{download}");
    assert!(!download.to_string().contains("argon2"));
    let gone = json!({ "password": "correct horse" });
    guest.ask("DELETE", "/api/account", Some(gone)).await;
    let game = asker.get("/api/games/guests").await.json();
    assert!(game["first"]["name"].as_str().unwrap().starts_with("gone-"), "{game}");
    assert_eq!(asker.get("/api/people/Carla").await.status, StatusCode::NOT_FOUND);
}

async fn ones_own_running_rated_game_is_not_analysed(store: &Store, asker: &Asker) {
    let mut dora = asker.clone();
    dora.enter("/api/sign-up", json!({ "name": "Dora", "password": "correct horse" })).await;
    let own = store.named("Dora").await.unwrap().unwrap();
    let bob = store.named("Bob").await.unwrap().unwrap();
    append(store, "running", ("hex", "size=3 swap=off", "b2 a1"), (&own, &bob), None).await;
    assert_eq!(asker.get("/api/games/running").await.status, StatusCode::CONFLICT, "not over");
    for (moves, status) in [
        (json!(["b2", "a1"]), StatusCode::FORBIDDEN),
        (json!(["b2", "a1", "c1"]), StatusCode::FORBIDDEN),
        (json!(["b2", "c1"]), StatusCode::OK),
        (json!([]), StatusCode::OK),
    ] {
        let asked = json!({
            "game": "hex", "options": "size=3 swap=off", "moves": moves, "milliseconds": 20,
        });
        let answer = dora.post("/api/analyse", asked).await;
        assert_eq!(answer.status, status, "{moves}: {}", answer.text);
    }
}

async fn everything(store: Store) {
    filled(&store).await;
    let asker = Asker::new(&at(store.clone(), Limits::new(GENEROUS)).await);
    games_are_found_by_what_is_asked(&asker).await;
    a_game_is_told_with_its_clocks(&asker).await;
    what_is_exported_can_be_imported(&asker).await;
    profiles_and_boards_tell_of_people(&asker).await;
    boards_hold_people_and_bots_apart(&store, &asker).await;
    a_guests_games_stay_when_they_sign_up_and_leave(&store, &asker).await;
    ones_own_running_rated_game_is_not_analysed(&store, &asker).await;
}

#[tokio::test]
async fn on_sqlite() {
    everything(crate::http::store().await).await;
}

#[tokio::test]
async fn on_postgres() {
    let cluster = crate::support::postgres::Cluster::start();
    everything(Store::open(&cluster.location()).await.unwrap()).await;
}
