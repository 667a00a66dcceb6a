//! Trio, drawn.

use crate::trio::{BOARD, Move, Trio};
use game::{BySide, Position as _, Side, Viewer};
use scene::{Click, ClickPath, Depict, Glyph, HexLayout, Piece, Scene, Tile};

impl Depict for Trio {
    fn scene(&self, _: Viewer) -> Scene {
        let tile = |cell: hexgrid::Cell| Tile {
            cell,
            coord: HexLayout::Pointy.doubled(BOARD.axial(cell)),
            name: (cell.index() + 1).to_string(),
            shade: 0,
        };
        let stones = |side: Side| {
            let piece =
                move |cell| Piece { glyph: Glyph::Stone, side, cell, pinned: false, letter: None };
            self.stones[side.index()].into_iter().map(piece)
        };
        Scene {
            hex_layout: HexLayout::Pointy,
            tiles: BOARD.cells().map(tile).collect(),
            rims: Vec::new(),
            labels: Vec::new(),
            links: Vec::new(),
            pieces: Side::BOTH.into_iter().flat_map(stones).collect(),
            marks: Vec::new(),
            trays: BySide::new(Some(Vec::new()), Some(Vec::new())),
            captured: None,
            colours: BySide::new("Cross", "Nought"),
            caption: format!("{} stones to go", self.moves().len()),
            explanation: None,
            remarks: Vec::new(),
        }
    }

    fn clicks(&self, mv: Move) -> ClickPath {
        ClickPath(vec![Click::Cell(mv.0)])
    }
}
