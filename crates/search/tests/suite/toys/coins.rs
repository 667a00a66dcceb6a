//! Coins on a table: take one; after some of them take again. Whoever has more in the end wins.

use super::{Mv, Numbers, Plain};
use game::{Key, MoveList, Outcome, Position, Side};

/// What the coins are worth. Coins divisible by `AGAIN` give another turn (0: none does).
pub const WORTH: [u8; 12] = [1, 9, 2, 4, 3, 8, 5, 2, 7, 6, 4, 10];

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coins<const AGAIN: u8> {
    left: u16,
    purses: [u8; 2],
    side: Side,
}

impl<const AGAIN: u8> Coins<AGAIN> {
    /// How much more the side to move has.
    pub fn lead(&self) -> i32 {
        i32::from(self.purses[self.side.index()])
            - i32::from(self.purses[self.side.other().index()])
    }

    /// The same table, if the side to move passed.
    pub fn passed(&self) -> Self {
        Self { side: self.side.other(), ..self.clone() }
    }
}

impl<const AGAIN: u8> Numbers for Coins<AGAIN> {
    fn numbers(&self) -> Vec<u64> {
        let [first, second] = self.purses.map(u64::from);
        vec![self.left.into(), first, second, self.side as u64]
    }

    fn from_numbers(numbers: &[u64]) -> Option<Self> {
        let &[left, first, second, side] = numbers else { return None };
        let purses = [first.try_into().ok()?, second.try_into().ok()?];
        let side = *Side::BOTH.get(side as usize)?;
        Some(Self { left: left.try_into().ok()?, purses, side })
    }
}

texts!([const AGAIN: u8] Coins<AGAIN>);

impl<const AGAIN: u8> Position for Coins<AGAIN> {
    plain!();
    const NAME: &'static str = "coins";

    fn start(_: Plain) -> Self {
        Self { left: (1 << WORTH.len()) - 1, purses: [0; 2], side: Side::First }
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let [first, second] = self.purses;
        (self.left == 0).then(|| match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::Win(Side::First),
            std::cmp::Ordering::Less => Outcome::Win(Side::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    fn legal_moves(&self, into: &mut MoveList<Mv>) {
        into.extend((0..WORTH.len() as u32).filter(|c| self.left >> c & 1 == 1).map(Mv));
    }

    fn play_unchecked(&mut self, mv: Mv) {
        let worth = WORTH[mv.0 as usize];
        self.left &= !(1 << mv.0);
        self.purses[self.side.index()] += worth;
        if AGAIN == 0 || !worth.is_multiple_of(AGAIN) {
            self.side = self.side.other();
        }
    }

    fn key(&self) -> Key {
        self.numbers()
            .iter()
            .enumerate()
            .fold(Key(0), |key, (i, &n)| key ^ Key::feature(i as u64, n))
    }

    fn is_progress(&self, _: Mv) -> bool {
        true
    }
}
