//! How vectors files of Hex Chess are written. Fields may be missing, and others are ignored.

use crate::error::EntryError;
use game::{BySide, Side};
use hexchess::{Kind, Piece, board};
use hexgrid::Cell;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The 37 cells in order of their numbers: `null` or a piece such as `"WK"`.
pub(super) type Cells = Vec<Option<String>>;

/// From and to, as cell numbers.
pub(super) type Pair = [usize; 2];

/// A position with what is known of it.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct HexChessCase {
    pub(super) cells: Cells,
    pub(super) side_to_move: Option<String>,
    pub(super) turn: Option<usize>,
    pub(super) legal_moves: Option<Vec<Pair>>,
    pub(super) perft: Option<Vec<u64>>,
    pub(super) leaf_stats_by_depth: Option<Vec<Counts>>,
    pub(super) setup_left_to_right: Option<Letters>,
    pub(super) moves_from_setup: Option<Vec<Pair>>,
}

/// What the last moves of all sequences of one length did.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Counts {
    pub(super) captures: Option<u64>,
    pub(super) swaps: Option<u64>,
    pub(super) collateral: Option<u64>,
    pub(super) mover_removed: Option<u64>,
    pub(super) promotions: Option<u64>,
    pub(super) white_wins: Option<u64>,
    pub(super) black_wins: Option<u64>,
    pub(super) draws: Option<u64>,
    pub(super) mover_stuck_draws: Option<u64>,
}

/// Kind letters for White and for Black.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Letters {
    #[serde(rename = "W")]
    pub(super) white: String,
    #[serde(rename = "B")]
    pub(super) black: String,
}

impl Letters {
    pub(super) fn by_side(&self) -> BySide<String> {
        BySide::new(self.white.clone(), self.black.clone())
    }
}

/// A single move.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Edge {
    pub(super) cells: Cells,
    pub(super) side_to_move: Option<String>,
    pub(super) turn: Option<usize>,
    #[serde(rename = "move")]
    pub(super) step: Option<Pair>,
    pub(super) legal: Option<bool>,
    pub(super) changed_cells: Option<BTreeMap<String, Option<String>>>,
    pub(super) cells_after: Option<Cells>,
    /// `Some(Null)` says that the game goes on, `None` says nothing.
    #[serde(deserialize_with = "present")]
    pub(super) game_over: Option<Value>,
    pub(super) tags: Option<Vec<String>>,
}

/// A setup sequence.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Sequence {
    pub(super) steps: Vec<Action>,
}

/// One action of a setup sequence.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Action {
    #[serde(rename = "action")]
    pub(super) name: String,
    pub(super) args: Vec<Value>,
    pub(super) accepted: Option<bool>,
    pub(super) state: Option<State>,
}

/// How things stand after an action.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct State {
    pub(super) phase: Option<String>,
    pub(super) to_move: Option<String>,
    pub(super) pool: Option<Letters>,
    pub(super) back: Option<Letters>,
    pub(super) log: Option<Vec<String>>,
    #[serde(deserialize_with = "present")]
    pub(super) gameover: Option<Value>,
}

/// A field that is there, even if it is `null`.
fn present<'de, D: serde::Deserializer<'de>>(value: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(value).map(Some)
}

/// `W` or `White`, `B` or `Black`.
pub(super) fn side(name: &str) -> Result<Side, EntryError> {
    match name.to_lowercase().as_str() {
        "w" | "white" => Ok(Side::First),
        "b" | "black" => Ok(Side::Second),
        _ => Err(EntryError::NoSide(name.to_owned())),
    }
}

/// A piece such as `WK`.
pub(super) fn piece(code: &str) -> Result<Piece, EntryError> {
    let mut letters = code.chars();
    let side = match letters.next() {
        Some('W') => Some(Side::First),
        Some('B') => Some(Side::Second),
        _ => None,
    };
    let kind = letters.next().and_then(Kind::from_letter);
    match (side, kind, letters.next()) {
        (Some(side), Some(kind), None) => Ok(Piece::new(side, kind)),
        _ => Err(EntryError::NoPiece(code.to_owned())),
    }
}

/// The pieces on all cells.
pub(super) fn pieces(cells: &Cells) -> Result<Vec<(Cell, Piece)>, EntryError> {
    if cells.len() != board::CELLS {
        return Err(EntryError::CellCount(cells.len()));
    }
    let taken = cells.iter().enumerate().filter_map(|(i, code)| Some((i, code.as_deref()?)));
    taken.map(|(i, code)| Ok((Cell::new(i), piece(code)?))).collect()
}
