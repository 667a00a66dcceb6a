//! People over HTTP: coming, staying, leaving, and everything a stranger must not be able to do.

use crate::http::{Asker, GENEROUS, open};
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use serde_json::{Value, json};
use server::limits::Limits;

fn ann() -> Value {
    json!({ "name": "Ann", "password": "correct horse" })
}

async fn generous() -> Asker {
    Asker::new(&open(Limits::new(GENEROUS)).await)
}

async fn signed_up() -> Asker {
    let mut asker = generous().await;
    assert_eq!(asker.enter("/api/sign-up", ann()).await.status, StatusCode::CREATED);
    asker
}

#[tokio::test]
async fn a_guest_becomes_an_account_and_stays_the_same_person() {
    let mut asker = generous().await;
    assert_eq!(asker.get("/api/account").await.status, StatusCode::UNAUTHORIZED);
    let guest = asker.enter("/api/guest", json!({})).await;
    assert_eq!(guest.status, StatusCode::CREATED);
    assert_eq!(guest.json()["kind"], "guest");
    let again = asker.post("/api/guest", json!({})).await;
    assert_eq!((again.status, again.json()), (StatusCode::OK, guest.json()));
    let account = asker.enter("/api/sign-up", ann()).await;
    assert_eq!(account.status, StatusCode::CREATED, "{}", account.text);
    assert_eq!(account.json()["id"], guest.json()["id"]);
    assert_eq!(asker.get("/api/account").await.json()["name"], "Ann");
}

#[tokio::test]
async fn the_cookie_from_before_signing_in_is_worth_nothing_afterwards() {
    let mut victim = generous().await;
    victim.enter("/api/guest", json!({})).await;
    let planted = victim.clone();
    let signed = victim.enter("/api/sign-up", ann()).await;
    assert_ne!(Some(signed.cookie()), planted.cookie);
    assert_eq!(planted.get("/api/account").await.status, StatusCode::UNAUTHORIZED);
    let mut other = Asker::new(&victim.server);
    other.enter("/api/guest", json!({})).await;
    let planted = other.clone();
    assert_eq!(other.enter("/api/sign-in", ann()).await.status, StatusCode::OK);
    assert_eq!(planted.get("/api/account").await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn signing_in_needs_the_right_password_and_says_no_more_than_no() {
    let asker = signed_up().await;
    let stranger = Asker::new(&asker.server);
    let right = stranger.post("/api/sign-in", json!({"name": "aNN", "password": "correct horse"}));
    assert_eq!(right.await.status, StatusCode::OK);
    let mut answers = Vec::new();
    for (name, password) in [
        ("Ann", "incorrect horse"),
        ("Nobody-here", "correct horse"),
        ("Ann", "short"),
        ("' OR 1=1 --", "correct horse"),
        ("A-nn", "correct horse"),
        ("Ann", ""),
    ] {
        let body = json!({ "name": name, "password": password });
        let answer = stranger.post("/api/sign-in", body).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{name}");
        answers.push(answer.text);
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "one answer for all: {answers:?}");
}

#[tokio::test]
async fn signing_out_ends_one_session_and_everywhere_all() {
    let here = signed_up().await;
    let (mut there, mut elsewhere) = (Asker::new(&here.server), Asker::new(&here.server));
    there.enter("/api/sign-in", ann()).await;
    elsewhere.enter("/api/sign-in", ann()).await;
    assert_eq!(there.post("/api/sign-out", json!({})).await.status, StatusCode::NO_CONTENT);
    assert_eq!(there.get("/api/account").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(here.get("/api/account").await.status, StatusCode::OK);
    let all = elsewhere.post("/api/sign-out-everywhere", json!({})).await;
    assert_eq!(all.status, StatusCode::NO_CONTENT);
    for asker in [&here, &elsewhere] {
        assert_eq!(asker.get("/api/account").await.status, StatusCode::UNAUTHORIZED);
    }
}

#[tokio::test]
async fn changing_the_password_ends_the_other_sessions() {
    let mut here = signed_up().await;
    let there = here.clone();
    let wrong = json!({ "old": "wrong horse", "new": "battery staple" });
    assert_eq!(here.enter("/api/password", wrong).await.status, StatusCode::FORBIDDEN);
    let right = json!({ "old": "correct horse", "new": "battery staple" });
    assert_eq!(here.enter("/api/password", right).await.status, StatusCode::OK);
    assert_eq!(there.get("/api/account").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(here.get("/api/account").await.status, StatusCode::OK);
    assert_eq!(here.post("/api/sign-in", ann()).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_closed_account_is_gone_with_its_bots_and_tokens() {
    let asker = signed_up().await;
    let bot = asker.post("/api/bots", json!({ "name": "Robot" })).await;
    let token = bot.json()["token"]["secret"].as_str().unwrap().to_owned();
    let bot = asker.with_token(&token);
    assert_eq!(bot.get("/api/account").await.json()["kind"], "bot");
    let wrong = asker.ask("DELETE", "/api/account", Some(json!({ "password": "wrong one" }))).await;
    assert_eq!(wrong.status, StatusCode::FORBIDDEN);
    let gone = json!({ "password": "correct horse" });
    let gone = asker.ask("DELETE", "/api/account", Some(gone)).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    for asker in [&asker, &bot] {
        assert_eq!(asker.get("/api/account").await.status, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(asker.post("/api/sign-in", ann()).await.status, StatusCode::UNAUTHORIZED);
    let again = Asker::new(&asker.server).post("/api/sign-up", ann()).await;
    assert_eq!(again.status, StatusCode::CREATED, "the name is free again");
}

#[tokio::test]
async fn names_that_look_taken_are_taken() {
    let asker = signed_up().await;
    for name in ["ann", "ANN", "An-n", "A_nn"] {
        let wish = json!({ "name": name, "password": "another horse" });
        let answer = Asker::new(&asker.server).post("/api/sign-up", wish).await;
        assert_eq!(answer.status, StatusCode::CONFLICT, "{name}: {}", answer.text);
    }
}

#[tokio::test]
async fn tokens_are_shown_once_scoped_and_revocable() {
    let asker = signed_up().await;
    let wish =
        json!({ "label": "<b>mine</b>'; DROP TABLE tokens; --", "scopes": ["read", "read"] });
    let made = asker.post("/api/tokens", wish).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
    let (made, secret) = (made.json(), made.json()["secret"].as_str().unwrap().to_owned());
    assert_eq!(made["scopes"], json!(["read"]));
    let bearer = asker.with_token(&secret);
    assert_eq!(bearer.get("/api/account").await.json()["name"], "Ann");
    let listed = asker.get("/api/tokens").await;
    assert_eq!(listed.json()[0]["label"], made["label"]);
    assert!(!listed.text.contains(&secret[8..]), "never again");
    let question = json!({ "game": "hex", "milliseconds": 1 });
    let analysis = bearer.post("/api/analyse", question).await;
    assert_eq!(analysis.status, StatusCode::FORBIDDEN, "out of its scope");
    assert!(analysis.text.contains("analyse"), "{}", analysis.text);
    for (method, path) in [("GET", "/api/tokens"), ("POST", "/api/sign-out-everywhere")] {
        let refused = bearer.ask(method, path, None).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN, "{method} {path}");
    }
    let path = format!("/api/tokens/{}", made["id"].as_str().unwrap());
    assert_eq!(asker.ask("DELETE", &path, None).await.status, StatusCode::NO_CONTENT);
    assert_eq!(asker.ask("DELETE", &path, None).await.status, StatusCode::NOT_FOUND);
    assert_eq!(bearer.get("/api/account").await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn nobody_reaches_the_tokens_and_bots_of_another() {
    let ann = signed_up().await;
    let wish = json!({ "label": "x", "scopes": [] });
    let token = ann.post("/api/tokens", wish).await.json()["id"].clone();
    ann.post("/api/bots", json!({ "name": "Robot" })).await;
    let mut eve = Asker::new(&ann.server);
    eve.enter("/api/sign-up", json!({ "name": "Eve", "password": "apple tree" })).await;
    assert_eq!(eve.get("/api/tokens").await.json(), json!([]));
    for (method, path) in [
        ("DELETE", format!("/api/tokens/{}", token.as_str().unwrap())),
        ("DELETE", "/api/bots/Robot".to_owned()),
        ("POST", "/api/bots/Robot/tokens".to_owned()),
    ] {
        assert_eq!(eve.ask(method, &path, None).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    assert_eq!(ann.get("/api/bots").await.json()[0]["name"], "Robot");
}

#[tokio::test]
async fn another_sites_page_changes_nothing() {
    let asker = signed_up().await;
    for origin in [Some("https://evil.example"), Some("null"), None] {
        let foreign = Asker { origin, ..asker.clone() };
        for (method, path) in [
            ("POST", "/api/sign-out-everywhere"),
            ("POST", "/api/tokens"),
            ("DELETE", "/api/account"),
            ("POST", "/api/guest"),
        ] {
            let answer = foreign.ask(method, path, Some(json!({}))).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{method} {path} {origin:?}");
        }
    }
    assert_eq!(asker.get("/api/account").await.status, StatusCode::OK);
}

#[tokio::test]
async fn guessing_a_password_is_slow() {
    let asker = Asker::new(&open(Limits::default()).await);
    asker.post("/api/sign-up", ann()).await;
    let mut refused = None;
    for guess in 0..50 {
        let body = json!({ "name": "Ann", "password": format!("guess number {guess}") });
        let answer = asker.post("/api/sign-in", body).await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("some guess is one too many");
    let wait: u64 = refused.headers[RETRY_AFTER].to_str().unwrap().parse().unwrap();
    assert!((1..=60).contains(&wait), "{wait}");
    let right = asker.post("/api/sign-in", ann()).await;
    assert_eq!(right.status, StatusCode::TOO_MANY_REQUESTS, "not even the right one");
}

#[tokio::test]
async fn what_is_too_large_or_no_json_is_refused_in_one_short_line() {
    let asker = signed_up().await;
    let name = json!({ "name": "x".repeat(200_000), "password": "correct horse" });
    let long = asker.post("/api/sign-up", name).await;
    assert_eq!(long.status, StatusCode::BAD_REQUEST);
    assert!(long.text.len() < 300, "{}", long.text);
    let huge = asker.send("POST", "/api/sign-up", "x".repeat(10_000_000)).await;
    assert_eq!(huge.status, StatusCode::PAYLOAD_TOO_LARGE);
    for body in ["", "{", "[]", "null", "{\"name\":1}", "{\"name\":\"x\"}", "\u{0}"] {
        let answer = asker.send("POST", "/api/sign-up", body.to_owned()).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{body:?}");
        assert!(answer.text.len() < 300 && answer.json()["what"].is_string(), "{}", answer.text);
    }
}

#[tokio::test]
async fn sql_and_html_in_every_text_field_are_only_text() {
    let asker = signed_up().await;
    let nasty =
        ["'; DROP TABLE people; --", "<script>alert(1)</script>", "\" OR \"\"=\"", "\u{0}\u{202e}"];
    for text in nasty {
        let both = json!({ "name": text, "password": text });
        assert_eq!(asker.post("/api/sign-up", both.clone()).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(asker.post("/api/sign-in", both).await.status, StatusCode::UNAUTHORIZED);
        let bot = asker.post("/api/bots", json!({ "name": text })).await;
        assert_eq!(bot.status, StatusCode::BAD_REQUEST);
        let game = asker.post("/api/analyse", json!({ "game": text })).await;
        assert_eq!(game.status, StatusCode::BAD_REQUEST);
        let mv = json!({ "game": "hex", "moves": [text] });
        assert_eq!(asker.post("/api/analyse", mv).await.status, StatusCode::BAD_REQUEST);
        let position = json!({ "game": "hexchess", "position": text });
        assert_eq!(asker.post("/api/analyse", position).await.status, StatusCode::BAD_REQUEST);
        let bearer = asker.with_token("not a token at all");
        assert_eq!(bearer.get("/api/account").await.status, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(asker.get("/api/account").await.json()["name"], "Ann");
}

#[tokio::test]
async fn no_answer_holds_a_password_or_its_hash() {
    let asker = signed_up().await;
    let mut texts = Vec::new();
    for path in ["/api/account", "/api/tokens", "/api/bots"] {
        texts.push(asker.get(path).await.text);
    }
    texts.push(asker.post("/api/sign-in", ann()).await.text);
    for text in texts {
        assert!(!text.contains("argon2") && !text.contains("horse"), "{text}");
    }
}

#[tokio::test]
async fn settings_are_kept_with_the_account_and_checked() {
    const PATH: &str = "/api/account/settings";
    let asker = signed_up().await;
    assert_eq!(asker.get(PATH).await.json(), json!({ "values": {} }));
    let night = json!({ "values": { "light": "night", "volume": "75" } });
    assert_eq!(asker.ask("PUT", PATH, Some(night.clone())).await.status, StatusCode::NO_CONTENT);
    assert_eq!(asker.get(PATH).await.json(), night);
    let day = json!({ "values": { "light": "day" } });
    assert_eq!(asker.ask("PUT", PATH, Some(day.clone())).await.status, StatusCode::NO_CONTENT);
    let many: Value = (0..65).map(|n| (format!("name-{n}"), Value::from("on"))).collect();
    let refused = [
        json!({ "light": "day" }),
        json!({ "values": { "light": 1 } }),
        json!({ "values": { "light": "" } }),
        json!({ "values": { "Light": "day" } }),
        json!({ "values": { "light": "x".repeat(33) } }),
        json!({ "values": { "light": "<script>" } }),
        json!({ "values": many }),
    ];
    for body in refused {
        let answer = asker.ask("PUT", PATH, Some(body)).await;
        assert!(answer.status.is_client_error(), "{}", answer.text);
    }
    assert_eq!(asker.get(PATH).await.json(), day, "the last write that was good");
    assert_eq!(asker.get("/api/account/download").await.json()["settings"], day);
    let mut guest = Asker::new(&asker.server);
    assert_eq!(guest.get(PATH).await.status, StatusCode::UNAUTHORIZED);
    guest.enter("/api/guest", json!({})).await;
    assert_eq!(guest.get(PATH).await.status, StatusCode::FORBIDDEN);
    let gone = json!({ "password": "correct horse" });
    assert_eq!(
        asker.ask("DELETE", "/api/account", Some(gone)).await.status,
        StatusCode::NO_CONTENT
    );
    let mut again = Asker::new(&asker.server);
    again.enter("/api/sign-up", ann()).await;
    assert_eq!(again.get(PATH).await.json(), json!({ "values": {} }), "another account");
}
