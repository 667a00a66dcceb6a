//! Questions about the rules over HTTP: the examples of the description, errors, secrecy, limits.

use crate::http::{Answer, Asker, GENEROUS, open};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use serde_json::{Value, json};
use server::limits::Limits;

/// A value of an address, percent-encoded.
fn encoded(text: &str) -> String {
    let codes: Vec<String> = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    codes.concat()
}

/// The address that the examples of an operation's parameters make.
fn example(path: &str, operation: &Value) -> String {
    let mut filled = path.to_owned();
    let mut query = Vec::new();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let name = parameter["name"].as_str().unwrap();
        let value = match &parameter["example"] {
            Value::Null => continue,
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        if parameter["in"] == "path" {
            filled = filled.replace(&format!("{{{name}}}"), &value);
        } else {
            query.push(format!("{name}={}", encoded(&value)));
        }
    }
    format!("{filled}?{}", query.join("&"))
}

#[tokio::test]
async fn the_examples_of_the_description_are_answered_without_an_account() {
    let asker = Asker { origin: None, ..Asker::new(&open(Limits::new(GENEROUS)).await) };
    let api = asker.get("/api/openapi.json").await.json();
    let mut run = 0;
    for (path, item) in api["paths"].as_object().unwrap() {
        if !path.starts_with("/api/rules/") {
            continue;
        }
        let address = example(path, &item["get"]);
        let answer = asker.get(&address).await;
        assert_eq!(answer.status, StatusCode::OK, "{address}: {}", answer.text);
        let kind = answer.headers[CONTENT_TYPE].to_str().unwrap();
        let described = item["get"]["responses"]["200"]["content"].as_object().unwrap();
        assert!(described.contains_key(kind), "{address} answers {kind}");
        run += 1;
    }
    assert_eq!(run, 8);
}

async fn rules(asker: &Asker, path: &str, query: &[(&str, &str)]) -> Answer {
    let pairs: Vec<String> =
        query.iter().map(|(key, value)| format!("{key}={}", encoded(value))).collect();
    asker.get(&format!("/api/rules/{path}?{}", pairs.join("&"))).await
}

#[tokio::test]
async fn bad_input_is_told_with_place_and_reason() {
    let asker = Asker::new(&open(Limits::new(GENEROUS)).await);
    let cases = [
        ("go/state", vec![], "unknown_game", json!({ "part": "game" })),
        (
            "hex/state",
            vec![("options", "size=99")],
            "bad_options",
            json!({ "part": "options", "column": 6 }),
        ),
        (
            "hex/moves",
            vec![("moves", "c3 c3")],
            "illegal_move",
            json!({ "part": "moves", "index": 2 }),
        ),
        (
            "hex/best",
            vec![("moves", "c3 ??")],
            "bad_move",
            json!({ "part": "moves", "index": 2, "column": 1 }),
        ),
        (
            "hex/picture.svg",
            vec![("record", "[Game \"hex\"]\n\n1. a1 a1 *")],
            "illegal_move",
            json!({ "part": "record", "line": 3, "index": 2 }),
        ),
    ];
    for (path, query, code, place) in cases {
        let answer = rules(&asker, path, &query).await;
        let told = answer.json();
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{path}");
        assert_eq!(
            (&told["detail"]["code"], &told["detail"]["place"]),
            (&json!(code), &place),
            "{told}"
        );
    }
    let check = rules(&asker, "hex/check", &[("moves", "c3"), ("move", "c3")]).await.json();
    assert_eq!(
        (&check["legal"], &check["reason"]["message"]),
        (&json!(false), &json!("c3 is taken"))
    );
}

#[tokio::test]
async fn best_moves_of_every_game_are_legal_over_http() {
    let asker = Asker::new(&open(Limits::new(GENEROUS)).await);
    for game in catalog::GameName::ALL {
        let options = game.description().quick_options;
        let mut moves = String::new();
        for _ in 0..6 {
            let query = [("options", options), ("moves", moves.as_str())];
            let best = [&query[..], &[("milliseconds", "5"), ("level", "1")]].concat();
            let best = rules(&asker, &format!("{game}/best"), &best).await.json();
            let Some(mv) = best["move"].as_str() else { break };
            let checked = [&query[..], &[("move", mv)]].concat();
            let checked = rules(&asker, &format!("{game}/check"), &checked).await.json();
            assert_eq!(checked["legal"], true, "{game}: {mv} after {moves}");
            moves = format!("{moves} {mv}");
        }
        let query = [("options", options), ("moves", moves.as_str())];
        let state = rules(&asker, &format!("{game}/state"), &query).await.json();
        assert!(state["ply"].as_u64().unwrap() >= 3, "{game}: {moves}");
    }
}

/// HC-5.1.
#[tokio::test]
async fn no_answer_for_a_viewer_tells_a_fool_from_a_knight() {
    let asker = Asker::new(&open(Limits::new(GENEROUS)).await);
    for path in ["moves", "state", "picture.svg", "picture.png"] {
        let mut answers = Vec::new();
        for horse in ["n", "f"] {
            let position = format!("1/2/K6/1{horse}4/2Q2/6/6k/2/1 w even -");
            let query = [("position", position.as_str()), ("viewer", "first")];
            answers.push(rules(&asker, &format!("hexchess/{path}"), &query).await.text);
        }
        assert_eq!(answers[0], answers[1], "{path}");
    }
}

#[tokio::test]
async fn an_address_that_asks_too_often_is_refused_and_others_are_not() {
    let server = crate::support::site::Site::strict().await;
    let router = server::app(std::sync::Arc::clone(&server.state));
    let from = |address: &str| Asker { address: Some(address.to_owned()), ..Asker::new(&router) };
    let greedy = from("203.0.113.7");
    let mut refused = None;
    for _ in 0..60 {
        let answer =
            rules(&greedy, "hex/best", &[("options", "size=3"), ("milliseconds", "1")]).await;
        if answer.status != StatusCode::OK {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("an end of patience");
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(refused.headers.contains_key("retry-after"));
    let other =
        rules(&from("198.51.100.1"), "hex/best", &[("options", "size=3"), ("milliseconds", "1")])
            .await;
    assert_eq!(other.status, StatusCode::OK);
}
