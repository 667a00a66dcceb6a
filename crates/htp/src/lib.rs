//! HTP, the text protocol of Hex programs (a dialect of GTP, version 2): engine and client side.
//!
//! [`Session`] handles a line and gives the response; [`converse`] connects it to a pair of
//! streams; [`Client`] is the client side, and runs any command that speaks HTP. `docs/htp.md`
//! lists the commands. Black is Red (moves first, top to bottom), White is Blue.

#![warn(missing_docs)]

mod board;
mod client;
mod clock;
mod command;
mod converse;
mod error;
pub mod probe;
mod session;

pub use board::HtpBoard;
pub use client::Client;
pub use converse::converse;
pub use session::{Response, Session};
