//! What must hold for any bytes whatever: the entry points of the fuzz targets, and of the property
//! tests that drive the same ones where no fuzzer runs. A broken law panics.

use crate::{
    AnyTree, SgfGame, Steps, Tree, read_any_sgf_counted, read_hexworld_counted, read_sgf_counted,
    write_hexworld, write_sgf,
};
use game::Position as _;

/// More steps than this for a byte would mean that some work is not linear.
pub const STEPS_PER_BYTE: u64 = 32;

/// Reads the bytes as SGF of Hex, of Havannah, and of whatever they say: in linear time, with a short
/// error; what can be read can be written and read again.
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
        Ok(tree) => comes_back(&tree),
    }
    for usual in [hex::Position::NAME, havannah::Position::NAME] {
        let mut steps = Steps::default();
        let games = read_any_sgf_counted(&text, usual, &mut steps);
        bounded(steps, &text);
        match games {
            Err(error) => assert!(error.to_string().len() < 500, "errors are short: {error}"),
            Ok(games) => {
                for game in &games {
                    with_tree!(game, tree => comes_back(tree));
                }
            }
        }
    }
}

/// Writes a tree and reads it again, as the game that the text says it is of.
fn comes_back<P: SgfGame>(tree: &Tree<P>) {
    let written = write_sgf(tree);
    let read = read_any_sgf_counted(&written, "", &mut Steps::default());
    let games = read.unwrap_or_else(|error| panic!("{written}: {error}"));
    let again = games.first().and_then(AnyTree::of_game::<P>);
    let again = again.unwrap_or_else(|| panic!("another game: {written}"));
    assert_eq!(again.start, tree.start, "{written}");
    assert_eq!(again.main_line().moves(), tree.main_line().moves(), "{written}");
    assert_eq!(again.main_line().conclusion(), tree.main_line().conclusion(), "{written}");
    assert_eq!(again.nodes.len(), tree.nodes.len(), "{written}");
    assert_eq!(again.properties, tree.properties, "{written}");
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
