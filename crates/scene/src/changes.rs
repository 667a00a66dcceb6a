//! The picture of a record: its position, with what the last move did pointed out.

use crate::{Depict, Highlight, MoveExplanation, Scene};
use catalog::{AnyRecord, with_record};
use game::{Record, Viewer};
use hexgrid::Cell;

/// Where a game stands, with what the last move changed pointed out.
pub fn scene_of<P: Depict>(record: &Record<P>, viewer: Viewer) -> Scene {
    let viewer = if record.conclusion().is_some() { Viewer::Judge } else { viewer };
    let mut scene = record.position().scene(viewer);
    scene.captured = P::captured(record);
    if let Some((before, &mv)) = record.positions().iter().rev().nth(1).zip(record.moves().last()) {
        mark_changes(&before.scene(viewer), &mut scene);
        let over = record.position().outcome().is_some();
        if let Some(explanation) = before.explain(mv) {
            show_explanation(explanation, over, &mut scene);
        }
    }
    scene
}

/// Puts an explanation into the picture after its move: the end of a game is its caption.
fn show_explanation(
    MoveExplanation { text, cells }: MoveExplanation,
    over: bool,
    scene: &mut Scene,
) {
    if !over {
        scene.explanation = Some(text);
        return;
    }
    scene.caption = text;
    let known: Vec<Cell> =
        cells.into_iter().filter(|&c| !scene.has_mark(c, Highlight::Winning)).collect();
    scene.marks.extend(known.into_iter().map(|cell| (cell, Highlight::Winning)));
}

/// Explains how a game ended where only the last two positions are known, not the move between them.
pub fn explain_step(before: &AnyRecord, after: &AnyRecord, scene: &mut Scene) {
    with_record!(before, before => {
        if let Some(after) = after.of_game() {
            explain_last(before, after, scene);
        }
    });
}

fn explain_last<P: Depict>(before: &Record<P>, after: &Record<P>, scene: &mut Scene) {
    let (before, after) = (before.position(), after.position());
    if after.outcome().is_none() {
        return;
    }
    let played = before.moves().iter().copied().find(|&mv| before.after(mv) == *after);
    if let Some(explanation) = played.and_then(|mv| before.explain(mv)) {
        show_explanation(explanation, true, scene);
    }
}

/// Marks what a move changed that led from one picture to another.
pub fn mark_changes(before: &Scene, after: &mut Scene) {
    let changed = changed_cells(before, after);
    after.marks.extend(changed.into_iter().map(|cell| (cell, Highlight::Last)));
}

/// The cells on which something else stands than before.
fn changed_cells(before: &Scene, after: &Scene) -> Vec<Cell> {
    let on = |scene: &Scene, cell| scene.piece_on(cell).map(|p| (p.glyph, p.side, p.letter));
    let cells = after.tiles.iter().map(|tile| tile.cell);
    cells.filter(|&cell| on(before, cell) != on(after, cell)).collect()
}
