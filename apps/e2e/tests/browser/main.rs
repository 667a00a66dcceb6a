//! The built app in Chromium: `cargo xtask browser`.

mod access;
mod analyse;
mod away;
mod board;
mod coach;
mod computer;
mod engine;
mod front_page;
mod headers;
mod help;
mod lobby;
mod mistakes;
mod moderation;
mod offline;
mod one_screen;
mod online;
mod package;
mod pairing;
mod pastimes;
mod people;
mod places;
mod script;
mod shell;
mod sound;
mod terminal;

/// The server of those tests that kill one: this very program, started again.
#[test]
fn server_of_the_test() {
    e2e::serve_if_asked();
}
