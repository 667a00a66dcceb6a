//! Decisive and anti-decisive moves (Teytaud and Teytaud 2010): the cells at which a side wins at once,
//! kept up to date while stones are placed.
//!
//! Stones are never removed, so a winning cell stays one until it is taken. New ones are looked
//! for beside the last stone, and on the whole board when that stone brought its group to another border
//! or corner. Some are missed: those where joined groups could close a ring elsewhere.

use crate::board::{Board, Placed};
use crate::geometry::STEPS;
use game::Side;

/// Winning cells kept for each side: more are never needed.
const MOST: usize = 6;

/// Stones of a group with a cell at which it could close a ring.
const LEAST_OF_RING: u16 = 5;

/// A board with the winning cells of both sides.
#[derive(Clone, Debug)]
pub(crate) struct ThreatBoard {
    pub(crate) board: Board,
    wins: [WinningCells; 2],
}

#[derive(Clone, Copy, Debug, Default)]
struct WinningCells {
    places: [u16; MOST],
    count: usize,
}

impl WinningCells {
    fn push(&mut self, place: usize) {
        if self.count < MOST && !self.places[..self.count].contains(&(place as u16)) {
            self.places[self.count] = place as u16;
            self.count += 1;
        }
    }

    /// Drops what is taken meanwhile, and returns the first that is left.
    fn first(&mut self, board: &Board) -> Option<usize> {
        while self.count > 0 {
            let place = usize::from(self.places[self.count - 1]);
            if board.is_empty(place) {
                return Some(place);
            }
            self.count -= 1;
        }
        None
    }
}

impl ThreatBoard {
    /// A board, with its winning cells looked for everywhere.
    pub(crate) fn new(board: Board) -> Self {
        let mut made = Self { board, wins: [WinningCells::default(); 2] };
        for side in Side::BOTH {
            made.scan(side);
        }
        made
    }

    /// A cell at which `side` wins at once.
    #[inline]
    pub(crate) fn win(&mut self, side: Side) -> Option<usize> {
        self.wins[side.index()].first(&self.board)
    }

    /// Places a stone, and finds the winning cells that it makes. Returns whether it wins.
    #[inline]
    pub(crate) fn place(&mut self, place: usize, side: Side) -> bool {
        let placed = self.board.place(place, side);
        if placed.groups > 0 && !placed.wins {
            self.find_new(place, side, placed);
        }
        placed.wins
    }

    fn find_new(&mut self, place: usize, side: Side, placed: Placed) {
        let (ends, size) = (self.board.ends(placed.root), self.board.size(placed.root));
        let connects = ends.corners() >= 1 || ends.borders() >= 2;
        if !connects && size < LEAST_OF_RING {
            return;
        }
        if connects && placed.gains {
            self.scan(side);
        } else {
            self.look_beside(place, side);
        }
    }

    fn look_beside(&mut self, place: usize, side: Side) {
        let mut empty = self.board.empty_around(place);
        while empty != 0 {
            let beside = place.wrapping_add(STEPS[empty.trailing_zeros() as usize]);
            empty &= empty - 1;
            if self.board.wins_at(beside, side) {
                self.wins[side.index()].push(beside);
            }
        }
    }

    fn scan(&mut self, side: Side) {
        for place in self.board.empties() {
            if self.board.wins_at(place, side) {
                self.wins[side.index()].push(place);
            }
        }
    }
}
