//! Reports and moderators over HTTP: what is done, what the log says of it, and every refusal.

use crate::http::{Answer, Asker};
use crate::support::client::{Client, game_between, terms};
use crate::support::site::Site;
use axum::http::StatusCode;
use protocol::{EndReason, Event, GameId, Refusal, Room, ToServer};
use serde_json::{Value, json};
use server::store::{MOST_OPEN_REPORTS, OPERATOR};
use server::time::now;

/// Every route of moderators, with a body that would do.
const ROUTES: [(&str, &str, bool); 9] = [
    ("GET", "/api/moderation/reports", false),
    ("POST", "/api/moderation/reports/none/close", true),
    ("GET", "/api/moderation/log", false),
    ("GET", "/api/moderation/people/Eve", false),
    ("PUT", "/api/moderation/people/Eve/mute", true),
    ("DELETE", "/api/moderation/people/Eve/mute", false),
    ("PUT", "/api/moderation/people/Eve/ban", true),
    ("DELETE", "/api/moderation/people/Eve/ban", false),
    ("POST", "/api/moderation/games/g4meId12/abort", true),
];

async fn ask(asker: &Asker, (method, path, body): (&str, &str, bool)) -> Answer {
    asker.ask(method, path, body.then(|| json!({ "seconds": 3600 }))).await
}

async fn somebody(site: &Site, name: &str) -> Asker {
    let cookie = site.account(name).await;
    site.asker(&cookie)
}

async fn moderator(site: &Site, name: &str) -> Asker {
    let asker = somebody(site, name).await;
    site.state.store.set_moderator(name, true, OPERATOR, now()).await.unwrap();
    asker
}

async fn report(asker: &Asker, person: &str, more: Value) -> Answer {
    let mut wish = json!({ "person": person, "reason": "chat" });
    wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    asker.post("/api/reports", wish).await
}

async fn queue(asker: &Asker, state: &str) -> Value {
    let answer = asker.get(&format!("/api/moderation/reports?state={state}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()
}

/// The log as lines, the oldest first.
async fn log(asker: &Asker) -> Vec<String> {
    let log = asker.get("/api/moderation/log").await.json();
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let line = |action: &Value| {
        ["actor", "kind", "person", "detail"].map(|field| text(&action[field])).join(" ")
    };
    log.as_array().unwrap().iter().rev().map(line).collect()
}

async fn say(client: &mut Client, game: &GameId) -> Result<Option<u64>, Refusal> {
    let (id, game) = (client.id(), game.clone());
    let text = "hello".to_owned();
    client.say(&ToServer::Chat { game, room: Room::Players, text, id: id.clone() }).await;
    client.done(&id).await
}

#[tokio::test]
async fn only_moderators_with_a_session_moderate() {
    let site = Site::open().await;
    let eve = somebody(&site, "Eve").await;
    let mo = moderator(&site, "Mo").await;
    let wish = json!({ "label": "all", "scopes": ["read", "play", "challenge", "analyse"] });
    let token = mo.post("/api/tokens", wish).await.json();
    let program = site.asker("").with_token(token["secret"].as_str().unwrap());
    let mut guest = site.asker("");
    guest.enter("/api/guest", json!({})).await;
    for route in ROUTES {
        let stranger = ask(&site.asker(""), route).await.status;
        assert_eq!(stranger, StatusCode::UNAUTHORIZED, "{route:?}");
        for (who, asker) in [("guest", &guest), ("account", &eve), ("token", &program)] {
            let answer = ask(asker, route).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{who} {route:?}: {}", answer.text);
        }
    }
    assert_eq!(eve.get("/api/account").await.json()["moderator"], false);
    assert_eq!(mo.get("/api/account").await.json()["moderator"], true);
    site.state.store.set_moderator("Mo", false, OPERATOR, now()).await.unwrap();
    for route in ROUTES {
        assert_eq!(ask(&mo, route).await.status, StatusCode::FORBIDDEN, "no longer: {route:?}");
    }
}

#[tokio::test]
async fn moderators_do_not_act_on_moderators_computers_and_themselves() {
    let site = Site::open().await;
    let mo = moderator(&site, "Mo").await;
    moderator(&site, "Max").await;
    let max = site.state.store.person("Max").await.unwrap().unwrap();
    let bot = "Maxbot".parse().unwrap();
    site.state.store.add_bot(&bot, &max.id, now()).await.unwrap();
    for name in ["Mo", "Max", "Maxbot", "house-3"] {
        for sanction in ["mute", "ban"] {
            let path = format!("/api/moderation/people/{name}/{sanction}");
            for method in ["PUT", "DELETE"] {
                let answer = ask(&mo, (method, &path, method == "PUT")).await;
                assert_eq!(answer.status, StatusCode::FORBIDDEN, "{method} {path}");
            }
        }
        let card = mo.get(&format!("/api/moderation/people/{name}")).await.json();
        assert_eq!(card["can_sanction"], false, "{card}");
    }
    assert_eq!(log(&mo).await.len(), 2, "the two rights");
}

#[tokio::test]
async fn unknown_people_reports_and_games_are_not_found() {
    let site = Site::open().await;
    let mo = moderator(&site, "Mo").await;
    for (method, path, body) in ROUTES {
        if path.contains("Eve") || path.contains("none") || path.contains("g4meId12") {
            let answer = ask(&mo, (method, path, body)).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{method} {path}: {}", answer.text);
        }
    }
    for wish in [json!({ "seconds": 59 }), json!({ "seconds": 1e12 as u64 })] {
        somebody(&site, &format!("Eve{}", wish["seconds"])).await;
        let path = format!("/api/moderation/people/Eve{}/mute", wish["seconds"]);
        let answer = mo.ask("PUT", &path, Some(wish)).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.text);
    }
    assert_eq!(mo.get("/api/moderation/reports?page=200").await.status, StatusCode::BAD_REQUEST);
    assert_eq!(mo.get("/api/moderation/reports?state=odd").await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_report_is_stored_once_and_refused_where_it_makes_no_sense() {
    let site = Site::open().await;
    let (ann, mo) = (somebody(&site, "Ann").await, moderator(&site, "Mo").await);
    somebody(&site, "Eve").await;
    let refused =
        async |asker: &Asker, person: &str, more: Value| report(asker, person, more).await.status;
    let none = json!({});
    assert_eq!(refused(&site.asker(""), "Eve", none.clone()).await, StatusCode::UNAUTHORIZED);
    assert_eq!(refused(&ann, "Nobody", none.clone()).await, StatusCode::NOT_FOUND);
    assert_eq!(refused(&ann, "ann", none.clone()).await, StatusCode::BAD_REQUEST, "oneself");
    assert_eq!(refused(&ann, "house-3", none.clone()).await, StatusCode::BAD_REQUEST);
    let other = json!({ "reason": "other", "text": " \n" });
    assert_eq!(refused(&ann, "Eve", other).await, StatusCode::BAD_REQUEST, "nothing said");
    let odd = json!({ "reason": "boredom" });
    assert_eq!(refused(&ann, "Eve", odd).await, StatusCode::BAD_REQUEST);
    let long = json!({ "text": "é".repeat(501) });
    assert_eq!(refused(&ann, "Eve", long).await, StatusCode::BAD_REQUEST);
    for game in ["nosuch12", "a game"] {
        assert_eq!(refused(&ann, "Eve", json!({ "game": game })).await, StatusCode::NOT_FOUND);
    }
    let token = ann.post("/api/tokens", json!({ "label": "a", "scopes": ["play"] })).await.json();
    let program = site.asker("").with_token(token["secret"].as_str().unwrap());
    assert_eq!(refused(&program, "Eve", none.clone()).await, StatusCode::FORBIDDEN);
    assert_eq!(queue(&mo, "open").await["open"], 0, "nothing of that is stored");
    let words = json!({ "text": "she said\n\u{202e}things" });
    assert_eq!(report(&ann, "eve", words).await.status, StatusCode::CREATED);
    assert_eq!(refused(&ann, "Eve", none.clone()).await, StatusCode::CONFLICT, "twice");
    let mut guest = site.asker("");
    guest.enter("/api/guest", json!({})).await;
    assert_eq!(refused(&guest, "Eve", none).await, StatusCode::CREATED, "guests too");
    let open = queue(&mo, "open").await;
    assert_eq!((&open["open"], &open["more"]), (&json!(2), &json!(false)));
    let first = &open["reports"][0];
    assert_eq!((&first["reporter"], &first["person"]["name"]), (&json!("Ann"), &json!("Eve")));
    assert_eq!((&first["reason"], &first["text"]), (&json!("chat"), &json!("she said things")));
}

#[tokio::test]
async fn reports_are_limited_by_budget_and_in_number() {
    let site = Site::strict().await;
    let ann = somebody(&site, "Ann").await;
    for i in 0..6 {
        somebody(&site, &format!("Eve{i}")).await;
        let status = report(&ann, &format!("Eve{i}"), json!({})).await.status;
        let wanted = if i < 5 { StatusCode::CREATED } else { StatusCode::TOO_MANY_REQUESTS };
        assert_eq!(status, wanted, "report {i}");
    }
    let site = Site::open().await;
    let (ann, mo) = (somebody(&site, "Ann").await, moderator(&site, "Mo").await);
    for i in 0..=MOST_OPEN_REPORTS {
        somebody(&site, &format!("Eve{i}")).await;
        let status = report(&ann, &format!("Eve{i}"), json!({})).await.status;
        let fits = i < MOST_OPEN_REPORTS;
        let wanted = if fits { StatusCode::CREATED } else { StatusCode::CONFLICT };
        assert_eq!(status, wanted, "report {i}");
    }
    assert_eq!(queue(&mo, "open").await["open"], MOST_OPEN_REPORTS);
}

#[tokio::test]
async fn a_report_is_closed_once_and_by_somebody_else() {
    let site = Site::open().await;
    let (ann, mo) = (somebody(&site, "Ann").await, moderator(&site, "Mo").await);
    let max = moderator(&site, "Max").await;
    somebody(&site, "Eve").await;
    let made = report(&ann, "Eve", json!({})).await.json();
    let about_mo = report(&ann, "Mo", json!({ "reason": "name" })).await.json();
    let close = async |asker: &Asker, report: &Value, note: &str| {
        let path = format!("/api/moderation/reports/{}/close", report["id"].as_str().unwrap());
        asker.post(&path, json!({ "note": note })).await.status
    };
    assert_eq!(queue(&mo, "open").await["open"], 1, "not that about the moderator");
    assert_eq!(queue(&max, "open").await["open"], 2);
    let card = mo.get("/api/moderation/people/Mo").await.json();
    assert_eq!(card["reports"], json!([]));
    assert_eq!(close(&mo, &about_mo, "").await, StatusCode::FORBIDDEN);
    assert_eq!(close(&mo, &made, "two\nlines").await, StatusCode::BAD_REQUEST);
    assert_eq!(close(&mo, &made, &"n".repeat(201)).await, StatusCode::BAD_REQUEST);
    assert_eq!(close(&mo, &made, "a warning").await, StatusCode::NO_CONTENT);
    assert_eq!(close(&max, &made, "again").await, StatusCode::CONFLICT, "twice");
    let closed = &queue(&max, "closed").await["reports"][0];
    assert_eq!((&closed["closed_by"], &closed["note"]), (&json!("Mo"), &json!("a warning")));
    assert_eq!(report(&ann, "Eve", json!({})).await.status, StatusCode::CREATED, "a new one");
    let lines = log(&mo).await;
    assert_eq!(lines[2..], ["Mo close_report Eve a warning"], "{lines:?}");
}

#[tokio::test]
async fn a_mute_holds_at_once_and_is_ended_once() {
    let site = Site::open().await;
    let mo = moderator(&site, "Mo").await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "none")).await;
    let name = site.state.store.game(&game).await.unwrap().unwrap().first.player.person.name;
    let path = format!("/api/moderation/people/{name}/mute");
    say(&mut a, &game).await.unwrap();
    let wish = json!({ "seconds": 3600, "reason": "insults" });
    assert_eq!(mo.ask("PUT", &path, Some(wish)).await.status, StatusCode::NO_CONTENT);
    assert_eq!(say(&mut a, &game).await, Err(Refusal::Forbidden));
    say(&mut b, &game).await.unwrap();
    let card = mo.get(&format!("/api/moderation/people/{name}")).await.json();
    assert_eq!((&card["muted"], &card["banned"]), (&json!(true), &json!(false)));
    assert!(card["muted_until"].as_u64().unwrap() > now().0, "{card}");
    assert_eq!(card["playing"][0]["id"], game.as_str());
    assert_eq!(card["actions"][0]["detail"], "1 hour: insults");
    assert_eq!(mo.ask("PUT", &path, Some(json!({}))).await.status, StatusCode::NO_CONTENT);
    let card = mo.get(&format!("/api/moderation/people/{name}")).await.json();
    assert_eq!((&card["muted"], &card["muted_until"]), (&json!(true), &Value::Null), "for ever");
    assert_eq!(mo.ask("DELETE", &path, None).await.status, StatusCode::NO_CONTENT);
    say(&mut a, &game).await.unwrap();
    assert_eq!(mo.ask("DELETE", &path, None).await.status, StatusCode::CONFLICT, "twice");
    let lines = log(&mo).await;
    let mute = [format!("Mo mute {name} 1 hour: insults"), format!("Mo mute {name} for ever")];
    assert_eq!(lines[1..3], mute);
    assert_eq!(lines[3..], [format!("Mo unmute {name} -")]);
}

#[tokio::test]
async fn a_ban_closes_connections_at_once_and_is_ended_once() {
    let site = Site::open().await;
    let mo = moderator(&site, "Mo").await;
    let mut eve = site.asker("");
    let wish = json!({ "name": "Eve", "password": "correct horse" });
    eve.enter("/api/sign-up", wish.clone()).await;
    let mut socket = Client::back(site.at, eve.cookie.as_deref().unwrap()).await;
    let path = "/api/moderation/people/Eve/ban";
    let week = json!({ "seconds": 604_800, "reason": "an engine" });
    assert_eq!(mo.ask("PUT", path, Some(week)).await.status, StatusCode::NO_CONTENT);
    assert_eq!(socket.closed().await, 4001);
    assert_eq!(eve.get("/api/account").await.status, StatusCode::UNAUTHORIZED);
    let refused = site.asker("").post("/api/sign-in", wish.clone()).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN, "{}", refused.text);
    assert_eq!(mo.ask("DELETE", path, None).await.status, StatusCode::NO_CONTENT);
    assert_eq!(mo.ask("DELETE", path, None).await.status, StatusCode::CONFLICT, "twice");
    assert_eq!(site.asker("").post("/api/sign-in", wish).await.status, StatusCode::OK);
    assert_eq!(log(&mo).await[1..], ["Mo ban Eve 7 days: an engine", "Mo unban Eve -"]);
}

#[tokio::test]
async fn a_game_is_aborted_once_and_not_by_its_players() {
    let site = Site::open().await;
    let mo = moderator(&site, "Mo").await;
    let mut a = Client::back(site.at, mo.cookie.as_deref().unwrap()).await;
    let (mut b, mut c) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let abort = async |game: &GameId| {
        let path = format!("/api/moderation/games/{game}/abort");
        mo.post(&path, json!({ "reason": "a wrong pairing" })).await.status
    };
    let own = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "none")).await;
    assert_eq!(abort(&own).await, StatusCode::FORBIDDEN);
    let game = game_between(&mut b, &mut c, terms("hex", "size=5 swap=off", "none")).await;
    assert_eq!(abort(&game).await, StatusCode::NO_CONTENT);
    let (_, over) = c.event(|e| matches!(e, Event::Over { .. })).await;
    let Event::Over { result, .. } = over else { unreachable!() };
    assert_eq!((result.winner, result.why), (None, EndReason::Aborted));
    assert_eq!(abort(&game).await, StatusCode::CONFLICT, "twice");
    assert_eq!(log(&mo).await[1..], ["Mo abort_game - a wrong pairing"]);
}

#[tokio::test]
async fn whoever_leaves_takes_the_reports_of_them_along_and_leaves_their_own() {
    let site = Site::open().await;
    let (ann, mo) = (somebody(&site, "Ann").await, moderator(&site, "Mo").await);
    let eve = somebody(&site, "Eve").await;
    report(&ann, "Eve", json!({})).await;
    report(&eve, "Mo", json!({})).await;
    report(&eve, "Ann", json!({})).await;
    site.state.store.close_account("Eve", now()).await.unwrap();
    let left = queue(&mo, "open").await;
    assert_eq!(left["open"], 1);
    assert_eq!(
        (&left["reports"][0]["reporter"], left["reports"][0]["person"]["name"].as_str()),
        (&Value::Null, Some("Ann"))
    );
}
