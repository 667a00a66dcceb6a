//! One file a command.

pub(crate) mod bench;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod show;
pub(crate) mod verify;
