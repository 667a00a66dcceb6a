//! The Sixfold server: the browser app and the API over HTTP, and online play over one WebSocket a
//! client.
//!
//! [`app`] is the whole of it as one router over a [`Hall`]; [`serve`] listens until it is told to
//! stop, and [`run`] is what a command calls. Rules of play are not here.
//!
//! A move's way: `socket` decodes it and finds the room, `room` checks and commits it through
//! `store`, and sends it on through every `line`.

#![warn(missing_docs)]

pub mod api;
pub mod archive;
mod assets;
pub mod chance;
pub mod deed;
mod guard;
mod hall;
pub mod limits;
mod line;
mod lobby;
mod logs;
pub mod metrics;
pub mod people;
mod room;
mod run;
mod socket;
pub mod store;
pub mod time;

pub use hall::{Hall, Patience};
pub use logs::write_logs;
pub use run::{Refused, Settings, address, run, serve};

use axum::Router;
use axum::middleware::map_response;
use axum::routing::get;
use std::sync::Arc;

/// Everything the server answers.
pub fn app(hall: Arc<Hall>) -> Router {
    let api = api::router(&hall);
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/api/socket", get(socket::open))
        .fallback(get(assets::answer))
        .with_state(hall)
        .merge(api)
        .layer(map_response(guard::guard))
}
