//! The engine protocol UGI: both ends of a conversation between two programs, line by line.
//!
//! - [`Machine`] is the engine's end: a line in, [`Act`]s out; pure, so that fuzzing and tests
//!   drive the very code that `sixfold engine` runs;
//! - [`converse`] puts it on a pair of streams and does the thinking on a thread;
//! - [`Client`] is the other end: it runs any command that speaks the protocol, as a [`Program`].
//!
//! `docs/engine-protocol.md` describes every line.

#![warn(missing_docs)]

mod client;
mod command;
mod converse;
mod go;
mod lines;
mod machine;
mod options;
pub mod probe;
mod program;
mod tell;

pub use client::{Client, Reply};
pub use converse::converse;
pub use machine::{Act, Machine, Task};
pub use program::{Fault, Program};
