//! Reads every block of the page that describes the notation.

use game::conformance::NotationPage;
use havannah::{Board, CellSet, Move, Options, Position};
use placement::Shape;

const PAGE: NotationPage = NotationPage {
    game: "havannah",
    text: include_str!("../../../../../content/havannah/notation.md"),
};

#[test]
fn texts_are_read_as_the_page_says() {
    PAGE.check_texts::<Move>("moves", 6);
    PAGE.check_texts::<Options>("options", 6);
    PAGE.check_texts::<Position>("positions", 7);
    PAGE.check_play::<Position>(6);
    PAGE.check_drawing::<Position>();
    PAGE.check_record::<Position>("4/1b3/6/2bwb2/6/1w3/4 w swap=on");
}

/// HV-1.3, in the page's own example.
#[test]
fn c4_touches_the_cells_the_page_names() {
    let board = Board::sized(Shape::Hexagon, 8).unwrap();
    let cell = |name: &str| board.named(name).unwrap();
    let named: CellSet = PAGE.names_after("`c4` touches").into_iter().map(cell).collect();
    assert_eq!(named.len(), 6);
    assert_eq!(board.neighbours(cell("c4")).iter().copied().collect::<CellSet>(), named);
}
