//! Legal moves, in both notations, with what they do.

use crate::viewer::{position_text, record_seen};
use crate::{SideName, ViewerName};
use catalog::{AnyRecord, with_record};
use game::{Outcome, Position, Record, Viewer};
use scene::{Depict, MoveEffect, Scene};
use serde::{Deserialize, Serialize};

/// What a move does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum MoveFlag {
    /// Puts a piece or a stone on the board.
    Placement,
    /// Hex Chess: fills the back rank.
    LineUp,
    /// Takes over the first stone: the swap rule.
    Swap,
    /// Eclipse: pins a chain; `pins` says which.
    Pin,
    /// Hex Chess: takes a piece.
    Capture,
    /// Hex Chess: a dragon burns what it leaps over.
    Burn,
    /// Hex Chess: a guardian changes places with a piece of its side.
    Exchange,
    /// Hex Chess: a pawn becomes a queen.
    Promotion,
    /// Hex Chess: the piece that moves is removed, for it takes a fool.
    Removed,
    /// The position has stood before.
    Repetition,
    /// Wins the game.
    Win,
    /// Loses the game.
    Loss,
    /// Ends the game in a draw.
    Draw,
}

impl From<MoveEffect> for MoveFlag {
    fn from(effect: MoveEffect) -> Self {
        match effect {
            MoveEffect::Placement => Self::Placement,
            MoveEffect::LineUp => Self::LineUp,
            MoveEffect::Swap => Self::Swap,
            MoveEffect::Pin => Self::Pin,
            MoveEffect::Capture => Self::Capture,
            MoveEffect::Burn => Self::Burn,
            MoveEffect::Exchange => Self::Exchange,
            MoveEffect::Promotion => Self::Promotion,
            MoveEffect::Removed => Self::Removed,
        }
    }
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MoveAnswer {
    /// In machine notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// As players write it.
    pub text: String,
    /// The cell it starts from, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The cell it ends on, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Effects of the move.
    pub flags: Vec<MoveFlag>,
    /// Eclipse: the letters of the chains that it pins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pins: Vec<char>,
}

/// Which moves to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MoveSelection {
    /// All but whole line-ups of a setup, of which there are thousands.
    #[default]
    WithoutLineUps,
    /// All.
    All,
}

/// The legal moves of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MovesAnswer {
    /// The position, in machine notation.
    pub position: String,
    /// Who is to move.
    pub side: SideName,
    /// How many legal moves there are.
    pub total: usize,
    /// The legal moves; none when the game is over. In the setup of Hex Chess whole line-ups, written
    /// `all:DQMKB`, are legal too and counted in `total`, but not listed.
    pub moves: Vec<MoveAnswer>,
}

/// The legal moves where a game stands.
pub fn moves(record: &AnyRecord, viewer: ViewerName, selection: MoveSelection) -> MovesAnswer {
    with_record!(record, record => moves_in(record, viewer, selection))
}

fn moves_in<P: Depict>(
    record: &Record<P>,
    viewer: ViewerName,
    selection: MoveSelection,
) -> MovesAnswer {
    let seen = record_seen(record, viewer);
    let position = seen.position().clone();
    let known = record.conclusion().is_none() && position.moves_are_known(viewer.into());
    let all = if known { position.moves().into_vec() } else { Vec::new() };
    let listed = match selection {
        MoveSelection::All => all.clone(),
        MoveSelection::WithoutLineUps if known => position.touchable(),
        MoveSelection::WithoutLineUps => Vec::new(),
    };
    let scene = position.scene(Viewer::Judge);
    MovesAnswer {
        position: position_text(record, viewer),
        side: record.position().side_to_move().into(),
        total: all.len(),
        moves: listed.into_iter().map(|mv| describe(&seen, &scene, mv)).collect(),
    }
}

/// A legal move of a record, with what it does.
pub(crate) fn describe<P: Depict>(record: &Record<P>, scene: &Scene, mv: P::Move) -> MoveAnswer {
    let position = record.position();
    let cells: Vec<String> =
        position.clicks(mv).cells().map(|cell| scene.tile(cell).name.clone()).collect();
    let (from, to) = match &cells[..] {
        [from, to] => (Some(from.clone()), Some(to.clone())),
        [to] => (None, Some(to.clone())),
        _ => (None, None),
    };
    let mut flags: Vec<MoveFlag> =
        position.effects_of(mv).into_iter().map(MoveFlag::from).collect();
    flags.extend(ends(record, mv));
    let pins = position.pins(mv);
    MoveAnswer { mv: mv.to_string(), text: position.write_move(mv), from, to, flags, pins }
}

/// What a move means for the end of the game.
fn ends<P: Position>(record: &Record<P>, mv: P::Move) -> Option<MoveFlag> {
    let side = record.position().side_to_move();
    match record.conclusion_after(mv) {
        (_, Some(end)) => Some(match end.outcome {
            Outcome::Win(winner) if winner == side => MoveFlag::Win,
            Outcome::Win(_) => MoveFlag::Loss,
            Outcome::Draw => MoveFlag::Draw,
        }),
        (2.., None) => Some(MoveFlag::Repetition),
        (_, None) => None,
    }
}
