//! One file a command.

pub(crate) mod admin;
pub(crate) mod analyse;
pub(crate) mod apply;
pub(crate) mod bench;
pub(crate) mod best;
pub(crate) mod bot;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod conform;
pub(crate) mod convert;
pub(crate) mod engine;
pub(crate) mod load;
pub(crate) mod man;
pub(crate) mod match_games;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod selfplay;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod state;
pub(crate) mod tune;
pub(crate) mod verify;
pub(crate) mod worker;
