//! The features of a position that make up its Zobrist key (Zobrist 1970).

use crate::SwapRule;
use game::{Key, Side};
use hexgrid::Cell;

/// The feature keys of a game, made from its seed.
///
/// Seeds of two games differ by 16 or more.
#[derive(Clone, Copy, Debug)]
pub struct Keys {
    seed: u64,
    second_to_move: Key,
    swap_on: Key,
}

impl Keys {
    /// The keys of the game with this seed.
    pub const fn new(seed: u64) -> Self {
        Self { seed, second_to_move: Key::feature(seed + 4, 0), swap_on: Key::feature(seed + 4, 1) }
    }

    /// A stone of `side` on `cell`.
    #[inline]
    pub const fn stone(&self, side: Side, cell: Cell) -> Key {
        Key::feature(self.seed + 1 + side.index() as u64, cell.index() as u64)
    }

    /// The turn passing to the other side.
    #[inline]
    pub const fn turn(&self) -> Key {
        self.second_to_move
    }

    /// The empty board of this size under this rule, with `to_move` to move.
    pub fn empty(&self, size: usize, swap: SwapRule, to_move: Side) -> Key {
        let rule = if swap == SwapRule::On { self.swap_on } else { Key::default() };
        let side = if to_move == Side::Second { self.second_to_move } else { Key::default() };
        Key::feature(self.seed + 3, size as u64) ^ rule ^ side
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_feature_has_a_key_of_its_own() {
        let keys = Keys::new(0x4e00);
        let mut seen = BTreeSet::from([keys.turn()]);
        let stones = Side::BOTH.into_iter().flat_map(|side| (0..361).map(move |i| (side, i)));
        seen.extend(stones.map(|(side, i)| keys.stone(side, Cell::new(i))));
        for size in 2..27 {
            for (rule, side) in [(SwapRule::On, Side::First), (SwapRule::Off, Side::Second)] {
                seen.insert(keys.empty(size, rule, side));
            }
        }
        assert_eq!(seen.len(), 1 + 2 * 361 + 2 * 25);
    }
}
