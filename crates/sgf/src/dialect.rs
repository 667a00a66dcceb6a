//! Which game a file is of, and which of its dialects it is written in.
//!
//! `GM` names the game. Little Golem writes none: its files of Havannah say `RU[LG]` and name cells with
//! a capital letter and a number, those of Hex with two small letters. `SZ[d=9]`, a diameter, is written of
//! Havannah alone, by `HavannahGui`.

use crate::any_tree::FileGame;
use crate::raw::RawNode;
use crate::{ReadError, SgfGame, StoneMove};
use game::excerpt;
use std::str::FromStr;

/// How cells are named, and which sides colours stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    /// Cells have our names, and a colour is the one whose moves it makes.
    Standard,
    /// The numbers of every column begin with 1, and `PB`, `PW` and `RE` call the side whose moves are `W`
    /// Black.
    LittleGolem,
}

/// The game with these nodes, and its dialect; `usual` is the name of the game where nothing is said.
pub(crate) fn form(
    text: &str,
    nodes: &[RawNode],
    usual: &str,
) -> Result<(FileGame, Dialect), ReadError> {
    let root = &nodes[0];
    if let Some(value) = root.value("GM") {
        let game = FileGame::of_gm(&value.text)
            .map_or_else(|| check_hex(text, root).map(|()| FileGame::Hex), Ok);
        return game.map(|game| (game, Dialect::Standard));
    }
    let golem_rules = beginning(root, "RU").trim() == "lg";
    let golem = golem_rules || beginning(root, "SO").contains("littlegolem");
    let is_diameter = beginning(root, "SZ").trim_start().starts_with("d=");
    let style = nodes.iter().take(4).find_map(style);
    Ok(match style {
        Some(CellStyle::TwoLetters) if golem => (FileGame::Hex, Dialect::Standard),
        Some(CellStyle::Capital) if golem => (FileGame::Havannah, Dialect::LittleGolem),
        _ if golem_rules => (FileGame::Havannah, Dialect::LittleGolem),
        _ if is_diameter => (FileGame::Havannah, Dialect::Standard),
        _ => (FileGame::of_gm(usual).unwrap_or(FileGame::Hex), Dialect::Standard),
    })
}

/// `GM[11]`, or nothing said of the game.
pub(crate) fn check_hex(text: &str, root: &RawNode) -> Result<(), ReadError> {
    match root.value("GM") {
        Some(value) if !is_gm::<hex::Position>(&value.text) => {
            let found = excerpt(&value.text);
            Err(ReadError::at(text, value.at, format!("Hex is GM[11], this is game {found}")))
        }
        _ => Ok(()),
    }
}

/// Whether this value of `GM` names the game.
pub(crate) fn is_gm<P: SgfGame>(text: &str) -> bool {
    P::GM_READ.iter().any(|gm| gm.eq_ignore_ascii_case(text.trim()))
}

/// How a property's value begins, in lower case.
fn beginning(root: &RawNode, name: &str) -> String {
    let text = root.value(name).map(|value| value.text.as_str()).unwrap_or_default();
    text.chars().take(100).collect::<String>().to_ascii_lowercase()
}

/// How the cell of a move is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CellStyle {
    /// `H3`.
    Capital,
    /// `am`.
    TwoLetters,
}

/// How a node's move is written, if it is in one of these styles.
fn style(node: &RawNode) -> Option<CellStyle> {
    let cell = node.value("W").or_else(|| node.value("B"))?.text.trim().as_bytes();
    match cell {
        [a, b] if a.is_ascii_lowercase() && b.is_ascii_lowercase() => Some(CellStyle::TwoLetters),
        [letter, digits @ ..] if letter.is_ascii_uppercase() => {
            let number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
            number.then_some(CellStyle::Capital)
        }
        _ => None,
    }
}

/// The names of cells in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CellNames {
    /// The first column, counted from 0, whose rows are not numbered from the top row of the board.
    renumbered: Option<i16>,
}

impl CellNames {
    /// Our own.
    pub(crate) const STANDARD: Self = Self { renumbered: None };

    /// Those of a dialect, on a board with so many cells a side.
    pub(crate) fn of(dialect: Dialect, size: usize) -> Self {
        match dialect {
            Dialect::Standard => Self::STANDARD,
            Dialect::LittleGolem => Self { renumbered: Some(size as i16) },
        }
    }

    /// `c4`, or two letters as in SGF of other games: column and row.
    pub(crate) fn read<M: StoneMove + FromStr>(self, text: &str) -> Option<M> {
        let mv = read_move::<M>(text)?;
        match (self.renumbered, mv.column_and_row()) {
            // The first cell of the column after the n-th lies in row 2, and so on.
            (Some(first), Some((column, row))) if column >= first => {
                Some(M::place(column, row + column + 1 - first))
            }
            _ => Some(mv),
        }
    }
}

fn read_move<M: StoneMove + FromStr>(text: &str) -> Option<M> {
    let text = text.trim();
    let letters = text.as_bytes();
    if letters.len() == 2 && letters.iter().all(u8::is_ascii_lowercase) {
        let [column, row] = [letters[0], letters[1]].map(|letter| i16::from(letter - b'a'));
        return Some(M::place(column, row));
    }
    text.parse().ok()
}
