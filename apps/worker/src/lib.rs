//! What the page and the engine's worker say to each other, and how the worker answers.
//!
//! The page uses the words alone; the worker's own module is the binary of this crate. Nothing
//! here touches the browser, so that all of it is tested without one.

#![warn(missing_docs)]

mod mind;
mod seat;
mod words;

pub use seat::Seat;
pub use words::{Ask, Bounds, Finding, Line, Question, Said, Score, Tell, decode, encode};
