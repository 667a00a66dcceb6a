//! What must hold for any bytes whatever: the entry points of the fuzz targets, and of the
//! property tests that drive the same ones where no fuzzer runs.
//!
//! The first byte chooses the game, the rest is the text. A broken law panics.

use crate::GameName;
use game::{Position, Record};

/// How many moves of a position that was read are tried out.
const MOVES_TRIED: usize = 8;

/// Reads the bytes as a position; what can be read must be written and read again as the same.
///
/// # Panics
/// If a law is broken.
pub fn position(bytes: &[u8]) {
    let Some((game, text)) = split(bytes) else { return };
    with_game!(game, P => position_of::<P>(&text));
}

/// Reads the bytes as a move in the starting position.
///
/// # Panics
/// If a law is broken.
pub fn moves(bytes: &[u8]) {
    let Some((game, text)) = split(bytes) else { return };
    with_game!(game, P => move_of::<P>(&text));
}

/// Reads the bytes as a record; what can be read, even in part, must round-trip.
///
/// # Panics
/// If a law is broken.
pub fn record(bytes: &[u8]) {
    let Some((game, text)) = split(bytes) else { return };
    with_game!(game, P => record_of::<P>(&text));
}

fn split(bytes: &[u8]) -> Option<(GameName, String)> {
    let (&first, rest) = bytes.split_first()?;
    let game = GameName::ALL[usize::from(first) % GameName::ALL.len()];
    Some((game, String::from_utf8_lossy(rest).into_owned()))
}

fn position_of<P: Position>(text: &str) {
    match text.parse::<P>() {
        Err(error) => assert!(error.to_string().len() < 500, "errors are short: {error}"),
        Ok(position) => {
            let written = position.to_string();
            assert_eq!(written.parse(), Ok(position.clone()), "round trip of {written}");
            assert_eq!(position.check(), Ok(()), "what can be read is valid: {written}");
            for &mv in position.moves().iter().take(MOVES_TRIED) {
                let after = position.after(mv);
                assert_eq!(after.to_string().parse(), Ok(after), "{mv} in {written}");
            }
        }
    }
}

fn move_of<P: Position>(text: &str) {
    let _ = text.parse::<P::Move>();
    let start = P::start(P::Options::default());
    match start.read_move(text) {
        Err(error) => assert!(error.to_string().len() < 500, "errors are short: {error}"),
        Ok(mv) => {
            assert_eq!(mv.to_string().parse(), Ok(mv), "machine notation of {text}");
            assert_eq!(start.parse_move(&start.write_move(mv)), Ok(mv), "human notation of {text}");
        }
    }
}

fn record_of<P: Position>(text: &str) {
    let record = text.parse::<Record<P>>().unwrap_or_else(|error| {
        assert!(error.to_string().len() < 700, "errors are short: {error}");
        *error.partial
    });
    let written = record.to_string();
    let again: Record<P> = written.parse().unwrap_or_else(|e| panic!("{written}: {e}"));
    assert_eq!(again, record, "round trip of {written}");
}
