//! Policy network: a residual convolutional network (He et al. 2016; AlphaGo Zero: Silver et al.
//! 2017) on the hexagonal grid, whose softmax over the empty cells predicts the visit distribution
//! of the search.
//!
//! ```text
//!   input planes: own, opponent's and last stone (sparse)
//!     → 16 channels by a convolution of radius 2 (19 taps), ReLU
//!     → 16 channels by three residual convolutions of radius 1 (7 taps), ReLU
//!     → one logit per cell (convolution of radius 0)
//! ```
//! The board is oriented to the side to move: its own edges are top and bottom. Weights are stored
//! as 16-bit fixed-point numbers.

mod forward;
mod input;
mod self_play;
mod trainer;

pub use self_play::{SelfPlayTraining, TrainedNetwork, TrainingStage};
pub use trainer::Metrics;

use crate::incremental_board::OrientedBoard;
use crate::pattern_prior::softmax_ratios;
use forward::{Activations, Channels, ZERO};
use hex::Move;
use input::{InputPlanes, PLANES, logit_index};

/// Channels of every layer.
const CHANNELS: usize = 16;
/// Residual layers after the input layer.
const LAYERS: usize = 3;
/// Taps of the convolutions of radius 2 (input layer) and 1 (residual layers).
const INPUT_TAPS: usize = 19;
const TAPS: usize = 7;

/// Layout of the weights: input convolution and bias, residual layers, head.
const INPUT_BIAS: usize = PLANES * INPUT_TAPS;
const LAYER_SIZE: usize = TAPS * CHANNELS + 1;
const HEAD: usize = INPUT_BIAS + 1 + LAYERS * LAYER_SIZE;
const SIZE: usize = HEAD + 1;

/// Fixed-point scale: the stored value of a weight of 1.
const WEIGHT_SCALE: f32 = 2048.0;

/// The weights, as vectors of output channels.
#[derive(Clone, PartialEq, Debug)]
pub struct PolicyNetwork {
    weights: Vec<Channels>,
}

impl Default for PolicyNetwork {
    /// The default network, as `sixfold tune hex --network` wrote it.
    fn default() -> Self {
        Self::from_bytes(include_bytes!("../network.bin")).unwrap_or_else(Self::zero)
    }
}

impl PolicyNetwork {
    /// All weights 0: a uniform policy.
    fn zero() -> Self {
        Self { weights: vec![ZERO; SIZE] }
    }

    /// Reads the stored format, two bytes per weight; `None` if the length is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != SIZE * CHANNELS * 2 {
            return None;
        }
        let mut network = Self::zero();
        let numbers = bytes.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
        for (weight, number) in network.weights.iter_mut().flatten().zip(numbers) {
            *weight = f32::from(number) / WEIGHT_SCALE;
        }
        Some(network)
    }

    /// The stored format.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.weights.iter().flatten();
        numbers.flat_map(|weight| ((weight * WEIGHT_SCALE).round() as i16).to_le_bytes()).collect()
    }

    /// Weights of one tap of the input convolution.
    fn near(&self, kind: usize, tap: usize) -> &Channels {
        &self.weights[kind * INPUT_TAPS + tap]
    }

    /// Weights of one residual layer: for each tap and input channel the output channels; the bias
    /// last.
    fn layer(&self, layer: usize) -> &[Channels] {
        let first = INPUT_BIAS + 1 + layer * LAYER_SIZE;
        &self.weights[first..first + LAYER_SIZE]
    }

    fn head(&self) -> &Channels {
        &self.weights[HEAD]
    }
}

/// A policy network with the buffers of its forward pass.
#[derive(Clone, Debug)]
pub(crate) struct Policy {
    network: PolicyNetwork,
    input: InputPlanes,
    activations: Activations,
}

impl Policy {
    pub(crate) fn new(network: &PolicyNetwork) -> Self {
        Self {
            network: network.clone(),
            input: InputPlanes::default(),
            activations: Activations::default(),
        }
    }

    /// Softmax probability of each of `moves` relative to the most likely, from 0 to 1. A swap gets
    /// 0.
    pub(crate) fn likelihoods(
        &mut self,
        board: &OrientedBoard<'_>,
        moves: &[Move],
        likelihoods: &mut Vec<f32>,
    ) {
        self.input.set_position(board);
        self.activations.forward(&self.network, &self.input);
        likelihoods.clear();
        likelihoods.extend(moves.iter().map(|&mv| match mv {
            Move::Place(at) => self.activations.logits[logit_index(board, at)],
            Move::Swap => f32::NEG_INFINITY,
        }));
        softmax_ratios(likelihoods);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::incremental_board::IncrementalBoard;
    use game::{Dice, Position as _};
    use hex::{Options, Position, SwapRule};

    fn board(position: &Position) -> IncrementalBoard {
        let mut board = IncrementalBoard::new(position.board());
        board.update(position);
        board
    }

    fn likelihoods(text: &str, last: &str) -> Vec<(Move, f32)> {
        let position: Position = text.parse().expect("a position");
        let moves = position.moves();
        let mut likelihoods = Vec::new();
        let mut policy = Policy::new(&PolicyNetwork::default());
        let board = board(&position);
        let board = board.oriented(position.side_to_move(), last.parse().ok());
        policy.likelihoods(&board, &moves, &mut likelihoods);
        moves.iter().copied().zip(likelihoods).collect()
    }

    #[test]
    fn the_default_network_is_the_stored_one() {
        let stored = include_bytes!("../network.bin");
        assert_eq!(PolicyNetwork::default().to_bytes(), stored);
        assert_ne!(PolicyNetwork::default(), PolicyNetwork::zero());
        assert_eq!(PolicyNetwork::from_bytes(&stored[1..]), None);
    }

    #[test]
    fn moves_look_the_same_to_the_other_side() {
        let here = likelihoods("7/2b4/7/1r5/5b1/7/3r3 b swap=off", "b4");
        // The board in its long diagonal, and the colours exchanged.
        let mirrored = likelihoods("7/3b3/1r5/6b/7/4r2/7 r swap=off", "d2");
        for (mv, likelihood) in here {
            let Move::Place(at) = mv else { continue };
            let other = Move::Place(hexgrid::Axial::new(at.r, at.q));
            assert!(mirrored.contains(&(other, likelihood)), "{mv} {other}");
        }
    }

    #[test]
    fn every_move_on_every_board_has_a_probability() {
        let mut policy = Policy::new(&PolicyNetwork::default());
        let mut dice = Dice::new(2);
        for size in [19, 3, 4, 11, 5, 12, 11] {
            let options = Options::new(size, SwapRule::Off).expect("a size");
            let mut position = Position::start(options);
            let last = dice.choose(&position.moves()).expect("a move");
            position.play(last).expect("legal");
            let moves = position.moves();
            let mut likelihoods = Vec::new();
            let board = board(&position);
            let board = board.oriented(position.side_to_move(), Some(last));
            policy.likelihoods(&board, &moves, &mut likelihoods);
            assert!(likelihoods.iter().all(|likelihood| (0.0..=1.0).contains(likelihood)));
            assert_eq!(likelihoods.iter().filter(|&&likelihood| likelihood >= 1.0).count(), 1);
        }
    }

    #[test]
    fn saving_a_bridge_is_the_most_likely_move() {
        let likelihoods_found = likelihoods("7/7/3r3/3b3/2r4/7/7 r swap=off", "d4");
        let first = likelihoods_found
            .iter()
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(mv, _)| mv.to_string());
        assert_eq!(first.as_deref(), Some("c4"));
    }
}
