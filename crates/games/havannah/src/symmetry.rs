//! The twelve symmetries of the board: six rotations and six mirror images, all of which keep the
//! game. The sides are symmetric too.

use crate::Position;
use game::{BySide, Position as _};

impl Position {
    /// Turned by `sixths` × 60° anticlockwise.
    pub fn rotated(&self, sixths: usize) -> Self {
        self.image(sixths % 6)
    }

    /// In a mirror, and then turned by `sixths` × 60° anticlockwise.
    pub fn mirrored(&self, sixths: usize) -> Self {
        self.image(6 + sixths % 6)
    }

    /// With white stones for black ones and the other side to move. Only the right to swap is not
    /// exchanged, since it is Black's alone.
    pub fn colours_exchanged(&self) -> Self {
        let stones = BySide::from_fn(|side| self.stones(side.other()));
        self.with(stones, self.side_to_move().other())
    }

    fn image(&self, symmetry: usize) -> Self {
        let permutation = &self.board().symmetries()[symmetry];
        let stones = BySide::from_fn(|side| permutation.set(self.stones(side)));
        self.with(stones, self.side_to_move())
    }

    fn with(&self, stones: BySide<crate::CellSet>, to_move: game::Side) -> Self {
        Self::setup(self.size(), stones, to_move, self.swap_rule())
            .expect("the image of a valid position")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_turn_and_mirror_as_drawn() {
        let position: Position = "w3/1b3/6/7/6/5/4 w swap=off".parse().unwrap();
        assert_eq!(position.rotated(1).to_string(), "4/5/6/wb5/6/5/4 w swap=off");
        assert_eq!(position.rotated(3).to_string(), "4/5/6/7/6/3b1/3w w swap=off");
        assert_eq!(position.mirrored(0).mirrored(0), position);
        assert_eq!(position.colours_exchanged().to_string(), "b3/1w3/6/7/6/5/4 b swap=off");
        for sixths in 0..6 {
            assert_eq!(position.rotated(sixths).rotated(6 - sixths), position);
            let twice = position.mirrored(sixths).mirrored(sixths);
            assert_eq!(twice, position, "every mirror is its own inverse");
        }
    }
}
