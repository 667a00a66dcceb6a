//! Reads every block of the page that describes the notation.

use game::conformance::NotationPage;
use hex::{Board, CellSet, Move, Options, Position};

const PAGE: NotationPage =
    NotationPage { game: "hex", text: include_str!("../../../../../content/hex/notation.md") };

#[test]
fn texts_are_read_as_the_page_says() {
    PAGE.check_texts::<Move>("moves", 10);
    PAGE.check_texts::<Options>("options", 8);
    PAGE.check_texts::<Position>("positions", 8);
    PAGE.check_play::<Position>(7);
    PAGE.check_drawing::<Position>();
    PAGE.check_record::<Position>("5/3b1/1br2/5/5 r swap=on");
}

/// HX-1.2, in the page's own example.
#[test]
fn b2_touches_the_cells_the_page_names() {
    let board = Board::sized(11).unwrap();
    let cell = |name: &str| board.named(name).unwrap();
    let named: CellSet = PAGE.names_after("`b2` touches").into_iter().map(cell).collect();
    assert_eq!(named.len(), 6);
    assert_eq!(board.neighbours(cell("b2")).iter().copied().collect::<CellSet>(), named);
}
