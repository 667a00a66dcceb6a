//! Perft (performance test, move path enumeration; Chess Programming Wiki): counts move sequences, a test of the rules.
//!
//! A sequence that ends the game early counts at its own length and at no greater one.

use crate::{MoveList, Position};

/// The number of move sequences of exactly `depth` plies. The last ply is counted by the length
/// of its list; no position is ever counted twice by a table.
///
/// ```
/// use game::perft;
/// let position: hex::Position = "
///    a b c
///  1 . r .
///   2 . r .
///    3 b . b
/// r swap=off".parse().unwrap();
/// assert_eq!(perft::count(&position, 1), 5);
/// assert_eq!(perft::count(&position, 2), 16, "four of the five moves have four replies; b3 wins");
/// ```
pub fn count<P: Position>(position: &P, depth: usize) -> u64 {
    let mut lists = vec![MoveList::new(); depth];
    count_with(position, &mut lists)
}

fn count_with<P: Position>(position: &P, lists: &mut [MoveList<P::Move>]) -> u64 {
    let Some((list, deeper)) = lists.split_first_mut() else { return 1 };
    list.clear();
    position.legal_moves(list);
    if deeper.is_empty() {
        return list.len() as u64;
    }
    list.iter().map(|&mv| count_with(&position.after(mv), deeper)).sum()
}

/// For every legal move the number of sequences of `depth` plies that start with it.
///
/// ```
/// use game::perft;
/// let position: hex::Position = "
///    a b c
///  1 . r .
///   2 . r .
///    3 b . b
/// r swap=off".parse().unwrap();
/// let parts = perft::divide(&position, 2);
/// let texts: Vec<String> = parts.iter().map(|(mv, count)| format!("{mv} {count}")).collect();
/// assert_eq!(texts, ["a1 4", "c1 4", "a2 4", "c2 4", "b3 0"]);
/// ```
pub fn divide<P: Position>(position: &P, depth: usize) -> Vec<(P::Move, u64)> {
    let below = depth.saturating_sub(1);
    position.moves().iter().map(|&mv| (mv, position.after(mv).perft(below))).collect()
}

/// A row of a perft table: a position and its counts from depth 1 on.
#[derive(Clone, Debug)]
pub struct Row {
    /// The position's machine notation.
    pub position: String,
    /// The counts for depth 1, 2, 3 …
    pub counts: Vec<u64>,
}

/// Reads a perft table: lines `count count … : position`; empty lines and `#` comments are skipped.
///
/// ```
/// let rows = game::perft::table("# depth 1, 2\n5 16: 1r1/1r1/b1b r swap=off\n");
/// assert_eq!((rows[0].position.as_str(), &rows[0].counts[..]), ("1r1/1r1/b1b r swap=off", &[5, 16][..]));
/// ```
///
/// # Panics
/// If a line has another form: tables are part of the source.
pub fn table(text: &str) -> Vec<Row> {
    text.lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| {
            let (counts, position) = line.split_once(':').expect("counts : position");
            let counts = counts.split_whitespace().map(|n| n.parse().expect("a count"));
            Row { position: position.trim().to_owned(), counts: counts.collect() }
        })
        .collect()
}

/// Checks every row of a table whose counts are at most `most`.
///
/// ```
/// game::perft::check_table::<hex::Position>("5 16: 1r1/1r1/b1b r swap=off", 100);
/// ```
///
/// # Panics
/// At the first wrong count or unreadable position.
pub fn check_table<P: Position>(text: &str, most: u64) {
    for row in table(text) {
        let position: P = row.position.parse().unwrap_or_else(|e| panic!("{}: {e}", row.position));
        for (i, &expected) in row.counts.iter().enumerate().filter(|(_, n)| **n <= most) {
            let depth = i + 1;
            assert_eq!(position.perft(depth), expected, "perft {depth} of {}", row.position);
        }
    }
}
