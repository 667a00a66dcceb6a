//! The API's description: complete, valid against itself, and readable.

use crate::http::{Asker, GENEROUS, open};
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use serde_json::{Value, json};
use server::limits::Limits;
use std::collections::BTreeSet;

#[tokio::test]
async fn the_description_and_its_page_are_served() {
    let asker = Asker::new(&open(Limits::new(GENEROUS)).await);
    let json = asker.get("/api/openapi.json").await;
    assert_eq!(json.json()["openapi"], "3.1.0");
    let page = asker.get("/api").await;
    assert_eq!(page.status, StatusCode::OK);
    for loose in ["<script", "style=", "http://", "https://", "onclick"] {
        assert!(!page.text.contains(loose), "our policy forbids {loose}");
    }
    for path in json.json()["paths"].as_object().unwrap().keys() {
        assert!(page.text.contains(path.as_str()), "{path}");
    }
    assert_eq!(asker.get("/api/page.css").await.status, StatusCode::OK);
}

/// Routes that are added by other means than `routes!` would not be described.
#[test]
fn every_route_is_described() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/api");
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let page = path.ends_with("page.rs");
        assert!(page || !text.contains(".route("), "{} adds a route by hand", path.display());
    }
}

#[tokio::test]
async fn unknown_paths_and_methods_are_told_in_json() {
    let asker = Asker::new(&open(Limits::new(GENEROUS)).await);
    let nowhere = asker.get("/api/nowhere/at/all").await;
    assert_eq!(
        (nowhere.status, &nowhere.json()["error"]),
        (StatusCode::NOT_FOUND, &"not_found".into())
    );
    let wrong = asker.ask("PUT", "/api/account", None).await;
    assert_eq!(wrong.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(wrong.json()["error"], "wrong_method");
}

#[test]
fn every_operation_has_words_and_answers() {
    let api = serde_json::to_value(server::api::description()).unwrap();
    for (path, item) in api["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let words =
                |field: &str| operation[field].as_str().is_some_and(|text| !text.is_empty());
            assert!(words("summary") && words("operationId"), "{method} {path}");
            let answers = operation["responses"].as_object().unwrap();
            assert!(answers.keys().any(|status| status.starts_with('2')), "{method} {path}");
            let named = path.matches('{').count();
            let given = operation["parameters"]
                .as_array()
                .map_or(0, |all| all.iter().filter(|one| one["in"] == "path").count());
            assert_eq!(named, given, "{method} {path} names what is in braces");
        }
    }
}

/// Riddles, and words that name an account, a caller or a seat by none of these.
const VAGUE: [&str; 7] = ["somebody", "nobody", "anybody", "everybody", "whoever", "whom", "told"];

/// The texts of the description: summaries and descriptions, each with the way to it.
fn texts(value: &Value, at: &str, into: &mut Vec<(String, String)>) {
    for (name, inner) in value.as_object().into_iter().flatten() {
        match inner {
            Value::String(text) if name == "summary" || name == "description" => {
                into.push((format!("{at}/{name}"), text.clone()));
            }
            _ => texts(inner, &format!("{at}/{name}"), into),
        }
    }
    for (i, inner) in value.as_array().into_iter().flatten().enumerate() {
        texts(inner, &format!("{at}/{i}"), into);
    }
}

/// Whether a text is a question word alone, such as “What.”
fn is_stub(text: &str) -> bool {
    let stubs = ["how", "what", "when", "where", "which", "who", "whose", "why"];
    stubs.contains(&text.to_lowercase().trim_end_matches('.'))
}

#[test]
fn descriptions_name_what_they_speak_of() {
    let api = serde_json::to_value(server::api::description()).unwrap();
    let mut found = Vec::new();
    texts(&api, "", &mut found);
    assert!(found.len() > 500, "{} texts", found.len());
    for (at, text) in found {
        let lower_case = text.to_lowercase();
        let mut words = lower_case.split(|c: char| !c.is_alphabetic());
        assert!(!words.any(|word| VAGUE.contains(&word)), "{at}: {text}");
        assert!(!is_stub(&text), "{at}: {text}");
    }
}

/// Asks for everything that can be asked without a body, and holds every answer against what the
/// description says of it.
#[tokio::test]
async fn answers_are_as_described() {
    let mut asker = Asker::new(&open(Limits::new(GENEROUS)).await);
    let api = asker.get("/api/openapi.json").await.json();
    // What never ends is asked for where bots are tested.
    let endless = [("get", "/api/stream/event"), ("post", "/api/seek")];
    let mut asked: BTreeSet<(String, String)> =
        endless.map(|(method, path)| (method.to_owned(), path.to_owned())).into();
    for (method, path, body) in asks() {
        let template = path.split('?').next().unwrap();
        let operation = &api["paths"][template][method.to_lowercase()];
        assert!(operation.is_object(), "{method} {template} is described");
        let filled = path.replace("{name}", "Ann").replace("{id}", "none");
        let filled =
            filled.replace("{game}", "hex").replace("{move}", "a1").replace("{wish}", "resign");
        let answer = asker.ask(method, &filled, body).await;
        if answer.headers.contains_key(SET_COOKIE) {
            asker.cookie = Some(answer.cookie());
        }
        let status = answer.status.as_u16().to_string();
        let described = &operation["responses"][&status];
        assert!(described.is_object(), "{method} {path} answers {status}: {}", answer.text);
        if let Some(schema) = described["content"]["application/json"].get("schema") {
            let error = misfit(&api, schema, &answer.json());
            assert_eq!(error, None, "{method} {path} {status}: {}", answer.text);
        }
        asked.insert((method.to_lowercase(), template.to_owned()));
    }
    for (path, item) in api["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys() {
            assert!(
                asked.contains(&(method.clone(), path.clone())),
                "{method} {path} is not asked"
            );
        }
    }
}

/// One ask of every route, in an order in which most succeed.
fn asks() -> Vec<(&'static str, &'static str, Option<Value>)> {
    let ann = json!({ "name": "Ann", "password": "correct horse" });
    vec![
        ("GET", "/api/account", None),
        ("POST", "/api/guest", None),
        ("POST", "/api/guest", None),
        ("POST", "/api/sign-up", Some(json!({ "name": "x", "password": "short" }))),
        ("POST", "/api/sign-up", Some(ann.clone())),
        ("GET", "/api/account", None),
        ("POST", "/api/sign-in", Some(json!({ "name": "Ann", "password": "wrong horse" }))),
        ("POST", "/api/sign-in", Some(ann)),
        ("POST", "/api/password", Some(json!({ "old": "correct horse", "new": "battery staple" }))),
        ("GET", "/api/account/recovery-codes", None),
        ("POST", "/api/account/recovery-codes", Some(json!({ "password": "battery staple" }))),
        (
            "POST",
            "/api/recover",
            Some(json!({ "name": "Ann", "code": "abcd", "password": "battery staples" })),
        ),
        ("POST", "/api/tokens", Some(json!({ "label": "mine", "scopes": ["read", "play"] }))),
        ("GET", "/api/tokens", None),
        ("DELETE", "/api/tokens/{id}", None),
        ("POST", "/api/bots", Some(json!({ "name": "Robot" }))),
        ("GET", "/api/bots", None),
        ("POST", "/api/bots/{name}/tokens", None),
        ("DELETE", "/api/bots/{name}", None),
        ("GET", "/api/account/download", None),
        ("GET", "/api/account/playing", None),
        ("GET", "/api/account/sessions", None),
        ("DELETE", "/api/account/sessions/{id}", None),
        ("GET", "/api/account/settings", None),
        ("PUT", "/api/account/settings", Some(json!({ "values": { "light": "night" } }))),
        ("GET", "/api/account/blocks", None),
        ("PUT", "/api/account/blocks/{name}", None),
        ("DELETE", "/api/account/blocks/{name}", None),
        ("POST", "/api/reports", Some(json!({ "person": "Nobody", "reason": "chat" }))),
        ("GET", "/api/moderation/reports", None),
        ("POST", "/api/moderation/reports/{id}/close", Some(json!({ "note": "done" }))),
        ("GET", "/api/moderation/log", None),
        ("GET", "/api/moderation/people/{name}", None),
        ("PUT", "/api/moderation/people/{name}/mute", Some(json!({ "seconds": 3600 }))),
        ("DELETE", "/api/moderation/people/{name}/mute", None),
        ("PUT", "/api/moderation/people/{name}/ban", Some(json!({ "seconds": 3600 }))),
        ("DELETE", "/api/moderation/people/{name}/ban", None),
        ("POST", "/api/moderation/games/{id}/abort", Some(json!({ "reason": "a test" }))),
        ("GET", "/api/site", None),
        ("GET", "/api/games", None),
        ("GET", "/api/games/live?game=hex", None),
        ("GET", "/api/activity", None),
        ("GET", "/api/games/export", None),
        ("GET", "/api/games/{id}", None),
        ("GET", "/api/games/{id}/export", None),
        ("POST", "/api/import", Some(json!({ "game": "hex", "text": "c2 swap" }))),
        ("GET", "/api/people/{name}", None),
        ("GET", "/api/people/{name}/ratings?game=hex&speed=blitz", None),
        ("GET", "/api/people/{name}/opponents", None),
        ("GET", "/api/leaderboard?game=hex&speed=blitz", None),
        (
            "POST",
            "/api/analyse",
            Some(json!({ "game": "hex", "options": "size=3 swap=off", "milliseconds": 50 })),
        ),
        ("GET", "/api/rules", None),
        ("GET", "/api/rules/{game}/start", None),
        ("GET", "/api/rules/{game}/moves?position=3/3/3+r+swap%3Don", None),
        ("GET", "/api/rules/{game}/check?options=size%3D5&moves=c3&move=c3", None),
        ("GET", "/api/rules/{game}/apply?options=size%3D5&moves=c3+c3", None),
        ("GET", "/api/rules/{game}/state?moves=c3+swap", None),
        ("GET", "/api/rules/{game}/picture.svg", None),
        ("GET", "/api/rules/{game}/picture.png?width=7", None),
        ("GET", "/api/rules/{game}/best?options=size%3D3&milliseconds=20", None),
        ("POST", "/api/challenge/{name}", Some(json!({ "game": "hex" }))),
        ("POST", "/api/challenge/{id}/accept", None),
        ("POST", "/api/challenge/{id}/decline", None),
        ("GET", "/api/bot/game/stream/{id}", None),
        ("POST", "/api/bot/game/{id}/move/{move}", None),
        ("POST", "/api/bot/game/{id}/chat", Some(json!({ "text": "hello" }))),
        ("POST", "/api/bot/game/{id}/{wish}", None),
        ("POST", "/api/sign-out", None),
        ("POST", "/api/sign-out-everywhere", None),
        ("DELETE", "/api/account", Some(json!({ "password": "correct horse" }))),
    ]
}

/// Where a value is not as a schema says, if anywhere.
fn misfit(api: &Value, schema: &Value, value: &Value) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return misfit(api, &api["components"]["schemas"][name], value);
    }
    for way in ["oneOf", "anyOf"] {
        if let Some(ways) = schema[way].as_array() {
            let fits = ways.iter().any(|one| misfit(api, one, value).is_none());
            return (!fits).then(|| format!("{value} is none of {way}"));
        }
    }
    if let Some(all) = schema["allOf"].as_array() {
        return all.iter().find_map(|one| misfit(api, one, value));
    }
    if let Some(values) = schema["enum"].as_array() {
        return (!values.contains(value)).then(|| format!("{value} is not listed"));
    }
    let kinds = schema["type"].as_array().cloned().unwrap_or_else(|| vec![schema["type"].clone()]);
    let is = |kind: &Value| match kind.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        _ => true,
    };
    if !kinds.iter().any(is) {
        return Some(format!("{value} is not of type {}", schema["type"]));
    }
    let missing = schema["required"].as_array().into_iter().flatten();
    let missing = missing.filter_map(Value::as_str).find(|name| value.get(*name).is_none());
    if let Some(name) = missing {
        return Some(format!("{name} is missing"));
    }
    let mut fields = value.as_object().into_iter().flatten();
    let odd = fields.find_map(|(name, inner)| match schema["properties"].get(name) {
        Some(schema) => misfit(api, schema, inner),
        None => None,
    });
    let items = value.as_array().into_iter().flatten();
    odd.or_else(|| {
        items
            .filter(|_| schema["items"].is_object())
            .find_map(|item| misfit(api, &schema["items"], item))
    })
}

/// The page is tested against that file, so that both sides are held to the same description.
#[test]
fn the_description_in_docs_is_the_servers_own() {
    let text = server::api::description().to_pretty_json().unwrap() + "\n";
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let stored = std::fs::read_to_string(root.join("docs/openapi.json")).unwrap_or_default();
    if stored != text {
        std::fs::write(root.join("target/openapi.json"), text).unwrap();
        panic!("docs/openapi.json is not what the server answers: cp target/openapi.json docs/");
    }
}
