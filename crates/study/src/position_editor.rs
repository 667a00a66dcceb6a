//! Position editor: pieces may stand anywhere; the position is validated when it is read.

use catalog::{AnyRecord, GameName};
use eclipse::{Chain, Link, Options, Part, Setup};
use game::{BySide, Position as _, Side, Viewer};
use hexgrid::Cell;
use scene::{Glyph, Piece, Scene, Table};

/// A piece that can be put on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EditorPiece {
    /// What it looks like.
    pub glyph: Glyph,
    /// Whose it is.
    pub side: Side,
}

/// A position being edited, not validated yet.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionEditor {
    game: GameName,
    scene: Scene,
    side: Side,
    /// The words that end a position's text: rules, or whose turn of the moon it is.
    words: Vec<String>,
    /// The chains from the lowest to the topmost, where there are chains.
    order: Vec<char>,
}

/// Why a sketch is no position: a sentence without its full stop.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionEditorError {
    /// A side without its king.
    #[error("{colour} has no king")]
    NoKing {
        /// The colour of the side.
        colour: &'static str,
    },
    /// A side without its comet.
    #[error("{colour} has no comet")]
    NoComet {
        /// The colour of the side.
        colour: &'static str,
    },
    /// A chain that lies nowhere.
    #[error("chain {0} is missing")]
    NoChain(Chain),
    /// What stands there cannot be.
    #[error("{0}")]
    Invalid(String),
}

/// Pieces of Hex Chess and their letters.
const LETTERS: [(Glyph, char); 11] = [
    (Glyph::King, 'K'),
    (Glyph::Charger, 'C'),
    (Glyph::Dragon, 'D'),
    (Glyph::Guardian, 'G'),
    (Glyph::Fool, 'F'),
    (Glyph::Moon, 'M'),
    (Glyph::Knight, 'N'),
    (Glyph::Bishop, 'B'),
    (Glyph::Queen, 'Q'),
    (Glyph::Rook, 'R'),
    (Glyph::Pawn, 'P'),
];

impl PositionEditor {
    /// A sketch that begins with a position.
    pub fn new(table: &AnyRecord) -> Self {
        let mut scene = table.scene(Viewer::Judge);
        scene.marks.clear();
        scene.remarks.clear();
        scene.explanation = None;
        scene.trays = BySide::new(Some(Vec::new()), Some(Vec::new()));
        let order = scene.links.iter().map(|link| link.name).collect();
        let words = table.position().split_whitespace().map(str::to_owned).collect();
        let mut editor =
            Self { game: table.game(), scene, side: table.side_to_move(), words, order };
        editor.caption();
        editor
    }

    /// What is drawn.
    pub fn scene(&self) -> &Scene {
        &self.scene
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
        let both = |glyph: Glyph| Side::BOTH.map(|side| EditorPiece { glyph, side });
        match self.game {
            GameName::Eclipse => Vec::new(),
            GameName::Hex => both(Glyph::Stone).to_vec(),
            GameName::HexChess => {
                let of = |side| LETTERS.map(|(glyph, _)| EditorPiece { glyph, side });
                [of(Side::First), of(Side::Second)].concat()
            }
        }
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
    pub fn position(&self) -> Result<AnyRecord, PositionEditorError> {
        let text = match self.game {
            GameName::Eclipse => self.eclipse()?,
            GameName::Hex => self.hex(),
            GameName::HexChess => return self.hexchess(),
        };
        self.known(&text)
    }

    fn known(&self, text: &str) -> Result<AnyRecord, PositionEditorError> {
        AnyRecord::from_position(self.game, text)
            .map_err(|error| PositionEditorError::Invalid(error.what))
    }

    fn caption(&mut self) {
        self.scene.caption = format!("{} to move", self.scene.colours[self.side]);
    }

    /// Rows or columns of letters, with the number of empty cells between them. `place` says for a
    /// tile in which it stands, and where in it.
    fn rows(
        &self,
        place: fn(&scene::Tile) -> (i32, i32),
        letter: impl Fn(&Piece) -> char,
    ) -> String {
        let mut tiles: Vec<_> = self.scene.tiles.iter().map(|t| (place(t), t.cell)).collect();
        tiles.sort_unstable();
        let rows = tiles.chunk_by(|a, b| a.0.0 == b.0.0).map(|row| {
            let mut text = String::new();
            let mut empty = 0;
            for (_, cell) in row {
                match self.scene.piece_on(*cell) {
                    None => empty += 1,
                    Some(piece) => {
                        push_number(&mut text, std::mem::take(&mut empty));
                        text.push(letter(piece));
                    }
                }
            }
            push_number(&mut text, empty);
            text
        });
        rows.collect::<Vec<_>>().join("/")
    }

    fn hex(&self) -> String {
        let stone = |piece: &Piece| if piece.side == Side::First { 'r' } else { 'b' };
        let rows = self.rows(|tile| (tile.coord.y, tile.coord.x), stone);
        let side = if self.side == Side::First { "r" } else { "b" };
        format!("{rows} {side} {}", self.words.last().map_or("swap=on", String::as_str))
    }

    /// In the setup or in play: as the sketch began, or else as it can be.
    fn hexchess(&self) -> Result<AnyRecord, PositionEditorError> {
        let placing = self.known(&self.hexchess_text("even", &self.pools()));
        let turn = self.words.get(2).map_or("even", String::as_str);
        let playing = self.kings().and_then(|()| self.known(&self.hexchess_text(turn, "-")));
        if self.words.last().is_some_and(|pools| pools == "-") {
            playing.or_else(|why| placing.map_err(|_| why))
        } else {
            placing.or(playing)
        }
    }

    fn kings(&self) -> Result<(), PositionEditorError> {
        let king = |p: &Piece, side| p.side == side && p.glyph == Glyph::King;
        let without =
            Side::BOTH.into_iter().find(|side| !self.scene.pieces.iter().any(|p| king(p, *side)));
        match without {
            Some(side) => Err(PositionEditorError::NoKing { colour: self.scene.colours[side] }),
            None => Ok(()),
        }
    }

    /// What either side may still place: of every kind but the pawn, what does not stand yet.
    fn pools(&self) -> String {
        let pool = |side| {
            let stands =
                |glyph| self.scene.pieces.iter().any(|p| p.side == side && p.glyph == glyph);
            let left = LETTERS.iter().filter(|(glyph, _)| *glyph != Glyph::Pawn && !stands(*glyph));
            left.map(|(_, letter)| *letter).collect::<String>()
        };
        format!("{}/{}", pool(Side::First), pool(Side::Second).to_ascii_lowercase())
    }

    fn hexchess_text(&self, turn: &str, pools: &str) -> String {
        let letter = |piece: &Piece| {
            let known = LETTERS.iter().find(|(glyph, _)| *glyph == piece.glyph);
            let letter = known.map_or('P', |(_, letter)| *letter);
            if piece.side == Side::First { letter } else { letter.to_ascii_lowercase() }
        };
        let columns = self.rows(|tile| (tile.coord.x, -tile.coord.y), letter);
        let side = if self.side == Side::First { "w" } else { "b" };
        format!("{columns} {side} {turn} {pools}")
    }

    fn eclipse(&self) -> Result<String, PositionEditorError> {
        let comet = |side: Side| {
            let of = |p: &&Piece| p.glyph == Glyph::Comet && p.side == side;
            let comet = self.scene.pieces.iter().find(of);
            comet
                .map(|p| p.cell)
                .ok_or(PositionEditorError::NoComet { colour: self.scene.colours[side] })
        };
        let comets = BySide::new(comet(Side::First)?, comet(Side::Second)?);
        let mut chains = [[Cell::new(0); 2]; Chain::COUNT];
        for chain in Chain::ALL {
            let link = self.scene.links.iter().find(|link| link.name == chain.letter());
            let link = link.ok_or(PositionEditorError::NoChain(chain))?;
            chains[chain.index()] = [link.from, link.to];
        }
        let options: Options =
            self.words.last().and_then(|word| word.parse().ok()).unwrap_or(Options::Standard);
        let overlaps = self.crossings(&chains);
        let mut setup = Setup { comets, chains, overlaps, side: self.side, options };
        // Whether it matters who lies on whom, the game says.
        loop {
            match setup.position() {
                Ok(position) => {
                    let checked = position.check().map(|()| position.to_string());
                    return checked.map_err(|error| PositionEditorError::Invalid(error.why));
                }
                Err(fault) => match fault.part {
                    Part::Overlap(place) if place < setup.overlaps.len() => {
                        setup.overlaps.remove(place);
                    }
                    _ => return Err(PositionEditorError::Invalid(fault.what)),
                },
            }
        }
    }

    /// Every two chains that cross, the upper one first.
    fn crossings(&self, chains: &[[Cell; 2]; Chain::COUNT]) -> Vec<(Chain, Chain)> {
        let link = |chain: Chain| {
            let [a, b] = chains[chain.index()];
            Link::between(a, b)
        };
        let height = |chain: Chain| self.order.iter().position(|name| *name == chain.letter());
        let pairs = Chain::ALL.into_iter().flat_map(|a| Chain::ALL.map(|b| (a, b)));
        let cross = |&(upper, lower): &(Chain, Chain)| {
            let both = link(upper).zip(link(lower));
            height(upper) > height(lower) && both.is_some_and(|(a, b)| a.crosses(b))
        };
        pairs.filter(cross).collect()
    }
}

fn push_number(text: &mut String, number: usize) {
    if number > 0 {
        text.push_str(&number.to_string());
    }
}
