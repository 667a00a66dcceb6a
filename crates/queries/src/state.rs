//! The state of a game: who is to move, the result, repetition, and what is pinned, threatened and hidden.

use crate::ViewerName;
use crate::viewer::{position_text, record_seen};
use catalog::{AnyRecord, with_record};
use game::{BySide, Conclusion, Reason, Record, Side, Viewer};
use hexgrid::Cell;
use lessons::coach;
use scene::{Depict, Disguised, Highlight, Scene, scene_of};
use serde::{Deserialize, Serialize};

/// A side, by order of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum SideName {
    First,
    Second,
}

impl From<Side> for SideName {
    fn from(side: Side) -> Self {
        match side {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ResultAnswer {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub outcome: String,
    /// The winner; absent in a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<SideName>,
    /// `rules`, `repetition`, `quiet_limit`, `resignation`, `time`, `agreement` or `adjudication`.
    pub reason: String,
    /// What decided the game on the board, where the rules did: `ring`, `king captured`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// A piece on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PieceAnswer {
    /// The cell that it stands on.
    pub cell: String,
    /// Its side.
    pub side: SideName,
    /// What it looks like to the viewer, such as `stone`, `comet` or `queen`.
    pub kind: String,
    /// Eclipse: the letter of its chain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chain: Option<char>,
}

/// A chain of Eclipse that cannot move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PinnedLink {
    /// The chain's letter.
    pub chain: char,
    /// Its side.
    pub side: SideName,
    /// Where its satellites stand.
    pub cells: Vec<String>,
    /// The letters of the chains that lie on it.
    pub by: Vec<char>,
}

/// What the side that waits threatens to do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ThreatAnswer {
    /// A sentence, spoken to the side to move.
    pub text: String,
    /// The cells that it is about.
    pub cells: Vec<String>,
}

/// A piece whose kind is hidden from a side: a knight or a fool of Hex Chess.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HiddenPiece {
    /// The cell that it stands on.
    pub cell: String,
    /// Its side.
    pub side: SideName,
    /// The kind that it looks like to every viewer.
    pub looks: String,
    /// What it is, if the viewer may know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is: Option<String>,
}

/// The letters of the pieces that each side can still place, if the viewer may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct Pools {
    pub first: Option<Vec<char>>,
    pub second: Option<Vec<char>>,
}

/// Where a game stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StateAnswer {
    /// The game's options.
    pub options: String,
    /// The position in machine notation; the view, if something is hidden from the viewer.
    pub position: String,
    /// How many moves were made.
    pub ply: usize,
    /// Who is to move.
    pub side: SideName,
    /// What that side is called in this game, such as `Red`.
    pub colour: String,
    /// One sentence on where the game stands.
    pub caption: String,
    /// The result, once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultAnswer>,
    /// How often the position has stood, this time included; the third time is a draw.
    pub occurrences: usize,
    /// Plies since the last progress.
    pub quiet_plies: usize,
    /// So many of them are a draw, in games with such a rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quiet_limit: Option<usize>,
    /// Everything that stands on the board.
    pub pieces: Vec<PieceAnswer>,
    /// Chains that cannot move, and what pins them.
    pub pinned: Vec<PinnedLink>,
    /// Cells of kings under attack, and of comets that cannot move.
    pub in_danger: Vec<String>,
    /// What the side that waits threatens.
    pub threats: Vec<ThreatAnswer>,
    /// Pieces whose kind is hidden from a side.
    pub hidden: Vec<HiddenPiece>,
    /// What can still be placed, in a setup.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pools: Option<Pools>,
}

/// The state of a game, with no more than the viewer may know.
pub fn state(record: &AnyRecord, viewer: ViewerName) -> StateAnswer {
    let seen: AnyRecord = with_record!(record, record => record_seen(record, viewer).into());
    let threats = coach::threats(&seen);
    with_record!(record, record => state_of(record, viewer, &threats))
}

fn state_of<P: Depict>(
    record: &Record<P>,
    viewer: ViewerName,
    threats: &[coach::CoachNote],
) -> StateAnswer {
    let told = if record.conclusion().is_some() { Viewer::Judge } else { viewer.into() };
    let (position, scene) = (record.position(), scene_of(record, told));
    let side = position.side_to_move();
    let disguised = position.disguised(told);
    StateAnswer {
        options: position.options().to_string(),
        position: position_text(record, viewer),
        ply: record.ply(),
        side: side.into(),
        colour: scene.colours[side].to_owned(),
        result: record.conclusion().map(result),
        occurrences: record.occurrences(),
        quiet_plies: record.quiet_plies(),
        quiet_limit: P::QUIET_LIMIT,
        pieces: pieces(&scene),
        pinned: pinned(&scene),
        in_danger: in_danger(&scene),
        threats: threats.iter().map(|note| threat(&scene, note)).collect(),
        hidden: disguised.iter().map(|piece| hidden(&scene, piece)).collect(),
        pools: pools(&scene),
        caption: scene.caption,
    }
}

fn result(Conclusion { outcome, reason, by }: Conclusion) -> ResultAnswer {
    let reason = match reason {
        Reason::Rules => "rules",
        Reason::Repetition => "repetition",
        Reason::QuietLimit => "quiet_limit",
        Reason::Resignation => "resignation",
        Reason::Time => "time",
        Reason::Agreement => "agreement",
        Reason::Adjudication => "adjudication",
    };
    ResultAnswer {
        outcome: outcome.text().to_owned(),
        winner: outcome.winner().map(SideName::from),
        reason: reason.to_owned(),
        by: by.map(str::to_owned),
    }
}

fn name(scene: &Scene, cell: Cell) -> String {
    scene.tile(cell).name.clone()
}

fn pieces(scene: &Scene) -> Vec<PieceAnswer> {
    let told = |piece: &scene::Piece| PieceAnswer {
        cell: name(scene, piece.cell),
        side: piece.side.into(),
        kind: piece.glyph.name().to_owned(),
        chain: piece.letter,
    };
    scene.pieces.iter().map(told).collect()
}

fn pinned(scene: &Scene) -> Vec<PinnedLink> {
    let told = |link: &scene::Link| PinnedLink {
        chain: link.name,
        side: link.side.into(),
        cells: vec![name(scene, link.from), name(scene, link.to)],
        by: link.pinned_by.clone(),
    };
    scene.links.iter().filter(|link| link.pinned).map(told).collect()
}

fn in_danger(scene: &Scene) -> Vec<String> {
    let marked = scene.marks.iter().filter(|(_, mark)| *mark == Highlight::Danger);
    marked.map(|(cell, _)| name(scene, *cell)).collect()
}

fn threat(scene: &Scene, note: &coach::CoachNote) -> ThreatAnswer {
    let cells = note.cells.iter().map(|&cell| name(scene, cell)).collect();
    ThreatAnswer { text: note.text.clone(), cells }
}

fn hidden(scene: &Scene, piece: &Disguised) -> HiddenPiece {
    HiddenPiece {
        cell: name(scene, piece.cell),
        side: piece.side.into(),
        looks: piece.looks.to_owned(),
        is: piece.is.map(str::to_owned),
    }
}

/// The pieces beside the board, where there are any or they are hidden.
fn pools(scene: &Scene) -> Option<Pools> {
    let letters = |side| -> Option<Vec<char>> {
        Some(scene.trays[side].as_ref()?.iter().map(|piece| piece.letter).collect())
    };
    let pools = BySide::from_fn(letters);
    let empty = |pool: &Option<Vec<char>>| pool.as_ref().is_some_and(Vec::is_empty);
    let none = empty(&pools.first) && empty(&pools.second);
    (!none).then_some(Pools { first: pools.first, second: pools.second })
}
