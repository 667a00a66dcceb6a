//! Who attacks what, and above all whose king can be taken (HC-3.6, HC-4.1). Exact.

use crate::{Kind, Move, Parity, Position, reach};
use game::Side;
use hexgrid::{Cell, CellSet};

/// The pieces of `side` that could capture on `target` if it moved on a turn of this parity.
#[inline]
pub fn attackers(
    position: &Position,
    side: Side,
    target: Cell,
    parity: Parity,
    occupied: CellSet,
) -> CellSet {
    let of = |kind: Kind| position.of_kind(kind);
    let near = reach::steps(target);
    let mut found = near & (of(Kind::King) | of(Kind::Guardian) | of(Kind::Dragon));
    found |= reach::leaps_of_dragon(target) & of(Kind::Dragon);
    found |= reach::horse(target) & (of(Kind::Knight) | of(Kind::Fool));
    // Who captures forwards is found by looking back.
    found |= reach::pawn(side.other(), target) & of(Kind::Pawn);
    let own = position.of(side);
    let sliders = of(Kind::Bishop) | of(Kind::Queen) | of(Kind::Rook) | of(Kind::Charger);
    // Most of the time nothing that slides stands on any line of the cell.
    if (own & sliders).meets(reach::lines(target)) {
        found |= reach::slanted(target, occupied) & (of(Kind::Bishop) | of(Kind::Queen));
        found |= reach::upright(target, occupied) & (of(Kind::Rook) | of(Kind::Queen));
        found |= reach::forward(side.other(), target, occupied) & of(Kind::Charger);
    }
    if own.meets(of(Kind::Moon)) {
        found |= reach::moon(parity, target, occupied) & of(Kind::Moon);
    }
    found & own
}

/// A move by which `side` takes the other king and keeps its own, were it to move on a turn of this
/// parity.
#[inline]
pub fn king_capture(position: &Position, side: Side, parity: Parity) -> Option<Move> {
    let king = position.king(side.other())?;
    let direct = attackers(position, side, king, parity, position.occupied());
    let dragons = position.pieces(side, Kind::Dragon);
    if let Some(from) = (direct & !(dragons & reach::leaps_of_dragon(king))).lowest() {
        return Some(Move::Step { from, to: king });
    }
    // Nearly always dragons are farther from the king than their leap.
    if dragons.meets(reach::dragon(king)) { dragon_capture(position, side, king) } else { None }
}

/// A dragon leaps onto the king without burning its own, or over it onto an enemy.
fn dragon_capture(position: &Position, side: Side, king: Cell) -> Option<Move> {
    let dragons = position.pieces(side, Kind::Dragon);
    let own_king = position.king(side);
    let leaping = dragons & reach::leaps_of_dragon(king);
    let safe = |from: &Cell| reach::leapt(*from, king) != own_king;
    if let Some(from) = leaping.into_iter().find(safe) {
        return Some(Move::Step { from, to: king });
    }
    let enemy = position.of(side.other());
    (dragons & reach::steps(king)).into_iter().find_map(|from| {
        let to = reach::beyond(from, king).filter(|&to| enemy.contains(to))?;
        Some(Move::Step { from, to })
    })
}

/// The move that wins at once, if there is one: exact.
#[inline]
pub fn win_in_one(position: &Position) -> Option<Move> {
    king_capture(position, position.to_move, position.parity())
}

/// Whether the side to move would lose its king if it passed.
#[inline]
pub fn is_in_danger(position: &Position) -> bool {
    let side = position.to_move;
    let parity = position.parity().after(side);
    king_capture(position, side.other(), parity).is_some()
}
