//! The cards of the pieces of Hex Chess.

use depict::{Glyph, PieceCard};

/// The card of a piece; `odd` is whether moons move to corners this turn (HC-3.9).
pub(super) const fn card(glyph: Glyph, odd: bool) -> Option<PieceCard> {
    Some(match glyph {
        Glyph::King => PieceCard {
            title: "King",
            moves: "One step in any of the six directions.",
            power: "Whoever loses the king loses the game. There is no check: watch it yourself.",
            diagram: "hexchess-king",
        },
        Glyph::Queen => PieceCard {
            title: "Queen",
            moves: "Slides in all six directions.",
            power: "A pawn that reaches the last rank becomes a queen.",
            diagram: "hexchess-queen",
        },
        Glyph::Rook => PieceCard {
            title: "Rook",
            moves: "Slides straight up and down its column.",
            power: "Only two directions, but across the whole board.",
            diagram: "hexchess-rook",
        },
        Glyph::Bishop => PieceCard {
            title: "Bishop",
            moves: "Slides in the four slanted directions.",
            power: "It can reach every column.",
            diagram: "hexchess-bishop",
        },
        Glyph::Knight => PieceCard {
            title: "Knight",
            moves: "Leaps two steps straight and one aside, over anything.",
            power: "An opponent's knight may be a fool: capture it with something cheap.",
            diagram: "hexchess-knight",
        },
        Glyph::Charger => PieceCard {
            title: "Charger",
            moves: "Slides forward, straight or slantwise.",
            power: "It never comes back: every move counts.",
            diagram: "hexchess-charger",
        },
        Glyph::Dragon => PieceCard {
            title: "Dragon",
            moves: "One or two steps straight in any direction, over anything.",
            power: "A capture two steps away burns whatever stands between, friend or foe, even a king.",
            diagram: "hexchess-dragon",
        },
        Glyph::Guardian => PieceCard {
            title: "Guardian",
            moves: "One step in any direction.",
            power: "It changes places with a friend next to it: it can bring a king to safety.",
            diagram: "hexchess-guardian",
        },
        Glyph::Fool => PieceCard {
            title: "Fool",
            moves: "Leaps as a knight.",
            power: "The opponent sees a knight. Whoever captures it is removed too, even a king.",
            diagram: "hexchess-fool",
        },
        Glyph::Moon if odd => ODD_MOON,
        Glyph::Moon => EVEN_MOON,
        Glyph::Pawn => PieceCard {
            title: "Pawn",
            moves: "One step straight ahead, two from one of its own pawn cells; captures slantwise ahead.",
            power: "On the opponent's back rank it becomes a queen.",
            diagram: "hexchess-pawn",
        },
        _ => return None,
    })
}

const EVEN_MOON: PieceCard = PieceCard {
    title: "Moon, even turn",
    moves: "This turn it slides as a bishop, in the four slanted directions.",
    power: "On the next turn it slides to the four steep corners instead.",
    diagram: "hexchess-moon-even",
};

const ODD_MOON: PieceCard = PieceCard {
    title: "Moon, odd turn",
    moves: "This turn it slides to the four steep corners, between two cells at every step.",
    power: "On the next turn it slides as a bishop instead.",
    diagram: "hexchess-moon-odd",
};
