//! Scores of all moves of a position at once: every stone adds weights to the cells around it,
//! which is less work than extracting the features of every move (Coulom 2007). A test holds it to
//! `features`.

use super::features::{
    FEATURES, add_board_features, bridge, far_weights, reply_weights, ring_feature,
};
use crate::incremental_board::{Content, IncrementalBoard, OrientedBoard, PLACES, offset, place};
use crate::ring::Ring;
use game::{BySide, Side};
use hex::Board;
use hexgrid::{Axial, Direction};

/// What stones add to cells at distance two and three: offsets of places with weights.
#[derive(Clone, Debug)]
struct FarWeights {
    own: Vec<(isize, f32)>,
    other: Vec<(isize, f32)>,
}

/// Logits of the pattern prior for all cells, with buffers. Tables are kept for both sides to move:
/// weights are those of the oriented board, places those of the board.
#[derive(Clone, Debug)]
pub(super) struct MoveScores {
    weights: Box<[f32; FEATURES]>,
    ring_weights: BySide<Box<[f32; Ring::CODES]>>,
    far: BySide<FarWeights>,
    size: i8,
    /// Weights of the empty board: distances, and the edges as stones.
    empty_board: BySide<Box<[f32; PLACES]>>,
    sums: Box<[f32; PLACES]>,
}

impl MoveScores {
    pub(super) fn new(weights: Box<[f32; FEATURES]>) -> Self {
        let board = IncrementalBoard::default();
        let ring_weights = |side| {
            let mut by_ring = Box::new([0.0; Ring::CODES]);
            for ring in Ring::all() {
                by_ring[ring.code()] = weights[ring_feature(ring, side)];
            }
            by_ring
        };
        let far = |side, owner| {
            let oriented = board.oriented(side, None);
            let steps = far_weights(&weights, owner);
            steps.map(|(step, weight)| (offset(oriented.turn(step)), weight)).collect()
        };
        Self {
            ring_weights: BySide::from_fn(ring_weights),
            far: BySide::from_fn(|side| FarWeights {
                own: far(side, Content::Own),
                other: far(side, Content::Other),
            }),
            size: 0,
            empty_board: BySide::from_fn(|_| Box::new([0.0; PLACES])),
            sums: Box::new([0.0; PLACES]),
            weights,
        }
    }

    /// Computes the scores of a position.
    pub(super) fn compute(&mut self, board: &OrientedBoard<'_>) {
        if self.size != board.size() {
            self.set_size(board.board().board());
        }
        let in_use = board.board().places_in_use();
        self.sums[..in_use].copy_from_slice(&self.empty_board[board.side()][..in_use]);
        for (cell, owner) in board.stones() {
            let at = board.board().place(cell);
            let far = &self.far[board.side()];
            for &(step, weight) in if owner == Content::Own { &far.own } else { &far.other } {
                self.sums[at.wrapping_add_signed(step)] += weight;
            }
            self.add_bridges(board, at, owner);
        }
        self.add_edge_bridges(board);
        for (at, weight) in reply_weights(board, &self.weights) {
            if let Some(sum) = self.sums.get_mut(at) {
                *sum += weight;
            }
        }
    }

    /// The logit of a move to a cell, in coordinates of the board.
    #[inline]
    pub(super) fn of(&self, board: &OrientedBoard<'_>, at: Axial) -> f32 {
        self.sums[place(at)] + self.ring_weights[board.side()][board.ring(at).code()]
    }

    /// Precomputes the empty board.
    fn set_size(&mut self, board: &'static Board) {
        self.size = board.size() as i8;
        let empty = IncrementalBoard::new(board);
        for side in Side::BOTH {
            let oriented = empty.oriented(side, None);
            let sums = &mut self.empty_board[side];
            sums.fill(0.0);
            for at in oriented.cells() {
                let sum = &mut sums[place(oriented.turn(at))];
                add_board_features(&oriented, at, &self.weights, sum);
            }
        }
    }

    /// Bridges from a stone, over two empty cells.
    #[inline]
    fn add_bridges(&mut self, board: &OrientedBoard<'_>, at: usize, owner: Content) {
        let free = board.board().free_around(at);
        let mut pairs = free & (free >> 1 | free << 5);
        while pairs != 0 {
            let d = pairs.trailing_zeros() as usize;
            pairs &= pairs - 1;
            let step =
                offset(Direction::ALL[d].step()) + offset(Direction::ALL[(d + 1) % 6].step());
            self.sums[at.wrapping_add_signed(step)] += self.weights[bridge(owner)];
        }
    }

    /// Bridges from the edges to the second row, over two empty cells of the first.
    fn add_edge_bridges(&mut self, board: &OrientedBoard<'_>) {
        let last = self.size - 1;
        for i in 0..=last {
            for (at, toward, owner) in [
                (Axial::new(i, 1), [Direction::ALL[1], Direction::ALL[2]], Content::Own),
                (Axial::new(i, last - 1), [Direction::ALL[4], Direction::ALL[5]], Content::Own),
                (Axial::new(1, i), [Direction::ALL[3], Direction::ALL[4]], Content::Other),
                (Axial::new(last - 1, i), [Direction::ALL[0], Direction::ALL[1]], Content::Other),
            ] {
                let [a, b] = toward;
                let open = toward.iter().all(|d| board.content(at + d.step()) == Content::Empty);
                if open && board.content(at + a.step() + b.step()) == owner {
                    self.sums[place(board.turn(at))] += self.weights[bridge(owner)];
                }
            }
        }
    }
}
