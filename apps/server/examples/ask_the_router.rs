//! A server without a network: its router is asked for the start of a game, a move and the running games.
//!
//! `cargo run --package server --example ask_the_router`

use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt;
use server::store::{DatabaseLocation, Store};
use server::{AppState, ServerConfig, app};
use std::error::Error;
use tower::ServiceExt;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let store = Store::open(&DatabaseLocation::Folder(folder.path().to_owned())).await?;
    let router = app(AppState::open(store, ServerConfig::default()).await?);
    for path in [
        "/livez",
        "/api/rules/hex/start?options=size%3D5",
        "/api/rules/hex/check?options=size%3D5&move=c3",
        "/api/games/live",
    ] {
        let request = Request::get(path).header("host", "localhost").body(Body::empty())?;
        let response = router.clone().oneshot(request).await?;
        let status = response.status();
        let body = response.into_body().collect().await?.to_bytes();
        println!("{path}: {status}\n{}\n", String::from_utf8_lossy(&body).trim_end());
    }
    Ok(())
}
