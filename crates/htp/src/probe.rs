//! What must hold for any bytes whatever, for fuzzing and property tests.

use crate::Session;
use bots::{Config, Level};
use std::time::Duration;

/// Hears every line of `bytes`. A broken law panics.
///
/// # Panics
/// If a law is broken.
pub fn conversation(bytes: &[u8]) {
    let config = Config { level: Level::LOWEST, memory_mib: 1, ..Config::default() };
    let mut session = Session::new(config, Duration::from_millis(1));
    for line in String::from_utf8_lossy(bytes).lines() {
        let before = session.board().clone();
        let Some(answer) = session.handle_line(line) else { continue };
        assert!(answer.text.ends_with("\n\n"), "an empty line ends every answer");
        assert_eq!(answer.text.matches("\n\n").count(), 1, "and only that: {}", answer.text);
        assert!(answer.text.starts_with(['=', '?']), "{}", answer.text);
        if answer.text.starts_with('?') {
            assert!(answer.text.len() < 300, "errors are short: {}", answer.text);
            assert_eq!(*session.board(), before, "a refusal changes nothing: {line}");
        }
        if answer.leave {
            break;
        }
    }
}
