//! From stones to likelihoods, layer by layer.
//!
//! What takes time is inlined for sure: only so is it compiled for the processor it runs on.

#![expect(clippy::inline_always, reason = "what is not inlined is compiled for old processors")]

use super::seen::{Seen, around};
use super::{BIAS, CHANNELS, DEEP, LAYER, NEXT, Network, WIDE};

/// The values of a cell.
pub(super) type Lane = [f32; CHANNELS];
pub(super) const NOTHING: Lane = [0.0; CHANNELS];

/// Cells whose values are worked out at once: as many as the processor has room for.
const ABREAST: usize = 3;

/// What the layers have made of a position, one after the other; kept for its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    /// What the edges say, and the bias; for one network and one size.
    ground: Vec<Lane>,
    /// The values after each layer, by places.
    pub(super) layers: [Vec<Lane>; DEEP + 1],
    /// What comes out, by cells: logarithms of likelihoods.
    pub(super) logits: Vec<f32>,
}

impl Values {
    /// Uses what the processor has beyond what the build asks for. Sums are in the same order with
    /// it and without, so that the same comes out.
    pub(super) fn work_out(&mut self, network: &Network, seen: &Seen) {
        pulp::Arch::new().dispatch(Work { values: self, network, seen });
    }

    #[inline(always)]
    fn work(&mut self, network: &Network, seen: &Seen) {
        for layer in &mut self.layers {
            layer.clear();
            layer.resize(seen.places(), NOTHING);
        }
        self.first(network, seen);
        for layer in 0..DEEP {
            self.next(network, seen, layer);
        }
        self.logits.clear();
        let last = &self.layers[DEEP];
        self.logits.extend(seen.cells().map(|at| dot(&last[at], network.head())));
    }

    #[inline(always)]
    fn first(&mut self, network: &Network, seen: &Seen) {
        let steps = around::<WIDE>(seen.width());
        if self.ground.len() != seen.places() {
            self.ground = vec![network.lanes[BIAS]; seen.places()];
            put(&mut self.ground, network, &steps, seen.edges());
        }
        let out = &mut self.layers[0];
        out.copy_from_slice(&self.ground);
        put(out, network, &steps, seen.stones());
        settle(out, seen);
    }

    #[inline(always)]
    fn next(&mut self, network: &Network, seen: &Seen, layer: usize) {
        let (before, after) = self.layers.split_at_mut(layer + 1);
        let (from, to) = (&before[layer], &mut after[0]);
        let weights = network.layer(layer);
        let steps = around::<NEXT>(seen.width());
        for row in seen.rows() {
            for at in row.clone().step_by(ABREAST) {
                // The last cells of a row are done with some before them, rather than alone.
                let at = at.min(row.end.saturating_sub(ABREAST));
                let sums = sums(from, at, &steps, weights);
                to[at..at + ABREAST].copy_from_slice(&sums);
            }
        }
    }
}

/// What a layer makes of some cells side by side. Several at once keep the processor busy.
#[inline(always)]
fn sums(from: &[Lane], at: usize, steps: &[isize; NEXT], weights: &[Lane]) -> [Lane; ABREAST] {
    let mut sums = [weights[LAYER - 1]; ABREAST];
    for (sum, own) in sums.iter_mut().zip(&from[at..at + ABREAST]) {
        add(sum, own);
    }
    for (step, weights) in steps.iter().zip(weights.chunks_exact(CHANNELS)) {
        let there = at.wrapping_add_signed(*step);
        let there: &[Lane; ABREAST] = from[there..there + ABREAST].try_into().expect("as many");
        for (i, weights) in weights.iter().enumerate() {
            for (sum, there) in sums.iter_mut().zip(there) {
                add_times(sum, there[i], weights);
            }
        }
    }
    sums.map(|sum| sum.map(|value| value.max(0.0)))
}

/// Adds what stones say to the cells around them.
#[inline(always)]
fn put(out: &mut [Lane], network: &Network, steps: &[isize; WIDE], stones: &[(u16, u8)]) {
    for &(at, kind) in stones {
        for (tap, step) in steps.iter().enumerate() {
            if let Some(lane) = out.get_mut(usize::from(at).wrapping_add_signed(*step)) {
                add(lane, network.near(usize::from(kind), tap));
            }
        }
    }
}

/// [`Values::work`] as a thing that can be handed over.
struct Work<'a> {
    values: &'a mut Values,
    network: &'a Network,
    seen: &'a Seen,
}

impl pulp::NullaryFnOnce for Work<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.values.work(self.network, self.seen);
    }
}

/// Nothing is below zero, and nothing is off the board.
#[inline(always)]
fn settle(lanes: &mut [Lane], seen: &Seen) {
    let mut board = seen.cells().peekable();
    for (at, lane) in lanes.iter_mut().enumerate() {
        if board.next_if_eq(&at).is_some() {
            *lane = lane.map(|value| value.max(0.0));
        } else {
            *lane = NOTHING;
        }
    }
}

#[inline(always)]
pub(super) fn add(to: &mut Lane, lane: &Lane) {
    *to = std::array::from_fn(|i| to[i] + lane[i]);
}

#[inline(always)]
pub(super) fn add_times(to: &mut Lane, times: f32, lane: &Lane) {
    *to = std::array::from_fn(|i| to[i] + times * lane[i]);
}

#[inline(always)]
fn dot(a: &Lane, b: &Lane) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
