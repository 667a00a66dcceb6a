//! What can stand on a board: laws that every position keeps, however it came about (HC-2).
//!
//! The play phase is lenient on purpose: any number of any piece but the king may stand anywhere,
//! and kings may be missing, for then the game is over (HC-4.1).

use crate::board::{BACK_RANKS, PAWN_CELLS, colour};
use crate::{Kind, Phase, Position};
use game::{BySide, InvalidPosition, Side};
use hexgrid::CellSet;

/// Why this position cannot stand on a board.
pub(crate) fn check(position: &Position) -> Result<(), InvalidPosition> {
    if !sets_agree(position) {
        return Err(InvalidPosition::new("a cell holds two pieces at once"));
    }
    for side in Side::BOTH {
        let kings = position.pieces(side, Kind::King).len();
        if kings > 1 {
            return Err(InvalidPosition::new(format!("{} has {kings} kings", colour(side))));
        }
    }
    match position.phase {
        Phase::Setup => check_setup(position),
        Phase::Play => Ok(()),
    }
}

/// Every cell is of one side and one kind, or of none.
fn sets_agree(position: &Position) -> bool {
    let kinds = position.kinds;
    let together: usize = kinds.iter().map(|set| set.len()).sum();
    let union = kinds.into_iter().fold(CellSet::EMPTY, |all, set| all | set);
    let BySide { first, second } = position.sides;
    union == first | second && together == union.len() && !first.meets(second)
}

fn check_setup(position: &Position) -> Result<(), InvalidPosition> {
    for side in Side::BOTH {
        check_placed(position, side)?;
    }
    let placed = BySide::from_fn(|side| 5 - position.vacant(side).len());
    let due = match (placed.first, placed.second) {
        (5, 5) => {
            return Err(InvalidPosition::new("the setup is over when both back ranks are full"));
        }
        (1.., 5) => Some(Side::First),
        (5, _) => Some(Side::Second),
        (first, second) if first == second => Some(Side::First),
        (first, second) if first == second + 1 => Some(Side::Second),
        _ => None,
    };
    if due != Some(position.to_move) {
        let BySide { first, second } = placed;
        let who = colour(position.to_move);
        return Err(InvalidPosition::new(format!(
            "{who} cannot be to place after {first} white and {second} black pieces"
        )));
    }
    if position.parity == crate::Parity::Odd {
        return Err(InvalidPosition::new("the setup has no odd turn"));
    }
    Ok(())
}

/// Pawns at home, different pieces on the back rank, nothing elsewhere, and a king at last
/// (HC-2.1 to HC-2.5).
fn check_placed(position: &Position, side: Side) -> Result<(), InvalidPosition> {
    let who = colour(side);
    if position.pieces(side, Kind::Pawn) != PAWN_CELLS[side] {
        return Err(InvalidPosition::new(format!(
            "in the setup {who}'s pawns stand on their five cells"
        )));
    }
    if position.of(side).meets(!(BACK_RANKS[side] | PAWN_CELLS[side])) {
        return Err(InvalidPosition::new(format!(
            "in the setup {who}'s pieces stand on its back rank"
        )));
    }
    let twice = Kind::ALL[..10].iter().find(|kind| position.pieces(side, **kind).len() > 1);
    if let Some(kind) = twice {
        return Err(InvalidPosition::new(format!("{who} has placed the {} twice", kind.name())));
    }
    if position.vacant(side).is_empty() && position.king(side).is_none() {
        return Err(InvalidPosition::new(format!(
            "{who} has filled its back rank without the king"
        )));
    }
    Ok(())
}
