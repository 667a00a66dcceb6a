//! Generator of moves that reduce the exits of the opposing comet: the way to win (EC-4.1, EC-5.2).
//!
//! A move takes an exit by entering it, and a second one by a link that closes a gate beside the
//! comet. The satellites of such a link are both adjacent to the comet:
//!
//! ```text
//!       p   .          the comet is on *; the link p–t closes its way to x
//!     .   *   x
//!       .   t
//! ```
//! So a move that reduces the exits goes to a cell adjacent to the comet, and takes at most two
//! exits.

use eclipse::{BOARD, Chain, Kind, Link, Move, Position};
use game::Side;
use hexgrid::{Cell, CellSet};

/// The cells next to each cell.
static AROUND: [CellSet; 49] = {
    let (mut around, mut i) = ([CellSet::EMPTY; 49], 0);
    let neighbours = BOARD.neighbours();
    while i < 49 * 6 {
        if let Some(next) = neighbours[i / 6][i % 6] {
            around[i / 6] = around[i / 6].with(next);
        }
        i += 1;
    }
    around
};

/// The cells next to `cell`.
#[inline]
pub(crate) fn around(cell: Cell) -> CellSet {
    AROUND[cell.index()]
}

/// Whether a set has more than `most` cells: faster than counting.
#[inline]
pub(crate) fn more_than(most: usize, cells: CellSet) -> bool {
    let [mut word] = cells.words();
    for _ in 0..most {
        word &= word.wrapping_sub(1);
    }
    word != 0
}

/// Generates the moves of `by` that leave the opposing comet at most `most` exits.
pub(crate) struct ThreatGenerator<'a> {
    position: &'a Position,
    by: Side,
    /// The cell of the comet.
    comet: Cell,
    /// Its exits now.
    exits: CellSet,
    /// Its exits if all adjacent cells were empty.
    open: CellSet,
    /// Maximum number of exits left.
    most: usize,
}

impl<'a> ThreatGenerator<'a> {
    /// A generator for at most `most` exits; `None` if no move can achieve that.
    #[inline]
    pub(crate) fn new(position: &'a Position, by: Side, most: usize) -> Option<Self> {
        let comet = position.comet(by.other());
        let open = open(position, by, comet, None);
        let exits = open & position.empty();
        if more_than(most + 2, exits) {
            return None;
        }
        Some(Self { position, by, comet, exits, open, most })
    }

    /// The first such move that `wanted` accepts. All of them are offered.
    pub(crate) fn find(&self, mut wanted: impl FnMut(Move) -> bool) -> Option<Move> {
        self.by_comet(&mut wanted).or_else(|| self.by_satellite(&mut wanted))
    }

    /// Moves of the own comet: it blocks a cell, but leaves another that may become an exit.
    fn by_comet(&self, wanted: &mut impl FnMut(Move) -> bool) -> Option<Move> {
        if more_than(self.most + 1, self.exits) {
            return None;
        }
        let from = self.position.comet(self.by);
        let left = self.exits | (CellSet::EMPTY.with(from) & self.open);
        let steps = self.position.comet_moves(self.by).into_iter();
        let moves = steps.filter(|&to| !more_than(self.most, left.without(to)));
        moves.map(|to| Move::new(from, to)).find(|&mv| wanted(mv))
    }

    fn by_satellite(&self, wanted: &mut impl FnMut(Move) -> bool) -> Option<Move> {
        let pinned = self.position.pinned();
        let free = Chain::of(self.by).filter(|&chain| !pinned.contains(chain));
        free.into_iter().find_map(|chain| self.by_chain(chain, wanted))
    }

    fn by_chain(&self, chain: Chain, wanted: &mut impl FnMut(Move) -> bool) -> Option<Move> {
        let [from_low, from_high] = self.position.satellite_moves(chain);
        // Moves that are not adjacent to the comet take no exit.
        let near = around(self.comet);
        if more_than(self.most, self.exits) && !near.meets(from_low | from_high) {
            return None;
        }
        let open = self.without_gate_of(chain);
        let exits = open & self.position.empty();
        // A short link closes no gate: it takes an exit by entering it, and no other.
        let takes = if chain.kind() == Kind::Short { 1 } else { 2 };
        if more_than(self.most + takes, exits) {
            return None;
        }
        let [low, high] = self.position.link(chain).ends();
        for (from, partner, targets) in [(low, high, from_low), (high, low, from_high)] {
            let left = exits | (CellSet::EMPTY.with(from) & open);
            let near = if more_than(self.most, left) { near } else { !CellSet::EMPTY };
            let succeeds = |&to: &Cell| {
                let closed = self.closed(chain.kind(), partner, to);
                !more_than(self.most, left.without(to) & !closed)
            };
            let moves = (targets & near).into_iter().filter(succeeds);
            if let Some(mv) = moves.map(|to| Move::new(from, to)).find(|&mv| wanted(mv)) {
                return Some(mv);
            }
        }
        None
    }

    /// Where the comet could step if the gate of `chain` were lifted.
    #[inline]
    fn without_gate_of(&self, chain: Chain) -> CellSet {
        if self.position.link(chain).gate().contains(self.comet) {
            open(self.position, self.by, self.comet, Some(chain))
        } else {
            self.open
        }
    }

    /// The cell to which a link closes the comet's way.
    fn closed(&self, kind: Kind, partner: Cell, to: Cell) -> CellSet {
        if kind == Kind::Short {
            return CellSet::EMPTY;
        }
        let gate = Link::between(partner, to).map_or(CellSet::EMPTY, Link::gate);
        if gate.contains(self.comet) { gate } else { CellSet::EMPTY }
    }
}

/// The cells beside a comet to which no gate of `by` is closed, occupied or not; the gate of
/// `lifted` counts as open.
#[inline]
fn open(position: &Position, by: Side, comet: Cell, lifted: Option<Chain>) -> CellSet {
    let mut open = around(comet);
    for chain in Chain::of(by).filter(|&chain| Some(chain) != lifted) {
        let gate = position.link(chain).gate();
        if gate.contains(comet) {
            open &= !gate;
        }
    }
    open
}
