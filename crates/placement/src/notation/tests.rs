//! Texts of every shape, and what is wrong with others.

use super::*;

/// A setup that writes itself, for tests.
pub(crate) struct Written(pub(crate) Notation, pub(crate) Setup);

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(&self.1, f)
    }
}

pub(crate) const fn notation(shape: Shape, smallest: usize, largest: usize) -> Notation {
    let colours = BySide::new("White", "Black");
    Notation { shape, letters: BySide::new('w', 'b'), sizes: (smallest, largest), colours }
}

pub(crate) const HEXAGONS: Notation = notation(Shape::Hexagon, 3, 10);

fn error(notation: Notation, text: &str) -> String {
    notation.read(text).unwrap_err().to_string()
}

#[test]
fn texts_of_every_shape_are_read_and_written_alike() {
    for (shape, text) in [
        (Shape::Rhombus, "w2/1b1/3 b swap=on"),
        (Shape::Rhombus, "11/11/11/11/4w6/11/5b5/11/11/11/11 w swap=off"),
        (Shape::Hexagon, "3/1w2/bw3/4/3 b swap=on"),
        (Shape::Hexagon, "wbw/4/5/4/bbb w swap=off"),
        (Shape::Triangle, "w/1b/3 w swap=on"),
        (Shape::Triangle, "1/2/3/4/5/6/7/8/9/9b w swap=off"),
    ] {
        let notation = notation(shape, 3, 19);
        let setup = notation.read(text).unwrap();
        assert_eq!(Written(notation, setup).to_string(), text);
        let loose = format!("  {}\t", text.to_uppercase().replace(' ', "   "));
        assert_eq!(notation.read(&loose), Ok(setup));
    }
}

#[test]
fn stones_stand_where_the_rows_say() {
    let setup = HEXAGONS.read("3/1w2/bw3/4/2b b swap=on").unwrap();
    let board = crate::Board::sized(Shape::Hexagon, 3).unwrap();
    let names = |side| setup.stones[side].into_iter().map(|c| board.name(c)).collect::<Vec<_>>();
    assert_eq!(names(Side::First), ["b2", "b3"]);
    assert_eq!(names(Side::Second), ["a3", "e5"]);
}

#[test]
fn trouble_is_named_and_placed() {
    let cases = [
        ("", "expected the side to move, w or b, found “” (at character 1)"),
        ("3 w swap=on", "boards have 3 to 10 cells a side, not 1 (at character 1)"),
        ("3/4/3/4 w swap=on", "boards have an odd number of rows, not 4 (at character 1)"),
        ("3/4/5/4/4 w swap=on", "row 5 has 4 cells, but row 5 of 5 rows has 3 (at character 9)"),
        ("3/1x/5/4/3 w swap=on", "row 2: expected w, b or a number, found “x” (at character 4)"),
        ("3/4/05/4/3 w swap=on", "a number of empty cells starts with 1 to 9 (at character 5)"),
        ("3/999/5/4/3 w swap=on", "row 2 has more than 19 cells (at character 3)"),
        ("3/4/5/4/3", "expected the side to move, w or b, found “” (at character 10)"),
        ("3/4/5/4/3 r", "expected the side to move, w or b, found “r” (at character 11)"),
        ("3/4/5/4/3 w swap", "expected swap=on or swap=off, found “swap” (at character 13)"),
        ("3/4/5/4/3 w swap=on 7", "expected nothing more, found “7” (at character 21)"),
    ];
    for (text, expected) in cases {
        assert_eq!(error(HEXAGONS, text), expected, "{text}");
    }
    let rows = "1/".repeat(20) + "1 w swap=on";
    assert_eq!(error(HEXAGONS, &rows), "there are more than 19 rows (at character 39)");
    let square = notation(Shape::Rhombus, 3, 19);
    assert_eq!(
        error(square, "3/2/3 w swap=on"),
        "row 2 has 2 cells, but there are 3 rows (at character 3)"
    );
    assert_eq!(error(square, "2/2 w swap=on"), "boards are 3×3 to 19×19, not 2×2 (at character 1)");
}

#[test]
fn ten_megabytes_of_anything_get_a_short_answer() {
    for piece in ["w", "/", "9", "3/", "é", " ", "3/4/5/4/3 w swap=on ", "1 w\n"] {
        let text = piece.repeat(10_000_000 / piece.len());
        assert!(error(HEXAGONS, &text).len() < 150, "{piece}");
    }
}
