//! Minimax with memoisation (von Neumann 1928; Michie 1968): exhaustive search of small boards, as a
//! reference for tests.

use game::{BySide, Side};
use hex::{Board, CellSet, Edge};
use hexgrid::{Axial, Cell};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The cells of a small board as bits.
pub(crate) type Bits = u32;

/// A board of at most 25 cells, and a table of solved positions.
pub(crate) struct ExhaustiveSolver {
    board: &'static Board,
    size: u32,
    /// The cells that are not in the first, and not in the last column.
    inner: [Bits; 2],
    /// The cells from the middle outwards: winning moves are found sooner there.
    order: Vec<Bits>,
    /// Whether the side to move wins, by its stones, its opponent's, and its number.
    wins: HashMap<u64, bool, BuildHasherDefault<NumberHasher>>,
}

pub(crate) fn bits(set: CellSet) -> Bits {
    set.words()[0] as Bits
}

pub(crate) fn set(bits: Bits) -> CellSet {
    CellSet::from_words([bits.into(), 0, 0, 0, 0, 0])
}

pub(crate) fn bit(cell: Cell) -> Bits {
    1 << cell.index()
}

impl ExhaustiveSolver {
    pub(crate) fn new(size: usize) -> Self {
        let board = Board::sized(size).expect("the size exists");
        let inside = |edge| bits(board.cells() & !board.edge(edge));
        let last = size as i8 - 1;
        let mut order: Vec<Cell> = board.cells().into_iter().collect();
        order.sort_by_key(|&cell| {
            let at = board.axial(cell);
            at.distance(Axial::new(last - at.q, last - at.r))
        });
        Self {
            board,
            size: size as u32,
            inner: [inside(Edge::Left), inside(Edge::Right)],
            order: order.into_iter().map(bit).collect(),
            wins: HashMap::default(),
        }
    }

    pub(crate) fn cells(&self) -> Bits {
        bits(self.board.cells())
    }

    pub(crate) fn near(&self, side: Side) -> Bits {
        bits(self.board.edge(Edge::near(side)))
    }

    pub(crate) fn far(&self, side: Side) -> Bits {
        bits(self.board.edge(Edge::far(side)))
    }

    /// All cells that touch one of `set`, and some that are off the board.
    fn neighbours(&self, set: Bits) -> Bits {
        let [right, left] = [set & self.inner[1], set & self.inner[0]];
        let row = set << self.size | set >> self.size;
        row | right << 1 | left >> 1 | left << (self.size - 1) | right >> (self.size - 1)
    }

    /// Whether `stones` join a cell of `from` to a cell of `to`.
    pub(crate) fn joins(&self, stones: Bits, from: Bits, to: Bits) -> bool {
        let mut reached = stones & from;
        loop {
            let more = reached | self.neighbours(reached) & stones;
            if more & to != 0 || more == reached {
                return more & to != 0;
            }
            reached = more;
        }
    }

    pub(crate) fn has_won(&self, side: Side, stones: Bits) -> bool {
        self.joins(stones, self.near(side), self.far(side))
    }

    /// Who wins with best play.
    pub(crate) fn winner(&mut self, red: Bits, blue: Bits, side: Side) -> Side {
        for (side, stones) in [(Side::First, red), (Side::Second, blue)] {
            if self.has_won(side, stones) {
                return side;
            }
        }
        let stones = BySide::new(red, blue);
        if self.wins(stones[side], stones[side.other()], side) { side } else { side.other() }
    }

    /// The empty cells on which one more stone connects the edges.
    fn connectors(&self, stones: Bits, empty: Bits, side: Side) -> Bits {
        let cells = each_bit(empty).filter(|&cell| self.has_won(side, stones | cell));
        cells.fold(0, |sum, cell| sum | cell)
    }

    /// Whether `side`, to move, wins; there is no winner yet.
    fn wins(&mut self, own: Bits, other: Bits, side: Side) -> bool {
        let key = u64::from(own) | u64::from(other) << 25 | (side.index() as u64) << 50;
        if let Some(&wins) = self.wins.get(&key) {
            return wins;
        }
        let empty = self.cells() & !(own | other);
        let wins = self.connectors(own, empty, side) != 0 || {
            // Must-play: threats to win at once have to be stopped.
            let threats = self.connectors(other, empty, side.other());
            let moves = if threats == 0 { empty } else { threats };
            (0..self.order.len()).any(|i| {
                let cell = self.order[i];
                moves & cell != 0 && !self.wins(other, own | cell, side.other())
            })
        };
        self.wins.insert(key, wins);
        wins
    }
}

/// Hashes an integer by one multiplication.
#[derive(Default)]
pub(crate) struct NumberHasher(u64);

impl Hasher for NumberHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }
}

/// The game of connecting two sets of cells on a few free cells; all other cells are the
/// opponent's.
pub(crate) struct JoinGame<'a> {
    pub(crate) exhaustive: &'a ExhaustiveSolver,
    pub(crate) from: Bits,
    pub(crate) to: Bits,
    seconds: HashMap<u64, bool, BuildHasherDefault<NumberHasher>>,
}

impl<'a> JoinGame<'a> {
    pub(crate) fn new(exhaustive: &'a ExhaustiveSolver, from: Bits, to: Bits) -> Self {
        Self { exhaustive, from, to, seconds: HashMap::default() }
    }

    /// Whether the connecting side succeeds by moving first.
    pub(crate) fn first(&mut self, stones: Bits, free: Bits) -> bool {
        if self.exhaustive.joins(stones, self.from, self.to) {
            return true;
        }
        each_bit(free).any(|cell| self.second(stones | cell, free ^ cell))
    }

    /// Whether the connecting side succeeds by moving second.
    pub(crate) fn second(&mut self, stones: Bits, free: Bits) -> bool {
        if self.exhaustive.joins(stones, self.from, self.to) {
            return true;
        }
        if !self.exhaustive.joins(stones | free, self.from, self.to) {
            return false;
        }
        let key = u64::from(stones) | u64::from(free) << 32;
        if let Some(&joined) = self.seconds.get(&key) {
            return joined;
        }
        let joined = each_bit(free).all(|cell| self.first(stones, free ^ cell));
        self.seconds.insert(key, joined);
        joined
    }
}

pub(crate) fn each_bit(bits: Bits) -> impl Iterator<Item = Bits> {
    std::iter::successors(Some(bits), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|&rest| rest != 0)
        .map(|rest| rest & rest.wrapping_neg())
}
