//! Some stones in a row on a square board.

use super::{Mv, Numbers, Parameters};
use game::{Key, MoveList, Outcome, Position, Side};

/// A board with stones; a side wins with `length` in a row, column or diagonal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rows {
    width: u8,
    length: u8,
    stones: [u64; 2],
    key: Key,
    winner: Option<Side>,
}

impl Rows {
    /// The empty board of `width` × `width` cells.
    pub fn new(width: u8, length: u8) -> Self {
        Self::start(Parameters([width, length]))
    }

    fn width(&self) -> usize {
        self.width.into()
    }

    fn all(&self) -> u64 {
        (1 << (self.width() * self.width())) - 1
    }

    fn taken(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// How many stones of `stones` stand in one line through `cell`, on both sides of it.
    fn through(&self, stones: u64, cell: usize, dx: isize, dy: isize) -> usize {
        let width = self.width();
        let count = |sign: isize| {
            let (mut x, mut y) = ((cell % width) as isize, (cell / width) as isize);
            let mut n = 0;
            loop {
                (x, y) = (x + sign * dx, y + sign * dy);
                let inside = (0..width as isize).contains(&x) && (0..width as isize).contains(&y);
                if !inside || stones >> (y as usize * width + x as usize) & 1 == 0 {
                    return n;
                }
                n += 1;
            }
        };
        1 + count(1) + count(-1)
    }
}

impl Numbers for Rows {
    fn numbers(&self) -> Vec<u64> {
        vec![self.width.into(), self.length.into(), self.stones[0], self.stones[1]]
    }

    fn from_numbers(numbers: &[u64]) -> Option<Self> {
        let &[width, length, first, second] = numbers else { return None };
        let mut toy = Self::new(width.try_into().ok()?, length.try_into().ok()?);
        let count = toy.width() * toy.width();
        let cells = |stones: u64| (0..count).filter(move |c| stones >> c & 1 == 1);
        let (mut own, mut other) = (cells(first), cells(second));
        while let Some(cell) = own.next() {
            toy.play(Mv(cell as u32)).ok()?;
            std::mem::swap(&mut own, &mut other);
        }
        (toy.stones == [first, second]).then_some(toy)
    }
}

texts!([] Rows);

impl Position for Rows {
    common!();
    type Options = Parameters<2>;
    const NAME: &'static str = "rows";
    const HAS_HIDDEN_INFORMATION: bool = false;

    fn start(Parameters([width, length]): Parameters<2>) -> Self {
        Self { width, length, stones: [0; 2], key: Key(0), winner: None }
    }

    fn options(&self) -> Parameters<2> {
        Parameters([self.width, self.length])
    }

    fn side_to_move(&self) -> Side {
        Side::BOTH[self.taken().count_ones() as usize % 2]
    }

    fn outcome(&self) -> Option<Outcome> {
        let full = self.taken() == self.all();
        self.winner.map(Outcome::Win).or(full.then_some(Outcome::Draw))
    }

    fn legal_moves(&self, into: &mut MoveList<Mv>) {
        let mut free = if self.winner.is_some() { 0 } else { self.all() & !self.taken() };
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
        if lines.iter().any(|&(dx, dy)| self.through(stones, cell, dx, dy) >= self.length.into()) {
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
