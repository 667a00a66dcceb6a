//! Which steps are legal (HC-3.1 to HC-3.9). There is no check: every step a piece can make may
//! be made.

use crate::board::{BOARD, BOTTOMS, PAWN_CELLS, TOPS};
use crate::{Kind, Move, Position, reach};
use game::{MoveList, Side};
use hexgrid::{Cell, CellSet};

impl Position {
    /// Whether neither side has lost its king.
    #[inline]
    pub(crate) fn both_kings_stand(&self) -> bool {
        let kings = self.of_kind(Kind::King);
        kings.meets(self.sides.first) && kings.meets(self.sides.second)
    }

    /// Lists the steps of the side to move, kings or no kings.
    pub(crate) fn steps(&self, into: &mut MoveList<Move>) {
        self.pawn_steps(into);
        self.piece_steps(|from, targets| push_all(from, targets, into));
    }

    /// Whether the side to move has any step, kings or no kings (HC-4.2).
    #[inline]
    pub(crate) fn can_move(&self) -> bool {
        // Nearly always a pawn or the king can step, and the full list need not be made.
        let own = self.sides[self.to_move];
        !self.pawn_pushes().is_empty()
            || self.king(self.to_move).is_some_and(|king| !(reach::steps(king) & !own).is_empty())
            || self.can_move_otherwise()
    }

    #[cold]
    fn can_move_otherwise(&self) -> bool {
        let enemy = self.sides[self.to_move.other()];
        let mut pawns = self.pieces(self.to_move, Kind::Pawn).into_iter();
        let mut found = pawns.any(|from| reach::pawn(self.to_move, from).meets(enemy));
        self.piece_steps(|_, targets| found |= !targets.is_empty());
        found
    }

    /// The empty cells onto which pawns of the side to move can step once.
    #[inline]
    fn pawn_pushes(&self) -> CellSet {
        self.ahead(self.pieces(self.to_move, Kind::Pawn)) & !self.occupied()
    }

    /// The cells one step before these, as the side to move looks at them.
    #[inline]
    fn ahead(&self, cells: CellSet) -> CellSet {
        let shifted = match self.to_move {
            Side::First => (cells & !TOPS).words()[0] << 1,
            Side::Second => (cells & !BOTTOMS).words()[0] >> 1,
        };
        CellSet::from_words([shifted])
    }

    fn pawn_steps(&self, into: &mut MoveList<Move>) {
        let pawns = self.pieces(self.to_move, Kind::Pawn);
        let free = !self.occupied();
        let once = self.ahead(pawns) & free;
        let from_home = self.ahead(pawns & PAWN_CELLS[self.to_move]) & free;
        let twice = self.ahead(from_home) & free;
        let back = |to: Cell, steps: usize| match self.to_move {
            Side::First => Cell::new(to.index() - steps),
            Side::Second => Cell::new(to.index() + steps),
        };
        for to in once {
            into.push(Move::Step { from: back(to, 1), to });
        }
        for to in twice {
            into.push(Move::Step { from: back(to, 2), to });
        }
        let enemy = self.sides[self.to_move.other()];
        for from in pawns {
            push_all(from, reach::pawn(self.to_move, from) & enemy, into);
        }
    }

    /// Tells `found` where every piece but the pawns can go; a queen comes twice, with different
    /// cells.
    #[inline]
    fn piece_steps(&self, mut found: impl FnMut(Cell, CellSet)) {
        let own = self.sides[self.to_move];
        let open = BOARD & !own;
        let all = self.occupied();
        let of = |kind: Kind| own & self.of_kind(kind);
        for from in of(Kind::King) {
            found(from, reach::steps(from) & open);
        }
        for from in of(Kind::Guardian) {
            found(from, reach::steps(from));
        }
        for from in of(Kind::Dragon) {
            found(from, reach::dragon(from) & open);
        }
        for from in of(Kind::Knight) | of(Kind::Fool) {
            found(from, reach::horse(from) & open);
        }
        for from in of(Kind::Charger) {
            found(from, reach::forward(self.to_move, from, all) & open);
        }
        for from in of(Kind::Moon) {
            found(from, reach::moon(self.parity, from, all) & open);
        }
        for from in of(Kind::Rook) | of(Kind::Queen) {
            found(from, reach::upright(from, all) & open);
        }
        for from in of(Kind::Bishop) | of(Kind::Queen) {
            found(from, reach::slanted(from, all) & open);
        }
    }
}

#[inline]
fn push_all(from: Cell, targets: CellSet, into: &mut MoveList<Move>) {
    for to in targets {
        into.push(Move::Step { from, to });
    }
}
