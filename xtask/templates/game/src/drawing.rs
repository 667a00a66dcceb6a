//! Trio, drawn and described.

use crate::position::{BOARD, Move, Position};
use depict::{
    Click, ClickPath, Depict, EngineOverlay, GameDescription, Glyph, HexLayout, Palette, Piece,
    Portrait, Scene, Tile, Turning,
};
use game::{BySide, Position as _, Side, Viewer};

impl Depict for Position {
    const DESCRIPTION: GameDescription = GameDescription {
        title: "Trio",
        line: "Three in a line.",
        text: "Seven cells and a stone a turn. Whoever has three in a line wins.",
        portrait: Portrait { options: "", moves: "4 1 7", still: 3 },
        quick_options: "",
        overlay: EngineOverlay::HeatMap,
        turning: Turning::Flip,
        has_marks: false,
        formats: &[],
    };

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
            turning: Self::DESCRIPTION.turning,
            tiles: BOARD.cells().map(tile).collect(),
            rims: Vec::new(),
            labels: Vec::new(),
            links: Vec::new(),
            pieces: Side::BOTH.into_iter().flat_map(stones).collect(),
            marks: Vec::new(),
            trays: BySide::new(Some(Vec::new()), Some(Vec::new())),
            captured: None,
            phase: 0,
            // STUB: colours of its own in pictures and in the terminal.
            palette: &Palette::GREEN,
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
