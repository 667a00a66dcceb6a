//! A position as one line of text, after the manner of chess:
//!
//! ```text
//! 5/2r2/5/2b2/5 r swap=on
//! rows from the top, r and b for stones, numbers for empty cells; side to move; swap rule
//! ```

use crate::{Board, CellSet, Options, Position, SwapRule, drawing};
use game::{BySide, ParseError, Position as _, Side, excerpt};
use hexgrid::Cell;
use std::fmt::{self, Write};
use std::str::FromStr;

/// What lies on a cell.
pub(crate) type Content = Option<Side>;

/// The text, or with `{:#}` a drawing.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return drawing::draw(self, f);
        }
        for row in 0..self.size() {
            if row > 0 {
                f.write_char('/')?;
            }
            write_row(self, row, f)?;
        }
        f.write_char(' ')?;
        write_tail(self, f)
    }
}

fn write_row(position: &Position, row: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let size = position.size();
    let mut empty = 0;
    for column in 0..size {
        match position.stone(Cell::new(row * size + column)) {
            Some(side) => {
                if empty > 0 {
                    write!(f, "{empty}")?;
                }
                empty = 0;
                f.write_char(letter(side))?;
            }
            None => empty += 1,
        }
    }
    if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
}

/// The side to move and the swap rule.
pub(crate) fn write_tail(position: &Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{} {}", letter(position.side_to_move()), position.swap_rule().text())
}

pub(crate) const fn letter(side: Side) -> char {
    match side {
        Side::First => 'r',
        Side::Second => 'b',
    }
}

/// The stone a letter stands for.
pub(crate) const fn side_of(letter: char) -> Option<Side> {
    match letter {
        'r' | 'R' => Some(Side::First),
        'b' | 'B' => Some(Side::Second),
        _ => None,
    }
}

impl FromStr for Position {
    type Err = ParseError;

    /// Reads the text; several lines are read as a drawing.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text.trim().contains('\n') {
            return drawing::read(text);
        }
        let start = text.len() - text.trim_start().len();
        let rest = &text[start..];
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let rows = read_rows(&rest[..end]).map_err(|e| e.shifted(start))?;
        let tail = start + end;
        assemble(&rows, read_tail(&text[tail..]).map_err(|e| e.shifted(tail))?)
    }
}

/// A row as it was read, and where it starts.
pub(crate) struct Row {
    pub(crate) at: usize,
    pub(crate) cells: Vec<Content>,
}

/// Puts rows and tail together, if there are as many rows as cells in each.
pub(crate) fn assemble(
    rows: &[Row],
    (to_move, swap): (Side, SwapRule),
) -> Result<Position, ParseError> {
    let at = |i: usize| rows.get(i).map_or(0, |row| row.at);
    let size = rows.len();
    let options =
        Options::new(size, swap).map_err(|error| ParseError::new(at(0), error.to_string()))?;
    let mut stones = BySide::new(CellSet::EMPTY, CellSet::EMPTY);
    for (r, row) in rows.iter().enumerate() {
        if row.cells.len() != size {
            let (number, cells) = (r + 1, row.cells.len());
            let what = format!("row {number} has {cells} cells, but there are {size} rows");
            return Err(ParseError::new(row.at, what));
        }
        for (c, side) in row.cells.iter().enumerate() {
            if let Some(side) = *side {
                stones[side].insert(Cell::new(r * size + c));
            }
        }
    }
    Ok(Position::with_stones(options.size(), stones, to_move, swap))
}

fn read_rows(text: &str) -> Result<Vec<Row>, ParseError> {
    let mut rows = Vec::new();
    let mut at = 0;
    for row in text.split('/') {
        if rows.len() == Board::LARGEST {
            return Err(ParseError::new(at, "there are more than 19 rows"));
        }
        let cells = read_row(row, rows.len() + 1).map_err(|e| e.shifted(at))?;
        rows.push(Row { at, cells });
        at += row.len() + 1;
    }
    Ok(rows)
}

/// `2r1b` is two empty cells, a red stone, an empty cell and a blue stone.
fn read_row(text: &str, number: usize) -> Result<Vec<Content>, ParseError> {
    let mut cells = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let digits = text[at..].bytes().take_while(u8::is_ascii_digit).count();
        if let Some(side) = side_of(c) {
            cells.push(Some(side));
            at += 1;
        } else if digits > 0 {
            let count = read_count(&text[at..at + digits]).map_err(|e| e.shifted(at))?;
            cells.resize(cells.len() + count, None);
            at += digits;
        } else {
            let found = excerpt(&text[at..]);
            let what = format!("row {number}: expected r, b or a number, found {found}");
            return Err(ParseError::new(at, what));
        }
        if cells.len() > Board::LARGEST {
            return Err(ParseError::new(0, format!("row {number} has more than 19 cells")));
        }
    }
    Ok(cells)
}

fn read_count(digits: &str) -> Result<usize, ParseError> {
    if digits.starts_with('0') {
        return Err(ParseError::new(0, "a number of empty cells starts with 1 to 9"));
    }
    // More digits than a row has cells: any number too large will do.
    Ok(if digits.len() > 2 { Board::LARGEST + 1 } else { digits.parse().unwrap_or_default() })
}

/// ` r swap=on`.
pub(crate) fn read_tail(text: &str) -> Result<(Side, SwapRule), ParseError> {
    let (at, word, rest) = next_word(text, 0);
    let mut letters = word.chars();
    let side = letters.next().and_then(side_of).filter(|_| letters.next().is_none());
    let side = side.ok_or_else(|| {
        ParseError::new(at, format!("expected the side to move, r or b, found {}", excerpt(word)))
    })?;
    let (at, word, rest) = next_word(text, rest);
    let rules = [SwapRule::On, SwapRule::Off];
    let swap = rules.into_iter().find(|rule| rule.text().eq_ignore_ascii_case(word));
    let swap = swap.ok_or_else(|| {
        ParseError::new(at, format!("expected swap=on or swap=off, found {}", excerpt(word)))
    })?;
    match next_word(text, rest) {
        (_, "", _) => Ok((side, swap)),
        (at, word, _) => {
            Err(ParseError::new(at, format!("expected nothing more, found {}", excerpt(word))))
        }
    }
}

/// The next word after `from`: where it starts, itself, where it ends.
fn next_word(text: &str, from: usize) -> (usize, &str, usize) {
    let rest = &text[from..];
    let start = from + rest.len() - rest.trim_start().len();
    let word = text[start..].split(char::is_whitespace).next().unwrap_or("");
    (start, word, start + word.len())
}

/// The letter of a column counted from 0.
pub(crate) fn column_letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_and_written_alike() {
        for text in [
            "5/2r2/5/2b2/5 r swap=on",
            "rrr/bbb/rbr b swap=off",
            "3/3/3 b swap=on",
            "11/11/11/11/4r6/11/5b5/11/11/11/11 r swap=on",
            "19/19/19/19/19/19/19/19/19/9r9/19/19/19/19/19/19/19/19/18b r swap=off",
        ] {
            let position: Position = text.parse().unwrap();
            assert_eq!(position.to_string(), text);
        }
        let loose: Position = "  3/1R1/B2   R\tSWAP=ON ".parse().unwrap();
        assert_eq!(loose.to_string(), "3/1r1/b2 r swap=on");
    }

    #[test]
    fn trouble_is_named_and_placed() {
        let cases = [
            ("", "expected the side to move, r or b, found “” (at character 1)"),
            ("4 r swap=on", "boards are 3×3 to 19×19, not 1×1 (at character 1)"),
            ("2/2 r swap=on", "boards are 3×3 to 19×19, not 2×2 (at character 1)"),
            ("3/2/3 r swap=on", "row 2 has 2 cells, but there are 3 rows (at character 3)"),
            ("3/3/2rb r swap=on", "row 3 has 4 cells, but there are 3 rows (at character 5)"),
            ("3/1x1/3 r swap=on", "row 2: expected r, b or a number, found “x1” (at character 4)"),
            ("3/03/3 r swap=on", "a number of empty cells starts with 1 to 9 (at character 3)"),
            ("3/999999/3 r swap=on", "row 2 has more than 19 cells (at character 3)"),
            ("3/3/3", "expected the side to move, r or b, found “” (at character 6)"),
            ("3/3/3 w", "expected the side to move, r or b, found “w” (at character 7)"),
            ("3/3/3 r swap", "expected swap=on or swap=off, found “swap” (at character 9)"),
            ("3/3/3 r swap=on 7", "expected nothing more, found “7” (at character 17)"),
        ];
        for (text, expected) in cases {
            assert_eq!(text.parse::<Position>().unwrap_err().to_string(), expected, "{text}");
        }
    }

    #[test]
    fn ten_megabytes_of_anything_get_a_short_answer() {
        for piece in ["r", "/", "9", "3/", "é", " ", "3/3/3 r swap=on ", "1 r\n"] {
            let text = piece.repeat(10_000_000 / piece.len());
            let error = text.parse::<Position>().unwrap_err().to_string();
            assert!(error.len() < 150, "{piece}: {error}");
        }
    }
}
