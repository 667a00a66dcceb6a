//! Recovery codes: told once, each opens the account once, and nothing else does.

use crate::http::{Answer, Asker, GENEROUS, open};
use axum::http::StatusCode;
use serde_json::{Value, json};
use server::limits::Limits;

const OLD: &str = "correct horse";
const NEW: &str = "battery staples";

fn codes(answer: &Answer) -> Vec<String> {
    let json = answer.json();
    let codes = json["recovery_codes"].as_array().expect("codes").iter();
    codes.map(|code| code.as_str().unwrap().to_owned()).collect()
}

fn recovery(name: &str, code: &str) -> Value {
    json!({ "name": name, "code": code, "password": NEW })
}

async fn ann() -> (Asker, Vec<String>) {
    let mut ann = Asker::new(&open(Limits::new(GENEROUS)).await);
    let account = json!({ "name": "Ann", "password": OLD });
    let answer = ann.enter("/api/sign-up", account).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    let codes = codes(&answer);
    (ann, codes)
}

async fn signs_in(asker: &Asker, password: &str) -> bool {
    let stranger = Asker::new(&asker.server);
    let wish = json!({ "name": "Ann", "password": password });
    stranger.post("/api/sign-in", wish).await.status == StatusCode::OK
}

#[tokio::test]
async fn a_code_opens_the_account_once_and_ends_every_session() {
    let (ann, codes) = ann().await;
    assert_eq!(codes.len(), 8);
    let mut forgetful = Asker::new(&ann.server);
    let answer = forgetful.enter("/api/recover", recovery("Ann", &codes[2].to_uppercase())).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    assert_eq!(answer.json()["codes_left"], 7);
    assert_eq!(forgetful.get("/api/account").await.json()["name"], "Ann", "signed in");
    assert_eq!(ann.get("/api/account").await.status, StatusCode::UNAUTHORIZED);
    assert!(signs_in(&ann, NEW).await && !signs_in(&ann, OLD).await);
    let again = Asker::new(&ann.server).post("/api/recover", recovery("Ann", &codes[2])).await;
    assert_eq!(again.status, StatusCode::UNAUTHORIZED, "used up");
    let left = forgetful.get("/api/account/recovery-codes").await.json();
    assert_eq!(left["left"], 7);
}

#[tokio::test]
async fn only_the_owners_code_opens_an_account() {
    let (ann, codes) = ann().await;
    let mut eve = Asker::new(&ann.server);
    eve.enter("/api/sign-up", json!({ "name": "Eve", "password": OLD })).await;
    for (name, code) in [
        ("Eve", codes[0].as_str()),
        ("Nobody-here", &codes[0]),
        ("Ann", "aaaa-aaaa-aaaa-aaaa"),
        ("Ann", ""),
        ("Ann", "' or 1=1 --"),
    ] {
        let answer = Asker::new(&ann.server).post("/api/recover", recovery(name, code)).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{name} {code}");
    }
    let weak = json!({ "name": "Ann", "code": codes[0], "password": "short" });
    let answer = Asker::new(&ann.server).post("/api/recover", weak).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    let left = ann.get("/api/account/recovery-codes").await.json();
    assert_eq!(left["left"], 8, "nothing was used up");
    assert!(signs_in(&ann, OLD).await);
}

#[tokio::test]
async fn new_codes_take_the_place_of_the_old_ones_and_need_the_password() {
    let (ann, old) = ann().await;
    let path = "/api/account/recovery-codes";
    let refused = ann.post(path, json!({ "password": "another one" })).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    let answer = ann.post(path, json!({ "password": OLD })).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    let new = codes(&answer);
    let stranger = Asker::new(&ann.server);
    let status =
        async |code: &str| stranger.post("/api/recover", recovery("Ann", code)).await.status;
    assert_eq!(status(&old[0]).await, StatusCode::UNAUTHORIZED);
    assert_eq!(status(&new[0]).await, StatusCode::OK);
}

#[tokio::test]
async fn guessing_codes_is_limited_as_guessing_passwords_is() {
    let server = open(Limits::default().frozen()).await;
    let mut ann = Asker::new(&server);
    ann.enter("/api/sign-up", json!({ "name": "Ann", "password": OLD })).await;
    let stranger = Asker::new(&server);
    let mut answers = Vec::new();
    for _ in 0..40 {
        let wish = recovery("Ann", "aaaa-bbbb-cccc-dddd");
        answers.push(stranger.post("/api/recover", wish).await.status);
    }
    assert_eq!(answers[0], StatusCode::UNAUTHORIZED);
    assert_eq!(answers[39], StatusCode::TOO_MANY_REQUESTS);
}
