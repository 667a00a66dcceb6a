//! The two symmetries of the game: half a turn keeps it, and the mirror along the long diagonal
//! exchanges the sides.
//!
//! ```text
//!   a1 b1 c1      turned: c3 b3 a3      mirrored: a1 a2 a3
//!    a2 b2 c2              c2 b2 a2                b1 b2 b3
//!     a3 b3 c3              c1 b1 a1                c1 c2 c3
//! ```

use crate::{Board, CellSet, Position};
use game::{BySide, Position as _};
use hexgrid::Cell;

impl Position {
    /// After half a turn: the same game for the same sides.
    pub fn rotated(&self) -> Self {
        let stones = self.moved(Board::rotated);
        Self::with_stones(self.size(), stones, self.side_to_move(), self.swap_rule())
    }

    /// In the mirror along the long diagonal, with red stones for blue ones and the other side to
    /// move: the same game for exchanged sides. Only the right to swap is not mirrored, since it
    /// is Blue's alone; indeed the swap *is* this mirror.
    pub fn mirrored(&self) -> Self {
        let stones = self.moved(Board::mirrored).swapped();
        Self::with_stones(self.size(), stones, self.side_to_move().other(), self.swap_rule())
    }

    fn moved(&self, image: impl Fn(&Board, Cell) -> Cell) -> BySide<CellSet> {
        let board = self.board();
        BySide::from_fn(|side| self.stones(side).into_iter().map(|c| image(board, c)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_turn_and_mirror_as_drawn() {
        let position: Position = "r1b/2r/1b1 b swap=off".parse().unwrap();
        assert_eq!(position.rotated().to_string(), "1b1/r2/b1r b swap=off");
        assert_eq!(position.mirrored().to_string(), "b2/2r/rb1 r swap=off");
        assert_eq!(position.rotated().rotated(), position);
        assert_eq!(position.mirrored().mirrored(), position);
    }
}
