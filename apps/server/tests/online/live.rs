//! The games that are on, over HTTP: one's own with whose turn it is, and all of them with who watches.

use crate::support::client::{Client, game_between, terms};
use crate::support::site::Site;
use axum::http::StatusCode;
use protocol::{ToClient, Wish};
use serde_json::{Value, json};

#[tokio::test]
async fn own_games_say_against_whom_and_whose_turn_it_is() {
    let site = Site::open().await;
    let [ann, bob] = [site.account("Ann").await, site.account("Bob").await];
    let mut a = Client::back(site.at, &ann).await;
    let mut b = Client::back(site.at, &bob).await;
    let playing = async |cookie: &str| -> Vec<Value> {
        let answer = site.asker(cookie).get("/api/account/playing").await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        answer.json().as_array().unwrap().clone()
    };
    assert!(playing(&ann).await.is_empty());
    let game = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "3d")).await;
    let expected = |own: &Value, seat: &str, turn: bool, plies: u64| {
        assert_eq!((&own["id"], &own["seat"]), (&json!(game.as_str()), &json!(seat)));
        assert_eq!((&own["your_turn"], &own["plies"]), (&json!(turn), &json!(plies)));
        assert_eq!((&own["first"]["name"], &own["second"]["name"]), (&json!("Ann"), &json!("Bob")));
        assert!(own["deadline"].is_u64() && own["time"] == "3d", "{own}");
    };
    expected(&playing(&ann).await[0], "first", true, 0);
    a.play(&game, 0, "a1").await.unwrap();
    expected(&playing(&ann).await[0], "first", false, 1);
    expected(&playing(&bob).await[0], "second", true, 1);
    a.ask(&game, Wish::Resign).await.unwrap();
    assert!(playing(&ann).await.is_empty() && playing(&bob).await.is_empty());
    let stranger = site.asker("").get("/api/account/playing").await;
    assert_eq!(stranger.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn running_games_are_listed_with_their_watchers() {
    let site = Site::open().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("eclipse", "", "60+1")).await;
    let mut watcher = Client::guest(site.at).await;
    watcher.watch(&game).await;
    watcher.until(|m| matches!(m, ToClient::Present(who) if who.watchers == 1).then_some(())).await;
    let asker = site.asker(&a.cookie);
    let listed = asker.get("/api/games/live").await.json();
    assert_eq!((&listed[0]["id"], &listed[0]["watchers"]), (&json!(game.as_str()), &json!(1)));
    drop(watcher);
    a.until(|m| matches!(m, ToClient::Present(who) if who.watchers == 0).then_some(())).await;
    assert_eq!(asker.get("/api/games/live").await.json()[0]["watchers"], 0);
    a.ask(&game, Wish::Resign).await.unwrap();
    assert_eq!(asker.get("/api/games/live").await.json(), json!([]));
}

#[tokio::test]
async fn the_front_page_is_told_what_happens() {
    let site = Site::open().await;
    let asker = site.asker("");
    let nothing = json!({ "people": 0, "open_games": 0, "running_games": 0 });
    assert_eq!(asker.get("/api/activity").await.json(), nothing);
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "60+1")).await;
    a.play(&game, 0, "a1").await.unwrap();
    let told = asker.get("/api/activity").await.json();
    assert_eq!((&told["people"], &told["running_games"]), (&json!(2), &json!(1)));
    let featured = &told["featured"];
    assert_eq!((&featured["id"], &featured["plies"]), (&json!(game.as_str()), &json!(1)));
    assert!(featured["view"].is_string() && featured["ended"].is_null(), "{featured}");
    a.ask(&game, Wish::Resign).await.unwrap();
    let over = asker.get("/api/activity").await.json();
    assert_eq!(over["running_games"], 0);
    assert!(
        over["featured"]["id"] == game.as_str() && over["featured"]["ended"].is_u64(),
        "{over}"
    );
}
