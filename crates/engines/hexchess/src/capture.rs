//! What a capture brings at first sight: what falls, what the capturer risks, and what a fool or a
//! dragon's fire changes (HC-3.6, HC-3.8). Opinion only: nothing here decides.

use game::{Position as _, Side};
use hexchess::board::BACK_RANKS;
use hexchess::threat::attackers;
use hexchess::{Kind, Position, reach};
use hexgrid::Cell;

/// What kinds are worth when captures are compared; a king is worth everything.
pub(crate) type Values = [i32; Kind::COUNT];

/// The worth of a king in [`Values`].
pub(crate) const KING: i32 = 10_000;

/// What a capture or a promotion brings, in the units of `values`: exact where nothing recaptures,
/// and pessimistic where something does. `mover` goes from `from` to `to`, where an enemy stands.
#[inline]
pub(crate) fn gain(position: &Position, values: &Values, mover: Kind, from: Cell, to: Cell) -> i32 {
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
    // A defended piece of less worth is a bad bargain; others need no second look.
    if brings >= risks || !is_defended(position, side, from, to) { brings } else { brings - risks }
}

/// What a dragon's leap burns, from the view of its side, and whether that is a fool.
fn burned(position: &Position, values: &Values, side: Side, from: Cell, to: Cell) -> (i32, bool) {
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
