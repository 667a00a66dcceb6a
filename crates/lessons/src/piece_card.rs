//! Piece cards: the name of a piece, how it moves, its special power, and a diagram of its moves.

use crate::{Diagram, diagram};
use scene::{Glyph, Scene};

/// What a card says of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceCard {
    /// The name, as a heading.
    pub title: &'static str,
    /// How it moves.
    pub moves: &'static str,
    /// What else it can do, or what is to be watched.
    pub power: &'static str,
    /// The name of its diagram.
    diagram: &'static str,
}

impl PieceCard {
    /// The small board that shows how the piece moves.
    pub fn diagram(&self) -> Option<Diagram> {
        diagram(self.diagram)
    }
}

/// How moons move this turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoonPhase {
    /// As bishops, on even turns.
    Even,
    /// To the steep corners, on odd turns.
    Odd,
}

impl MoonPhase {
    /// The phase that a scene speaks of; even while pieces are placed.
    pub fn of(scene: &Scene) -> Self {
        if scene.caption.contains("to corners") { Self::Odd } else { Self::Even }
    }
}

/// The card of a piece.
pub const fn piece_card(glyph: Glyph, phase: MoonPhase) -> PieceCard {
    match glyph {
        Glyph::Comet => card(
            "Comet",
            "One step to an empty neighbouring cell, never across a link of the opponent.",
            "If it is your turn and your comet has no move, you lose.",
            "eclipse-comet",
        ),
        Glyph::ShortSatellite => card(
            "Satellite of a short chain",
            "Jumps to any empty cell next to its partner.",
            "Its chain pins every opposing link it crosses when it moves.",
            "eclipse-short",
        ),
        Glyph::LongSatellite => card(
            "Satellite of a long chain",
            "Jumps to any empty cell next to its partner or one slanted diagonal away from it.",
            "Its chain pins every opposing link it crosses when it moves.",
            "eclipse-long",
        ),
        Glyph::Stone => card(
            "Stone",
            "Stones never move.",
            "Two stones with two common empty neighbours are as good as connected.",
            "hex-bridge",
        ),
        Glyph::Moon => match phase {
            MoonPhase::Even => card(
                "Moon, even turn",
                "This turn it slides as a bishop, in the four slanted directions.",
                "On the next turn it slides to the four steep corners instead.",
                "hexchess-moon-even",
            ),
            MoonPhase::Odd => card(
                "Moon, odd turn",
                "This turn it slides to the four steep corners, between two cells at every step.",
                "On the next turn it slides as a bishop instead.",
                "hexchess-moon-odd",
            ),
        },
        glyph => chess_card(glyph),
    }
}

const fn chess_card(glyph: Glyph) -> PieceCard {
    match glyph {
        Glyph::King => card(
            "King",
            "One step in any of the six directions.",
            "Whoever loses the king loses the game. There is no check: watch it yourself.",
            "hexchess-king",
        ),
        Glyph::Queen => card(
            "Queen",
            "Slides in all six directions.",
            "A pawn that reaches the last rank becomes a queen.",
            "hexchess-queen",
        ),
        Glyph::Rook => card(
            "Rook",
            "Slides straight up and down its column.",
            "Only two directions, but across the whole board.",
            "hexchess-rook",
        ),
        Glyph::Bishop => card(
            "Bishop",
            "Slides in the four slanted directions.",
            "It can reach every column.",
            "hexchess-bishop",
        ),
        Glyph::Knight => card(
            "Knight",
            "Leaps two steps straight and one aside, over anything.",
            "An opponent's knight may be a fool: capture it with something cheap.",
            "hexchess-knight",
        ),
        Glyph::Charger => card(
            "Charger",
            "Slides forward, straight or slantwise.",
            "It never comes back: every move counts.",
            "hexchess-charger",
        ),
        Glyph::Dragon => card(
            "Dragon",
            "One or two steps straight in any direction, over anything.",
            "A capture two steps away burns whatever stands between, friend or foe, even a king.",
            "hexchess-dragon",
        ),
        Glyph::Guardian => card(
            "Guardian",
            "One step in any direction.",
            "It changes places with a friend next to it: it can bring a king to safety.",
            "hexchess-guardian",
        ),
        Glyph::Fool => card(
            "Fool",
            "Leaps as a knight.",
            "The opponent sees a knight. Whoever captures it is removed too, even a king.",
            "hexchess-fool",
        ),
        _ => card(
            "Pawn",
            "One step straight ahead, two from one of its own pawn cells; captures slantwise ahead.",
            "On the opponent's back rank it becomes a queen.",
            "hexchess-pawn",
        ),
    }
}

const fn card(
    title: &'static str,
    moves: &'static str,
    power: &'static str,
    diagram: &'static str,
) -> PieceCard {
    PieceCard { title, moves, power, diagram }
}
