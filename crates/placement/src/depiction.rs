//! The drawing of a placement game: cells, their names along the borders, stones.

use crate::{Board, Notation, PlacedStones};
use depict::{Glyph, HexLayout, Highlight, Label, Palette, Piece, Scene, Tile, Turning};
use game::{BySide, Side};
use hexgrid::{Axial, Cell};

/// The scene of a position, with a shade for every cell. Turning, rims, marks, colours and
/// what is said are the game's.
pub fn scene<W: Copy>(
    stones: &PlacedStones<W>,
    board: &Board,
    notation: &Notation,
    shade: impl Fn(Cell) -> u8,
) -> Scene {
    let tile = |cell| Tile {
        cell,
        coord: HexLayout::Pointy.doubled(board.axial(cell)),
        name: board.name(cell),
        shade: shade(cell),
    };
    let piece =
        |(side, cell)| Piece { glyph: Glyph::Stone, side, cell, pinned: false, letter: None };
    let placed = Side::BOTH.into_iter().flat_map(|side| {
        let cells = stones.stones(side).into_iter();
        cells.map(move |cell| (side, cell))
    });
    Scene {
        hex_layout: HexLayout::Pointy,
        turning: Turning::Flip,
        tiles: board.cells().into_iter().map(tile).collect(),
        rims: Vec::new(),
        labels: labels(board),
        links: Vec::new(),
        pieces: placed.map(piece).collect(),
        marks: Vec::new(),
        trays: BySide::new(Some(Vec::new()), Some(Vec::new())),
        captured: None,
        phase: 0,
        palette: &Palette::GREEN,
        colours: notation.colours,
        caption: String::new(),
        explanation: None,
        remarks: Vec::new(),
    }
}

/// Numbers before the rows, letters above the columns: one step further along each.
fn labels(board: &Board) -> Vec<Label> {
    let at = |axial, text: String| Label {
        coord: HexLayout::Pointy.doubled(axial),
        text,
        side: Side::First,
    };
    let rows = (0..board.row_count()).filter_map(|r| {
        let first = board.axial(board.row(r).next()?);
        Some(at(Axial::new(first.q - 1, first.r), (r + 1).to_string()))
    });
    let top = |column: usize| {
        let mut cells = board.cells().into_iter();
        cells.find(|&cell| board.column_and_row(cell).0 == column).map(|cell| board.axial(cell))
    };
    let columns = (0..board.row_count()).filter_map(|column| {
        let first = top(column)?;
        let letter = char::from(b'a' + column as u8).to_string();
        Some(at(Axial::new(first.q + 1, first.r - 1), letter))
    });
    rows.chain(columns).collect()
}

/// The stones that won, marked.
pub fn winning_marks(cells: impl IntoIterator<Item = Cell>) -> Vec<(Cell, Highlight)> {
    cells.into_iter().map(|cell| (cell, Highlight::Winning)).collect()
}

/// The caption of a game that goes on.
pub fn turn_caption<W: Copy>(stones: &PlacedStones<W>, notation: &Notation) -> String {
    let side = notation.colours[stones.turn()];
    let swap = if stones.can_swap() { ", or to swap" } else { "" };
    format!("{side} to move{swap}")
}

/// Implements [`depict::Depict`] for a placement game.
///
/// What differs between games is written in the braces: the description and `scene`. The second argument
/// says what a swap has done, in a sentence without names of cells.
#[macro_export]
macro_rules! depiction {
    ($position:ty, $swapped:expr, { $($own:tt)* }) => {
        impl ::depict::Depict for $position {
            $($own)*

            fn explain(&self, mv: Self::Move) -> Option<::depict::MoveExplanation> {
                let swapped = mv == $crate::Move::Swap;
                let text = || $swapped.to_owned();
                swapped.then(|| ::depict::MoveExplanation { text: text(), cells: Vec::new() })
            }

            fn clicks(&self, mv: Self::Move) -> ::depict::ClickPath {
                ::depict::ClickPath(vec![match mv {
                    $crate::Move::Swap => ::depict::Click::Button("Swap"),
                    $crate::Move::Place(at) => {
                        let cell = self.board().cell(at);
                        ::depict::Click::Cell(cell.expect("a legal move is on the board"))
                    }
                }])
            }

            /// The free cells are the same for both sides.
            fn turned(&self) -> Option<Self> {
                Some(self.clone())
            }

            fn effects_of(&self, mv: Self::Move) -> Vec<::depict::MoveEffect> {
                vec![match mv {
                    $crate::Move::Swap => ::depict::MoveEffect::Swap,
                    $crate::Move::Place(_) => ::depict::MoveEffect::Placement,
                }]
            }

            fn editor_pieces() -> Vec<::depict::EditorPiece> {
                ::depict::EditorPiece::of_both(::depict::Glyph::Stone)
            }

            fn read_edited(
                &self,
                edited: &::depict::EditedScene<'_>,
            ) -> Result<Self, ::game::InvalidPosition> {
                let stones = ::game::BySide::from_fn(|side| {
                    let own = edited.scene.pieces.iter().filter(|piece| piece.side == side);
                    own.map(|piece| piece.cell).collect::<$crate::CellSet>()
                });
                Self::setup(self.size(), stones, edited.side, self.swap_rule())
            }
        }
    };
}
