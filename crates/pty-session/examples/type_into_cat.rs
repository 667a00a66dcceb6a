//! Starts a program in a pseudo-terminal, types into it and reads its screen.
//!
//! `cargo run -p pty-session --example type_into_cat`

use pty_session::{PtyError, PtySession};
use std::process::Command;

fn main() -> Result<(), PtyError> {
    let mut session = PtySession::start(&Command::new("cat"), 40, 5)?;
    // The terminal echoes the line, and cat writes it once more.
    session.keys("hello\n")?;
    let screen = session.wait_until("the line twice", |s| s.matches("hello").count() == 2)?;
    print!("{screen}");
    session.keys("\u{4}")?;
    println!("ended with {}, left changed: {:?}", session.wait()?, session.left_changed()?);
    Ok(())
}
