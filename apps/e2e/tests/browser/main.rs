//! The built app in Chromium: `cargo xtask browser`.

mod board;
mod headers;
mod offline;
mod shell;
