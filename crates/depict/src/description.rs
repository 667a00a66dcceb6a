//! A game in words, and what its pages offer.

/// What pages, commands and pictures need to know of a game beyond its rules and its drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameDescription {
    /// The name as people read it.
    pub title: &'static str,
    /// What it is about, in a sentence of few words.
    pub line: &'static str,
    /// In two sentences.
    pub text: &'static str,
    /// The game that stands for it in pictures.
    pub portrait: Portrait,
    /// Options with which a game is soon over, for tests.
    pub quick_options: &'static str,
    /// How the moves of the engine are drawn on the board.
    pub overlay: EngineOverlay,
    /// How the board is turned on a screen.
    pub turning: Turning,
    /// Whether the engine has proven facts of a position to show without search.
    pub has_marks: bool,
    /// Formats of other programs in which games are read and written, beside text and PGN.
    pub formats: &'static [FileFormat],
}

/// A short game to be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Portrait {
    /// The options it is played with.
    pub options: &'static str,
    /// Its moves in machine notation, separated by spaces.
    pub moves: &'static str,
    /// How many of them have been made in a still picture.
    pub still: usize,
}

/// How the moves of the engine are drawn on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineOverlay {
    /// Arrows from where a piece stands to where it goes.
    Arrows,
    /// Numbered ghosts of the pieces where they would go: arrows would hide the board.
    Ghosts,
    /// Every cell in a shade of how good a stone would be there.
    HeatMap,
}

/// How the board is turned on a screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turning {
    /// It is flipped only, as it is for the second side, which sits opposite the first.
    Flip,
    /// All twelve ways, for neither side has a seat at the board: its borders tell the sides apart. On a narrow screen
    /// it stands up if its cells become much larger so.
    Rotations,
}

/// A format of games that other programs use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileFormat {
    /// Smart Game Format.
    Sgf,
    /// Addresses of the Hex editor `HexWorld`.
    HexWorld,
    /// Hex Text Protocol, and the lists of moves that its programs print.
    Htp,
}

impl GameDescription {
    /// Whether games can be read from and written to this format.
    pub fn has_format(&self, format: FileFormat) -> bool {
        self.formats.contains(&format)
    }
}
