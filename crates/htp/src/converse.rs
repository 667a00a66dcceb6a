//! A session on a pair of streams.

use crate::Session;
use bots::Config;
use std::io::{self, BufRead, Write};
use std::time::Duration;

/// More than any command takes.
const LONGEST: usize = 1 << 16;

/// Speaks the protocol until it is told to leave or the input ends. Every answer is flushed.
///
/// # Errors
/// If a stream breaks.
pub fn converse(
    config: Config,
    each: Duration,
    mut input: impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut session = Session::new(config, each);
    let mut line = Vec::new();
    while next_line(&mut input, &mut line)? {
        let text = String::from_utf8_lossy(&line);
        let Some(answer) = session.handle_line(&text) else { continue };
        output.write_all(answer.text.as_bytes())?;
        output.flush()?;
        if answer.leave {
            break;
        }
    }
    Ok(())
}

/// Reads a line, of which no more is kept than could be a command. `false` at the end.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut any = false;
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if bytes.is_empty() {
            return Ok(any);
        }
        any = true;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let taken = end.unwrap_or(bytes.len());
        let room = LONGEST - line.len().min(LONGEST);
        line.extend_from_slice(&bytes[..taken.min(room)]);
        input.consume(taken + usize::from(end.is_some()));
        if end.is_some() {
            return Ok(true);
        }
    }
}
