//! The drawn pieces: SVG path data in a box from −50 to 50.
//!
//! `body` is filled with the side's colour and outlined; `detail` is drawn in the outline's colour
//! alone. Silhouettes differ at 24 pixels: nobody takes the dragon for a knight.

use crate::Glyph;
use game::Side;

/// The drawing of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Art {
    /// Closed outlines.
    pub body: &'static str,
    /// Lines on top.
    pub detail: &'static str,
}

/// The drawing of `glyph` for `side`. Most are the same for both; stones carry their side's sign,
/// so that colour is never the only cue.
pub const fn art(glyph: Glyph, side: Side) -> Art {
    match glyph {
        Glyph::Comet => COMET,
        Glyph::ShortSatellite => SHORT_SATELLITE,
        Glyph::LongSatellite => LONG_SATELLITE,
        Glyph::Stone => match side {
            Side::First => RINGED_STONE,
            Side::Second => SQUARED_STONE,
        },
        Glyph::Pawn => PAWN,
        Glyph::King => KING,
        Glyph::Knight => KNIGHT,
        Glyph::Rook => ROOK,
        Glyph::Bishop => BISHOP,
        Glyph::Queen => QUEEN,
        Glyph::Charger => CHARGER,
        Glyph::Dragon => DRAGON,
        Glyph::Guardian => GUARDIAN,
        Glyph::Fool => FOOL,
        Glyph::Moon => MOON,
    }
}

const COMET: Art = Art {
    body: "M-46,44 Q-34,8 -20,-6 L-22,-30 L-2,-18 L20,-34 L16,-8 L40,2 L17,11 L20,36 L0,22 \
           Q-20,24 -46,44 Z",
    detail: "M-34,34 Q-24,16 -10,6 M-26,34 Q-14,22 -4,16",
};
const SHORT_SATELLITE: Art = Art {
    body: "M-30,0 A30,30 0 1 0 30,0 A30,30 0 1 0 -30,0 Z",
    detail: "M-9,0 A9,9 0 1 0 9,0 A9,9 0 1 0 -9,0 Z",
};
const LONG_SATELLITE: Art =
    Art { body: "M-30,0 A30,30 0 1 0 30,0 A30,30 0 1 0 -30,0 Z", detail: "M-44,10 Q0,32 44,-10" };
const RINGED_STONE: Art = Art {
    body: "M-44,0 A44,44 0 1 0 44,0 A44,44 0 1 0 -44,0 Z",
    detail: "M-20,0 A20,20 0 1 0 20,0 A20,20 0 1 0 -20,0 Z",
};
const SQUARED_STONE: Art = Art {
    body: "M-44,0 A44,44 0 1 0 44,0 A44,44 0 1 0 -44,0 Z",
    detail: "M0,-22 L22,0 L0,22 L-22,0 Z",
};
const PAWN: Art = Art {
    body: "M-24,38 L24,38 L22,28 L11,0 A15,15 0 1 0 -11,0 L-22,28 Z",
    detail: "M-16,26 L16,26",
};
const KING: Art = Art {
    body: "M-26,40 L26,40 L25,28 L32,0 Q34,-16 18,-18 Q8,-18 4,-12 L4,-24 L13,-24 L13,-32 L4,-32 \
           L4,-42 L-4,-42 L-4,-32 L-13,-32 L-13,-24 L-4,-24 L-4,-12 Q-8,-18 -18,-18 Q-34,-16 -32,0 \
           L-25,28 Z",
    detail: "M-23,26 L23,26 M0,-8 L0,14",
};
const KNIGHT: Art = Art {
    body: "M-20,40 L26,40 Q30,4 18,-18 Q10,-32 -2,-35 L-6,-45 L-14,-34 Q-24,-28 -28,-12 L-40,4 \
           Q-40,16 -30,16 Q-18,8 -6,6 Q-6,16 -14,24 Q-20,32 -20,40 Z",
    detail: "M-17,-16 L-12,-18 M-33,7 L-30,5 M6,-26 Q18,-6 17,20",
};
const ROOK: Art = Art {
    body: "M-28,40 L28,40 L28,30 L20,26 L17,-10 L26,-16 L26,-38 L13,-38 L13,-28 L6,-28 L6,-38 \
           L-6,-38 L-6,-28 L-13,-28 L-13,-38 L-26,-38 L-26,-16 L-17,-10 L-20,26 L-28,30 Z",
    detail: "M-17,-10 L17,-10 M-20,26 L20,26",
};
const BISHOP: Art = Art {
    body: "M-26,40 L26,40 L26,31 L12,26 Q28,10 21,-8 Q15,-22 5,-32 A6,6 0 1 0 -5,-32 Q-15,-22 \
           -21,-8 Q-28,10 -12,26 L-26,31 Z",
    detail: "M6,-22 L-5,0 M-12,26 L12,26",
};
const QUEEN: Art = Art {
    body: "M-26,40 L26,40 L24,26 L40,-20 L20,2 L14,-36 L0,-4 L-14,-36 L-20,2 L-40,-20 L-24,26 Z",
    detail: "M-24,26 L24,26 M-14,36 L14,36 M-40,-24 L-40,-20 M-14,-41 L-14,-36 M14,-41 L14,-36 \
             M40,-24 L40,-20",
};
const CHARGER: Art = Art {
    body: "M0,-46 L15,-18 L7,-19 L7,4 Q20,2 22,-12 L15,-12 L30,-34 L42,-10 L34,-11 Q32,14 7,20 \
           L7,30 L22,32 L22,40 L-22,40 L-22,32 L-7,30 L-7,20 Q-32,14 -34,-11 L-42,-10 L-30,-34 \
           L-15,-12 L-22,-12 Q-20,2 -7,4 L-7,-19 L-15,-18 Z",
    detail: "M0,-30 L0,30",
};
const DRAGON: Art = Art {
    body: "M-9,-46 L-4,-36 L4,-36 L9,-46 L11,-28 L5,-18 L8,-10 Q22,-36 48,-28 Q40,-16 44,4 Q36,-4 \
           29,1 Q31,12 25,18 Q18,9 11,14 Q12,28 22,32 L34,24 L32,44 L14,40 Q-8,38 -11,14 Q-18,9 \
           -25,18 Q-31,12 -29,1 Q-36,-4 -44,4 Q-40,-16 -48,-28 Q-22,-36 -8,-10 L-5,-18 L-11,-28 Z",
    detail: "M-5,-29 L-3,-28 M5,-29 L3,-28 M13,-6 Q26,-18 40,-22 M-13,-6 Q-26,-18 -40,-22",
};
const GUARDIAN: Art = Art {
    body: "M0,-42 Q16,-32 34,-32 Q38,14 0,44 Q-38,14 -34,-32 Q-16,-32 0,-42 Z",
    detail: "M0,-28 L0,28 M-23,-8 L23,-8",
};
const FOOL: Art = Art {
    body: "M-25,40 L25,40 L25,22 Q28,8 36,10 A9,9 0 1 0 37,-7 Q34,-30 15,-23 Q9,-20 6,-12 Q9,-24 \
           5,-31 A8,8 0 1 0 -5,-31 Q-9,-24 -6,-12 Q-9,-20 -15,-23 Q-34,-30 -37,-7 A9,9 0 1 0 -36,10 \
           Q-28,8 -25,22 Z",
    detail: "M-25,26 L25,26 M-6,-12 Q-9,6 -13,25 M6,-12 Q9,6 13,25",
};
const MOON: Art = Art {
    body: "M12,-42 A44,44 0 1 0 42,18 A36,36 0 1 1 12,-42 Z",
    detail: "M22,-18 L22,-8 M17,-13 L27,-13 M34,-2 L34,4",
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
