//! The Sixfold server: the browser app, over HTTP.
//!
//! [`app`] is the whole of it as one router; [`serve`] listens until it is told to stop, and
//! [`run`] is what a command calls. Rules of play are not here.

#![warn(missing_docs)]

pub mod api;
pub mod archive;
mod assets;
pub mod chance;
pub mod deed;
mod guard;
pub mod limits;
pub mod people;
mod run;
pub mod store;

pub use run::{Refused, address, run, serve};

use axum::Router;
use axum::middleware::map_response;
use axum::routing::get;

/// Everything the server answers.
pub fn app() -> Router {
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .fallback(get(assets::answer))
        .layer(map_response(guard::guard))
}
