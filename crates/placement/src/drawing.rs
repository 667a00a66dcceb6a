//! A position as a drawing, written by `{:#}` and read by the same parser as the text:
//!
//! ```text
//!    a b c           a b c          a
//!  1 . . .        1 . . . d      1 . b
//!   2 . r .      2 . w . . e    2 . w c
//!    3 b . .    3 . . b . .    3 . b .
//! r swap=on      4 . . . .    w swap=on
//!                 5 . . .
//!               w swap=on
//! ```
//!
//! Rows lean as the shape does. A letter at the end of a row names the column that begins in the
//! next.

use crate::Shape;
use crate::notation::{Content, Notation, Setup, TextRow};
use game::{ParseError, excerpt};
use std::fmt;

pub(crate) fn write(notation: &Notation, setup: &Setup, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (shape, size) = (notation.shape, setup.size);
    let first_row = shape.columns(size, 0);
    write!(f, "{:1$}", "", indent(shape, size, 0) + 2 + usize::from(shape != Shape::Rhombus))?;
    for column in first_row.0..=first_row.1 {
        write!(f, " {}", column_letter(column))?;
    }
    let mut cell = 0;
    for row in 0..shape.rows(size) {
        write!(f, "\n{:2$}{:>2}", "", row + 1, indent(shape, size, row))?;
        let (first, last) = shape.columns(size, row);
        for _ in first..=last {
            write!(f, " {}", setup.stone(cell).map_or('.', |side| notation.letters[side]))?;
            cell += 1;
        }
        if row + 1 < shape.rows(size) && shape.columns(size, row + 1).1 > last {
            write!(f, " {}", column_letter(last + 1))?;
        }
    }
    writeln!(f)?;
    notation.write_tail(setup, f)
}

/// The spaces in front of a row.
const fn indent(shape: Shape, size: usize, row: usize) -> usize {
    match shape {
        Shape::Rhombus => row,
        Shape::Hexagon => row.abs_diff(size - 1),
        Shape::Triangle => size - 1 - row,
    }
}

/// Reads a drawing: an optional line of column letters, the numbered rows, the side to move and
/// the swap rule.
pub(crate) fn read(notation: &Notation, text: &str) -> Result<Setup, ParseError> {
    let mut rows = Vec::new();
    for (at, line) in lines(text) {
        let words = line.trim_start();
        if words.starts_with(|c: char| c.is_ascii_digit()) {
            rows.push(read_row(notation, at, line, rows.len() + 1)?);
        } else if !rows.is_empty() {
            let tail = notation.read_tail(&text[at..]).map_err(|e| e.shifted(at))?;
            return notation.assemble(&rows, tail);
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

fn read_row(
    notation: &Notation,
    at: usize,
    line: &str,
    number: usize,
) -> Result<TextRow, ParseError> {
    notation.check_row_count(at, number - 1)?;
    let mut words = line.split_whitespace();
    if words.next() != Some(&number.to_string()) {
        let what = format!("expected row {number}, found {}", excerpt(line));
        return Err(ParseError::new(at, what));
    }
    let mut words: Vec<&str> = words.take(notation.most() + 2).collect();
    if words.last().is_some_and(|word| is_label(notation, word, words.len() - 1, number)) {
        words.pop();
    }
    let cells = words.into_iter().map(|word| content(notation, at, word, number));
    Ok(TextRow { at, cells: cells.collect::<Result<_, _>>()? })
}

/// Whether a word after so many cells of row `number` names the column that begins in the next row.
fn is_label(notation: &Notation, word: &str, cells: usize, number: usize) -> bool {
    let mut letters = word.chars();
    let only = letters.next().filter(|_| letters.next().is_none());
    let is_column = |letter: char| letter.to_ascii_lowercase() == column_letter(cells);
    only.is_some_and(|letter| match notation.shape {
        Shape::Rhombus => false,
        // Its column is beyond the letters of stones on every board but the smallest.
        Shape::Hexagon => is_column(letter) && notation.side_of(letter).is_none(),
        Shape::Triangle => is_column(letter) && cells == number,
    })
}

fn content(
    notation: &Notation,
    at: usize,
    word: &str,
    number: usize,
) -> Result<Content, ParseError> {
    let mut letters = word.chars();
    match (letters.next(), letters.next()) {
        (Some('.'), None) => Ok(None),
        (Some(letter), None) if notation.side_of(letter).is_some() => Ok(notation.side_of(letter)),
        _ => {
            let (expected, found) = (notation.expected("a dot"), excerpt(word));
            Err(ParseError::new(at, format!("row {number}: {expected}, found {found}")))
        }
    }
}

/// The letter of a column counted from 0.
fn column_letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::tests::{HEXAGONS, Written, notation};

    const RHOMBUS: &str = "   a b c
 1 . . .
  2 . w .
   3 b . .
w swap=on";

    const HEXAGON: &str = "      a b c
   1 . . . d
  2 . w . . e
 3 . . b . .
  4 . . . .
   5 . . .
w swap=on";

    const TRIANGLE: &str = "      a
   1 . b
  2 . w c
 3 . b .
w swap=on";

    #[test]
    fn drawings_are_read_and_written_alike() {
        for (shape, text, drawing) in [
            (Shape::Rhombus, "3/1w1/b2 w swap=on", RHOMBUS),
            (Shape::Hexagon, "3/1w2/2b2/4/3 w swap=on", HEXAGON),
            (Shape::Triangle, "1/1w/1b1 w swap=on", TRIANGLE),
        ] {
            let notation = notation(shape, 3, 19);
            let setup = notation.read(text).unwrap();
            assert_eq!(format!("{:#}", Written(notation, setup)), drawing);
            assert_eq!(notation.read(drawing), Ok(setup));
        }
    }

    #[test]
    fn labels_may_be_missing_and_are_no_stones() {
        let bare = "1 . . .\n2 . w . .\n3 . . b . .\n4 . . . .\n5 . . .\nw swap=on";
        assert_eq!(HEXAGONS.read(bare), HEXAGONS.read(HEXAGON));
        let triangles = notation(Shape::Triangle, 2, 9);
        let full = triangles.read("1 w b\n2 w b c\n3 b b b\nw swap=on").unwrap();
        assert_eq!(full.stones.second.len(), 4, "the b of row 1 is a label, that of row 2 a stone");
        let long = triangles.read("1 . b b\n2 . .\nw swap=on").unwrap_err();
        assert_eq!(long.what, "row 1 has 3 cells, but row 1 of 2 rows has 1");
    }

    #[test]
    fn trouble_in_a_drawing_is_named() {
        let cases = [
            ("x\n1 . .", "expected column letters or row 1, found “x” (at character 1)"),
            ("a b\n2 . .", "expected row 1, found “2 . .” (at character 5)"),
            ("1 . x .\n2", "row 1: expected w, b or a dot, found “x” (at character 1)"),
            ("1 . .\n2 . .", "expected the side to move after the rows (at character 12)"),
            (
                "1 . .\n2 . .\n3 .\nw swap=on",
                "boards have 3 to 10 cells a side, not 2 (at character 1)",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(HEXAGONS.read(text).unwrap_err().to_string(), expected, "{text}");
        }
    }
}
