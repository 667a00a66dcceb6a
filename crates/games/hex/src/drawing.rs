//! A position as a drawing, written by `{:#}` and read by the same parser as the text:
//!
//! ```text
//!    a b c
//!  1 . . .
//!   2 . r .
//!    3 b . .
//! r swap=on
//! ```

use crate::notation::{
    Content, Row, assemble, column_letter, letter, read_tail, side_of, write_tail,
};
use crate::{Board, Position};
use game::{ParseError, excerpt};
use hexgrid::Cell;
use std::fmt;

pub(crate) fn draw(position: &Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let size = position.size();
    write!(f, "  ")?;
    for column in 0..size {
        write!(f, " {}", column_letter(column))?;
    }
    for row in 0..size {
        write!(f, "\n{:row$}{:>2}", "", row + 1)?;
        for column in 0..size {
            let stone = position.stone(Cell::new(row * size + column));
            write!(f, " {}", stone.map_or('.', letter))?;
        }
    }
    writeln!(f)?;
    write_tail(position, f)
}

/// Reads a drawing: an optional line of column letters, the numbered rows, the side to move and
/// the swap rule.
pub(crate) fn read(text: &str) -> Result<Position, ParseError> {
    let mut rows = Vec::new();
    for (at, line) in lines(text) {
        let words = line.trim_start();
        if words.starts_with(|c: char| c.is_ascii_digit()) {
            rows.push(read_row(at, line, rows.len() + 1)?);
        } else if !rows.is_empty() {
            return assemble(&rows, read_tail(&text[at..]).map_err(|e| e.shifted(at))?);
        } else if !words.starts_with(['a', 'A']) {
            let what = format!("expected column letters or row 1, found {}", excerpt(line));
            return Err(ParseError::new(at, what));
        }
    }
    Err(ParseError::new(text.len(), "expected the side to move after the rows"))
}

/// The lines that hold something, each with the bytes before it.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let starts = text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some((start, line))
    });
    starts.filter(|(_, line)| !line.trim().is_empty())
}

fn read_row(at: usize, line: &str, number: usize) -> Result<Row, ParseError> {
    let mut words = line.split_whitespace();
    if number > Board::LARGEST {
        return Err(ParseError::new(at, "there are more than 19 rows"));
    }
    if words.next() != Some(&number.to_string()) {
        let what = format!("expected row {number}, found {}", excerpt(line));
        return Err(ParseError::new(at, what));
    }
    let cells = words.take(Board::LARGEST + 1).map(|word| content(at, word, number));
    Ok(Row { at, cells: cells.collect::<Result<_, _>>()? })
}

fn content(at: usize, word: &str, number: usize) -> Result<Content, ParseError> {
    let mut letters = word.chars();
    match (letters.next(), letters.next()) {
        (Some('.'), None) => Ok(None),
        (Some(letter), None) if side_of(letter).is_some() => Ok(side_of(letter)),
        _ => {
            let what = format!("row {number}: expected r, b or a dot, found {}", excerpt(word));
            Err(ParseError::new(at, what))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWN: &str = "   a b c
 1 . . .
  2 . r .
   3 b . .
r swap=on";

    #[test]
    fn drawings_are_read_and_written_alike() {
        let position: Position = "3/1r1/b2 r swap=on".parse().unwrap();
        assert_eq!(format!("{position:#}"), DRAWN);
        assert_eq!(DRAWN.parse(), Ok(position));
        let large: Position = format!("{}19 b swap=off", "19/".repeat(18)).parse().unwrap();
        assert_eq!(format!("{large:#}").parse(), Ok(large));
    }

    #[test]
    fn trouble_in_a_drawing_is_named() {
        let cases = [
            ("x\n1 . .", "expected column letters or row 1, found “x” (at character 1)"),
            ("a b\n2 . .", "expected row 1, found “2 . .” (at character 5)"),
            ("1 . x .\n2", "row 1: expected r, b or a dot, found “x” (at character 1)"),
            ("1 . .\n2 . .", "expected the side to move after the rows (at character 12)"),
            ("1 . .\n2 . .\nr swap=on", "boards are 3×3 to 19×19, not 2×2 (at character 1)"),
            (
                "1 . . .\n2 . .\n3 . . .\nr swap=on",
                "row 2 has 2 cells, but there are 3 rows (at character 9)",
            ),
            (
                "1 . . .\n2 . . .\n3 . . .\nr\nswap=maybe",
                "expected swap=on or swap=off, found “swap=maybe” (at character 27)",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(text.parse::<Position>().unwrap_err().to_string(), expected, "{text}");
        }
    }
}
