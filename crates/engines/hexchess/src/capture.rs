//! Static gain of captures, with at most one recapture (a simplified static exchange evaluation),
//! and the effects of fools and dragon fire (HC-3.6, HC-3.8). Used for move ordering and quiescence
//! search only.

use game::{Position as _, Side};
use hexchess::board::BACK_RANKS;
use hexchess::threat::attackers;
use hexchess::{Kind, Position, reach};
use hexgrid::Cell;

/// Piece values for comparing captures; the king exceeds all others.
pub(crate) type PieceValues = [i32; Kind::COUNT];

/// The value of a king in [`PieceValues`].
pub(crate) const KING: i32 = 10_000;

/// Static gain of a capture or promotion, in the units of `values`: exact where nothing recaptures,
/// and pessimistic where something does. `mover` goes from `from` to `to`, where an enemy stands.
#[inline]
pub(crate) fn gain(
    position: &Position,
    values: &PieceValues,
    mover: Kind,
    from: Cell,
    to: Cell,
) -> i32 {
    let side = position.side_to_move();
    let victim = position.piece_at(to).map_or(Kind::Pawn, |piece| piece.kind);
    let (mut brings, mut risks) = (values[victim.index()], values[mover.index()]);
    if mover == Kind::Pawn && BACK_RANKS[side.other()].contains(to) && victim != Kind::Fool {
        brings += values[Kind::Queen.index()] - risks;
        risks = values[Kind::Queen.index()];
    }
    let mut gone = victim == Kind::Fool;
    if mover == Kind::Dragon {
        let (fire, fool) = burned(position, values, side, from, to);
        brings += fire;
        gone |= fool;
    }
    if gone {
        return brings - risks;
    }
    // Only the capture of a piece of lower value can lose material to a recapture.
    if brings >= risks || !is_defended(position, side, from, to) { brings } else { brings - risks }
}

/// Value of what a dragon's leap burns, from the view of its side, and whether that is a fool.
fn burned(
    position: &Position,
    values: &PieceValues,
    side: Side,
    from: Cell,
    to: Cell,
) -> (i32, bool) {
    let Some(piece) = reach::leapt(from, to).and_then(|cell| position.piece_at(cell)) else {
        return (0, false);
    };
    let worth = values[piece.kind.index()];
    (if piece.side == side { -worth } else { worth }, piece.kind == Kind::Fool)
}

/// Whether the other side could capture on `to` once the piece from `from` has gone there.
#[inline]
pub(crate) fn is_defended(position: &Position, side: Side, from: Cell, to: Cell) -> bool {
    let parity = position.parity().after(side);
    let occupied = position.occupied().without(from).with(to);
    !attackers(position, side.other(), to, parity, occupied).is_empty()
}
