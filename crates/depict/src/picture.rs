//! The parts of a picture.

use crate::{DoubledCoord, HexLayout, Palette, Turning};
use game::{BySide, Side};
use hexgrid::Cell;

/// A position as things to draw, from back to front.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// How cells are turned.
    pub hex_layout: HexLayout,
    /// How the board is turned, as the [description](crate::GameDescription::turning) of the game declares it.
    pub turning: Turning,
    /// The board.
    pub tiles: Vec<Tile>,
    /// Coloured borders, where the edges of a board belong to a side.
    pub rims: Vec<Rim>,
    /// Names of rows and columns beside the board, in the colour of the border they stand at.
    pub labels: Vec<Label>,
    /// Links between satellites; later ones lie on top of earlier ones.
    pub links: Vec<Link>,
    /// Everything that stands on a cell.
    pub pieces: Vec<Piece>,
    /// Cells to point out.
    pub marks: Vec<(Cell, Highlight)>,
    /// Pieces beside the board that can still be placed. `None`: not for this viewer to know.
    pub trays: BySide<Option<Vec<TrayPiece>>>,
    /// The pieces that each side has lost, first to last; nothing in games without captures.
    pub captured: Option<BySide<Vec<Glyph>>>,
    /// Which way of moving holds now for pieces that change it from turn to turn; 0 in most games.
    pub phase: u8,
    /// The colours of the game.
    pub palette: &'static Palette,
    /// What the sides are called in this game.
    pub colours: BySide<&'static str>,
    /// One sentence on where the game stands.
    pub caption: String,
    /// A sentence about a rule that matters now: what a swap would do, or what it has done.
    pub explanation: Option<String>,
    /// Remarks that explain the picture, one a line: what pins what.
    pub remarks: Vec<String>,
}

/// A cell of the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Tile {
    /// The cell.
    pub cell: Cell,
    /// Its place in the picture.
    pub coord: DoubledCoord,
    /// Its name, as notation has it.
    pub name: String,
    /// One of three shades; neighbours differ where the game wants it.
    pub shade: u8,
}

/// A coloured stretch of a board's border.
#[derive(Clone, PartialEq, Debug)]
pub struct Rim {
    /// Its side.
    pub side: Side,
    /// The cells along it, and for each the first of the corners it colours and how many edges
    /// follow, clockwise (see [`HexLayout::corners`]).
    pub edges: Vec<(Cell, usize, usize)>,
}

/// A name beside the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// Its place in the picture.
    pub coord: DoubledCoord,
    /// Its text.
    pub text: String,
    /// Whose border it stands at.
    pub side: Side,
}

/// A link of a chain.
#[derive(Clone, PartialEq, Debug)]
pub struct Link {
    /// Its chain's letter.
    pub name: char,
    /// Its side.
    pub side: Side,
    /// One end.
    pub from: Cell,
    /// The other end.
    pub to: Cell,
    /// Whether it may not move.
    pub pinned: bool,
    /// The letters of the chains that lie on top of it.
    pub pinned_by: Vec<char>,
}

/// A piece on a cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    /// What it looks like.
    pub glyph: Glyph,
    /// Its side.
    pub side: Side,
    /// The cell that it stands on.
    pub cell: Cell,
    /// Whether it is held fast.
    pub pinned: bool,
    /// A letter that tells it from its like, such as its chain's.
    pub letter: Option<char>,
}

/// A piece beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrayPiece {
    /// What it looks like.
    pub glyph: Glyph,
    /// Its letter in notation.
    pub letter: char,
}

/// What a piece looks like.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Glyph {
    Comet,
    /// An end of a short chain.
    ShortSatellite,
    /// An end of a long chain.
    LongSatellite,
    Stone,
    Pawn,
    King,
    Knight,
    Rook,
    Bishop,
    Queen,
    Charger,
    Dragon,
    Guardian,
    Fool,
    Moon,
}

impl Glyph {
    /// The name that people and screen readers read.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Comet => "comet",
            Self::ShortSatellite | Self::LongSatellite => "satellite",
            Self::Stone => "stone",
            Self::Pawn => "pawn",
            Self::King => "king",
            Self::Knight => "knight",
            Self::Rook => "rook",
            Self::Bishop => "bishop",
            Self::Queen => "queen",
            Self::Charger => "charger",
            Self::Dragon => "dragon",
            Self::Guardian => "guardian",
            Self::Fool => "fool",
            Self::Moon => "moon",
        }
    }
}

/// Why a cell is pointed out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Highlight {
    /// The last move touched it.
    Last,
    /// Part of what decided the game.
    Winning,
    /// A piece that is about to be lost, or a comet that cannot move.
    Danger,
}

impl Scene {
    /// The tile of a cell.
    ///
    /// # Panics
    /// If the board has no such cell.
    pub fn tile(&self, cell: Cell) -> &Tile {
        self.tiles.iter().find(|t| t.cell == cell).expect("a cell of this board")
    }

    /// The piece on a cell.
    pub fn piece_on(&self, cell: Cell) -> Option<&Piece> {
        self.pieces.iter().find(|p| p.cell == cell)
    }

    /// The link with this letter.
    pub fn link(&self, letter: char) -> Option<&Link> {
        self.links.iter().find(|link| link.name == letter)
    }

    /// A piece in words, such as “light satellite of chain e, pinned by i and k”.
    pub fn describe(&self, piece: &Piece) -> String {
        let colour = self.colours[piece.side].to_ascii_lowercase();
        let chain = piece.letter.map_or_else(String::new, |letter| format!(" of chain {letter}"));
        let by = piece.letter.and_then(|letter| self.link(letter)).map(|link| &link.pinned_by);
        let pinned = match by.filter(|by| !by.is_empty()) {
            Some(by) => format!(", pinned by {}", joined(by)),
            None if piece.pinned => ", pinned".to_owned(),
            None => String::new(),
        };
        format!("{colour} {}{chain}{pinned}", piece.glyph.name())
    }

    /// Whether a cell bears this mark.
    pub fn has_mark(&self, cell: Cell, mark: Highlight) -> bool {
        self.marks.contains(&(cell, mark))
    }
}

/// Letters as a text: “i and k”.
pub fn joined(letters: &[char]) -> String {
    letters.iter().map(char::to_string).collect::<Vec<_>>().join(" and ")
}
