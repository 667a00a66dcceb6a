//! What a game gives to be drawn.

use crate::{
    ClickPath, Disguised, EditedScene, EditorPiece, GameDescription, Glyph, MoveEffect, Scene,
};
use game::{
    BySide, Dice, InvalidPosition, ParseError, Position, Record, Side, Viewer, nothing_is_hidden,
};
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

/// A move that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The side that made it.
    pub side: Side,
    /// The row it is written in: the moves of both sides share one.
    pub number: usize,
    /// In machine notation.
    pub mv: String,
    /// As players write it.
    pub human: String,
}

/// A game that can be drawn and played with a pointer.
pub trait Depict: Position {
    /// The game in words, and what its pages offer.
    const DESCRIPTION: GameDescription;

    /// The position as `viewer` may see it.
    fn scene(&self, viewer: Viewer) -> Scene;

    /// How a legal move is made with a pointer; no path begins another, and no two are equal.
    fn clicks(&self, mv: Self::Move) -> ClickPath;

    /// What a legal move does, as far as this game alone has a word for it.
    fn effects_of(&self, _mv: Self::Move) -> Vec<MoveEffect> {
        Vec::new()
    }

    /// Whether a viewer may know the moves of the side to move. The default, that everybody does, and the next
    /// one are for games without hidden information only.
    fn moves_are_known(&self, _viewer: Viewer) -> bool {
        nothing_is_hidden::<Self>();
        true
    }

    /// The pieces whose kind is hidden from a side, as a viewer sees them.
    fn disguised(&self, _viewer: Viewer) -> Vec<Disguised> {
        nothing_is_hidden::<Self>();
        Vec::new()
    }

    /// The pieces that the position editor offers; none where pieces are only shifted.
    fn editor_pieces() -> Vec<EditorPiece> {
        Vec::new()
    }

    /// The position of a sketch that began with this one: the inverse of drawing.
    ///
    /// # Errors
    /// Why such a position cannot be.
    fn read_edited(&self, _edited: &EditedScene<'_>) -> Result<Self, InvalidPosition> {
        Err(InvalidPosition::new("positions of this game cannot be set up by hand"))
    }

    /// Where the position editor begins: a start in which pieces stand.
    fn editor_start(options: Self::Options) -> Self {
        Self::start(options)
    }

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

    /// The position as if it were the other side's turn: what the waiting side may hope to play. In
    /// some phases of some games there is no such position.
    fn turned(&self) -> Option<Self> {
        None
    }

    /// The position as it looks to the recipient of this view of it: for drawing, and for the
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

    /// The move after `ply` moves of a game as `viewer` may see it. The default is for games without hidden
    /// information only.
    fn played_at(record: &Record<Self>, ply: usize, _viewer: Viewer) -> Option<Played> {
        nothing_is_hidden::<Self>();
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
