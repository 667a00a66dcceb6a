//! Integer layers: weights of one byte, 32-bit sums, and a rescaling by a multiplication and shifts
//! (quantisation as in Jacob et al. 2018), so that every machine computes the same numbers.

#![expect(clippy::inline_always, reason = "what is not inlined is compiled for old processors")]

use super::lanes::{LANES, pair};

/// The integer of an activation of 1.
pub(super) const UNIT: i32 = 256;
/// The largest activation.
pub(super) const LARGEST: i32 = 16_383;
/// The integer of one nat: logits of policy, action values and value.
pub(super) const NAT: i32 = 1024;

/// Shift after the multiplication of a rescaling.
const SHIFT: u32 = 13;
/// Largest multiplier: 1.
const MOST: i32 = 1 << SHIFT;
/// A sum is clamped to this before it is multiplied.
const WIDEST: i32 = 1 << 17;

/// A layer as it is stored: weights by output, tap and input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Layer {
    pub(super) taps: usize,
    pub(super) inputs: usize,
    pub(super) rescaling: Rescaling,
    pub(super) weights: Vec<i8>,
}

/// Biases and scales of the outputs of a layer.
///
/// `y = (clamp((sum + bias) >> preshift) · multiplier + 2¹²) >> 13`; what the first shift rounds is
/// in the bias.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Rescaling {
    pub(super) preshift: u32,
    pub(super) multipliers: Vec<i32>,
    pub(super) biases: Vec<i32>,
}

#[inline(always)]
pub(super) fn rescale(sum: i32, bias: i32, preshift: u32, multiplier: i32) -> i32 {
    let sum = ((sum + bias) >> preshift).clamp(-WIDEST, WIDEST);
    (sum * multiplier + (MOST >> 1)) >> SHIFT
}

/// Rectified linear unit, up to the largest activation.
#[inline(always)]
pub(super) fn relu(value: i32) -> i32 {
    value.clamp(0, LARGEST)
}

impl Layer {
    pub(super) fn outputs(&self) -> usize {
        self.rescaling.biases.len()
    }

    fn weight(&self, output: usize, tap: usize, input: usize) -> i8 {
        if output < self.outputs() && input < self.inputs {
            self.weights[(output * self.taps + tap) * self.inputs + input]
        } else {
            0
        }
    }

    /// Whether no sum can overflow, whatever the activations.
    pub(super) fn is_bounded(&self) -> bool {
        let Rescaling { preshift, multipliers, biases } = &self.rescaling;
        let each = self.taps * self.inputs;
        let fits = |(weights, bias): (&[i8], &i32)| {
            let sum: i64 = weights.iter().map(|&weight| i64::from(weight).abs()).sum();
            sum * i64::from(LARGEST) + i64::from(*bias).abs() < 1 << 31
        };
        *preshift < 32
            && multipliers.iter().all(|multiplier| (0..=MOST).contains(multiplier))
            && self.weights.chunks_exact(each).zip(biases).all(fits)
    }

    /// The outputs of a fully connected layer.
    pub(super) fn connect<'a>(&'a self, from: &'a [i32]) -> impl Iterator<Item = i32> + 'a {
        let Rescaling { preshift, multipliers, biases } = &self.rescaling;
        let rows = self.weights.chunks_exact(self.inputs);
        rows.zip(multipliers).zip(biases).map(move |((row, &multiplier), &bias)| {
            let sum = row.iter().zip(from).map(|(&weight, from)| i32::from(weight) * from).sum();
            rescale(sum, bias, *preshift, multiplier)
        })
    }
}

/// A convolution in the order in which it is computed: blocks of eight outputs, pairs of inputs.
#[derive(Clone, Debug)]
pub(super) struct Convolution<const PAIRS: usize> {
    pub(super) taps: usize,
    /// By block and tap: for each pair of inputs those of the outputs of the block.
    pub(super) weights: Vec<[[i32; LANES]; PAIRS]>,
    pub(super) preshift: u32,
    pub(super) multipliers: Vec<[i32; LANES]>,
    pub(super) biases: Vec<[i32; LANES]>,
}

impl<const PAIRS: usize> From<&Layer> for Convolution<PAIRS> {
    fn from(layer: &Layer) -> Self {
        let blocks = layer.outputs().div_ceil(LANES);
        let of_tap = |block: usize, tap: usize| {
            std::array::from_fn(|i| {
                std::array::from_fn(|lane| {
                    let weight = |input| layer.weight(block * LANES + lane, tap, input).into();
                    pair(weight(2 * i), weight(2 * i + 1))
                })
            })
        };
        let by_tap = (0..blocks).flat_map(|block| (0..layer.taps).map(move |tap| (block, tap)));
        let padded = |numbers: &[i32]| {
            let number = |at: usize| numbers.get(at).copied().unwrap_or(0);
            (0..blocks)
                .map(|block| std::array::from_fn(|lane| number(block * LANES + lane)))
                .collect()
        };
        Self {
            taps: layer.taps,
            weights: by_tap.map(|(block, tap)| of_tap(block, tap)).collect(),
            preshift: layer.rescaling.preshift,
            multipliers: padded(&layer.rescaling.multipliers),
            biases: padded(&layer.rescaling.biases),
        }
    }
}
