//! The built app in Chromium: `cargo xtask browser`.

mod access;
mod analyse;
mod board;
mod computer;
mod engine;
mod headers;
mod offline;
mod online;
mod pastimes;
mod people;
mod script;
mod shell;
mod sound;
