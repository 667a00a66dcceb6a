//! Texts of positions: `5/2r2/5/2b2/5 r swap=on`, and the drawing of `{:#}`:
//!
//! ```text
//!    a b c
//!  1 . . .
//!   2 . r .
//!    3 b . .
//! r swap=on
//! ```

use crate::{Board, SHAPE};
use game::BySide;
use placement::Notation;

pub(crate) const NOTATION: Notation = Notation {
    shape: SHAPE,
    letters: BySide::new('r', 'b'),
    sizes: (Board::SMALLEST, Board::LARGEST),
    colours: BySide::new("Red", "Blue"),
};

#[cfg(test)]
mod tests {
    use crate::Position;

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
