//! HTP, the text protocol of Hex programs (a dialect of GTP, version 2), spoken by the engine.
//!
//! [`Session`] hears a line and gives the answer; [`converse`] puts it on a pair of streams.
//! `docs/htp.md` lists what is spoken. Black is Red (moves first, top to bottom), White is Blue.

#![warn(missing_docs)]

mod clock;
mod command;
mod converse;
mod probe;
mod session;
mod table;

pub use converse::converse;
pub use probe::conversation;
pub use session::{Answer, Session};
pub use table::Table;
