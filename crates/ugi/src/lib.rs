//! UGI, the Universal Game Interface (a UCI for two-player games): engine and client side of the
//! protocol.
//!
//! - [`Machine`] is the engine side as a pure state machine: a line in, [`Action`]s out; fuzzing
//!   and tests use the same code as `sixfold engine`;
//! - [`converse`] connects it to a pair of streams and searches on a thread;
//! - [`Client`] is the client side: it runs a command that speaks the protocol as a [`Program`].
//!
//! `docs/engine-protocol.md` describes every line.

#![warn(missing_docs)]

mod client;
mod command;
mod converse;
mod error;
mod go;
mod lines;
mod machine;
mod options;
pub mod probe;
mod program;
mod report_lines;

pub use client::{Client, Reply};
pub use converse::converse;
pub use error::NoMemory;
pub use lines::{InputLine, next_line};
pub use machine::{Action, Machine, Task};
pub use program::{Program, ProgramError};
