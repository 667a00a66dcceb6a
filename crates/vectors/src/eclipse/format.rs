//! How a vectors file of Eclipse is written. What is not known is passed over; what a position
//! does not say stays open.

use crate::error::UnknownStatus;
use game::Side;
use serde::Deserialize;
use serde_json::Value;

/// Axial coordinates [q, r].
pub(super) type Place = [i8; 2];

/// A whole file.
#[derive(Deserialize)]
pub(super) struct File {
    pub(super) positions: Vec<EclipseCase>,
    #[serde(default)]
    pub(super) tabletop: bool,
}

/// A position and what is known of it.
#[derive(Deserialize)]
pub(super) struct EclipseCase {
    pub(super) name: Option<String>,
    pub(super) moves_from_start: Option<Vec<MoveRow>>,
    pub(super) position: Option<Standing>,
    pub(super) legal_moves: Option<Vec<MoveRow>>,
    /// Counts for depth 1, 2, 3 …
    pub(super) perft: Option<Vec<u64>>,
    tabletop: Option<bool>,
    #[serde(alias = "option")]
    options: Option<Value>,
}

impl EclipseCase {
    /// Whether it is played by EC-5, said here or with the pieces.
    pub(super) fn is_tabletop(&self) -> bool {
        let named = self.options.as_ref().is_some_and(|o| mentions(o, "tabletop"));
        let standing = self.position.as_ref().and_then(|p| p.tabletop);
        named || self.tabletop.or(standing).unwrap_or(false)
    }
}

/// `"tabletop"` or `{"tabletop": true}`.
fn mentions(value: &Value, word: &str) -> bool {
    let named = value.as_str().is_some_and(|text| text.eq_ignore_ascii_case(word));
    named || value.get(word).and_then(Value::as_bool).unwrap_or(false)
}

/// A comet's step, or a satellite's move.
#[derive(Deserialize)]
pub(super) struct MoveRow {
    pub(super) comet_to: Option<Place>,
    pub(super) chain: Option<usize>,
    pub(super) from: Option<Place>,
    pub(super) to: Option<Place>,
}

/// The places of all pieces.
#[derive(Deserialize)]
pub(super) struct Standing {
    pub(super) chains: Vec<ChainRow>,
    pub(super) comet_light: Place,
    pub(super) comet_dark: Place,
    pub(super) side_to_move: String,
    pub(super) status: Option<Value>,
    tabletop: Option<bool>,
}

/// A chain and when its satellites moved last.
#[derive(Deserialize)]
pub(super) struct ChainRow {
    pub(super) id: Option<usize>,
    pub(super) owner: Option<String>,
    #[serde(rename = "type")]
    pub(super) kind: Option<String>,
    pub(super) head: Place,
    pub(super) tail: Place,
    pub(super) frozen: Option<bool>,
    last_moved: Option<u64>,
    head_last_moved: Option<u64>,
    tail_last_moved: Option<u64>,
}

impl ChainRow {
    /// The ply at which it moved last, if that is said.
    pub(super) fn age(&self) -> Option<u64> {
        self.last_moved.or(self.head_last_moved.max(self.tail_last_moved))
    }
}

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GameStatus {
    /// The game goes on.
    Open,
    /// This side has won.
    Won(Side),
    /// A draw.
    Drawn,
    /// It is over; who won is not said.
    Over,
}

impl GameStatus {
    /// Reads `"InProgress"`, `"LightWins"`, `{"Won": "Dark"}` and the like; what is not understood
    /// is given back as text.
    pub(super) fn read(status: &Value) -> Result<Self, UnknownStatus> {
        let letters = status.to_string().to_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| letters.contains(word));
        let side = match (says(&["light"]), says(&["dark"])) {
            (true, false) => Some(Side::First),
            (false, true) => Some(Side::Second),
            _ => None,
        };
        match side {
            Some(side) if says(&["win", "won", "victor"]) => Ok(Self::Won(side)),
            Some(side) if says(&["lose", "loss", "lost", "block"]) => Ok(Self::Won(side.other())),
            None if says(&["progress", "open", "ongoing", "playing"]) => Ok(Self::Open),
            None if says(&["draw", "repetition"]) => Ok(Self::Drawn),
            None if says(&["over", "finished", "ended"]) => Ok(Self::Over),
            _ => Err(UnknownStatus(letters)),
        }
    }
}
