//! The entries of a Hex vectors file. Fields may be missing, and unknown ones are ignored.
//!
//! ```text
//! boards                     who wins after each first move, as lists and as a map of W and L
//! balanced_two_ply_openings  pairs of moves, `a2-d10`
//! puzzles                    stones, side to move, and the winner or the moves that win
//! connection_facts           two ends that are connected, fully or with the first move
//! inferior_cell_facts        cells that are dead, captured or vulnerable
//! ```

use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// A value that may also be written as `null`.
fn or_empty<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    from: D,
) -> Result<T, D::Error> {
    Option::deserialize(from).map(Option::unwrap_or_default)
}

/// The table of first moves of one board.
#[derive(Deserialize)]
pub(super) struct OpeningTable {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) status: Option<String>,
    pub(super) winning_first_moves: Option<Vec<String>>,
    pub(super) losing_first_moves: Option<Vec<String>>,
    pub(super) map: Option<Vec<String>>,
    /// Objects with a `first_move` and, for each program that solved it, a `winner`.
    #[serde(default, deserialize_with = "or_empty")]
    pub(super) local_solves: Vec<Value>,
}

/// Openings of two moves.
#[derive(Deserialize)]
pub(super) struct Balanced {
    pub(super) columns: usize,
    pub(super) rows: usize,
    #[serde(default, deserialize_with = "or_empty")]
    pub(super) openings: Vec<String>,
}

/// Stones on a square board.
#[derive(Deserialize)]
pub(super) struct Stones {
    pub(super) size: Option<usize>,
    #[serde(default, deserialize_with = "or_empty")]
    pub(super) black: Vec<String>,
    #[serde(default, deserialize_with = "or_empty")]
    pub(super) white: Vec<String>,
}

/// A position with a known answer.
#[derive(Deserialize)]
pub(super) struct Puzzle {
    #[serde(flatten)]
    pub(super) stones: Stones,
    pub(super) to_move: String,
    pub(super) kind: Option<String>,
    pub(super) answer: Option<Answer>,
    pub(super) winner: Option<String>,
    #[serde(default, deserialize_with = "or_empty")]
    pub(super) known_losing_moves: Vec<String>,
    #[serde(default, deserialize_with = "or_empty")]
    pub(super) unproved: bool,
}

/// The winner, or moves.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Answer {
    Side(String),
    Cells(Vec<String>),
}

/// Ends that `colour` can or cannot connect.
#[derive(Deserialize)]
pub(super) struct Connection {
    #[serde(flatten)]
    pub(super) stones: Stones,
    pub(super) colour: String,
    pub(super) question: String,
    pub(super) from: String,
    pub(super) to: Vec<String>,
    pub(super) expected: Option<bool>,
}

/// What is known of some cells.
#[derive(Deserialize)]
pub(super) struct Inferior {
    #[serde(flatten)]
    pub(super) stones: Stones,
    pub(super) to_move: String,
    #[serde(default, deserialize_with = "or_empty")]
    pub(super) facts: Vec<Fact>,
}

/// What is known of one cell, in one word.
#[derive(Deserialize)]
pub(super) struct Fact {
    pub(super) cell: String,
    pub(super) cls: String,
    pub(super) by: Option<String>,
}
