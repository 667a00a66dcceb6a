//! Position editor: pieces may stand anywhere; the position is validated when it is read.

pub use scene::EditorPiece;

use catalog::{AnyRecord, GameName, with_game, with_record};
use game::{BySide, InvalidPosition, Record, Side, Viewer};
use hexgrid::Cell;
use scene::{Depict, EditedScene, Piece, Scene, Table};

/// A position being edited, not validated yet.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionEditor {
    /// The position that the sketch began with.
    began: AnyRecord,
    scene: Scene,
    side: Side,
    /// The chains from the lowest to the topmost, where there are chains.
    order: Vec<char>,
}

impl PositionEditor {
    /// A sketch that begins with a position.
    pub fn new(table: &AnyRecord) -> Self {
        let mut scene = table.scene(Viewer::Judge);
        scene.marks.clear();
        scene.remarks.clear();
        scene.explanation = None;
        scene.trays = BySide::new(Some(Vec::new()), Some(Vec::new()));
        let order = scene.links.iter().map(|link| link.name).collect();
        let mut editor = Self { began: table.clone(), scene, side: table.side_to_move(), order };
        editor.caption();
        editor
    }

    /// The scene to draw.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The options of the game, as text.
    pub fn options(&self) -> String {
        self.began.options()
    }

    /// Whose turn it is to be.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Makes it a side's turn.
    pub fn set_side(&mut self, side: Side) {
        self.side = side;
        self.caption();
    }

    /// What can be put on cells; nothing where pieces are only shifted.
    pub fn editor_pieces(&self) -> Vec<EditorPiece> {
        with_game!(self.began.game(), P => P::editor_pieces())
    }

    /// Puts something on a cell, or takes away what stands there.
    pub fn put(&mut self, cell: Cell, editor_piece: Option<EditorPiece>) {
        self.scene.pieces.retain(|piece| piece.cell != cell);
        if let Some(EditorPiece { glyph, side }) = editor_piece {
            self.scene.pieces.push(Piece { glyph, side, cell, pinned: false, letter: None });
        }
    }

    /// Shifts what stands on a cell to another one, which must be empty. A shifted chain lies on
    /// top of all others.
    pub fn shift(&mut self, from: Cell, to: Cell) {
        if self.scene.piece_on(to).is_some() {
            return;
        }
        let Some(piece) = self.scene.pieces.iter_mut().find(|piece| piece.cell == from) else {
            return;
        };
        piece.cell = to;
        let Some(letter) = piece.letter else { return };
        for link in self.scene.links.iter_mut().filter(|link| link.name == letter) {
            if link.from == from {
                link.from = to;
            } else {
                link.to = to;
            }
        }
        self.order.retain(|name| *name != letter);
        self.order.push(letter);
        let order = &self.order;
        self.scene.links.sort_by_key(|link| order.iter().position(|name| *name == link.name));
    }

    /// Takes everything away that can be taken away.
    pub fn clear(&mut self) {
        if !self.editor_pieces().is_empty() {
            self.scene.pieces.clear();
        }
    }

    /// The position, if the game knows it.
    ///
    /// # Errors
    /// Why it does not, as a sentence without its full stop.
    pub fn position(&self) -> Result<AnyRecord, InvalidPosition> {
        let edited = EditedScene { scene: &self.scene, side: self.side, link_order: &self.order };
        with_record!(&self.began, record => {
            record.position().read_edited(&edited).map(|p| Record::from_position(p).into())
        })
    }

    fn caption(&mut self) {
        self.scene.caption = format!("{} to move", self.scene.colours[self.side]);
    }
}

/// A sketch that begins where games with these options start; where that is a setup, after it.
///
/// # Errors
/// If the game has no such options.
pub fn editor_start(game: GameName, options: &str) -> Result<AnyRecord, game::ParseError> {
    with_game!(game, P => {
        let options = options.parse::<<P as game::Position>::Options>()?;
        Ok(Record::from_position(P::editor_start(options)).into())
    })
}
