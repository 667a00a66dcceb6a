//! `K` in a row on a board of `W` × `W` cells.

use super::{Mv, Numbers, Plain};
use game::{Key, MoveList, Outcome, Position, Side};

/// A board with stones; a side wins with `K` in a row, column or diagonal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rows<const W: usize, const K: usize> {
    stones: [u64; 2],
    key: Key,
    winner: Option<Side>,
}

impl<const W: usize, const K: usize> Rows<W, K> {
    const ALL: u64 = (1 << (W * W)) - 1;

    fn taken(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// How many stones of `stones` stand in one line through `cell`, on both sides of it.
    fn through(stones: u64, cell: usize, dx: isize, dy: isize) -> usize {
        let count = |sign: isize| {
            let (mut x, mut y) = ((cell % W) as isize, (cell / W) as isize);
            let mut n = 0;
            loop {
                (x, y) = (x + sign * dx, y + sign * dy);
                let inside = (0..W as isize).contains(&x) && (0..W as isize).contains(&y);
                if !inside || stones >> (y as usize * W + x as usize) & 1 == 0 {
                    return n;
                }
                n += 1;
            }
        };
        1 + count(1) + count(-1)
    }
}

impl<const W: usize, const K: usize> Numbers for Rows<W, K> {
    fn numbers(&self) -> Vec<u64> {
        self.stones.to_vec()
    }

    fn from_numbers(numbers: &[u64]) -> Option<Self> {
        let &[first, second] = numbers else { return None };
        let mut toy = Self::start(Plain);
        let cells = |stones: u64| (0..W * W).filter(move |c| stones >> c & 1 == 1);
        let (mut own, mut other) = (cells(first), cells(second));
        while let Some(cell) = own.next() {
            toy.play(Mv(cell as u32)).ok()?;
            std::mem::swap(&mut own, &mut other);
        }
        (toy.stones == [first, second]).then_some(toy)
    }
}

texts!([const W: usize, const K: usize] Rows<W, K>);

impl<const W: usize, const K: usize> Position for Rows<W, K> {
    plain!();
    const NAME: &'static str = "rows";

    fn start(_: Plain) -> Self {
        Self { stones: [0; 2], key: Key(0), winner: None }
    }

    fn side_to_move(&self) -> Side {
        Side::BOTH[self.taken().count_ones() as usize % 2]
    }

    fn outcome(&self) -> Option<Outcome> {
        let full = self.taken() == Self::ALL;
        self.winner.map(Outcome::Win).or(full.then_some(Outcome::Draw))
    }

    fn legal_moves(&self, into: &mut MoveList<Mv>) {
        let mut free = if self.winner.is_some() { 0 } else { Self::ALL & !self.taken() };
        while free != 0 {
            into.push(Mv(free.trailing_zeros()));
            free &= free - 1;
        }
    }

    fn play_unchecked(&mut self, mv: Mv) {
        let (side, cell) = (self.side_to_move(), mv.0 as usize);
        self.stones[side.index()] |= 1 << cell;
        self.key ^= Key::feature(side as u64 + 1, cell as u64);
        let stones = self.stones[side.index()];
        let lines = [(1, 0), (0, 1), (1, 1), (1, -1)];
        if lines.iter().any(|&(dx, dy)| Self::through(stones, cell, dx, dy) >= K) {
            self.winner = Some(side);
        }
    }

    fn key(&self) -> Key {
        self.key
    }

    fn is_progress(&self, _: Mv) -> bool {
        true
    }
}
