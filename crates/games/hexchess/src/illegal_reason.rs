//! Why a move is illegal, as a sentence.
//!
//! No sentence about a step tells a knight from a fool, so that nobody learns by asking (HC-5.3).
//! Those about placements speak of the pool, and are for the side that places.

use crate::board::{BACK_RANKS, PAWN_CELLS, SHAPE, colour, number, on_board};
use crate::{Kind, Kinds, Lineup, Move, Phase, Piece, Position, reach};
use game::{Position as _, Side};
use hexgrid::{Axial, Cell, CellSet};

pub(crate) fn why_illegal(position: &Position, mv: Move) -> String {
    if position.outcome().is_some() {
        return "the game is over".into();
    }
    match (position.phase, mv) {
        (Phase::Setup, Move::Step { .. }) => "pieces are still being placed, as in K@4".into(),
        (Phase::Setup, Move::Place { kind, cell }) => placement(position, kind, cell),
        (Phase::Setup, Move::PlaceAll(lineup)) => whole_lineup(position, lineup),
        (Phase::Play, Move::Step { from, to }) => step(position, from, to),
        (Phase::Play, _) => "all pieces are placed: move one, as in 18-19".into(),
    }
}

// ---- placing -----------------------------------------------------------------------------------

fn placement(position: &Position, kind: Kind, cell: Cell) -> String {
    let side = position.to_move;
    let pool = position.pool(side);
    if !on_board(cell) || !BACK_RANKS[side].contains(cell) {
        let rank: Vec<_> = BACK_RANKS[side].into_iter().map(|c| number(c).to_string()).collect();
        let (who, rank) = (colour(side), rank.join(", "));
        format!("cell {} is not on {who}'s back rank: {rank}", number(cell))
    } else if !position.vacant(side).contains(cell) {
        format!("cell {} is taken", number(cell))
    } else if !pool.contains(kind) {
        not_in_pool(kind)
    } else {
        "the king must be placed on the last empty cell".into()
    }
}

fn not_in_pool(kind: Kind) -> String {
    match kind {
        Kind::Pawn => "pawns stand ready and are not placed".into(),
        kind => format!("the {} has been placed already", kind.name()),
    }
}

fn whole_lineup(position: &Position, lineup: Lineup) -> String {
    let empty = position.vacant(position.to_move).len();
    let pool = position.pool(position.to_move);
    let kinds: Kinds = lineup.iter().collect();
    if empty == 1 {
        "one cell is empty: place a single piece, as in K@4".into()
    } else if lineup.count() != empty {
        format!("{empty} cells are empty, and {} pieces named", lineup.count())
    } else if let Some(kind) = lineup.iter().find(|&kind| !pool.contains(kind)) {
        not_in_pool(kind)
    } else if kinds.len() < lineup.count() {
        "no piece can be placed twice".into()
    } else {
        "the king must be among the pieces placed".into()
    }
}

// ---- stepping ----------------------------------------------------------------------------------

fn step(position: &Position, from: Cell, to: Cell) -> String {
    let us = position.to_move;
    if let Some(cell) = [from, to].into_iter().find(|&cell| !on_board(cell)) {
        return format!("there is no cell {}", number(cell));
    }
    let Some(piece) = position.piece_at(from) else {
        return format!("cell {} is empty", number(from));
    };
    if piece.side != us {
        let (theirs, ours) = (colour(piece.side), colour(us));
        return format!("the piece on cell {} is {theirs}'s, and {ours} is to move", number(from));
    }
    if from == to {
        return "a piece cannot stay where it is".into();
    }
    if position.of(us).contains(to) && piece.kind != Kind::Guardian {
        return format!("cell {} holds your own piece", number(to));
    }
    match piece.kind {
        Kind::Pawn => pawn(position, from, to),
        _ => blocked(position, piece, from, to)
            .unwrap_or_else(|| movement_rule(position, piece.kind)),
    }
}

/// How a kind moves.
fn movement_rule(position: &Position, kind: Kind) -> String {
    let rule = match kind {
        Kind::King => "the king steps to a neighbouring cell",
        Kind::Charger => "the charger slides in the three forward directions only",
        Kind::Dragon => "the dragon goes one or two steps straight",
        Kind::Guardian => "the guardian steps to a neighbouring cell",
        Kind::Fool | Kind::Knight => "a horse leaps two steps straight and one aside",
        Kind::Moon if position.parity == crate::Parity::Even => {
            "on an even turn the moon slides as a bishop"
        }
        Kind::Moon => "on an odd turn the moon slides to the four steep corners",
        Kind::Bishop => "the bishop slides in the four slanted directions only",
        Kind::Queen => "the queen slides in the six edge directions only",
        Kind::Rook => "the rook slides north and south only",
        Kind::Pawn => "a pawn steps straight ahead and captures slantwise",
    };
    rule.into()
}

/// The piece in the way of a slide that would be right on an empty board.
fn blocked(position: &Position, piece: Piece, from: Cell, to: Cell) -> Option<String> {
    let reaches = |occupied| reach::attacks(piece, from, occupied, position.parity).contains(to);
    if !reaches(CellSet::EMPTY) {
        return None;
    }
    let visible = position.attacks_from(from) & position.occupied();
    let in_the_way = visible.into_iter().find(|&cell| !reaches(CellSet::EMPTY.with(cell)));
    in_the_way.map(|cell| format!("cell {} is in the way", number(cell)))
}

fn pawn(position: &Position, from: Cell, to: Cell) -> String {
    let us = position.to_move;
    let ahead = match us {
        Side::First => Axial::new(0, -1),
        Side::Second => Axial::new(0, 1),
    };
    let next = SHAPE.step(from, ahead);
    if next == Some(to) {
        return format!("a pawn does not capture straight ahead, and cell {} is taken", number(to));
    }
    if SHAPE.step(from, ahead * 2) == Some(to) {
        let taken = next.into_iter().chain([to]).find(|&c| position.occupied().contains(c));
        return match taken {
            Some(cell) if PAWN_CELLS[us].contains(from) => {
                format!("cell {} is in the way", number(cell))
            }
            _ => "a pawn takes two steps only from its own side's pawn cells".into(),
        };
    }
    if reach::pawn(us, from).contains(to) {
        return format!("a pawn goes slantwise only to capture, and cell {} is empty", number(to));
    }
    movement_rule(position, Kind::Pawn)
}
