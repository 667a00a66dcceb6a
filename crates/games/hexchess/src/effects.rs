//! What a step does, in the order of HC-3.11, and playing it.

use crate::board::BACK_RANKS;
use crate::{Kind, Move, Piece, Position, reach};
use game::Side;
use hexgrid::Cell;

/// What becomes of the piece that moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MoverOutcome {
    /// It stands where it went.
    #[default]
    Stands,
    /// A pawn that became a queen (HC-3.10).
    Promoted,
    /// It took a fool, and is gone (HC-3.8).
    Removed,
}

/// What a move does besides moving or placing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Effects {
    /// The enemy that stood where the piece went.
    pub captured: Option<Piece>,
    /// What a dragon's two-step capture removed on the cell between, friend or foe (HC-3.6).
    pub burned: Option<(Cell, Piece)>,
    /// The friend that a guardian changed places with (HC-3.7).
    pub swapped: Option<Kind>,
    /// What became of the piece itself.
    pub mover_outcome: MoverOutcome,
}

impl Effects {
    /// The pieces that were captured or burned. A mover that a fool took along is not among them.
    pub fn fallen(self) -> impl Iterator<Item = Piece> {
        self.captured.into_iter().chain(self.burned.map(|(_, piece)| piece))
    }
}

impl Position {
    /// What a legal move would do. Placements do nothing else.
    pub fn effects(&self, mv: Move) -> Effects {
        match mv {
            Move::Step { from, to } => self.step_effects(self.kind_at(from), from, to),
            Move::Place { .. } | Move::PlaceAll(_) => Effects::default(),
        }
    }

    #[inline]
    fn step_effects(&self, mover: Kind, from: Cell, to: Cell) -> Effects {
        let us = self.to_move;
        if self.sides[us].contains(to) {
            return Effects { swapped: Some(self.kind_at(to)), ..Effects::default() };
        }
        let captured = if self.sides[us.other()].contains(to) {
            Some(Piece::new(us.other(), self.kind_at(to)))
        } else {
            None
        };
        let burned = if mover == Kind::Dragon && captured.is_some() {
            reach::leapt(from, to).and_then(|between| Some((between, self.piece_at(between)?)))
        } else {
            None
        };
        let is_fool = |piece: Piece| piece.kind == Kind::Fool;
        let mover_outcome =
            if captured.is_some_and(is_fool) || burned.is_some_and(|(_, p)| is_fool(p)) {
                MoverOutcome::Removed
            } else if mover == Kind::Pawn && BACK_RANKS[us.other()].contains(to) {
                MoverOutcome::Promoted
            } else {
                MoverOutcome::Stands
            };
        Effects { captured, burned, swapped: None, mover_outcome }
    }

    #[inline]
    pub(crate) fn play_step(&mut self, from: Cell, to: Cell) {
        let us = self.to_move;
        let mover = Piece::new(us, self.kind_at(from));
        let effects = self.step_effects(mover.kind, from, to);
        self.toggle(mover, from);
        if let Some(enemy) = effects.captured {
            self.toggle(enemy, to);
        }
        if let Some((between, piece)) = effects.burned {
            self.toggle(piece, between);
        }
        if let Some(kind) = effects.swapped {
            self.toggle(Piece::new(us, kind), to);
            self.toggle(Piece::new(us, kind), from);
        }
        match effects.mover_outcome {
            MoverOutcome::Stands => self.toggle(mover, to),
            MoverOutcome::Promoted => self.toggle(Piece::new(us, Kind::Queen), to),
            MoverOutcome::Removed => {}
        }
        self.end_step();
    }

    /// The same position with the other side to move, one turn on. Nobody may pass, but whoever
    /// asks what a side threatens asks as if its opponent had.
    #[inline]
    pub fn passed(&self) -> Self {
        let mut passed = self.clone();
        passed.end_step();
        passed
    }

    /// A turn's number is shared by both sides: it changes when Black has moved (HC-2.7).
    #[inline]
    fn end_step(&mut self) {
        if self.to_move == Side::Second {
            self.change_parity();
        }
        self.change_side();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parity;

    #[test]
    fn passing_changes_the_turn_and_nothing_else() {
        let text = "N/2/F2Ppbn/GP2p1/1Pp2/2d1pq/1CKk1p1/2/1 b odd -";
        let black: Position = text.parse().expect("a position");
        let passed = black.passed();
        let anew = Position::from_pieces(black.board(), Side::First, Parity::Even);
        assert_eq!(anew.as_ref(), Ok(&passed), "Black's turn ends a round");
        let again = Position::from_pieces(black.board(), Side::Second, Parity::Even);
        assert_eq!(again, Ok(passed.passed()), "White's does not");
    }
}
