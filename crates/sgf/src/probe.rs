//! What must hold for any bytes whatever: the entry points of the fuzz targets, and of the property
//! tests that drive the same ones where no fuzzer runs. A broken law panics.

use crate::{
    Steps, Tree, read_hexworld_counted, read_sgf_counted, read_sgf_games_counted, write_hexworld,
    write_sgf,
};

/// More steps than this for a byte would mean that some work is not linear.
pub const STEPS_PER_BYTE: u64 = 32;

/// Reads the bytes as SGF: in linear time, with a short error; what can be read can be written and
/// read again.
///
/// # Panics
/// If a law is broken.
pub fn sgf(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut steps = Steps::default();
    let read = read_sgf_counted(&text, &mut steps);
    bounded(steps, &text);
    match read {
        Err(error) => assert!(error.to_string().len() < 500, "errors are short: {error}"),
        Ok(tree) => {
            let again = written_and_read(&tree);
            assert_eq!(again.main_line().moves(), tree.main_line().moves(), "{text}");
            assert_eq!(again.nodes.len(), tree.nodes.len(), "{text}");
            assert_eq!(again.properties, tree.properties, "{text}");
        }
    }
    let mut steps = Steps::default();
    let games = read_sgf_games_counted(&text, &mut steps);
    bounded(steps, &text);
    for tree in games.iter().flatten() {
        let again = written_and_read(tree);
        assert_eq!(again.start, tree.start, "{text}");
        assert_eq!(again.main_line().moves(), tree.main_line().moves(), "{text}");
    }
}

fn written_and_read(tree: &Tree) -> Tree {
    let written = write_sgf(tree);
    let read = read_sgf_counted(&written, &mut Steps::default());
    read.unwrap_or_else(|error| panic!("{written}: {error}"))
}

/// Reads the bytes as a `HexWorld` link: in linear time, with a short error; what can be read can be
/// written and read again.
///
/// # Panics
/// If a law is broken.
pub fn hexworld(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut steps = Steps::default();
    let read = read_hexworld_counted(&text, &mut steps);
    bounded(steps, &text);
    match read {
        Err(error) => assert!(error.to_string().len() < 500, "errors are short: {error}"),
        Ok(record) => {
            let link = write_hexworld(&record).unwrap_or_else(|error| panic!("{text}: {error}"));
            let again = read_hexworld_counted(&link, &mut Steps::default());
            let again = again.unwrap_or_else(|error| panic!("{link}: {error}"));
            assert_eq!(again.moves(), record.moves(), "{text}");
        }
    }
}

fn bounded(steps: Steps, text: &str) {
    let most = STEPS_PER_BYTE * (text.len() as u64 + 1);
    assert!(steps.count() <= most, "{steps:?} for {} bytes", text.len());
}
