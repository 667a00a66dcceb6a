//! A move and its text: `c4` or `swap`. Whether it may be played is a matter of the position.

use game::{ParseError, excerpt};
use hexgrid::Axial;
use std::fmt;
use std::str::FromStr;

/// A move; its text does not depend on the size of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Puts a stone on (column, row), both counted from 0 (HX-2.1).
    Place(Axial),
    /// Swaps pieces instead of placing (HX-2.3).
    Swap,
}

/// `c4`; a place without a name, which no board has, is written as its numbers.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Place(Axial { q: q @ 0..26, r: r @ 0..99 }) => {
                f.pad(&format!("{}{}", char::from(b'a' + q as u8), r + 1))
            }
            Self::Place(Axial { q, r }) => write!(f, "({q},{r})"),
            Self::Swap => f.pad("swap"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;

    /// Forgiving in case and spaces: `C 4`, ` Swap-Pieces `.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        // No move is longer; ten megabytes need not be copied to be refused.
        let plain: String = text
            .chars()
            .filter(|c| !c.is_whitespace())
            .take(13)
            .collect::<String>()
            .to_ascii_lowercase();
        match plain.as_str() {
            "swap" | "swap-pieces" | "swap_pieces" | "swappieces" => Ok(Self::Swap),
            "swap-sides" | "swap_sides" | "swapsides" => Err(trouble(
                text,
                "swap-sides exchanges the players; on the board only swap-pieces, written swap, \
                 is a move",
            )),
            _ => place(&plain).ok_or_else(|| {
                trouble(
                    text,
                    format!("expected a cell such as c4, or swap, found {}", excerpt(text)),
                )
            }),
        }
    }
}

fn place(plain: &str) -> Option<Move> {
    let (column, row) = plain.split_at_checked(1)?;
    let column = *column.as_bytes().first().filter(|c| c.is_ascii_lowercase())? - b'a';
    let digits = (1..=2).contains(&row.len()) && row.bytes().all(|c| c.is_ascii_digit());
    let row: i8 = row.parse().ok().filter(|_| digits && !row.starts_with('0'))?;
    Some(Move::Place(Axial::new(column as i8, row - 1)))
}

/// `what`, where the text starts.
fn trouble(text: &str, what: impl Into<String>) -> ParseError {
    ParseError::new(text.len() - text.trim_start().len(), what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_takes_no_more_than_four_bytes() {
        assert!(size_of::<Move>() <= 4);
    }

    #[test]
    fn moves_are_read_in_any_case_and_spacing() {
        let c4 = Move::Place(Axial::new(2, 3));
        for text in ["c4", "C4", " c 4 ", "\tC\n4"] {
            assert_eq!(text.parse(), Ok(c4), "{text}");
        }
        for text in ["swap", "SWAP", "swap-pieces", "Swap Pieces", " s w a p "] {
            assert_eq!(text.parse(), Ok(Move::Swap), "{text}");
        }
        assert_eq!("s19".parse(), Ok(Move::Place(Axial::new(18, 18))));
    }

    #[test]
    fn everything_else_is_refused_in_one_line() {
        for text in ["", "S", "4", "4c", "c", "c0", "c04", "c100", "cc4", "é4", "c+4", "swapp"] {
            let error = text.parse::<Move>().unwrap_err().to_string();
            assert!(error.starts_with("expected a cell such as c4, or swap, found"), "{error}");
        }
        let sides = "swap-sides".parse::<Move>().unwrap_err();
        assert!(sides.what.starts_with("swap-sides exchanges the players"));
        assert_eq!("  x".parse::<Move>().unwrap_err().at, 2);
        let garbage = "q".repeat(10_000_000);
        assert!(garbage.parse::<Move>().unwrap_err().to_string().len() < 120);
    }

    #[test]
    fn even_a_place_no_board_has_can_be_written() {
        assert_eq!(Move::Place(Axial::new(-1, 5)).to_string(), "(-1,5)");
    }
}
