//! Holds a conversation in HTP, the protocol of Hex programs, line by line.
//!
//! `cargo run -p htp --example htp_conversation`

use bots::{Config, Level};
use htp::Session;
use std::time::Duration;

fn main() {
    let config = Config { memory_mib: 1, level: Level::LOWEST, ..Config::default() };
    let mut session = Session::new(config, Duration::from_millis(20));
    for line in [
        "name",
        "boardsize 4",
        "play black b2",
        "play black b2",
        "genmove white",
        "showboard",
        "7 final_score",
        "boardsize 99",
        "quit",
    ] {
        let response = session.handle_line(line).expect("every command is answered");
        print!("> {line}\n{}", response.text);
    }
}
