//! A whole game as a viewer may know it (HC-5): what was seen of every move, and what follows
//! from it about the fools.
//!
//! Everything here is made from public events alone: two games that differ only in whether an
//! unrevealed horse is a knight or a fool give equal results to whoever is not told.

use crate::view::{FoolKnowledge, disguised};
use crate::{Effects, Kind, Move, Piece, Position, View};
use game::{BySide, Position as _, Record, Side, Viewer};
use hexgrid::CellSet;

/// A move as a viewer saw it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObservedMove {
    /// The move; a hidden fool is placed as a knight.
    pub mv: Move,
    /// The move as players write it.
    pub text: String,
    /// What it did. Pieces that fell are shown as what they were (HC-5.2).
    pub effects: Effects,
    /// The position afterwards.
    pub view: View,
}

/// Who is looking at this record: once the game is over, however it ended, everyone is told
/// everything (HC-5.2).
pub fn viewer_of(record: &Record<Position>, viewer: Viewer) -> Viewer {
    if record.conclusion().is_some() { Viewer::Judge } else { viewer }
}

/// Where the game stands, as `viewer` may know it.
pub fn view_of(record: &Record<Position>, viewer: Viewer) -> View {
    record.position().view(viewer_of(record, viewer))
}

/// The moves of a game as `viewer` may know them, from the first to the last.
///
/// A fool that is captured is named from that move on; earlier moves stay as they were seen until
/// the game is over.
pub fn record_seen(record: &Record<Position>, viewer: Viewer) -> Vec<ObservedMove> {
    let viewer = viewer_of(record, viewer);
    let plies = record.moves().iter().zip(record.positions().windows(2));
    plies.map(|(&mv, around)| seen(&around[0], mv, &around[1], viewer)).collect()
}

fn seen(before: &Position, mv: Move, after: &Position, viewer: Viewer) -> ObservedMove {
    let mut effects = before.effects(mv);
    let told = disguised(before, viewer, cells_fallen(mv, effects));
    let mv = before.move_seen(mv, viewer);
    if !viewer.knows(before.side_to_move()) {
        effects.swapped = effects.swapped.map(Kind::disguised);
    }
    ObservedMove { mv, text: told.write_move(mv), effects, view: after.view(viewer) }
}

/// The cells whose pieces a move reveals by taking them.
fn cells_fallen(mv: Move, effects: Effects) -> CellSet {
    let captured = match mv {
        Move::Step { to, .. } => effects.captured.map(|_| to),
        Move::Place { .. } | Move::PlaceAll(_) => None,
    };
    captured.into_iter().chain(effects.burned.map(|(cell, _)| cell)).collect()
}

/// Whether the fool of `side` has been captured or burned, so that everyone knows which it was.
pub fn fool_revealed(record: &Record<Position>, side: Side) -> bool {
    has_fallen(record, Piece::new(side, Kind::Fool))
}

fn has_fallen(record: &Record<Position>, piece: Piece) -> bool {
    let plies = record.moves().iter().zip(record.positions());
    plies.into_iter().any(|(&mv, before)| before.effects(mv).fallen().any(|p| p == piece))
}

/// Every position that `viewer` must reckon with, given all that was seen of the game.
///
/// [`View::worlds`] less those that the record rules out: a side whose fool fell has none left,
/// and where two horses once stood and the knight fell, the other one is the fool.
pub fn worlds(record: &Record<Position>, viewer: Viewer) -> Vec<Position> {
    view_of(record, viewer).worlds_given(BySide::from_fn(|side| {
        if fool_revealed(record, side) {
            FoolKnowledge::Fallen
        } else if had_two_horses(record, side) && has_fallen(record, Piece::new(side, Kind::Knight))
        {
            FoolKnowledge::Standing
        } else {
            FoolKnowledge::Unknown
        }
    }))
}

fn had_two_horses(record: &Record<Position>, side: Side) -> bool {
    let horses = |p: &Position| p.pieces(side, Kind::Knight) | p.pieces(side, Kind::Fool);
    record.positions().iter().any(|position| horses(position).len() >= 2)
}
