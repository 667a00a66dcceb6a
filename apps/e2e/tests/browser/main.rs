//! The built app in Chromium: `cargo xtask browser`.

mod board;
mod computer;
mod headers;
mod offline;
mod pastimes;
mod shell;
