//! The pieces of Hex Chess as discs with a symbol: arrows where a piece slides in few directions, a
//! star for all six, and a sign for each power.

use super::Art;

/// What every symbol stands on.
const DISC: &str = "M-46,0 A46,46 0 1 0 46,0 A46,46 0 1 0 -46,0 Z";

pub(super) const PAWN: Art =
    Art { body: DISC, solid: "M-15,0 A15,15 0 1 0 15,0 A15,15 0 1 0 -15,0 Z", detail: "" };
pub(super) const KING: Art = Art {
    body: DISC,
    solid: "M-28,22 L-32,-20 L-13,-3 L0,-30 L13,-3 L32,-20 L28,22 Z",
    detail: "",
};
pub(super) const QUEEN: Art = Art {
    body: DISC,
    solid: "M0.0,-37.0 L6.5,-11.3 L32.0,-18.5 L13.0,0.0 L32.0,18.5 L6.5,11.3 L0.0,37.0 \
           L-6.5,11.3 L-32.0,18.5 L-13.0,0.0 L-32.0,-18.5 L-6.5,-11.3 Z",
    detail: "",
};
pub(super) const KNIGHT: Art = Art {
    body: DISC,
    solid: "M-26,32 L-11,32 L-13,20 Q-20,-18 0,-18 Q20,-18 13,20 L11,32 L26,32 Q28,26 27,18 \
           Q38,-36 0,-36 Q-38,-36 -27,18 Q-28,26 -26,32 Z",
    detail: "",
};
pub(super) const ROOK: Art = Art {
    body: DISC,
    solid: "M-6.0,-0.0 L-6.0,-21.0 L-16.0,-21.0 L0.0,-38.0 L16.0,-21.0 L6.0,-21.0 L6.0,0.0 Z \
           M6.0,-0.0 L6.0,21.0 L16.0,21.0 L0.0,38.0 L-16.0,21.0 L-6.0,21.0 L-6.0,0.0 Z",
    detail: "",
};
pub(super) const BISHOP: Art = Art {
    body: DISC,
    solid: "M-2.2,-3.9 L21.1,-17.4 L17.9,-23.0 L34.6,-20.0 L28.9,-4.0 L25.6,-9.6 L2.2,3.9 Z \
           M2.2,-3.9 L25.6,9.6 L28.9,4.0 L34.6,20.0 L17.9,23.0 L21.1,17.4 L-2.2,3.9 Z \
           M2.2,3.9 L-21.1,17.4 L-17.9,23.0 L-34.6,20.0 L-28.9,4.0 L-25.6,9.6 L-2.2,-3.9 Z \
           M-2.3,3.9 L-25.6,-9.6 L-28.9,-4.0 L-34.6,-20.0 L-17.9,-23.0 L-21.1,-17.4 L2.3,-3.9 \
           Z",
    detail: "",
};
pub(super) const CHARGER: Art =
    Art { body: DISC, solid: "M9,-39 L-25,6 L-5,6 L-11,39 L25,-9 L5,-9 Z", detail: "" };
pub(super) const DRAGON: Art = Art {
    body: DISC,
    solid: "M2,-38 Q8,-20 20,-10 Q30,2 26,16 Q20,34 0,35 Q-22,34 -26,14 Q-28,-2 -14,-14 \
           Q-14,-4 -7,0 Q-8,-22 2,-38 Z M0,30 Q11,28 12,18 Q12,8 2,-2 Q2,8 -6,14 Q-12,20 \
           -8,26 Q-5,30 0,30 Z",
    detail: "",
};
pub(super) const GUARDIAN: Art = Art {
    body: DISC,
    solid: "M0,-34 Q14,-26 27,-27 Q31,12 0,36 Q-31,12 -27,-27 Q-14,-26 0,-34 Z",
    detail: "",
};
pub(super) const FOOL: Art = Art {
    body: DISC,
    solid: "M-20,-10 A7,7 0 1 0 -6,-10 A7,7 0 1 0 -20,-10 Z M6,-10 A7,7 0 1 0 20,-10 A7,7 0 1 \
           0 6,-10 Z",
    detail: "M-18,10 Q0,32 18,10",
};
pub(super) const FULL_MOON: Art =
    Art { body: DISC, solid: "M-39,0 A39,39 0 1 0 39,0 A39,39 0 1 0 -39,0 Z", detail: "" };
pub(super) const MOON: Art =
    Art { body: DISC, solid: "M8,-32 A32,32 0 1 0 32,12 A26,26 0 0 1 8,-32 Z", detail: "" };
