//! What the page and the engine's worker say to each other, and how the worker answers.
//!
//! The page uses the words alone; the worker's own module is the binary of this crate. Nothing
//! here touches the browser, so that all of it is tested without one.

#![warn(missing_docs)]

mod words;

pub use words::{Ask, Tell, decode, encode};

/// The worker's answer.
pub fn answer(ask: Ask) -> Tell {
    match ask {
        Ask::Ping(number) => Tell::Pong(number),
    }
}
