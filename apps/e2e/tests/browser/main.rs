//! The built app in Chromium: `cargo xtask browser`.

mod access;
mod analyse;
mod board;
mod computer;
mod engine;
mod headers;
mod offline;
mod pastimes;
mod people;
mod shell;
mod sound;
