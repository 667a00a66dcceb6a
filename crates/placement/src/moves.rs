//! A move and its text: `c4` or `swap`. Whether it may be played is a matter of the position.

use game::{ParseError, excerpt};
use hexgrid::Axial;
use std::fmt;
use std::str::FromStr;

/// A move; its text does not depend on the size of the board.
///
/// `SKEW` is the [`skew`](crate::Shape::skew) of the board's shape, which the names of cells depend on:
/// the column of a cell is q + SKEW · r.
///
/// ```
/// use hexgrid::Axial;
/// use placement::Move;
/// assert_eq!(Move::<0>::Place(Axial::new(2, 3)).to_string(), "c4");
/// assert_eq!("c4".parse(), Ok(Move::<1>::Place(Axial::new(-1, 3))));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move<const SKEW: i8> {
    /// Puts a stone on this cell.
    Place(Axial),
    /// Takes over the first stone instead of placing one.
    Swap,
}

/// `c4`; a place without a name, which no board has, is written as its numbers.
impl<const SKEW: i8> fmt::Display for Move<SKEW> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Place(at) => {
                write_place(at, i16::from(at.q) + i16::from(SKEW) * i16::from(at.r), f)
            }
            Self::Swap => f.pad("swap"),
        }
    }
}

fn write_place(at: Axial, column: i16, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match (column, at.r) {
        (0..26, 0..99) => f.pad(&format!("{}{}", char::from(b'a' + column as u8), at.r + 1)),
        _ => write!(f, "({},{})", at.q, at.r),
    }
}

impl<const SKEW: i8> FromStr for Move<SKEW> {
    type Err = ParseError;

    /// Forgiving in case and spaces: `C 4`, ` Swap-Pieces `.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Ok(match read(text)? {
            Some((column, row)) => {
                Self::Place(Axial::new((column - i16::from(SKEW) * row) as i8, row as i8))
            }
            None => Self::Swap,
        })
    }
}

/// The column and the row of a cell, or nothing for the swap.
fn read(text: &str) -> Result<Option<(i16, i16)>, ParseError> {
    // No move is longer; ten megabytes need not be copied to be refused.
    let plain: String = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .take(13)
        .collect::<String>()
        .to_ascii_lowercase();
    match plain.as_str() {
        "swap" | "swap-pieces" | "swap_pieces" | "swappieces" => Ok(None),
        "swap-sides" | "swap_sides" | "swapsides" => Err(parse_error(
            text,
            "swap-sides exchanges the players; on the board only swap-pieces, written swap, \
             is a move",
        )),
        _ => column_and_row(&plain).map(Some).ok_or_else(|| {
            parse_error(
                text,
                format!("expected a cell such as c4, or swap, found {}", excerpt(text)),
            )
        }),
    }
}

/// The column and the row that a name in lower case stands for, both counted from 0.
pub(crate) fn column_and_row(plain: &str) -> Option<(i16, i16)> {
    let (column, row) = plain.split_at_checked(1)?;
    let column = *column.as_bytes().first().filter(|c| c.is_ascii_lowercase())? - b'a';
    let digits = (1..=2).contains(&row.len()) && row.bytes().all(|c| c.is_ascii_digit());
    let row: i16 = row.parse().ok().filter(|_| digits && !row.starts_with('0'))?;
    Some((i16::from(column), row - 1))
}

/// `what`, where the text starts.
fn parse_error(text: &str, what: impl Into<String>) -> ParseError {
    ParseError::new(text.len() - text.trim_start().len(), what)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Upright = Move<0>;
    type Skewed = Move<1>;

    #[test]
    fn a_move_takes_no_more_than_four_bytes() {
        assert!(size_of::<Upright>() <= 4);
    }

    #[test]
    fn moves_are_read_in_any_case_and_spacing() {
        let c4 = Upright::Place(Axial::new(2, 3));
        for text in ["c4", "C4", " c 4 ", "\tC\n4"] {
            assert_eq!(text.parse(), Ok(c4), "{text}");
        }
        for text in ["swap", "SWAP", "swap-pieces", "Swap Pieces", " s w a p "] {
            assert_eq!(text.parse(), Ok(Upright::Swap), "{text}");
        }
        assert_eq!("s19".parse(), Ok(Upright::Place(Axial::new(18, 18))));
    }

    #[test]
    fn a_skewed_column_runs_down_to_the_left() {
        for (text, q, r) in [("a1", 0, 0), ("a8", -7, 7), ("h1", 7, 0), ("o15", 0, 14)] {
            let mv = Skewed::Place(Axial::new(q, r));
            assert_eq!((mv.to_string().as_str(), text.parse()), (text, Ok(mv)));
        }
        assert_eq!("a99".parse(), Ok(Skewed::Place(Axial::new(-98, 98))));
    }

    #[test]
    fn everything_else_is_refused_in_one_line() {
        for text in ["", "S", "4", "4c", "c", "c0", "c04", "c100", "cc4", "é4", "c+4", "swapp"] {
            let error = text.parse::<Upright>().unwrap_err().to_string();
            assert!(error.starts_with("expected a cell such as c4, or swap, found"), "{error}");
        }
        let sides = "swap-sides".parse::<Upright>().unwrap_err();
        assert!(sides.what.starts_with("swap-sides exchanges the players"));
        assert_eq!("  x".parse::<Upright>().unwrap_err().at, 2);
        let garbage = "q".repeat(10_000_000);
        assert!(garbage.parse::<Upright>().unwrap_err().to_string().len() < 120);
    }

    #[test]
    fn even_a_place_no_board_has_can_be_written() {
        assert_eq!(Upright::Place(Axial::new(-1, 5)).to_string(), "(-1,5)");
        assert_eq!(Skewed::Place(Axial::new(127, 127)).to_string(), "(127,127)");
    }
}
