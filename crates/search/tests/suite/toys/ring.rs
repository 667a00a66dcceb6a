//! Two runners on a ring: positions repeat, and a game may be endless.
//!
//! ```text
//!    0 → 1 → 2 → … → N−1 → 0
//! ```
//! A side moves its own runner one or two cells on. A runner that reaches the other's cell wins. Staying is
//! allowed on marked cells.

use super::{Mv, Numbers};
use game::{Key, MoveList, Outcome, Position, Side};

/// Cells of the ring.
pub const CELLS: u8 = 9;

/// `LIMIT` plies without a step of two are a draw (0: no such rule).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ring<const LIMIT: usize> {
    pub runners: [u8; 2],
    pub side: Side,
}

impl<const LIMIT: usize> Numbers for Ring<LIMIT> {
    fn numbers(&self) -> Vec<u64> {
        let [first, second] = self.runners.map(u64::from);
        vec![first, second, self.side as u64]
    }

    fn from_numbers(numbers: &[u64]) -> Option<Self> {
        let &[first, second, side] = numbers else { return None };
        let runner = |n: u64| u8::try_from(n).ok().filter(|&n| n < CELLS);
        let runners = [runner(first)?, runner(second)?];
        Some(Self { runners, side: *Side::BOTH.get(side as usize)? })
    }
}

texts!([const LIMIT: usize] Ring<LIMIT>);

impl<const LIMIT: usize> Position for Ring<LIMIT> {
    plain!();
    const NAME: &'static str = "ring";
    const HAS_HIDDEN_INFORMATION: bool = false;
    const QUIET_LIMIT: Option<usize> = if LIMIT == 0 { None } else { Some(LIMIT) };

    fn start(_: game::NoOptions) -> Self {
        Self { runners: [0, CELLS / 2], side: Side::First }
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let met = self.runners[0] == self.runners[1];
        met.then_some(Outcome::Win(self.side.other()))
    }

    fn legal_moves(&self, into: &mut MoveList<Mv>) {
        if self.outcome().is_none() {
            let marked = self.runners[self.side.index()].is_multiple_of(3);
            into.extend((u32::from(!marked)..=2).map(Mv));
        }
    }

    fn play_unchecked(&mut self, mv: Mv) {
        let runner = &mut self.runners[self.side.index()];
        *runner = (*runner + mv.0 as u8) % CELLS;
        self.side = self.side.other();
    }

    fn key(&self) -> Key {
        self.numbers()
            .iter()
            .enumerate()
            .fold(Key(0), |key, (i, &n)| key ^ Key::feature(20 + i as u64, n))
    }

    fn is_progress(&self, mv: Mv) -> bool {
        mv.0 == 2
    }
}
