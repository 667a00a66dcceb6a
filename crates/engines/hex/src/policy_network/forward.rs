//! Forward pass of the policy network: sparse input convolution, residual convolutions with ReLU (He
//! et al. 2016), head.
//!
//! Hot functions are `inline(always)`: only inlined code is compiled for the instruction set chosen
//! at run time.

#![expect(clippy::inline_always, reason = "what is not inlined is compiled for old processors")]

use super::input::{InputPlanes, around};
use super::{CHANNELS, INPUT_BIAS, INPUT_TAPS, LAYER_SIZE, LAYERS, PolicyNetwork, TAPS};

/// The channels of a cell.
pub(super) type Channels = [f32; CHANNELS];
pub(super) const ZERO: Channels = [0.0; CHANNELS];

/// Cells computed at once: as many as fit into registers.
const CELLS_AT_ONCE: usize = 3;

/// Activations of all layers, kept as buffers and for the backward pass.
#[derive(Clone, Debug, Default)]
pub(super) struct Activations {
    /// Input layer of the empty board (edges and bias); for one network and one size.
    empty_board: Vec<Channels>,
    /// Activations of each layer, by padded cell.
    pub(super) layers: [Vec<Channels>; LAYERS + 1],
    /// Logits by cell.
    pub(super) logits: Vec<f32>,
}

impl Activations {
    /// The forward pass, with the vector instructions of the processor. Sums are in the same order
    /// with any instruction set, so that the result is the same.
    pub(super) fn forward(&mut self, network: &PolicyNetwork, input: &InputPlanes) {
        pulp::Arch::new().dispatch(ForwardPass { activations: self, network, input });
    }

    #[inline(always)]
    fn run(&mut self, network: &PolicyNetwork, input: &InputPlanes) {
        for layer in &mut self.layers {
            layer.clear();
            layer.resize(input.places(), ZERO);
        }
        self.input_layer(network, input);
        for layer in 0..LAYERS {
            self.residual_layer(network, input, layer);
        }
        self.logits.clear();
        let last = &self.layers[LAYERS];
        self.logits.extend(input.cells().map(|at| dot(&last[at], network.head())));
    }

    #[inline(always)]
    fn input_layer(&mut self, network: &PolicyNetwork, input: &InputPlanes) {
        let steps = around::<INPUT_TAPS>(input.width());
        if self.empty_board.len() != input.places() {
            self.empty_board = vec![network.weights[INPUT_BIAS]; input.places()];
            put(&mut self.empty_board, network, &steps, input.edges());
        }
        let out = &mut self.layers[0];
        out.copy_from_slice(&self.empty_board);
        put(out, network, &steps, input.stones());
        relu_on_board(out, input);
    }

    #[inline(always)]
    fn residual_layer(&mut self, network: &PolicyNetwork, input: &InputPlanes, layer: usize) {
        let (before, after) = self.layers.split_at_mut(layer + 1);
        let (from, to) = (&before[layer], &mut after[0]);
        let weights = network.layer(layer);
        let steps = around::<TAPS>(input.width());
        for row in input.rows() {
            for at in row.clone().step_by(CELLS_AT_ONCE) {
                // The last cells of a row are computed together with some before them, rather than
                // alone.
                let at = at.min(row.end.saturating_sub(CELLS_AT_ONCE));
                let sums = sums(from, at, &steps, weights);
                to[at..at + CELLS_AT_ONCE].copy_from_slice(&sums);
            }
        }
    }
}

/// Residual convolution of adjacent cells: input + bias + convolution, then ReLU.
#[inline(always)]
fn sums(
    from: &[Channels],
    at: usize,
    steps: &[isize; TAPS],
    weights: &[Channels],
) -> [Channels; CELLS_AT_ONCE] {
    let mut sums = [weights[LAYER_SIZE - 1]; CELLS_AT_ONCE];
    for (sum, own) in sums.iter_mut().zip(&from[at..at + CELLS_AT_ONCE]) {
        add(sum, own);
    }
    for (step, weights) in steps.iter().zip(weights.chunks_exact(CHANNELS)) {
        let there = at.wrapping_add_signed(*step);
        let there: &[Channels; CELLS_AT_ONCE] =
            from[there..there + CELLS_AT_ONCE].try_into().expect("as many");
        for (i, weights) in weights.iter().enumerate() {
            for (sum, there) in sums.iter_mut().zip(there) {
                add_times(sum, there[i], weights);
            }
        }
    }
    sums.map(|sum| sum.map(|value| value.max(0.0)))
}

/// Sparse convolution: every stone adds its weights to the cells around it.
#[inline(always)]
fn put(
    out: &mut [Channels],
    network: &PolicyNetwork,
    steps: &[isize; INPUT_TAPS],
    stones: &[(u16, u8)],
) {
    for &(at, kind) in stones {
        for (tap, step) in steps.iter().enumerate() {
            if let Some(channels) = out.get_mut(usize::from(at).wrapping_add_signed(*step)) {
                add(channels, network.near(usize::from(kind), tap));
            }
        }
    }
}

/// [`Activations::run`] as a function object for `pulp`.
struct ForwardPass<'a> {
    activations: &'a mut Activations,
    network: &'a PolicyNetwork,
    input: &'a InputPlanes,
}

impl pulp::NullaryFnOnce for ForwardPass<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.activations.run(self.network, self.input);
    }
}

/// ReLU on the board, and zero in the padding.
#[inline(always)]
fn relu_on_board(weights: &mut [Channels], input: &InputPlanes) {
    let mut board = input.cells().peekable();
    for (at, channels) in weights.iter_mut().enumerate() {
        if board.next_if_eq(&at).is_some() {
            *channels = channels.map(|value| value.max(0.0));
        } else {
            *channels = ZERO;
        }
    }
}

#[inline(always)]
pub(super) fn add(to: &mut Channels, channels: &Channels) {
    *to = std::array::from_fn(|i| to[i] + channels[i]);
}

#[inline(always)]
pub(super) fn add_times(to: &mut Channels, times: f32, channels: &Channels) {
    *to = std::array::from_fn(|i| to[i] + times * channels[i]);
}

#[inline(always)]
fn dot(a: &Channels, b: &Channels) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
