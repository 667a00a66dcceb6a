//! A position that is being set up by hand: a picture in which pieces may stand anywhere.

use crate::{Glyph, Piece, Scene, Tile};
use game::{Side, write_row};

/// A piece that can be put on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EditorPiece {
    /// What it looks like.
    pub glyph: Glyph,
    /// Its side.
    pub side: Side,
}

impl EditorPiece {
    /// The same piece of either side.
    pub fn of_both(glyph: Glyph) -> Vec<Self> {
        Side::BOTH.map(|side| Self { glyph, side }).to_vec()
    }
}

/// A picture to be read as a position: the inverse of drawing.
#[derive(Clone, Copy, Debug)]
pub struct EditedScene<'a> {
    /// The pieces on their cells.
    pub scene: &'a Scene,
    /// Whose turn it is to be.
    pub side: Side,
    /// The letters of the links from the lowest to the topmost.
    pub link_order: &'a [char],
}

impl EditedScene<'_> {
    /// Rows or columns of letters, with the number of empty cells between them. `place` says for a
    /// tile in which it stands, and where in it.
    pub fn rows(&self, place: fn(&Tile) -> (i32, i32), letter: impl Fn(&Piece) -> char) -> String {
        let mut tiles: Vec<_> = self.scene.tiles.iter().map(|t| (place(t), t.cell)).collect();
        tiles.sort_unstable();
        let rows = tiles.chunk_by(|a, b| a.0.0 == b.0.0).map(|row| {
            let cells = row.iter().map(|(_, cell)| self.scene.piece_on(*cell).map(&letter));
            let mut text = String::new();
            let _ = write_row(&mut text, cells);
            text
        });
        rows.collect::<Vec<_>>().join("/")
    }
}
