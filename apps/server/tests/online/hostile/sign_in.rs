//! Whoever tries passwords of somebody else is slowed down, and the owner comes in.

use crate::http::{Answer, Asker};
use crate::support::site::Site;
use axum::http::StatusCode;
use axum::http::header::{RETRY_AFTER, SET_COOKIE};
use serde_json::json;
use std::sync::Arc;

fn from(site: &Site, address: &str) -> Asker {
    let server = server::app(Arc::clone(&site.state));
    Asker { address: Some(address.to_owned()), ..Asker::new(&server) }
}

async fn try_password(asker: &Asker, password: &str) -> Answer {
    asker.post("/api/sign-in", json!({ "name": "Ann", "password": password })).await
}

/// Ann has signed up at this address; the cookie of her browser as a device.
async fn ann_at(site: &Site, address: &str) -> String {
    let account = json!({ "name": "Ann", "password": "correct horse" });
    let answer = from(site, address).post("/api/sign-up", account).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    let mut cookies = answer.headers.get_all(SET_COOKIE).into_iter().map(|c| c.to_str().unwrap());
    let device = cookies.find(|cookie| cookie.starts_with("sixfold-device=")).unwrap();
    assert!(device.contains("HttpOnly"), "{device}");
    device.split(';').next().unwrap().to_owned()
}

/// Tries wrong passwords until it is refused; how many were compared.
async fn hammer(asker: &Asker) -> usize {
    for tried in 0..60 {
        let answer = try_password(asker, "wrong password").await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            assert!(answer.headers.contains_key(RETRY_AFTER));
            return tried;
        }
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    }
    panic!("nobody stopped it");
}

#[tokio::test]
async fn one_attacker_does_not_lock_the_owner_out() {
    let site = Site::strict().await;
    let device = ann_at(&site, "198.51.100.1").await;
    let eve = from(&site, "203.0.113.1");
    assert_eq!(hammer(&eve).await, 10);
    let refused = try_password(&eve, "correct horse").await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS, "not even the right one");
    let new = from(&site, "192.0.2.1");
    assert_eq!(try_password(&new, "correct horse").await.status, StatusCode::OK, "elsewhere");
    let shared = Asker { cookie: Some(device), ..from(&site, "203.0.113.1") };
    let known = try_password(&shared, "correct horse").await;
    assert_eq!(known.status, StatusCode::OK, "a known device at the attacker's own address");
    assert!(hammer(&shared).await < 10, "a device that was stolen guesses as slowly");
}

#[tokio::test]
async fn attackers_at_many_addresses_lock_out_unknown_addresses_only() {
    let site = Site::strict().await;
    let device = ann_at(&site, "198.51.100.1").await;
    let mut tried = 0;
    for i in 0..6 {
        tried += hammer(&from(&site, &format!("203.0.{i}.1"))).await;
    }
    assert_eq!(tried, 30, "what all strangers together may try");
    let status = async |asker: Asker| try_password(&asker, "correct horse").await.status;
    assert_eq!(status(from(&site, "192.0.2.1")).await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(status(from(&site, "198.51.100.1")).await, StatusCode::OK, "a known address");
    let known = Asker { cookie: Some(device), ..from(&site, "192.0.2.1") };
    assert_eq!(status(known).await, StatusCode::OK, "a known device");
    let forged = format!("sixfold-device={}", "A".repeat(32));
    let forged = Asker { cookie: Some(forged), ..from(&site, "192.0.2.2") };
    assert_eq!(status(forged).await, StatusCode::TOO_MANY_REQUESTS, "one that nobody gave");
}

#[tokio::test]
async fn forty_eight_addresses_at_once_do_not_stop_a_sign_in() {
    let site = Site::strict().await;
    ann_at(&site, "198.51.100.1").await;
    let crowd: Vec<_> = (0..48)
        .map(|i| {
            let (asker, name) = (from(&site, &format!("203.0.{i}.1")), format!("nobody-{i}"));
            let wish = json!({ "name": name, "password": "wrong password" });
            tokio::spawn(async move { asker.post("/api/sign-in", wish).await.status })
        })
        .collect();
    let owner = try_password(&from(&site, "192.0.2.1"), "correct horse").await;
    assert_eq!(owner.status, StatusCode::OK);
    for stranger in crowd {
        assert_eq!(stranger.await.unwrap(), StatusCode::UNAUTHORIZED);
    }
}
