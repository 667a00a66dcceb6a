//! The drawn pieces: SVG path data in a box from −50 to 50.
//!
//! Silhouettes differ at 24 pixels: king, queen and fool have nothing in common but their height.

mod figurines;
mod symbols;

use crate::Glyph;
use game::Side;

/// How the pieces of Hex Chess are drawn; the other games have one set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PieceSet {
    /// Silhouettes of the things they are named after.
    #[default]
    Figurines,
    /// Discs with a symbol.
    Symbols,
}

/// The drawing of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Art {
    /// Closed outlines, filled with the side's colour and outlined.
    pub body: &'static str,
    /// Closed shapes on top, filled with the outline's colour; may be empty.
    pub solid: &'static str,
    /// Lines on top, in the outline's colour; may be empty.
    pub detail: &'static str,
}

/// The drawing of `glyph` for `side`. Most are the same for both; stones carry their side's sign,
/// so that colour is never the only cue.
pub const fn art(glyph: Glyph, side: Side, set: PieceSet) -> Art {
    let [figurine, symbol] = both_sets(glyph, side);
    match set {
        PieceSet::Figurines => figurine,
        PieceSet::Symbols => symbol,
    }
}

/// The drawing of a piece in a phase of its game ([`Scene::phase`](crate::Scene::phase)): the moon is a crescent on
/// even turns and full on odd ones, because it moves differently then.
pub const fn art_in_phase(glyph: Glyph, side: Side, set: PieceSet, phase: u8) -> Art {
    match (glyph, set) {
        (Glyph::Moon, PieceSet::Figurines) if phase == 1 => figurines::FULL_MOON,
        (Glyph::Moon, PieceSet::Symbols) if phase == 1 => symbols::FULL_MOON,
        _ => art(glyph, side, set),
    }
}

/// A figurine and a symbol; no glyph has another's by default.
const fn both_sets(glyph: Glyph, side: Side) -> [Art; 2] {
    match (glyph, side) {
        (Glyph::Comet, _) => [COMET; 2],
        (Glyph::ShortSatellite, _) => [SHORT_SATELLITE; 2],
        (Glyph::LongSatellite, _) => [LONG_SATELLITE; 2],
        (Glyph::Stone, Side::First) => [RINGED_STONE; 2],
        (Glyph::Stone, Side::Second) => [SQUARED_STONE; 2],
        (Glyph::King, _) => [figurines::KING, symbols::KING],
        (Glyph::Knight, _) => [figurines::KNIGHT, symbols::KNIGHT],
        (Glyph::Rook, _) => [figurines::ROOK, symbols::ROOK],
        (Glyph::Bishop, _) => [figurines::BISHOP, symbols::BISHOP],
        (Glyph::Queen, _) => [figurines::QUEEN, symbols::QUEEN],
        (Glyph::Charger, _) => [figurines::CHARGER, symbols::CHARGER],
        (Glyph::Dragon, _) => [figurines::DRAGON, symbols::DRAGON],
        (Glyph::Guardian, _) => [figurines::GUARDIAN, symbols::GUARDIAN],
        (Glyph::Fool, _) => [figurines::FOOL, symbols::FOOL],
        (Glyph::Moon, _) => [figurines::MOON, symbols::MOON],
        (Glyph::Pawn, _) => [figurines::PAWN, symbols::PAWN],
    }
}

const COMET: Art = Art {
    body: "M-50,48 Q-38,10 -21,-7 L-24,-36 L-2,-21 L23,-40 L18,-9 L47,3 L19,12 L23,42 L0,25 \
           Q-20,27 -50,48 Z",
    solid: "",
    detail: "M-38,36 Q-26,17 -11,7 M-28,37 Q-15,24 -4,17",
};
const SHORT_SATELLITE: Art = Art {
    body: "M-36,0 A36,36 0 1 0 36,0 A36,36 0 1 0 -36,0 Z",
    solid: "M-11,0 A11,11 0 1 0 11,0 A11,11 0 1 0 -11,0 Z",
    detail: "",
};
const LONG_SATELLITE: Art = Art {
    body: "M-36,0 A36,36 0 1 0 36,0 A36,36 0 1 0 -36,0 Z",
    solid: "",
    detail: "M-48,12 Q0,36 48,-12",
};
const RINGED_STONE: Art = Art {
    body: "M-44,0 A44,44 0 1 0 44,0 A44,44 0 1 0 -44,0 Z",
    solid: "",
    detail: "M-18,0 A18,18 0 1 0 18,0 A18,18 0 1 0 -18,0 Z",
};
const SQUARED_STONE: Art = Art {
    body: "M-44,0 A44,44 0 1 0 44,0 A44,44 0 1 0 -44,0 Z",
    solid: "",
    detail: "M0,-21 L21,0 L0,21 L-21,0 Z",
};

/// The letter or sign that stands for a piece where only characters can be drawn.
pub const fn character(glyph: Glyph, side: Side) -> char {
    let (first, second) = match glyph {
        Glyph::Comet => ('★', '☆'),
        Glyph::ShortSatellite | Glyph::LongSatellite => ('●', '○'),
        Glyph::Stone => ('●', '◆'),
        Glyph::Pawn => ('P', 'p'),
        Glyph::King => ('K', 'k'),
        Glyph::Knight => ('N', 'n'),
        Glyph::Rook => ('R', 'r'),
        Glyph::Bishop => ('B', 'b'),
        Glyph::Queen => ('Q', 'q'),
        Glyph::Charger => ('C', 'c'),
        Glyph::Dragon => ('D', 'd'),
        Glyph::Guardian => ('G', 'g'),
        Glyph::Fool => ('F', 'f'),
        Glyph::Moon => ('M', 'm'),
    };
    match side {
        Side::First => first,
        Side::Second => second,
    }
}
