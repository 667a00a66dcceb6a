//! The network: a residual convolutional network (He et al. 2016) with a policy, an action-value and
//! a value head (Silver et al. 2017), evaluated in integers, so that every machine computes the same.
//!
//! ```text
//!   two planes: own stones with the own edges, the opponent's stones with the opponent's edges
//!     → 3×3 convolution, ReLU
//!     → residual blocks: 3×3 convolution, ReLU, 3×3 convolution, plus the input of the block, ReLU
//!     → 3×3 convolution: a policy logit and an action-value logit for each cell
//!     → 1×1 convolution, mean and maximum over the board, two layers: a value logit
//! ```
//! The board is oriented to the side to move, whose edges are top and bottom. Nothing depends on its
//! size. Activations are 16-bit, weights 8-bit integers, sums 32-bit and exact; only the softmax over
//! the logits is in floating point, by operations that are exactly defined. `training/hex` has the
//! trainer, `docs/training.md` how the weights were made.

mod convolution;
mod format;
mod forward;
mod lanes;
mod layer;
mod softmax;
#[cfg(test)]
mod tests;

pub use format::NetworkError;

use format::Layers;
use forward::{Buffers, Logits, Trunk};
use hex::{Move, Position};
use softmax::{logistic, softmax};
use std::sync::{Arc, LazyLock};

/// The weights; clones share them.
#[derive(Clone, Debug)]
pub struct Network {
    trunk: Arc<AnyTrunk>,
}

/// The widths that kernels are compiled for.
#[derive(Debug)]
enum AnyTrunk {
    Of32(Trunk<16>),
    Of48(Trunk<24>),
}

impl Network {
    /// Reads a file of `training/hex/export.py`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let layers: Layers = format::read(bytes)?;
        let trunk = match layers.channels {
            32 => AnyTrunk::Of32((&layers).into()),
            _ => AnyTrunk::Of48((&layers).into()),
        };
        Ok(Self { trunk: Arc::new(trunk) })
    }
}

impl Default for Network {
    /// The network that is part of the program.
    fn default() -> Self {
        static DEFAULT: LazyLock<Network> = LazyLock::new(|| {
            let bytes = include_bytes!("../network-6x32.bin");
            Network::from_bytes(bytes).expect("the network in the source is whole")
        });
        DEFAULT.clone()
    }
}

/// A network with the buffers of its forward pass.
#[derive(Clone, Debug)]
pub(crate) struct NetworkEvaluator {
    network: Network,
    buffers: AnyBuffers,
}

#[derive(Clone, Debug)]
enum AnyBuffers {
    Of32(Buffers<16>),
    Of48(Buffers<24>),
}

impl NetworkEvaluator {
    pub(crate) fn new(network: &Network) -> Self {
        let buffers = match &*network.trunk {
            AnyTrunk::Of32(_) => AnyBuffers::Of32(Buffers::default()),
            AnyTrunk::Of48(_) => AnyBuffers::Of48(Buffers::default()),
        };
        Self { network: network.clone(), buffers }
    }

    /// Policy: the probability of each of `moves`, a swap having none; and value: the win probability
    /// of the side to move.
    pub(crate) fn evaluate(
        &mut self,
        position: &Position,
        moves: &[Move],
        priors: &mut Vec<f32>,
    ) -> f32 {
        let logits = self.forward(position);
        softmax(
            moves.iter().map(|mv| logits.of_move(position, *mv).map_or(NEVER, |of| of[0])),
            priors,
        );
        logistic(logits.value)
    }

    /// Win probabilities after each of `moves`, of the position evaluated last.
    pub(crate) fn action_values(&self, position: &Position, moves: &[Move]) -> Vec<f32> {
        let logits = match &self.buffers {
            AnyBuffers::Of32(buffers) => buffers.logits(),
            AnyBuffers::Of48(buffers) => buffers.logits(),
        };
        let value = |mv: &Move| logits.of_move(position, *mv).map_or(NEVER, |of| of[1]);
        moves.iter().map(|mv| logistic(value(mv))).collect()
    }

    fn forward(&mut self, position: &Position) -> &Logits {
        match (&*self.network.trunk, &mut self.buffers) {
            (AnyTrunk::Of32(trunk), AnyBuffers::Of32(buffers)) => {
                buffers.set_position(position);
                trunk.forward(buffers);
                buffers.logits()
            }
            (AnyTrunk::Of48(trunk), AnyBuffers::Of48(buffers)) => {
                buffers.set_position(position);
                trunk.forward(buffers);
                buffers.logits()
            }
            _ => unreachable!("buffers are made for their network"),
        }
    }
}

/// Logit of a move that is never chosen.
const NEVER: i32 = -64 * layer::NAT;
