//! A position as one line of text, after the manner of chess:
//!
//! ```text
//! 5/2r2/5/2b2/5 r swap=on
//! rows from the top, letters for stones, numbers for empty cells; side to move; swap rule
//! ```
//!
//! Several lines are a drawing, see `drawing.rs`.

use crate::{CellSet, Shape, SwapRule, drawing};
use game::{BySide, ParseError, Side, excerpt, write_row};
use hexgrid::Cell;
use std::fmt::{self, Write};
use std::ops::RangeInclusive;

/// What the text of a position says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Cells a side.
    pub size: usize,
    /// The stones, none of them off the board and no two on one cell.
    pub stones: BySide<CellSet>,
    /// Whose turn it is.
    pub to_move: Side,
    /// The swap rule.
    pub swap: SwapRule,
}

impl Setup {
    pub(crate) fn stone(&self, cell: usize) -> Content {
        Side::BOTH.into_iter().find(|&side| self.stones[side].contains(Cell::new(cell)))
    }
}

/// What lies on a cell.
pub(crate) type Content = Option<Side>;

/// How the positions of a game are written: the reader and the writer of their texts.
///
/// ```
/// use game::{BySide, Side};
/// use placement::{Notation, Shape};
/// let notation = Notation {
///     shape: Shape::Triangle,
///     letters: BySide::new('x', 'o'),
///     sizes: (2, 9),
///     colours: BySide::new("Cross", "Circle"),
/// };
/// let setup = notation.read("x/1o/3 o swap=off").unwrap();
/// assert_eq!((setup.size, setup.stones.first.len(), setup.to_move), (3, 1, Side::Second));
/// let error = notation.read("x/1o/2 o swap=off").unwrap_err();
/// assert_eq!(error.to_string(), "row 3 has 2 cells, but row 3 of 3 rows has 3 (at character 6)");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Notation {
    /// The outline of the boards.
    pub shape: Shape,
    /// The letters of the stones, in lower case.
    pub letters: BySide<char>,
    /// The smallest and the largest size a game is played on.
    pub sizes: (usize, usize),
    /// What the sides are called: `Red`.
    pub colours: BySide<&'static str>,
}

/// A row as it was read, and where it starts.
pub(crate) struct TextRow {
    pub(crate) at: usize,
    pub(crate) cells: Vec<Content>,
}

impl Notation {
    /// Reads the text of a position; several lines are read as a drawing.
    ///
    /// # Errors
    /// Where and why it cannot be read.
    pub fn read(&self, text: &str) -> Result<Setup, ParseError> {
        if text.trim().contains('\n') {
            return drawing::read(self, text);
        }
        let start = text.len() - text.trim_start().len();
        let rest = &text[start..];
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let rows = self.read_rows(&rest[..end]).map_err(|e| e.shifted(start))?;
        let tail = start + end;
        self.assemble(&rows, self.read_tail(&text[tail..]).map_err(|e| e.shifted(tail))?)
    }

    /// Writes the text, or with `{:#}` a drawing.
    ///
    /// # Errors
    /// Those of the formatter.
    pub fn write(&self, setup: &Setup, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return drawing::write(self, setup, f);
        }
        let mut cell = 0;
        for row in 0..self.shape.rows(setup.size) {
            if row > 0 {
                f.write_char('/')?;
            }
            let (first, last) = self.shape.columns(setup.size, row);
            let next = cell + last - first + 1;
            let stones = (cell..next).map(|cell| setup.stone(cell));
            write_row(f, stones.map(|stone| stone.map(|side| self.letters[side])))?;
            cell = next;
        }
        f.write_char(' ')?;
        self.write_tail(setup, f)
    }

    /// The side to move and the swap rule.
    pub(crate) fn write_tail(&self, setup: &Setup, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.letters[setup.to_move], setup.swap.text())
    }

    /// The side whose stone a letter stands for, in either case.
    pub(crate) fn side_of(&self, letter: char) -> Content {
        Side::BOTH.into_iter().find(|&side| self.letters[side] == letter.to_ascii_lowercase())
    }

    /// `r, b or …`, as errors say what was expected.
    pub(crate) fn expected(&self, or: &str) -> String {
        format!("expected {}, {} or {or}", self.letters.first, self.letters.second)
    }

    /// The most rows a board has, and the most cells a row has.
    pub(crate) const fn most(&self) -> usize {
        self.shape.rows(self.sizes.1)
    }

    const fn all_sizes(&self) -> RangeInclusive<usize> {
        self.sizes.0..=self.sizes.1
    }

    /// Puts rows and tail together, if every row has as many cells as a board of so many rows has there.
    pub(crate) fn assemble(
        &self,
        rows: &[TextRow],
        (to_move, swap): (Side, SwapRule),
    ) -> Result<Setup, ParseError> {
        let size = self.size_of(rows)?;
        let mut stones = BySide::new(CellSet::EMPTY, CellSet::EMPTY);
        let mut cell = 0;
        for (r, row) in rows.iter().enumerate() {
            self.check_length(row, r, rows.len(), size)?;
            for content in &row.cells {
                if let Some(side) = *content {
                    stones[side].insert(Cell::new(cell));
                }
                cell += 1;
            }
        }
        Ok(Setup { size, stones, to_move, swap })
    }

    /// The size of the board with these rows.
    fn size_of(&self, rows: &[TextRow]) -> Result<usize, ParseError> {
        let at = rows.first().map_or(0, |row| row.at);
        let Some(size) = self.shape.size_of_rows(rows.len()) else {
            let what = format!("boards have an odd number of rows, not {}", rows.len());
            return Err(ParseError::new(at, what));
        };
        let sizes = self.all_sizes();
        if sizes.contains(&size) {
            Ok(size)
        } else {
            Err(ParseError::new(at, self.shape.no_such_board(&sizes, size)))
        }
    }

    fn check_length(
        &self,
        row: &TextRow,
        r: usize,
        rows: usize,
        size: usize,
    ) -> Result<(), ParseError> {
        let (first, last) = self.shape.columns(size, r);
        let (cells, expected, number) = (row.cells.len(), last - first + 1, r + 1);
        if cells == expected {
            return Ok(());
        }
        let what = if self.shape == Shape::Rhombus {
            format!("row {number} has {cells} cells, but there are {rows} rows")
        } else {
            format!(
                "row {number} has {cells} cells, but row {number} of {rows} rows has {expected}"
            )
        };
        Err(ParseError::new(row.at, what))
    }

    fn read_rows(&self, text: &str) -> Result<Vec<TextRow>, ParseError> {
        let mut rows = Vec::new();
        let mut at = 0;
        for row in text.split('/') {
            self.check_row_count(at, rows.len())?;
            let cells = self.read_row(row, rows.len() + 1).map_err(|e| e.shifted(at))?;
            rows.push(TextRow { at, cells });
            at += row.len() + 1;
        }
        Ok(rows)
    }

    /// Whether one more row may follow so many.
    pub(crate) fn check_row_count(&self, at: usize, rows: usize) -> Result<(), ParseError> {
        if rows < self.most() {
            return Ok(());
        }
        Err(ParseError::new(at, format!("there are more than {} rows", self.most())))
    }

    /// `2r1b` is two empty cells, a stone, an empty cell and a stone of the other side.
    fn read_row(&self, text: &str, number: usize) -> Result<Vec<Content>, ParseError> {
        let mut cells = Vec::new();
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            let digits = text[at..].bytes().take_while(u8::is_ascii_digit).count();
            if let Some(side) = self.side_of(c) {
                cells.push(Some(side));
                at += 1;
            } else if digits > 0 {
                let count = self.read_count(&text[at..at + digits]).map_err(|e| e.shifted(at))?;
                cells.resize(cells.len() + count, None);
                at += digits;
            } else {
                let (expected, found) = (self.expected("a number"), excerpt(&text[at..]));
                return Err(ParseError::new(
                    at,
                    format!("row {number}: {expected}, found {found}"),
                ));
            }
            if cells.len() > self.most() {
                let what = format!("row {number} has more than {} cells", self.most());
                return Err(ParseError::new(0, what));
            }
        }
        Ok(cells)
    }

    fn read_count(&self, digits: &str) -> Result<usize, ParseError> {
        if digits.starts_with('0') {
            return Err(ParseError::new(0, "a number of empty cells starts with 1 to 9"));
        }
        // More digits than a row has cells: any number too large will do.
        Ok(if digits.len() > 2 { self.most() + 1 } else { digits.parse().unwrap_or_default() })
    }

    /// ` r swap=on`.
    pub(crate) fn read_tail(&self, text: &str) -> Result<(Side, SwapRule), ParseError> {
        let (at, word, rest) = next_word(text, 0);
        let mut letters = word.chars();
        let side =
            letters.next().and_then(|c| self.side_of(c)).filter(|_| letters.next().is_none());
        let side = side.ok_or_else(|| {
            let BySide { first, second } = self.letters;
            let found = excerpt(word);
            let what = format!("expected the side to move, {first} or {second}, found {found}");
            ParseError::new(at, what)
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
}

/// The next word after `from`: where it starts, itself, where it ends.
fn next_word(text: &str, from: usize) -> (usize, &str, usize) {
    let rest = &text[from..];
    let start = from + rest.len() - rest.trim_start().len();
    let word = text[start..].split(char::is_whitespace).next().unwrap_or("");
    (start, word, start + word.len())
}

#[cfg(test)]
pub(crate) mod tests;
