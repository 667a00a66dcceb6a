//! What the server answers, header by header. The browser tests look at the built app itself;
//! these hold whether it is built or not.

use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use http_body_util::BodyExt;
use server::store::{DatabaseLocation, Store};
use server::{AppState, ServerConfig};
use std::io::Read;
use tower::ServiceExt;

async fn ask(method: &str, path: &str) -> Response<Body> {
    ask_with(method, path, "").await
}

async fn ask_with(method: &str, path: &str, encodings: &str) -> Response<Body> {
    let request = Request::builder().method(method).uri(path).header("accept-encoding", encodings);
    let request = request.body(Body::empty()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let place = DatabaseLocation::Folder(folder.path().to_owned());
    let store = Store::open(&place).await.unwrap();
    let state = AppState::open(store, ServerConfig::default()).await.unwrap();
    server::app(state).oneshot(request).await.unwrap()
}

fn header<'a>(response: &'a Response<Body>, name: &str) -> &'a str {
    response.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn health_is_told_and_not_kept() {
    let answer = ask("GET", "/healthz").await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(header(&answer, "cache-control"), "no-store");
    assert_eq!(answer.into_body().collect().await.unwrap().to_bytes(), "ok\n");
}

#[tokio::test]
async fn unknown_files_are_not_found() {
    let up = "/../../Cargo.toml";
    for path in [
        "/nothing.js",
        "/assets/nothing",
        "/play/board.png",
        "/index.html.br",
        "/index.html.gz",
        up,
    ] {
        assert_eq!(ask("GET", path).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn files_are_only_read() {
    for method in ["POST", "PUT", "DELETE"] {
        let answer = ask(method, "/").await;
        assert_eq!(answer.status(), StatusCode::METHOD_NOT_ALLOWED, "{method}");
    }
}

#[tokio::test]
async fn every_answer_is_guarded() {
    for path in ["/", "/healthz", "/nothing.js"] {
        let answer = ask("GET", path).await;
        let policy = header(&answer, "content-security-policy");
        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval';"), "{policy}");
        assert!(policy.contains("default-src 'none'"), "{policy}");
        for loose in ["unsafe-inline", "'unsafe-eval'", "*", "http:", "data:"] {
            assert!(!policy.contains(loose), "{policy}");
        }
        assert_eq!(header(&answer, "x-content-type-options"), "nosniff");
        assert_eq!(header(&answer, "cross-origin-opener-policy"), "same-origin");
        assert_eq!(header(&answer, "cross-origin-embedder-policy"), "require-corp");
        assert!(!header(&answer, "cache-control").is_empty(), "{path}");
    }
}

#[tokio::test]
async fn answers_of_the_api_are_compressed_for_those_who_ask() {
    let plain = ask("GET", "/api/openapi.json").await;
    assert_eq!(header(&plain, "content-encoding"), "");
    assert_eq!(header(&plain, "vary"), "accept-encoding");
    let plain = plain.into_body().collect().await.unwrap().to_bytes();
    let packed = ask_with("GET", "/api/openapi.json", "gzip, deflate").await;
    assert_eq!(header(&packed, "content-encoding"), "gzip");
    let packed = packed.into_body().collect().await.unwrap().to_bytes();
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut unpacked).unwrap();
    assert!(unpacked == plain && packed.len() * 4 < plain.len(), "{} bytes", packed.len());
    let short = ask_with("GET", "/api/nothing", "gzip").await;
    assert_eq!(header(&short, "content-encoding"), "", "not worth it");
}

#[tokio::test]
async fn crawlers_are_told_what_to_read() {
    let robots = ask("GET", "/robots.txt").await;
    let robots = robots.into_body().collect().await.unwrap().to_bytes();
    let robots = std::str::from_utf8(&robots).unwrap();
    assert!(robots.contains("Disallow: /api/\nSitemap: http://"), "{robots}");
    let map = ask("GET", "/sitemap.xml").await;
    assert_eq!(header(&map, "content-type"), "application/xml");
    let map = map.into_body().collect().await.unwrap().to_bytes();
    assert!(std::str::from_utf8(&map).unwrap().contains("/learn/hexchess</loc>"));
}

#[tokio::test]
async fn links_to_games_have_a_picture() {
    let games = catalog::GameName::ALL.map(catalog::GameName::text);
    for name in games.into_iter().chain(["home"]) {
        let picture = ask("GET", &format!("/picture/{name}.png")).await;
        assert_eq!(header(&picture, "content-type"), "image/png", "{name}");
        let png = picture.into_body().collect().await.unwrap().to_bytes();
        assert!(png.starts_with(b"\x89PNG") && png.len() > 5_000, "{name}: {} bytes", png.len());
    }
    for path in ["/picture/chess.png", "/picture/hex", "/picture/game/nosuchid.png"] {
        assert_eq!(ask("GET", path).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
}
