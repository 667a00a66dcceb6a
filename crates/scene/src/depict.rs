//! What a game gives to be drawn.

use crate::{ClickPath, Mark, Scene};
use game::{Position, Record, Viewer};

/// A game that can be drawn.
pub trait Depict: Position {
    /// The position as `viewer` may see it.
    fn scene(&self, viewer: Viewer) -> Scene;

    /// How a legal move is made with a pointer; no path begins another, and no two are equal.
    fn clicks(&self, mv: Self::Move) -> ClickPath;
}

/// Where a game stands, with its last move pointed out.
pub fn scene_of<P: Depict>(record: &Record<P>, viewer: Viewer) -> Scene {
    let mut scene = record.position().scene(viewer);
    let before = record.positions().iter().rev().nth(1);
    if let (Some(before), Some(&mv)) = (before, record.moves().last()) {
        scene.marks.extend(before.clicks(mv).cells().map(|cell| (cell, Mark::Last)));
    }
    scene
}
