//! The API's description: complete, valid against itself, and readable.

mod desk;

use axum::http::StatusCode;
use desk::{Asker, GENEROUS, open};
use serde_json::Value;
use server::limits::Limits;

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
    let _: &Value = &api;
}
