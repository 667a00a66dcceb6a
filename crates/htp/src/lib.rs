//! HTP, the text protocol of Hex programs (a dialect of GTP, version 2): both ends.
//!
//! [`Session`] hears a line and gives the answer; [`converse`] puts it on a pair of streams;
//! [`Client`] is the other end, and runs any command that speaks HTP.
//! `docs/htp.md` lists what is spoken. Black is Red (moves first, top to bottom), White is Blue.

#![warn(missing_docs)]

mod client;
mod clock;
mod command;
mod converse;
mod probe;
mod session;
mod table;

pub use client::Client;
pub use converse::converse;
pub use probe::conversation;
pub use session::{Answer, Session};
pub use table::Table;
