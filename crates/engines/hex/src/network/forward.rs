//! Forward pass of the network in integers, with the vector instructions of the processor.

#![expect(clippy::inline_always, reason = "what is not inlined is compiled for old processors")]
#![expect(clippy::needless_range_loop, reason = "iterator adapters may not be inlined")]

use super::convolution::{Store, convolve};
use super::format::Layers;
use super::lanes::{LANES, Lanes, ScalarLanes, pair, unpaired};
use super::layer::{Convolution, Layer, UNIT, relu};
use game::{Position as _, Side};
use hex::{Move, Position};

/// The output: logits in 1/1024 nats.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Logits {
    /// Policy and action value of each cell of the oriented board, row by row.
    pub(super) moves: Vec<[i32; 2]>,
    /// The side to move wins.
    pub(super) value: i32,
}

impl Logits {
    /// Policy and action value of a placement, in the position that was evaluated.
    pub(super) fn of_move(&self, position: &Position, mv: Move) -> Option<[i32; 2]> {
        let Move::Place(at) = mv else { return None };
        let (row, column) = oriented(position.side_to_move(), at);
        Some(self.moves[row * position.size() + column])
    }
}

/// Layers of a network with `2·PAIRS` channels.
#[derive(Clone, Debug)]
pub(super) struct Trunk<const PAIRS: usize> {
    input: Convolution<1>,
    blocks: Vec<[Convolution<PAIRS>; 2]>,
    heads: Convolution<PAIRS>,
    pooling: Convolution<PAIRS>,
    value: [Layer; 2],
}

impl<const PAIRS: usize> From<&Layers> for Trunk<PAIRS> {
    fn from(layers: &Layers) -> Self {
        let [pooling, hidden, value] = &layers.value;
        let blocks = layers.blocks.iter().map(|block| block.each_ref().map(Into::into));
        Self {
            input: (&layers.input).into(),
            blocks: blocks.collect(),
            heads: (&layers.heads).into(),
            pooling: pooling.into(),
            value: [hidden.clone(), value.clone()],
        }
    }
}

/// Activations of a board with a frame of one cell, channels in pairs. The frame stays zero.
type Framed<const PAIRS: usize> = Vec<[i32; PAIRS]>;

/// Buffers of the forward pass for boards of one size.
#[derive(Clone, Debug, Default)]
pub(super) struct Buffers<const PAIRS: usize> {
    size: usize,
    /// Input planes of the empty board, and of the position.
    empty_board: Framed<1>,
    planes: Framed<1>,
    stream: Framed<PAIRS>,
    inner: Framed<PAIRS>,
    next: Framed<PAIRS>,
    pooled: Vec<Vec<[i32; LANES]>>,
    logits: Logits,
}

impl<const PAIRS: usize> Buffers<PAIRS> {
    /// Sets the input planes: the side to move joins top and bottom; the other side's board is
    /// mirrored in its long diagonal.
    pub(super) fn set_position(&mut self, position: &Position) {
        if self.size != position.size() {
            self.set_size(position.size());
        }
        self.planes.copy_from_slice(&self.empty_board);
        let (board, mover) = (position.board(), position.side_to_move());
        for (side, stone) in [(mover, OWN), (mover.other(), OTHER)] {
            for cell in position.stones(side) {
                let at = oriented(mover, board.axial(cell));
                self.planes[(at.0 + 1) * (self.size + 2) + at.1 + 1] = [stone];
            }
        }
    }

    fn set_size(&mut self, size: usize) {
        let places = (size + 2) * (size + 2);
        let inside = 1..=size;
        let edge = |at: usize| {
            let (row, column) = (at / (size + 2), at % (size + 2));
            match (inside.contains(&row), inside.contains(&column)) {
                (false, true) => [OWN],
                (true, false) => [OTHER],
                _ => [0],
            }
        };
        self.size = size;
        self.empty_board = (0..places).map(edge).collect();
        self.planes = self.empty_board.clone();
        for framed in [&mut self.stream, &mut self.inner, &mut self.next] {
            framed.clear();
            framed.resize(places, [0; PAIRS]);
        }
        self.logits.moves = vec![[0; 2]; size * size];
    }

    /// The output of the last forward pass.
    pub(super) fn logits(&self) -> &Logits {
        &self.logits
    }
}

/// An own and another stone in the input planes.
const OWN: i32 = pair(UNIT as i16, 0);
const OTHER: i32 = pair(0, UNIT as i16);

/// Row and column of a cell as the side to move sees it.
fn oriented(mover: Side, at: hexgrid::Axial) -> (usize, usize) {
    match mover {
        Side::First => (at.r as usize, at.q as usize),
        Side::Second => (at.q as usize, at.r as usize),
    }
}

impl<const PAIRS: usize> Trunk<PAIRS> {
    /// The forward pass with the best instructions there are.
    pub(super) fn forward(&self, buffers: &mut Buffers<PAIRS>) {
        #[cfg(target_arch = "x86_64")]
        if let Some(simd) = pulp::x86::V3::try_new() {
            let lanes = super::lanes::Avx2Lanes(simd);
            return simd.vectorize(ForwardOp { trunk: self, buffers, lanes });
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        return self.run(super::lanes::WasmLanes, buffers);
        #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
        self.forward_scalar(buffers);
    }

    /// The forward pass without vector instructions: the reference of the others.
    #[cfg_attr(
        all(target_arch = "wasm32", target_feature = "simd128"),
        expect(dead_code, reason = "the vector instructions of WebAssembly are used")
    )]
    pub(super) fn forward_scalar(&self, buffers: &mut Buffers<PAIRS>) {
        self.run(ScalarLanes, buffers);
    }

    #[inline(always)]
    fn run<L: Lanes>(&self, lanes: L, buffers: &mut Buffers<PAIRS>) {
        let Buffers { size, planes, stream, inner, next, .. } = buffers;
        convolve(lanes, *size, planes, &self.input, Rectified(stream));
        for [first, second] in &self.blocks {
            convolve(lanes, *size, stream, first, Rectified(inner));
            convolve(lanes, *size, inner, second, AddedToSkip { skip: stream, sum: next });
            std::mem::swap(stream, next);
        }
        self.run_heads(lanes, buffers);
    }

    #[inline(always)]
    fn run_heads<L: Lanes>(&self, lanes: L, buffers: &mut Buffers<PAIRS>) {
        let Buffers { size, stream, pooled, logits, .. } = buffers;
        let size = *size;
        let moves = &mut logits.moves;
        convolve(lanes, size, stream, &self.heads, MoveLogits { size, moves });
        pooled.resize(self.pooling.biases.len(), Vec::new());
        for block in pooled.iter_mut() {
            block.resize(size * size, [0; LANES]);
        }
        convolve(lanes, size, stream, &self.pooling, Unframed { size, blocks: pooled });
        logits.value = self.value(pooled, (size * size) as i32);
    }

    /// Value head: mean and maximum over the board, then two fully connected layers.
    #[inline(always)]
    fn value(&self, pooled: &[Vec<[i32; LANES]>], cells: i32) -> i32 {
        let [hidden, value] = &self.value;
        let count = hidden.inputs / 2;
        let mut pool = vec![0; 2 * count];
        for (block, of_block) in pooled.iter().enumerate() {
            let (mut sums, mut most) = ([0; LANES], [0; LANES]);
            for values in of_block {
                for lane in 0..LANES {
                    sums[lane] += values[lane];
                    most[lane] = most[lane].max(values[lane]);
                }
            }
            for lane in 0..LANES.min(count - block * LANES) {
                pool[block * LANES + lane] = (sums[lane] + cells / 2) / cells;
                pool[count + block * LANES + lane] = most[lane];
            }
        }
        let units: Vec<i32> = hidden.connect(&pool).map(relu).collect();
        value.connect(&units).next().unwrap_or(0)
    }
}

/// Activations after the rectified linear unit.
struct Rectified<'a, const PAIRS: usize>(&'a mut [[i32; PAIRS]]);

impl<const PAIRS: usize> Store for Rectified<'_, PAIRS> {
    #[inline(always)]
    fn store(&mut self, cell: usize, block: usize, values: [i32; LANES]) {
        store_paired(&mut self.0[cell], block, values);
    }
}

/// The end of a residual block: its input is added before the rectified linear unit.
struct AddedToSkip<'a, const PAIRS: usize> {
    skip: &'a [[i32; PAIRS]],
    sum: &'a mut [[i32; PAIRS]],
}

impl<const PAIRS: usize> Store for AddedToSkip<'_, PAIRS> {
    #[inline(always)]
    fn store(&mut self, cell: usize, block: usize, mut values: [i32; LANES]) {
        let skip = &self.skip[cell][block * LANES / 2..][..LANES / 2];
        for i in 0..LANES / 2 {
            let [first, second] = unpaired(skip[i]);
            values[2 * i] += first;
            values[2 * i + 1] += second;
        }
        store_paired(&mut self.sum[cell], block, values);
    }
}

/// Policy and action-value logits; there is one block of outputs.
struct MoveLogits<'a> {
    size: usize,
    moves: &'a mut [[i32; 2]],
}

impl Store for MoveLogits<'_> {
    #[inline(always)]
    fn store(&mut self, cell: usize, _: usize, values: [i32; LANES]) {
        self.moves[without_frame(self.size, cell)] = [values[0], values[1]];
    }
}

/// Activations without the frame, by block of channels.
struct Unframed<'a> {
    size: usize,
    blocks: &'a mut [Vec<[i32; LANES]>],
}

impl Store for Unframed<'_> {
    #[inline(always)]
    fn store(&mut self, cell: usize, block: usize, mut values: [i32; LANES]) {
        for lane in 0..LANES {
            values[lane] = relu(values[lane]);
        }
        self.blocks[block][without_frame(self.size, cell)] = values;
    }
}

/// Index of a cell of the framed board in the board.
#[inline(always)]
fn without_frame(size: usize, cell: usize) -> usize {
    (cell / (size + 2) - 1) * size + cell % (size + 2) - 1
}

/// Stores eight channels after the rectified linear unit, in pairs.
#[inline(always)]
fn store_paired<const PAIRS: usize>(at: &mut [i32; PAIRS], block: usize, values: [i32; LANES]) {
    let pairs = &mut at[block * LANES / 2..][..LANES / 2];
    for i in 0..LANES / 2 {
        pairs[i] = relu(values[2 * i]) | relu(values[2 * i + 1]) << 16;
    }
}

/// [`Trunk::run`] as a function object for `pulp`.
#[cfg(target_arch = "x86_64")]
struct ForwardOp<'a, L, const PAIRS: usize> {
    trunk: &'a Trunk<PAIRS>,
    buffers: &'a mut Buffers<PAIRS>,
    lanes: L,
}

#[cfg(target_arch = "x86_64")]
impl<L: Lanes, const PAIRS: usize> pulp::NullaryFnOnce for ForwardOp<'_, L, PAIRS> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.trunk.run(self.lanes, self.buffers);
    }
}
