//! How the network learns: its weights follow the slope of the loss, which is how much less likely
//! it finds the moves that a search tried than the search did.

use super::seen::{Seen, around};
use super::values::{Lane, NOTHING, Values, add, add_times};
use super::{BIAS, CHANNELS, DEEP, HEAD, LANES, LAYER, NEXT, Network, WIDE};
use game::Dice;
use std::thread;

/// A position, and how often each of its moves was tried.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Example {
    pub(super) seen: Seen,
    /// Shares of the visits, by cells as they are seen.
    pub(super) wanted: Vec<(u16, f32)>,
}

impl Example {
    /// The same after half a turn.
    fn turned(&self) -> Self {
        let last = self.seen.cells().count() as u16 - 1;
        let wanted = self.wanted.iter().map(|&(cell, share)| (last - cell, share)).collect();
        Self { seen: self.seen.turned(), wanted }
    }

    /// The loss with these logits, and its slope by each of them.
    fn loss(&self, logits: &[f32]) -> (f32, Vec<f32>) {
        let free = self.seen.free();
        let best = likeliest(logits, &free).map_or(0.0, |cell| logits[cell]);
        let odds = |(&logit, &free): (&f32, &bool)| if free { (logit - best).exp() } else { 0.0 };
        let mut slopes: Vec<f32> = logits.iter().zip(&free).map(odds).collect();
        let sum: f32 = slopes.iter().sum();
        for slope in &mut slopes {
            *slope /= sum;
        }
        let mut loss = 0.0;
        for &(cell, share) in &self.wanted {
            let slope = &mut slopes[usize::from(cell)];
            loss += share * (share / slope.max(f32::MIN_POSITIVE)).ln();
            *slope -= share;
        }
        (loss, slopes)
    }
}

fn likeliest(logits: &[f32], free: &[bool]) -> Option<usize> {
    let cells = (0..logits.len()).filter(|&cell| free[cell]);
    cells.max_by(|&a, &b| logits[a].total_cmp(&logits[b]))
}

/// How well a network does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Marks {
    /// How much less likely it finds the moves that were tried, in nats.
    pub loss: f32,
    /// How often the move it finds likeliest is the one tried most, from 0 to 1.
    pub hits: f32,
}

/// How a network does on these examples.
pub(super) fn mark(network: &Network, examples: &[Example]) -> Marks {
    let mut values = Values::default();
    let (mut loss, mut hits) = (0.0, 0);
    for example in examples {
        values.work_out(network, &example.seen);
        loss += example.loss(&values.logits).0;
        let wanted = example.wanted.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        let likeliest = likeliest(&values.logits, &example.seen.free());
        hits += usize::from(likeliest == wanted.map(|&(cell, _)| usize::from(cell)));
    }
    let count = examples.len().max(1) as f32;
    Marks { loss: loss / count, hits: hits as f32 / count }
}

/// A network that learns.
pub(super) struct Pupil {
    pub(super) network: Network,
    /// Means of the slopes and of their squares.
    means: [Vec<Lane>; 2],
    steps: i32,
}

/// Examples between two steps.
const BATCH: usize = 64;
/// Parts of a batch, each a thread's. Their number is fixed: sums depend on it.
const PARTS: usize = 2;

impl Pupil {
    /// One that knows nothing: its weights are small and random.
    pub(super) fn new(dice: &mut Dice) -> Self {
        let mut network = Network::blank();
        for (i, lane) in network.lanes.iter_mut().enumerate() {
            let spread = match i {
                0..BIAS => 0.25,
                HEAD => 0.3,
                _ if (i - BIAS).is_multiple_of(LAYER) => 0.0,
                _ => 0.08,
            };
            *lane = lane.map(|_| (dice.below(20_001) as f32 / 10_000.0 - 1.0) * spread);
        }
        Self::of(network)
    }

    fn of(network: Network) -> Self {
        Self { network, means: [vec![NOTHING; LANES], vec![NOTHING; LANES]], steps: 0 }
    }

    /// Goes through all examples once, in a random order and each as it is or turned.
    pub(super) fn learn(&mut self, examples: &[Example], rate: f32, dice: &mut Dice) {
        let mut order: Vec<(usize, bool)> =
            (0..examples.len()).map(|i| (i, dice.below(2) == 1)).collect();
        for i in 0..examples.len() {
            order.swap(i, i + dice.below(examples.len() - i));
        }
        for batch in order.chunks(BATCH) {
            let slope = slope(&self.network, examples, batch);
            self.step(&slope, 1.0 / batch.len() as f32, rate);
        }
    }

    /// Adam (Kingma & Ba 2015).
    fn step(&mut self, slope: &[Lane], scale: f32, rate: f32) {
        const KEPT: [f32; 2] = [0.9, 0.999];
        self.steps += 1;
        let [first, second] = KEPT.map(|kept| 1.0 - kept.powi(self.steps));
        let [means, squares] = &mut self.means;
        for (i, lane) in self.network.lanes.iter_mut().enumerate() {
            for (c, weight) in lane.iter_mut().enumerate() {
                let slope = slope[i][c] * scale;
                let (mean, square) = (&mut means[i][c], &mut squares[i][c]);
                *mean += (1.0 - KEPT[0]) * (slope - *mean);
                *square += (1.0 - KEPT[1]) * (slope * slope - *square);
                *weight -= rate * *mean / first / ((*square / second).sqrt() + 1e-8);
            }
        }
    }
}

/// The slope of the loss of a batch by every weight.
fn slope(network: &Network, examples: &[Example], batch: &[(usize, bool)]) -> Vec<Lane> {
    let across = &Across::of(network);
    let part = |part: &[(usize, bool)]| {
        let mut sum = vec![NOTHING; LANES];
        let mut values = Values::default();
        for &(i, turned) in part {
            let example = if turned { &examples[i].turned() } else { &examples[i] };
            values.work_out(network, &example.seen);
            let slopes = example.loss(&values.logits).1;
            across.back(&values, &example.seen, &slopes, &mut sum);
        }
        sum
    };
    thread::scope(|scope| {
        let parts = batch.chunks(batch.len().div_ceil(PARTS));
        let threads: Vec<_> = parts.map(|chosen| scope.spawn(move || part(chosen))).collect();
        let mut sum = vec![NOTHING; LANES];
        for thread in threads {
            let part = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            sum.iter_mut().zip(&part).for_each(|(to, lane)| add(to, lane));
        }
        sum
    })
}

/// A network with the weights of its layers also the other way round: for each value that comes
/// out, what each that goes in adds to it.
struct Across<'a> {
    network: &'a Network,
    layers: Vec<Vec<Lane>>,
}

impl<'a> Across<'a> {
    fn of(network: &'a Network) -> Self {
        let layers = (0..DEEP).map(|layer| {
            let weights = network.layer(layer);
            let lane = |i: usize| -> Lane {
                let (step, out) = (i / CHANNELS, i % CHANNELS);
                std::array::from_fn(|from| weights[step * CHANNELS + from][out])
            };
            (0..NEXT * CHANNELS).map(lane).collect()
        });
        Self { network, layers: layers.collect() }
    }

    /// Adds the slopes of the weights to `sum`, given those of the logits.
    fn back(&self, values: &Values, seen: &Seen, slopes: &[f32], sum: &mut [Lane]) {
        let mut slope = vec![NOTHING; seen.places()];
        for (at, &logit) in seen.cells().zip(slopes) {
            add_times(&mut sum[HEAD], logit, &values.layers[DEEP][at]);
            add_times(&mut slope[at], logit, self.network.head());
        }
        for layer in (0..DEEP).rev() {
            slope = self.through_layer(layer, values, seen, &slope, sum);
        }
        to_stones(&values.layers[0], seen, &slope, sum);
    }

    /// Back through one layer: the slopes of its weights, and of what goes in.
    fn through_layer(
        &self,
        layer: usize,
        values: &Values,
        seen: &Seen,
        slope: &[Lane],
        sum: &mut [Lane],
    ) -> Vec<Lane> {
        let (from, to) = (&values.layers[layer], &values.layers[layer + 1]);
        let first = BIAS + 1 + layer * LAYER;
        let sum = &mut sum[first..first + LAYER];
        let mut before = vec![NOTHING; seen.places()];
        for at in seen.cells() {
            let own = where_above_zero(&slope[at], &to[at]);
            add(&mut sum[LAYER - 1], &own);
            add(&mut before[at], &own);
            for (i, step) in around::<NEXT>(seen.width()).into_iter().enumerate() {
                let there = at.wrapping_add_signed(step);
                let weights = i * CHANNELS..(i + 1) * CHANNELS;
                for (value, slope) in from[there].iter().zip(&mut sum[weights.clone()]) {
                    add_times(slope, *value, &own);
                }
                for (slope, weights) in own.iter().zip(&self.layers[layer][weights]) {
                    add_times(&mut before[there], *slope, weights);
                }
            }
        }
        before
    }
}

/// Back to what stones say to the cells around them.
fn to_stones(values: &[Lane], seen: &Seen, slope: &[Lane], sum: &mut [Lane]) {
    let mut own = vec![NOTHING; seen.places()];
    for at in seen.cells() {
        own[at] = where_above_zero(&slope[at], &values[at]);
        add(&mut sum[BIAS], &own[at]);
    }
    let steps = around::<WIDE>(seen.width());
    for &(at, kind) in seen.edges().iter().chain(seen.stones()) {
        for (i, step) in steps.iter().enumerate() {
            if let Some(lane) = own.get(usize::from(at).wrapping_add_signed(*step)) {
                add(&mut sum[usize::from(kind) * WIDE + i], lane);
            }
        }
    }
}

/// What is cut off at zero has no slope.
fn where_above_zero(slope: &Lane, value: &Lane) -> Lane {
    std::array::from_fn(|i| if value[i] > 0.0 { slope[i] } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hex::Position;

    fn example(text: &str, wanted: &[(u16, f32)]) -> Example {
        let position: Position = text.parse().expect("a position");
        let mut seen = Seen::default();
        seen.show(&position, None);
        Example { seen, wanted: wanted.to_vec() }
    }

    fn examples() -> Vec<Example> {
        vec![
            example("4/1r2/2b1/4 r swap=off", &[(6, 0.7), (9, 0.3)]),
            example("5/5/2r2/5/3b1 b swap=off", &[(7, 0.5), (20, 0.5)]),
        ]
    }

    #[test]
    fn slopes_are_those_of_the_loss() {
        const STEP: f32 = 0.01;
        let mut network = Pupil::new(&mut Dice::new(3)).network;
        let examples = examples();
        let batch = [(0, false), (1, true)];
        let loss = |network: &Network| {
            let turned = [examples[0].clone(), examples[1].turned()];
            mark(network, &turned).loss * 2.0
        };
        let slopes = slope(&network, &examples, &batch);
        let mut dice = Dice::new(4);
        let mut compared = 0;
        for _ in 0..300 {
            let (i, c) = (dice.below(LANES), dice.below(CHANNELS));
            let kept = network.lanes[i][c];
            let [up, down] = [STEP, -STEP].map(|step| {
                network.lanes[i][c] = kept + step;
                loss(&network)
            });
            network.lanes[i][c] = kept;
            let (measured, told) = ((up - down) / (2.0 * STEP), slopes[i][c]);
            // Where a value crosses zero within the step, the loss has a bend.
            let close = (measured - told).abs() < 0.02 + 0.1 * told.abs();
            compared += i32::from(close && told.abs() > 0.01);
            assert!(close || (measured - told).abs() < 0.2, "{i} {c}: {measured} {told}");
        }
        assert!(compared > 30, "only {compared} weights mattered");
    }

    #[test]
    fn what_is_wanted_becomes_likely() {
        let mut dice = Dice::new(1);
        let mut pupil = Pupil::new(&mut dice);
        let examples = examples();
        let before = mark(&pupil.network, &examples);
        (0..200).for_each(|_| pupil.learn(&examples, 0.01, &mut dice));
        let after = mark(&pupil.network, &examples);
        assert!(before.loss > 0.5 && after.loss < 0.05, "{before:?} {after:?}");
    }
}
