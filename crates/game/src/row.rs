//! Rows of letters, with numbers for runs of empty cells: `2r1`, as in the notation of most games here.
//!
//! Only writing is shared: readers differ in what they say of a mistake. The oracles of the tests have their own.

use std::fmt;

/// Writes a row: the letter of what stands on each cell, or how many empty ones there are in between.
///
/// ```
/// let mut text = String::new();
/// game::write_row(&mut text, [None, None, Some('r'), None])?;
/// assert_eq!(text, "2r1");
/// # Ok::<(), std::fmt::Error>(())
/// ```
///
/// # Errors
/// If `out` cannot be written to; a `String` can.
pub fn write_row(
    out: &mut impl fmt::Write,
    cells: impl IntoIterator<Item = Option<char>>,
) -> fmt::Result {
    let mut empty = 0_usize;
    for cell in cells {
        let Some(letter) = cell else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            write!(out, "{empty}")?;
        }
        empty = 0;
        out.write_char(letter)?;
    }
    if empty > 0 { write!(out, "{empty}") } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_empty_cells_are_numbers() {
        for (cells, text) in [
            ("", ""),
            ("...", "3"),
            ("r", "r"),
            ("rb", "rb"),
            ("r..b.", "r2b1"),
            ("............r", "12r"),
        ] {
            let mut row = String::new();
            let cells = cells.chars().map(|c| (c != '.').then_some(c));
            write_row(&mut row, cells).unwrap();
            assert_eq!(row, text);
        }
    }
}
