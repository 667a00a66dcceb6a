//! Nim: take any number from one heap; the side that takes the last one wins.

use super::{Mv, Numbers};
use game::{Key, MoveList, Outcome, Position, Side};

/// Three heaps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nim {
    pub heaps: [u16; 3],
    pub side: Side,
}

impl Nim {
    pub fn new(heaps: [u16; 3]) -> Self {
        Self { heaps, side: Side::First }
    }

    /// The move that takes `count` from a heap.
    pub fn take(heap: u32, count: u16) -> Mv {
        Mv(heap << 16 | u32::from(count))
    }

    /// Whether the side to move wins: exactly if the heaps do not cancel out (Bouton 1901).
    pub fn is_won(&self) -> bool {
        self.heaps.iter().fold(0, |sum, heap| sum ^ heap) != 0
    }
}

impl Numbers for Nim {
    fn numbers(&self) -> Vec<u64> {
        self.heaps.iter().map(|&h| h.into()).chain([self.side as u64]).collect()
    }

    fn from_numbers(numbers: &[u64]) -> Option<Self> {
        let &[a, b, c, side] = numbers else { return None };
        let heaps = [a.try_into().ok()?, b.try_into().ok()?, c.try_into().ok()?];
        Some(Self { heaps, side: *Side::BOTH.get(side as usize)? })
    }
}

texts!([] Nim);

impl Position for Nim {
    plain!();
    const NAME: &'static str = "nim";
    const HAS_HIDDEN_INFORMATION: bool = false;

    fn start(_: game::NoOptions) -> Self {
        Self::new([3, 4, 5])
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.heaps == [0; 3]).then_some(Outcome::Win(self.side.other()))
    }

    fn legal_moves(&self, into: &mut MoveList<Mv>) {
        for (i, &heap) in (0..).zip(&self.heaps) {
            into.extend((1..=heap).map(|n| Self::take(i, n)));
        }
    }

    fn play_unchecked(&mut self, mv: Mv) {
        self.heaps[(mv.0 >> 16) as usize] -= mv.0 as u16;
        self.side = self.side.other();
    }

    fn key(&self) -> Key {
        self.numbers()
            .iter()
            .enumerate()
            .fold(Key(0), |key, (i, &n)| key ^ Key::feature(10 + i as u64, n))
    }

    fn is_progress(&self, _: Mv) -> bool {
        true
    }
}
