//! Piece cards: the name of a piece, how it moves, its special power, and a diagram of its moves.

use crate::{Diagram, diagram};
use catalog::{GameName, with_game};
use scene::{Glyph, PieceCard, Teach};

/// The card of a piece in a phase of its game, from the first game that has such pieces.
pub fn piece_card(glyph: Glyph, phase: u8) -> Option<PieceCard> {
    GameName::ALL.into_iter().find_map(|game| with_game!(game, P => P::piece_card(glyph, phase)))
}

/// The small board that shows how the piece of a card moves.
pub fn card_diagram(card: &PieceCard) -> Option<Diagram> {
    diagram(card.diagram)
}
