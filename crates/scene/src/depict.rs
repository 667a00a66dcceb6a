//! What a game gives to be drawn.

use crate::table::Played;
use crate::{ClickPath, Glyph, Mark, Scene};
use catalog::{AnyRecord, with_record};
use game::{BySide, Dice, ParseError, Position, Record, Viewer};
use hexgrid::Cell;

/// A move with a button of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shortcut<M> {
    /// What the button says.
    pub label: &'static str,
    /// What it does, in a sentence.
    pub hint: &'static str,
    /// The move.
    pub mv: M,
}

/// What a move did, where two pictures do not show it by themselves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveExplanation {
    /// A sentence without names of cells.
    pub text: String,
    /// The cells that it is about.
    pub cells: Vec<Cell>,
}

/// A game that can be drawn and played with a pointer.
pub trait Depict: Position {
    /// The position as `viewer` may see it.
    fn scene(&self, viewer: Viewer) -> Scene;

    /// How a legal move is made with a pointer; no path begins another, and no two are equal.
    fn clicks(&self, mv: Self::Move) -> ClickPath;

    /// The letters of the links that a legal move would pin.
    fn pins(&self, _mv: Self::Move) -> Vec<char> {
        Vec::new()
    }

    /// What a legal move does, where that needs words: how it ends the game, or a swap.
    ///
    /// Law: as long as the game goes on, the explanation depends on nothing that is hidden.
    fn explain(&self, _mv: Self::Move) -> Option<MoveExplanation> {
        None
    }

    /// The legal moves that are made on the board; others have [shortcuts](Self::shortcuts).
    fn touchable(&self) -> Vec<Self::Move> {
        self.moves().into_vec()
    }

    /// Moves that deserve a button, the recommended ones first; `dice` decide what is left to chance.
    fn shortcuts(&self, _dice: &mut Dice) -> Vec<Shortcut<Self::Move>> {
        Vec::new()
    }

    /// The position as if it were the other side's turn: what whoever waits may hope to play. In
    /// some phases of some games that cannot be told.
    fn turned(&self) -> Option<Self> {
        None
    }

    /// The position as it looks to whoever was sent this view of it: for drawing, and for the
    /// viewer's own moves.
    ///
    /// # Errors
    /// If the text is not a view.
    fn from_view(text: &str) -> Result<Self, ParseError> {
        text.parse()
    }

    /// The pieces that each side has lost in a game; nothing where nothing is ever captured.
    fn captured(_record: &Record<Self>) -> Option<BySide<Vec<Glyph>>> {
        None
    }

    /// The move after `ply` moves of a game as `viewer` may see it.
    fn played_at(record: &Record<Self>, ply: usize, _viewer: Viewer) -> Option<Played> {
        let (before, &mv) = (record.positions().get(ply)?, record.moves().get(ply)?);
        Some(Played {
            side: before.side_to_move(),
            number: Self::move_number(&record.positions()[..=ply]),
            mv: mv.to_string(),
            human: before.write_move(mv),
        })
    }

    /// The moves of a game as `viewer` may see them.
    fn moves_seen(record: &Record<Self>, viewer: Viewer) -> Vec<Played> {
        (0..record.ply()).filter_map(|ply| Self::played_at(record, ply, viewer)).collect()
    }
}

/// Where a game stands, with what the last move changed pointed out.
pub fn scene_of<P: Depict>(record: &Record<P>, viewer: Viewer) -> Scene {
    let viewer = if record.conclusion().is_some() { Viewer::Judge } else { viewer };
    let mut scene = record.position().scene(viewer);
    scene.captured = P::captured(record);
    if let Some((before, &mv)) = record.positions().iter().rev().nth(1).zip(record.moves().last()) {
        mark_changes(&before.scene(viewer), &mut scene);
        let over = record.position().outcome().is_some();
        if let Some(explanation) = before.explain(mv) {
            tell(explanation, over, &mut scene);
        }
    }
    scene
}

/// Puts an explanation into the picture after its move: the end of a game is its caption.
fn tell(MoveExplanation { text, cells }: MoveExplanation, over: bool, scene: &mut Scene) {
    if !over {
        scene.explanation = Some(text);
        return;
    }
    scene.caption = text;
    let known: Vec<Cell> =
        cells.into_iter().filter(|&c| !scene.has_mark(c, Mark::Winning)).collect();
    scene.marks.extend(known.into_iter().map(|cell| (cell, Mark::Winning)));
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
        tell(explanation, true, scene);
    }
}

/// Marks what a move changed that led from one picture to another.
pub fn mark_changes(before: &Scene, after: &mut Scene) {
    let changed = changed_cells(before, after);
    after.marks.extend(changed.into_iter().map(|cell| (cell, Mark::Last)));
}

/// The cells on which something else stands than before.
fn changed_cells(before: &Scene, after: &Scene) -> Vec<Cell> {
    let on = |scene: &Scene, cell| scene.piece_on(cell).map(|p| (p.glyph, p.side, p.letter));
    let cells = after.tiles.iter().map(|tile| tile.cell);
    cells.filter(|&cell| on(before, cell) != on(after, cell)).collect()
}
