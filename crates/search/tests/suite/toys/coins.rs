//! Coins on a table: take one; some give a second turn. The side with the higher total wins.

use super::{Mv, Numbers, Parameters};
use game::{Key, MoveList, Outcome, Position, Side};

/// Values of the coins.
pub const WORTH: [u8; 12] = [1, 9, 2, 4, 3, 8, 5, 2, 7, 6, 4, 10];

/// Coins divisible by `again` give a second turn (0: none does).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coins {
    again: u8,
    left: u16,
    purses: [u8; 2],
    side: Side,
}

impl Coins {
    /// All coins on the table.
    pub fn new(again: u8) -> Self {
        Self::start(Parameters([again]))
    }

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

impl Numbers for Coins {
    fn numbers(&self) -> Vec<u64> {
        let [first, second] = self.purses.map(u64::from);
        vec![self.again.into(), self.left.into(), first, second, self.side as u64]
    }

    fn from_numbers(numbers: &[u64]) -> Option<Self> {
        let &[again, left, first, second, side] = numbers else { return None };
        let purses = [first.try_into().ok()?, second.try_into().ok()?];
        let side = *Side::BOTH.get(side as usize)?;
        let (again, left) = (again.try_into().ok()?, left.try_into().ok()?);
        Some(Self { again, left, purses, side })
    }
}

texts!([] Coins);

impl Position for Coins {
    common!();
    type Options = Parameters<1>;
    const NAME: &'static str = "coins";
    const HAS_HIDDEN_INFORMATION: bool = false;

    fn options(&self) -> Parameters<1> {
        Parameters([self.again])
    }

    fn start(Parameters([again]): Parameters<1>) -> Self {
        Self { again, left: (1 << WORTH.len()) - 1, purses: [0; 2], side: Side::First }
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
        if self.again == 0 || !worth.is_multiple_of(self.again) {
            self.side = self.side.other();
        }
    }

    fn key(&self) -> Key {
        // Without the option, which is the same throughout a game.
        self.numbers()[1..]
            .iter()
            .enumerate()
            .fold(Key(0), |key, (i, &n)| key ^ Key::feature(i as u64, n))
    }

    fn is_progress(&self, _: Mv) -> bool {
        true
    }
}
