//! The fuzz target's laws, driven by properties.

use proptest::prelude::*;
use ugi::probe::conversation;

const WORDS: [&str; 40] = [
    "ugi",
    "isready",
    "setoption",
    "name",
    "value",
    "Threads",
    "Hash",
    "MultiPV",
    "Level",
    "Size",
    "Swap",
    "Tabletop",
    "true",
    "off",
    "3",
    "0",
    "-1",
    "99999999999999999999",
    "uginewgame",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "p1time",
    "p2time",
    "p1inc",
    "movetime",
    "depth",
    "nodes",
    "infinite",
    "stop",
    "query",
    "gameover",
    "p1turn",
    "result",
    "quit",
    "a1",
    "3/3/3 r swap=on",
    "\u{202e}ö",
];

proptest! {
    #[test]
    fn any_bytes_at_all(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        conversation(&bytes);
    }

    #[test]
    fn lines_of_known_words(
        game in 0u8..3,
        words in prop::collection::vec((0..WORDS.len(), prop::bool::weighted(0.25)), 0..120),
    ) {
        let mut bytes = vec![game];
        for (word, ends) in words {
            bytes.extend(WORDS[word].as_bytes());
            bytes.push(if ends { b'\n' } else { b' ' });
        }
        conversation(&bytes);
    }
}

#[test]
fn ten_megabytes_get_one_short_line() {
    for start in
        ["", "go ", "position fen ", "position startpos moves ", "setoption name ", "query "]
    {
        let mut bytes = vec![0];
        bytes.extend(start.as_bytes());
        bytes.resize(10_000_000, b'x');
        conversation(&bytes);
    }
}
