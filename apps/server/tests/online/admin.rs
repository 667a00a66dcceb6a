//! What an operator does in another process, on the same database: the running server follows.

use crate::http::Asker;
use crate::support::client::{Client, game_between, terms};
use crate::support::site::Site;
use axum::http::StatusCode;
use clock::{Moment, Span};
use protocol::{EndReason, Event, GameId, Refusal, Room, ToServer};
use serde_json::json;
use server::admin;
use server::store::{
    AccountKind, ActionKind, DatabaseLocation, FOREVER, OPERATOR, SignUpMode, Store, StoreError,
    statement,
};
use server::time::now;
use std::time::Duration;

/// The database as another process has it.
async fn operator(site: &Site) -> Store {
    let place = DatabaseLocation::Folder(site.folder.path().to_owned());
    admin::open(&place).await.unwrap()
}

async fn id_of(store: &Store, name: &str) -> String {
    store.named(name).await.unwrap().unwrap().id
}

async fn say(client: &mut Client, game: &GameId) -> Result<Option<u64>, Refusal> {
    let (id, game) = (client.id(), game.clone());
    let (room, text) = (Room::Players, "hello".to_owned());
    client.say(&ToServer::Chat { game, room, text, id: id.clone() }).await;
    client.done(&id).await
}

/// Waits until something holds, as it does after a heartbeat.
async fn soon(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    for _ in 0..600 {
        if holds().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{what}");
}

fn signed_out(site: &Site) -> Asker {
    Asker { cookie: None, ..site.asker("") }
}

#[tokio::test]
async fn a_ban_closes_connections_and_refuses_sign_in_and_tokens() {
    let site = Site::open().await;
    let mut anna = signed_out(&site);
    let wish = json!({ "name": "Anna", "password": "correct horse" });
    anna.enter("/api/sign-up", wish.clone()).await;
    let token = json!({ "label": "a program", "scopes": ["read"] });
    let token = anna.post("/api/tokens", token).await.json();
    let token = signed_out(&site)
        .with_token(token["secret"].as_str().unwrap_or_else(|| panic!("a token: {token}")));
    let mut socket = Client::back(site.at, anna.cookie.as_deref().unwrap()).await;
    let store = operator(&site).await;
    let id = id_of(&store, "anna").await;
    assert_eq!(token.get("/api/account").await.status, StatusCode::OK);
    store.ban(&id, Some(FOREVER), (OPERATOR, "spam"), now()).await.unwrap();
    assert_eq!(socket.closed().await, 4001, "signed out");
    assert_eq!(anna.get("/api/account").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(token.get("/api/account").await.status, StatusCode::UNAUTHORIZED);
    let refused = signed_out(&site).post("/api/sign-in", wish.clone()).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN, "{}", refused.text);
    assert!(refused.text.contains("banned"), "{}", refused.text);
    store.ban(&id, None, (OPERATOR, ""), now()).await.unwrap();
    assert_eq!(signed_out(&site).post("/api/sign-in", wish.clone()).await.status, StatusCode::OK);
    assert_eq!(token.get("/api/account").await.status, StatusCode::OK);
    let past = Moment(now().0 - 1);
    store.ban(&id, Some(past), (OPERATOR, ""), now()).await.unwrap();
    let done = signed_out(&site).post("/api/sign-in", wish).await;
    assert_eq!(done.status, StatusCode::OK, "a ban that is over");
}

#[tokio::test]
async fn whoever_is_muted_plays_on_and_says_nothing() {
    let site = Site::open().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "none")).await;
    say(&mut a, &game).await.unwrap();
    let store = operator(&site).await;
    let id = store.game(&game).await.unwrap().unwrap().first.person;
    let until = now() + Span::days(1);
    store.mute(&id, Some(until), (OPERATOR, "insults"), now()).await.unwrap();
    soon("muted", async || say(&mut a, &game).await == Err(Refusal::Forbidden)).await;
    a.play(&game, 0, "a1").await.unwrap();
    say(&mut b, &game).await.unwrap();
    let site = site.restart().await;
    let mut a = Client::back(site.at, &a.cookie).await;
    a.watch(&game).await;
    assert_eq!(say(&mut a, &game).await, Err(Refusal::Forbidden), "known after a restart");
    operator(&site).await.mute(&id, None, (OPERATOR, ""), now()).await.unwrap();
    soon("not muted", async || say(&mut a, &game).await.is_ok()).await;
}

/// The log of actions refuses the entry: the game goes on.
#[tokio::test]
async fn an_abort_and_its_entry_in_the_log_are_one_transaction() {
    let site = Site::open().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "none")).await;
    let store = operator(&site).await;
    let execute = async |sql: &'static str| store.write(vec![statement(sql, [])]).await.unwrap();
    execute(
        "CREATE TRIGGER refused BEFORE INSERT ON admin_actions \
         BEGIN SELECT RAISE(ABORT, 'refused'); END",
    )
    .await;
    assert!(store.abort_game(&game, (OPERATOR, "a test"), now()).await.is_err());
    assert_eq!(store.game(&game).await.unwrap().unwrap().finish, None);
    a.play(&game, 0, "a1").await.unwrap();
    execute("DROP TRIGGER refused").await;
    store.abort_game(&game, (OPERATOR, "a test"), now()).await.unwrap();
    let log = store.actions_before(u64::MAX, 9).await.unwrap();
    let log: Vec<_> = log.iter().map(|action| (action.kind, action.game.clone())).collect();
    assert_eq!(log, [(ActionKind::AbortGame, Some(game))]);
}

#[tokio::test]
async fn an_aborted_game_ends_for_those_who_play_it() {
    let site = Site::open().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "none")).await;
    for (ply, mv) in ["a1", "b2", "c3", "d4"].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut a } else { &mut b };
        mover.play(&game, ply as u32, mv).await.unwrap();
    }
    let store = operator(&site).await;
    store.abort_game(&game, (OPERATOR, "a test"), now()).await.unwrap();
    for client in [&mut a, &mut b] {
        let (_, over) = client.event(|e| matches!(e, Event::Over { .. })).await;
        let Event::Over { result, .. } = over else { unreachable!() };
        assert_eq!((result.winner, result.why), (None, EndReason::Aborted));
    }
    assert!(a.play(&game, 4, "a2").await.is_err());
    let again = store.abort_game(&game, (OPERATOR, ""), now()).await;
    assert_eq!(again, Err(StoreError::Gone));
    let none = store.abort_game(&"nowhere".parse().unwrap(), (OPERATOR, ""), now()).await;
    assert_eq!(none, Err(StoreError::Gone));
    let place = DatabaseLocation::Folder(site.folder.path().to_owned());
    assert_eq!(admin::check(&place).await.unwrap().problems, Vec::<String>::new());
}

#[tokio::test]
async fn ended_sessions_are_over_for_requests_and_connections() {
    let site = Site::open().await;
    let cookie = site.account("Anna").await;
    let (store, one) = (operator(&site).await, site.asker(&cookie));
    let other = store.begin_session("Anna", Some("Firefox on Linux"), now()).await.unwrap();
    let mut socket = Client::back(site.at, &format!("sixfold={other}")).await;
    let rows = store.session_rows("Anna", now()).await.unwrap();
    let ended = rows.iter().find(|row| row.device.is_some()).unwrap();
    store.end_sessions_of("Anna", Some(&ended.fingerprint), OPERATOR, now()).await.unwrap();
    assert_eq!(socket.closed().await, 4001);
    assert_eq!(one.get("/api/account").await.status, StatusCode::OK, "the other one stays");
    store.end_sessions_of("Anna", None, OPERATOR, now()).await.unwrap();
    assert_eq!(one.get("/api/account").await.status, StatusCode::UNAUTHORIZED);
    assert!(store.session_rows("Anna", now()).await.unwrap().is_empty());
}

#[tokio::test]
async fn sign_up_is_open_closed_or_by_invitation() {
    let site = Site::open().await;
    let store = operator(&site).await;
    let sign_up = async |name: &str, invitation: Option<&str>| {
        let wish = json!({ "name": name, "password": "correct horse", "invitation": invitation });
        signed_out(&site).post("/api/sign-up", wish).await.status
    };
    let is = async |mode: &str| signed_out(&site).get("/api/site").await.json()["sign_up"] == mode;
    assert_eq!(sign_up("Anna", None).await, StatusCode::CREATED);
    store.set_sign_up(SignUpMode::Closed, now()).await.unwrap();
    soon("closed", async || is("closed").await).await;
    assert_eq!(sign_up("Berta", None).await, StatusCode::FORBIDDEN);
    store.set_sign_up(SignUpMode::Invitation, now()).await.unwrap();
    soon("by invitation", async || is("invitation").await).await;
    let code = store.invite(Some("Berta"), now()).await.unwrap();
    assert_eq!(sign_up("Berta", None).await, StatusCode::FORBIDDEN);
    assert_eq!(sign_up("Berta", Some("aaaa-aaaa-aaaa-aaaa")).await, StatusCode::FORBIDDEN);
    assert_eq!(sign_up("Anna", Some(&code)).await, StatusCode::CONFLICT, "taken");
    assert_eq!(sign_up("Berta", Some(&code.to_uppercase())).await, StatusCode::CREATED);
    assert_eq!(sign_up("Clara", Some(&code)).await, StatusCode::FORBIDDEN, "used");
    let listed = store.invitations().await.unwrap();
    assert_eq!((listed.len(), listed[0].account.as_deref()), (1, Some("Berta")));
    let mut guest = signed_out(&site);
    guest.enter("/api/guest", json!({})).await;
    let code = store.invite(None, now()).await.unwrap();
    let wish = json!({ "name": "Dora", "password": "correct horse", "invitation": code });
    let settled = guest.post("/api/sign-up", wish).await;
    assert_eq!(settled.status, StatusCode::CREATED, "a guest too: {}", settled.text);
    let used = store.invitations().await.unwrap();
    assert!(used.iter().all(|invitation| invitation.used.is_some()), "{used:?}");
}

#[tokio::test]
async fn an_announcement_is_told_until_it_is_cleared() {
    let site = Site::open().await;
    let store = operator(&site).await;
    let told = async || signed_out(&site).get("/api/site").await.json()["announcement"].clone();
    assert!(told().await.is_null());
    store.announce(Some("Tournament tonight"), now()).await.unwrap();
    soon("told", async || told().await == "Tournament tonight").await;
    store.announce(None, now()).await.unwrap();
    soon("cleared", async || told().await.is_null()).await;
}

#[tokio::test]
async fn a_code_of_the_operator_opens_the_account_once_and_a_name_can_be_changed() {
    let site = Site::open().await;
    let mut anna = signed_out(&site);
    anna.enter("/api/sign-up", json!({ "name": "Anna", "password": "correct horse" })).await;
    let store = operator(&site).await;
    let person = store.named("Anna").await.unwrap().unwrap();
    let code = store.add_recovery_code(&person.id, OPERATOR, now()).await.unwrap();
    store.rename(&person, &"Berta".parse().unwrap(), OPERATOR, now()).await.unwrap();
    let wish = json!({ "name": "Berta", "code": code, "password": "battery staples" });
    assert_eq!(signed_out(&site).post("/api/recover", wish.clone()).await.status, StatusCode::OK);
    let again = signed_out(&site).post("/api/recover", wish).await;
    assert_eq!(again.status, StatusCode::UNAUTHORIZED, "once");
    let other = site.account("Clara").await;
    assert!(!other.is_empty());
    let clara = store.named("Clara").await.unwrap().unwrap();
    let taken = store.rename(&clara, &"berta".parse().unwrap(), OPERATOR, now()).await;
    assert_eq!(taken, Err(StoreError::Taken));
    store.set_moderator(&person.id, true, OPERATOR, now()).await.unwrap();
    assert!(store.sanctions(&person.id).await.unwrap().moderator);
    store.set_moderator(&person.id, false, OPERATOR, now()).await.unwrap();
    assert!(!store.sanctions(&person.id).await.unwrap().moderator);
    let kinds: Vec<ActionKind> =
        store.actions_after(0).await.unwrap().iter().map(|action| action.kind).collect();
    let wanted = [
        ActionKind::ResetPassword,
        ActionKind::Rename,
        ActionKind::GrantModerator,
        ActionKind::RevokeModerator,
    ];
    assert_eq!(kinds, wanted, "what failed is not in the log");
}

#[tokio::test]
async fn people_are_listed_by_name_and_kind() {
    let site = Site::open().await;
    for name in ["Anna", "Hanna", "Berta", "B_rta"] {
        site.account(name).await;
    }
    let store = operator(&site).await;
    let names = async |kind, part: &str| {
        let all = store.list_people(kind, part, 100).await.unwrap();
        let mut names: Vec<String> = all.iter().map(|one| one.person.name.to_string()).collect();
        names.sort();
        names
    };
    assert_eq!(names(Some(AccountKind::Person), "").await, ["Anna", "B_rta", "Berta", "Hanna"]);
    assert_eq!(names(None, "ANNA").await, ["Anna", "Hanna"]);
    assert_eq!(names(None, "b_r").await, ["B_rta"], "an underscore is no wildcard");
    assert!(names(Some(AccountKind::Bot), "").await.is_empty());
    assert_eq!(store.list_people(None, "", 2).await.unwrap().len(), 2);
}

#[tokio::test]
async fn actions_of_two_processes_at_once_are_numbered_without_gaps() {
    let site = Site::open().await;
    site.account("Anna").await;
    let (one, other) = (operator(&site).await, operator(&site).await);
    let many = async |store: &Store| {
        for _ in 0..20 {
            store.mute("Anna", None, (OPERATOR, ""), now()).await.unwrap();
        }
    };
    tokio::join!(many(&one), many(&other));
    let numbers: Vec<u64> =
        one.actions_after(0).await.unwrap().iter().map(|action| action.n).collect();
    assert_eq!(numbers, (1..=40).collect::<Vec<u64>>());
}

#[tokio::test]
async fn a_folder_without_a_database_is_an_error_and_stays_empty() {
    let folder = tempfile::tempdir().unwrap();
    let place = DatabaseLocation::Folder(folder.path().to_owned());
    assert!(admin::open(&place).await.is_err());
    assert!(admin::check(&place).await.is_err());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
