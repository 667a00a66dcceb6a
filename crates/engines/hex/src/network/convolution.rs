//! Direct 3×3 and 1×1 convolution in integers (quantisation: Jacob et al. 2018) of a board with a frame of one
//! cell, channels last: tiles of a few adjacent cells by one or two vectors of output channels, whose sums stay in
//! registers.

#![expect(clippy::inline_always, reason = "what is not inlined is compiled for old processors")]

use super::lanes::{LANES, Lanes};
use super::layer::{Convolution, rescale};

/// Cells of a tile, and of a tile on boards that are narrower.
const CELLS: usize = 6;
const FEW_CELLS: usize = 3;

/// Convolves the cells of a board of this size. `store` is called with a cell of the framed board, a
/// block of outputs and their rescaled values; for some cells twice, with the same values.
#[inline(always)]
pub(super) fn convolve<L: Lanes, const PAIRS: usize>(
    lanes: L,
    size: usize,
    from: &[[i32; PAIRS]],
    convolution: &Convolution<PAIRS>,
    mut store: impl FnMut(usize, usize, [i32; LANES]),
) {
    let blocks = convolution.biases.len();
    let mut block = 0;
    while block < blocks {
        let width = if L::WIDTH == 2 && block + 2 <= blocks { 2 } else { 1 };
        match (width, size < CELLS) {
            (2, false) => {
                rows::<L, PAIRS, 2, CELLS>(lanes, size, from, convolution, block, &mut store);
            }
            (2, true) => {
                rows::<L, PAIRS, 2, FEW_CELLS>(lanes, size, from, convolution, block, &mut store);
            }
            (_, false) => {
                rows::<L, PAIRS, 1, CELLS>(lanes, size, from, convolution, block, &mut store);
            }
            (_, true) => {
                rows::<L, PAIRS, 1, FEW_CELLS>(lanes, size, from, convolution, block, &mut store);
            }
        }
        block += width;
    }
}

/// All cells, for `WIDTH` blocks from `block` on.
#[inline(always)]
fn rows<L: Lanes, const PAIRS: usize, const WIDTH: usize, const TILE: usize>(
    lanes: L,
    size: usize,
    from: &[[i32; PAIRS]],
    convolution: &Convolution<PAIRS>,
    block: usize,
    store: &mut impl FnMut(usize, usize, [i32; LANES]),
) {
    let stride = size + 2;
    for row in 1..=size {
        for column in (0..size).step_by(TILE) {
            // The last cells of a row are computed with some before them again.
            let at = row * stride + 1 + column.min(size - TILE);
            let sums = tile::<L, PAIRS, WIDTH, TILE>(lanes, stride, from, convolution, block, at);
            for (cell, sums) in (at..).zip(sums) {
                for (block, sums) in (block..).zip(sums) {
                    store(cell, block, finish(convolution, block, lanes.words(sums)));
                }
            }
        }
    }
}

/// The sums of `TILE` cells from `at` on.
#[inline(always)]
fn tile<L: Lanes, const PAIRS: usize, const WIDTH: usize, const TILE: usize>(
    lanes: L,
    stride: usize,
    from: &[[i32; PAIRS]],
    convolution: &Convolution<PAIRS>,
    block: usize,
    at: usize,
) -> [[L::Vector; WIDTH]; TILE] {
    let mut sums = [[lanes.splat(0); WIDTH]; TILE];
    let taps = convolution.taps;
    for tap in 0..taps {
        let first = if taps == 1 { at } else { at + tap / 3 * stride + tap % 3 - stride - 1 };
        let cells: &[[i32; PAIRS]; TILE] =
            from[first..first + TILE].try_into().expect("as many cells as a tile has");
        let weights: [&[[i32; LANES]; PAIRS]; WIDTH] =
            std::array::from_fn(|i| &convolution.weights[(block + i) * taps + tap]);
        for input in 0..PAIRS {
            let weights = weights.map(|weights| lanes.vector(&weights[input]));
            for (sums, cell) in sums.iter_mut().zip(cells) {
                let pairs = lanes.splat(cell[input]);
                for (sum, weights) in sums.iter_mut().zip(weights) {
                    *sum = lanes.multiply_add(*sum, pairs, weights);
                }
            }
        }
    }
    sums
}

#[inline(always)]
fn finish<const PAIRS: usize>(
    convolution: &Convolution<PAIRS>,
    block: usize,
    sums: [i32; LANES],
) -> [i32; LANES] {
    let (biases, multipliers) = (&convolution.biases[block], &convolution.multipliers[block]);
    std::array::from_fn(|lane| {
        rescale(sums[lane], biases[lane], convolution.preshift, multipliers[lane])
    })
}
