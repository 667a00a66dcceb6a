//! Positions and views as one line, or as a drawn board.
//!
//! ```text
//! 1/2/KP3pk/CP2pc/DP1pd/GP2pg/FP3pf/2/1 w even -
//! ```
//!
//! Nine columns from left to right, each from the bottom to the top, runs of empty cells as
//! digits; White's pieces are capitals; then the side to move, the turn's parity, and in the setup
//! the two pools (`-` in play). A view hides a pool as `?` and ends with its viewer.
//!
//! `{:#}` draws the board instead of the columns; the same drawing can be read.

use crate::board::{CELLS, COLUMNS, SHAPE, colour};
use crate::{Kind, Kinds, Parity, Phase, Piece, Position, check};
use game::{BySide, InvalidPosition, ParseError, Side, Viewer, excerpt, write_row};
use hexgrid::{Axial, Cell};
use std::fmt::{self, Write};

/// No text of a position is longer, drawn or not.
const MOST_BYTES: usize = 1000;

// ---- writing -----------------------------------------------------------------------------------

/// Writes a position; a pool that `viewer` must not know becomes `?`.
pub(crate) fn write(
    f: &mut fmt::Formatter<'_>,
    position: &Position,
    viewer: Viewer,
) -> fmt::Result {
    let board = if f.alternate() { drawing(position) } else { columns(position) };
    let side = match position.to_move {
        Side::First => "w",
        Side::Second => "b",
    };
    let parity = match position.parity {
        Parity::Even => "even",
        Parity::Odd => "odd",
    };
    write!(f, "{board}{side} {parity} {}", pools(position, viewer))
}

fn columns(position: &Position) -> String {
    let mut text = String::with_capacity(64);
    let mut cells = SHAPE.cells();
    for (i, (_, _, length)) in COLUMNS.into_iter().enumerate() {
        text.push_str(if i > 0 { "/" } else { "" });
        let cells = cells.by_ref().take(length);
        let letters = cells.map(|cell| position.piece_at(cell).map(Piece::letter));
        let _ = write_row(&mut text, letters);
    }
    text.push(' ');
    text
}

fn drawing(position: &Position) -> String {
    let mut text = String::with_capacity(400);
    for height in -6..=6 {
        let mut row = String::new();
        for q in -4..=4 {
            let cell = row_cell(height, q);
            let mark = cell.map(|cell| position.piece_at(cell).map_or('.', Piece::letter));
            let _ = write!(row, " {} ", mark.unwrap_or(' '));
        }
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

/// The cell of column `q` that is drawn `height` half cells below the centre.
fn row_cell(height: i8, q: i8) -> Option<Cell> {
    if (height - q) % 2 == 0 { SHAPE.cell(Axial::new(q, (height - q) / 2)) } else { None }
}

/// The cells in the order in which a drawing shows them.
fn drawn_cells() -> impl Iterator<Item = Cell> {
    (-6..=6).flat_map(|height| (-4..=4).filter_map(move |q| row_cell(height, q)))
}

fn pools(position: &Position, viewer: Viewer) -> String {
    if position.phase == Phase::Play {
        return "-".to_owned();
    }
    let pool = |side| viewer.knows(side).then(|| position.pool(side).to_string());
    let white = pool(Side::First).unwrap_or("?".into());
    let black = pool(Side::Second).unwrap_or("?".into());
    format!("{white}/{}", black.to_ascii_lowercase())
}

// ---- reading -----------------------------------------------------------------------------------

/// A word and the bytes before it.
type Word<'a> = (usize, &'a str);

/// What a text says of the pools: nothing in play, else one a side, `None` where it is hidden.
pub(crate) type Pools = Option<BySide<Option<Kinds>>>;

/// A text taken apart, and the words that are left.
pub(crate) struct ParsedText<'a> {
    /// The pieces, side and parity; not checked yet.
    pub(crate) position: Position,
    /// What the text says of the pools, and where.
    pub(crate) pools: (usize, Pools),
    /// Whatever follows.
    pub(crate) rest: Vec<Word<'a>>,
}

pub(crate) fn read_position(text: &str) -> Result<Position, ParseError> {
    let ParsedText { position, pools: (at, pools), rest } = read(text)?;
    if let Some((at, word)) = rest.first() {
        return Err(ParseError::new(*at, format!("the position ends before {}", excerpt(word))));
    }
    check_pools(&position, pools).map_err(|error| error.in_text(at))?;
    if let Some(side) = pools.and_then(|p| Side::BOTH.into_iter().find(|&s| p[s].is_none())) {
        let what = format!("only views hide a pool, and {}'s is missing", colour(side));
        return Err(ParseError::new(at, what));
    }
    check::check(&position).map_err(|error| error.in_text(0))?;
    Ok(position)
}

/// Reads everything but the viewer of a view.
pub(crate) fn read(text: &str) -> Result<ParsedText<'_>, ParseError> {
    if text.len() > MOST_BYTES {
        let what = format!("a position takes one line, not {} bytes", text.len());
        return Err(ParseError::new(0, what));
    }
    let words: Vec<Word> = words(text).collect();
    let drawn = words.len() >= CELLS;
    let (board, rest) = words.split_at(if drawn { CELLS } else { words.len().min(1) });
    let [side, parity, pools, rest @ ..] = rest else {
        let what = "expected a board, w or b, even or odd, and pools or “-”";
        return Err(ParseError::new(text.len(), format!("{what}, found {}", excerpt(text))));
    };
    let pools = (pools.0, read_pools(*pools)?);
    let phase = if pools.1.is_some() { Phase::Setup } else { Phase::Play };
    let mut position = Position::bare(phase, read_side(*side)?, read_parity(*parity)?);
    if drawn {
        read_drawing(board, &mut position)?;
    } else {
        read_columns(board[0], &mut position)?;
    }
    Ok(ParsedText { position, pools, rest: rest.to_vec() })
}

fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    text.split_whitespace().map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

fn read_side((at, word): Word) -> Result<Side, ParseError> {
    match word {
        "w" => Ok(Side::First),
        "b" => Ok(Side::Second),
        _ => Err(ParseError::new(at, format!("expected w or b, found {}", excerpt(word)))),
    }
}

fn read_parity((at, word): Word) -> Result<Parity, ParseError> {
    match word {
        "even" => Ok(Parity::Even),
        "odd" => Ok(Parity::Odd),
        _ => Err(ParseError::new(at, format!("expected even or odd, found {}", excerpt(word)))),
    }
}

fn read_columns((start, text): Word, position: &mut Position) -> Result<(), ParseError> {
    let count = text.split('/').count();
    if count != COLUMNS.len() {
        let what = format!("expected nine columns parted by “/”, found {count}");
        return Err(ParseError::new(start, what));
    }
    let (mut at, mut first) = (start, 0);
    for (i, (column, (_, _, length))) in text.split('/').zip(COLUMNS).enumerate() {
        let cells = (first, first + length);
        read_column(column, cells, position)
            .map_err(|e| ParseError::new(at + e.at, format!("column {} {}", i + 1, e.what)))?;
        at += column.len() + 1;
        first += length;
    }
    Ok(())
}

fn read_column(
    text: &str,
    (first, end): (usize, usize),
    position: &mut Position,
) -> Result<(), ParseError> {
    let mut next = first;
    for (at, letter) in text.char_indices() {
        let piece = Piece::from_letter(letter);
        let cells = match (piece, letter.to_digit(10)) {
            (Some(_), _) => 1,
            (None, Some(run @ 1..)) => run as usize,
            (None, _) => {
                let what = format!("has an unknown piece {}", excerpt(&letter.to_string()));
                return Err(ParseError::new(at, what));
            }
        };
        if next + cells > end {
            return Err(ParseError::new(at, format!("has more than {} cells", end - first)));
        }
        if let Some(piece) = piece {
            position.toggle(piece, Cell::new(next));
        }
        next += cells;
    }
    if next < end {
        let what = format!("has {} cells, not {}", next - first, end - first);
        return Err(ParseError::new(text.len(), what));
    }
    Ok(())
}

fn read_drawing(words: &[Word], position: &mut Position) -> Result<(), ParseError> {
    for (&(at, word), cell) in words.iter().zip(drawn_cells()) {
        let mut letters = word.chars();
        let piece = letters.next().and_then(Piece::from_letter);
        match (piece, letters.next()) {
            (Some(piece), None) => position.toggle(piece, cell),
            _ if word == "." => {}
            _ => {
                let what = format!("expected a piece or “.”, found {}", excerpt(word));
                return Err(ParseError::new(at, what));
            }
        }
    }
    Ok(())
}

fn read_pools((at, word): Word) -> Result<Pools, ParseError> {
    if word == "-" {
        return Ok(None);
    }
    let Some((white, black)) = word.split_once('/') else {
        let what = format!("expected two pools parted by “/”, or “-”, found {}", excerpt(word));
        return Err(ParseError::new(at, what));
    };
    let first = read_pool((at, white), Side::First)?;
    let second = read_pool((at + white.len() + 1, black), Side::Second)?;
    Ok(Some(BySide::new(first, second)))
}

fn read_pool((at, text): Word, side: Side) -> Result<Option<Kinds>, ParseError> {
    if text == "?" {
        return Ok(None);
    }
    let mut pool = Kinds::EMPTY;
    for (i, letter) in text.char_indices() {
        let piece = Piece::from_letter(letter).filter(|p| p.side == side && p.kind != Kind::Pawn);
        let Some(kind) = piece.map(|p| p.kind).filter(|&kind| !pool.contains(kind)) else {
            let found = excerpt(&letter.to_string());
            let what = format!("{}'s pool cannot hold {found} here", colour(side));
            return Err(ParseError::new(at + i, what));
        };
        pool = pool.with(kind);
    }
    Ok(Some(pool))
}

/// Makes sure that the pools which the text names are those that the board leaves.
pub(crate) fn check_pools(position: &Position, pools: Pools) -> Result<(), InvalidPosition> {
    for side in Side::BOTH {
        let named = pools.and_then(|pools| pools[side]);
        if let Some(named) = named.filter(|&named| named != position.pool(side)) {
            let left = position.pool(side);
            let why = format!("{}'s pool is {left} by the board, not {named}", colour(side));
            return Err(InvalidPosition::new(why));
        }
    }
    Ok(())
}
