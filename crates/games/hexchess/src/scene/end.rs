//! How a game of Hex Chess ended (HC-4.1, HC-4.2): which king fell, where, and by what.

use super::COLOURS;
use crate::{Effects, Kind, Move, MoverOutcome, Position};
use depict::MoveExplanation;
use game::{Outcome, Position as _, Side};
use hexgrid::Cell;

/// How a king left the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum KingLoss {
    /// A piece went where it stood.
    Captured,
    /// A dragon flew over it to capture something else (HC-3.6).
    Burned,
    /// It captured a fool (HC-3.8).
    TookFool,
}

/// What a move that ends the game did; nothing of any other move.
pub(super) fn explain(position: &Position, mv: Move) -> Option<MoveExplanation> {
    let after = position.after(mv);
    let outcome = after.outcome()?;
    let Some(winner) = outcome.winner() else { return Some(draw(position, &after, mv)) };
    let loser = winner.other();
    let Move::Step { from, to } = mv else { return None };
    let mover = position.piece_at(from)?;
    let (loss, fell) = king_loss(position, mv, loser)?;
    let (won, lost) = (COLOURS[winner], COLOURS[loser]);
    let text = match loss {
        KingLoss::Captured => format!("{won} wins: a {} captured {lost}'s king", mover.kind.name()),
        KingLoss::Burned if mover.side == loser => {
            format!("{won} wins: {lost}'s dragon burned its own king")
        }
        KingLoss::Burned => format!("{won} wins: a dragon burned {lost}'s king"),
        KingLoss::TookFool => format!("{won} wins: {lost}'s king captured a fool"),
    };
    let by = (loss == KingLoss::Burned).then_some(to);
    Some(MoveExplanation { text, cells: std::iter::once(fell).chain(by).collect() })
}

/// Both kings at once, or nothing left to move.
fn draw(position: &Position, after: &Position, mv: Move) -> MoveExplanation {
    let falls = |side| king_loss(position, mv, side).map(|(_, cell)| cell);
    let fallen: Vec<Cell> = Side::BOTH.into_iter().filter_map(falls).collect();
    if fallen.len() == 2 {
        let text = "A draw: both kings left the board in one move".to_owned();
        return MoveExplanation { text, cells: fallen };
    }
    debug_assert_eq!(after.outcome(), Some(Outcome::Draw));
    let stuck = after.side_to_move();
    let text = format!("A draw: {} has no legal move", COLOURS[stuck]);
    let cells = after.board().filter(|(_, piece)| piece.side == stuck).map(|(cell, _)| cell);
    MoveExplanation { text, cells: cells.collect() }
}

/// How a side's king left the board with this move, and where.
fn king_loss(position: &Position, mv: Move, side: Side) -> Option<(KingLoss, Cell)> {
    let Move::Step { from, to } = mv else { return None };
    let is_king = |piece: crate::Piece| piece.side == side && piece.kind == Kind::King;
    let Effects { captured, burned, mover_outcome, .. } = position.effects(mv);
    if captured.is_some_and(is_king) {
        return Some((KingLoss::Captured, to));
    }
    if let Some((cell, _)) = burned.filter(|(_, piece)| is_king(*piece)) {
        return Some((KingLoss::Burned, cell));
    }
    let took_fool =
        mover_outcome == MoverOutcome::Removed && position.piece_at(from).is_some_and(is_king);
    took_fool.then_some((KingLoss::TookFool, to))
}
