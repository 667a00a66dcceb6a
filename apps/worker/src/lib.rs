//! How the engine's worker answers what the page asks in [`words`].
//!
//! The worker's own module is the binary of this crate. Nothing here touches the browser, so that
//! all of it is tested without one.

#![warn(missing_docs)]

mod mind;
mod seat;
mod sight;

pub use seat::Seat;
