//! The Sixfold server: the browser app and the API over HTTP, and online play over one WebSocket a
//! client.
//!
//! [`app`] is the whole of it as one router over a [`AppState`]; [`serve`] listens until it is asked to
//! stop, and [`run`] is what a command calls. Rules of play are not here.
//!
//! A move's way: `socket` decodes it and finds the room, `room` checks and commits it through
//! `store`, and sends it on through every `connection`.

#![warn(missing_docs)]

pub mod admin;
pub mod api;
pub mod archive;
mod assets;
mod cluster;
mod computers;
mod connection;
pub mod credential;
mod engine_work;
pub mod game_event;
mod health;
mod heartbeat;
pub mod limits;
mod lobby;
mod logs;
pub mod metrics;
mod moderation;
mod network;
pub mod outages;
mod pages;
pub mod people;
mod plain_text;
pub mod random;
mod requests;
mod room;
mod run;
mod security_headers;
mod socket;
mod state;
pub mod store;
mod subscriptions;
mod tasks;
pub mod time;

pub use cluster::{BusError, WorkerSettings, work};
pub use logs::write_logs;
pub use network::{AllowedHosts, NetworkLimits};
pub use run::{Settings, StartError, addresses, run, run_worker, serve};
pub use state::{AppState, RoomTimeouts, ServerConfig};

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::routing::get;
use std::sync::Arc;

/// Everything the server answers.
pub fn app(state: Arc<AppState>) -> Router {
    let api = api::router(&state);
    let (transport, hosts) = (state.site.transport, Arc::clone(&state.hosts));
    let (metered, limit) = (Arc::clone(&state), state.network.answer_timeout);
    let router = Router::new()
        .route("/healthz", get(health::answer))
        .route("/readyz", get(health::ready))
        .route("/livez", get(health::alive))
        .route("/api/socket", get(socket::open))
        .route("/robots.txt", get(pages::robots))
        .route("/sitemap.xml", get(pages::sitemap))
        .route("/favicon.ico", get(pages::favicon))
        .route("/picture/{*path}", get(pages::picture))
        .fallback(get(pages::answer).layer(api::compression::layer()))
        .with_state(state)
        .merge(api)
        .layer(requests::catch_panic())
        .layer(requests::timeout(limit))
        .layer(map_response(requests::explain_timeout))
        .layer(from_fn(api::renew_cookie))
        .layer(from_fn_with_state(hosts, network::check_host))
        .layer(map_response(
            move |response| async move { security_headers::add(response, transport) },
        ))
        .layer(from_fn_with_state(metered, requests::time));
    requests::trace(router)
}
