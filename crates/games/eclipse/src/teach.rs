//! What a coach says about Eclipse, and the cards of its pieces.

use crate::{Move, Position};
use depict::{CoachNote, Glyph, PieceCard, Teach};
use game::{Position as _, Record};

impl Teach for Position {
    const WIN: &'static str = "to shut in your comet";
    const LOSS: &'static str = "After this your comet can be shut in.";

    fn with_turn_passed(&self) -> Option<Self> {
        Some(self.passed())
    }

    fn own_mistake(&self, mv: Move) -> Option<String> {
        let stuck = self.after(mv).comet_moves(self.side_to_move()).is_empty();
        stuck.then(|| "This shuts in your own comet.".to_owned())
    }

    fn other_warning(_: &Record<Self>, position: &Self, mv: Move) -> Option<CoachNote> {
        let text = position.own_mistake(mv)?;
        Some(CoachNote { text, cells: vec![position.comet(position.side_to_move())] })
    }

    fn piece_card(glyph: Glyph, _phase: u8) -> Option<PieceCard> {
        Some(match glyph {
            Glyph::Comet => PieceCard {
                title: "Comet",
                moves: "One step to an empty neighbouring cell, never across a link of the opponent.",
                power: "If it is your turn and your comet has no move, you lose.",
                diagram: "eclipse-comet",
            },
            Glyph::ShortSatellite => PieceCard {
                title: "Satellite of a short chain",
                moves: "Jumps to any empty cell next to its partner.",
                power: "Its chain pins every opposing link it crosses when it moves.",
                diagram: "eclipse-short",
            },
            Glyph::LongSatellite => PieceCard {
                title: "Satellite of a long chain",
                moves: "Jumps to any empty cell next to its partner or one slanted diagonal away from it.",
                power: "Its chain pins every opposing link it crosses when it moves.",
                diagram: "eclipse-long",
            },
            _ => return None,
        })
    }
}
