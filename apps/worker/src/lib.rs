//! The engine's Web Worker: answers the requests of [`worker_protocol`].
//!
//! The WebAssembly module is the binary of this crate. Nothing here touches the browser, so that
//! all of it is tested without one.

#![warn(missing_docs)]

mod error;
mod exchange;
mod merge;
mod session;
mod worker_state;

pub use exchange::{Alone, Exchange};
pub use worker_state::WorkerState;
