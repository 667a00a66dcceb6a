//! Holds a conversation with the engine in the UGI protocol, in memory instead of over a pipe.
//!
//! `cargo run -p ugi --example ugi_conversation`

use bots::Config;
use catalog::games::eclipse;
use std::io::{self, Cursor};
use ugi::converse;

/// A search with a limit is finished when the input ends; `quit` would stop it.
const COMMANDS: &str = "\
ugi
setoption name Hash value much
isready
position startpos moves 34-12
query p1turn
go depth 2
";

fn main() -> io::Result<()> {
    println!("the client says:\n{COMMANDS}\nthe engine answers:");
    let config = Config { memory_mib: 1, ..Config::default() };
    converse::<eclipse::Position>(config, Cursor::new(COMMANDS), &mut io::stdout())
}
