//! Direct 3×3 and 1×1 convolution of a board with a frame of one cell, channels last: tiles of a few
//! adjacent cells by one or two vectors of output channels, whose sums stay in registers. Integer arithmetic
//! as in Jacob et al. 2018.
//!
//! Closures and iterator adapters around vector instructions are compiled without the instruction set unless the
//! compiler happens to inline them, which made the forward pass several times slower in builds without link-time
//! optimisation: hence plain loops, and [`Store`] in place of a closure.

#![expect(clippy::inline_always, reason = "what is not inlined is compiled for old processors")]
#![expect(clippy::needless_range_loop, reason = "iterator adapters may not be inlined")]

use super::lanes::{LANES, Lanes};
use super::layer::{Convolution, rescale};

/// Cells of a tile, and of a tile on boards that are narrower.
const CELLS: usize = 6;
const FEW_CELLS: usize = 3;

/// Where the outputs of a convolution go.
pub(super) trait Store {
    /// Takes the rescaled outputs of a block at a cell of the framed board; of some cells twice, with the same values.
    fn store(&mut self, cell: usize, block: usize, values: [i32; LANES]);
}

/// Convolves the cells of a board of this size.
#[inline(always)]
pub(super) fn convolve<L: Lanes, S: Store, const PAIRS: usize>(
    lanes: L,
    size: usize,
    from: &[[i32; PAIRS]],
    convolution: &Convolution<PAIRS>,
    mut store: S,
) {
    let blocks = convolution.biases.len();
    let mut block = 0;
    while block < blocks {
        let width = if L::WIDTH == 2 && block + 2 <= blocks { 2 } else { 1 };
        match (width, size < CELLS) {
            (2, false) => {
                rows::<L, S, PAIRS, 2, CELLS>(lanes, size, from, convolution, block, &mut store);
            }
            (2, true) => {
                rows::<L, S, PAIRS, 2, FEW_CELLS>(
                    lanes,
                    size,
                    from,
                    convolution,
                    block,
                    &mut store,
                );
            }
            (_, false) => {
                rows::<L, S, PAIRS, 1, CELLS>(lanes, size, from, convolution, block, &mut store);
            }
            (_, true) => {
                rows::<L, S, PAIRS, 1, FEW_CELLS>(
                    lanes,
                    size,
                    from,
                    convolution,
                    block,
                    &mut store,
                );
            }
        }
        block += width;
    }
}

/// All cells, for `WIDTH` blocks from `block` on.
#[inline(always)]
fn rows<L: Lanes, S: Store, const PAIRS: usize, const WIDTH: usize, const TILE: usize>(
    lanes: L,
    size: usize,
    from: &[[i32; PAIRS]],
    convolution: &Convolution<PAIRS>,
    block: usize,
    store: &mut S,
) {
    let stride = size + 2;
    for row in 1..=size {
        for column in (0..size).step_by(TILE) {
            // The last cells of a row are computed with some before them again.
            let at = row * stride + 1 + column.min(size - TILE);
            let sums = tile::<L, PAIRS, WIDTH, TILE>(lanes, stride, from, convolution, block, at);
            for cell in 0..TILE {
                for i in 0..WIDTH {
                    let words = lanes.words(sums[cell][i]);
                    store.store(at + cell, block + i, finish(convolution, block + i, words));
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
        let mut rows = [&convolution.weights[block * taps + tap]; WIDTH];
        for i in 1..WIDTH {
            rows[i] = &convolution.weights[(block + i) * taps + tap];
        }
        for input in 0..PAIRS {
            let mut weights = [lanes.splat(0); WIDTH];
            for i in 0..WIDTH {
                weights[i] = lanes.vector(&rows[i][input]);
            }
            for cell in 0..TILE {
                let pairs = lanes.splat(cells[cell][input]);
                for i in 0..WIDTH {
                    sums[cell][i] = lanes.multiply_add(sums[cell][i], pairs, weights[i]);
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
    let mut values = [0; LANES];
    for lane in 0..LANES {
        values[lane] = rescale(sums[lane], biases[lane], convolution.preshift, multipliers[lane]);
    }
    values
}
