//! Scores of all moves of a position at once: every stone adds weights to the cells around it,
//! which is less work than extracting the features of every move. A test holds it to `features`.

use super::features::{FEATURES, add_board_features, far_weights, reply_weights, ring_feature};
use super::padded_board::{CELLS, EMPTY, OTHER, OWN, PaddedBoard, offset, place};
use crate::ring::Ring;
use game::Side;
use hexgrid::{Axial, Direction};

/// Own stones in rings.
const SELF: Side = Side::First;

/// Logits of the pattern prior for all cells, with buffers.
#[derive(Clone, Debug)]
pub(super) struct MoveScores {
    weights: Box<[f32; FEATURES]>,
    ring_weights: Box<[f32; Ring::CODES]>,
    /// What stones of either side add to cells at distance two and three.
    far: [Vec<(isize, f32)>; 2],
    size: i8,
    /// Weights and rings of the empty board.
    empty_board: Box<[f32; CELLS]>,
    edge_rings: Box<[Ring; CELLS]>,
    cells: Box<[f32; CELLS]>,
    rings: Box<[Ring; CELLS]>,
}

impl MoveScores {
    pub(super) fn new(weights: Box<[f32; FEATURES]>) -> Self {
        let mut by_ring = Box::new([0.0; Ring::CODES]);
        for ring in Ring::all() {
            by_ring[ring.code()] = weights[ring_feature(ring, SELF)];
        }
        let nothing = Box::new([0.0; CELLS]);
        let empty = Box::new([Ring::default(); CELLS]);
        Self {
            ring_weights: by_ring,
            far: [OWN, OTHER].map(|stone| {
                far_weights(&weights, stone).map(|(step, w)| (offset(step), w)).collect()
            }),
            weights,
            size: 0,
            empty_board: nothing.clone(),
            edge_rings: empty.clone(),
            cells: nothing,
            rings: empty,
        }
    }

    /// Computes the scores of a position.
    pub(super) fn compute(&mut self, board: &PaddedBoard) {
        if self.size != board.size() {
            self.set_size(board.size());
        }
        *self.cells = *self.empty_board;
        *self.rings = *self.edge_rings;
        for &(at, stone) in board.stones() {
            let at = usize::from(at);
            for &(step, weight) in &self.far[usize::from(stone - OWN)] {
                self.cells[at.wrapping_add_signed(step)] += weight;
            }
            add_to_rings(&mut self.rings, at, stone);
            self.add_bridges(board, at, stone);
        }
        self.add_edge_bridges(board);
        for (at, weight) in reply_weights(board, &self.weights) {
            if let Some(sum) = self.cells.get_mut(at) {
                *sum += weight;
            }
        }
    }

    /// The logit of a move to an oriented cell.
    #[inline]
    pub(super) fn of(&self, at: Axial) -> f32 {
        let at = place(at);
        self.cells[at] + self.ring_weights[self.rings[at].code()]
    }

    /// Precomputes the empty board: distances, and the edges as stones.
    fn set_size(&mut self, size: i8) {
        self.size = size;
        self.empty_board.fill(0.0);
        self.edge_rings.fill(Ring::default());
        let board = PaddedBoard::of_empty_board(size as usize);
        for at in board.cells() {
            add_board_features(&board, at, &self.weights, &mut self.empty_board[place(at)]);
            for d in Direction::ALL {
                let stone = board.stone(at, d.step());
                if stone != EMPTY {
                    let ring = &mut self.edge_rings[place(at)];
                    *ring = ring.with(owner(stone), d.index());
                }
            }
        }
    }

    /// Bridges from a stone, over two empty cells.
    #[inline]
    fn add_bridges(&mut self, board: &PaddedBoard, at: usize, stone: u8) {
        let free = board.free_around(at);
        let mut pairs = free & (free >> 1 | free << 5);
        while pairs != 0 {
            let d = pairs.trailing_zeros() as usize;
            pairs &= pairs - 1;
            let step =
                offset(Direction::ALL[d].step()) + offset(Direction::ALL[(d + 1) % 6].step());
            self.cells[at.wrapping_add_signed(step)] += self.bridge_weight(stone);
        }
    }

    /// Bridges from the edges to the second row, over two empty cells of the first.
    fn add_edge_bridges(&mut self, board: &PaddedBoard) {
        let last = self.size - 1;
        for i in 0..=last {
            for (at, toward, stone) in [
                (Axial::new(i, 1), [Direction::ALL[1], Direction::ALL[2]], OWN),
                (Axial::new(i, last - 1), [Direction::ALL[4], Direction::ALL[5]], OWN),
                (Axial::new(1, i), [Direction::ALL[3], Direction::ALL[4]], OTHER),
                (Axial::new(last - 1, i), [Direction::ALL[0], Direction::ALL[1]], OTHER),
            ] {
                let [a, b] = toward;
                let beyond = board.stone(at, a.step() + b.step());
                let open = toward.iter().all(|d| board.stone(at, d.step()) == EMPTY);
                if open && beyond == stone {
                    self.cells[place(at)] += self.bridge_weight(stone);
                }
            }
        }
    }

    fn bridge_weight(&self, stone: u8) -> f32 {
        self.weights[super::features::bridge(stone)]
    }
}

fn owner(stone: u8) -> Side {
    if stone == OWN { SELF } else { SELF.other() }
}

/// Adds a stone to the rings of the adjacent cells.
#[inline]
fn add_to_rings(rings: &mut [Ring; CELLS], at: usize, stone: u8) {
    for d in Direction::ALL {
        let ring = &mut rings[at.wrapping_add_signed(offset(d.step()))];
        *ring = ring.with(owner(stone), d.opposite().index());
    }
}
