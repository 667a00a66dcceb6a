//! Training of the policy network: backpropagation of the Kullback-Leibler divergence between visit
//! distribution and policy, with the optimiser Adam (Kingma and Ba 2015).

use super::forward::{Activations, Channels, ZERO, add, add_times};
use super::input::{InputPlanes, around};
use super::{
    CHANNELS, HEAD, INPUT_BIAS, INPUT_TAPS, LAYER_SIZE, LAYERS, PolicyNetwork, SIZE, TAPS,
};
use game::Dice;
use std::thread;

/// A position and its target policy.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct TrainingExample {
    pub(super) input: InputPlanes,
    /// Target probabilities (shares of the visits) by oriented cell.
    pub(super) target: Vec<(u16, f32)>,
}

impl TrainingExample {
    /// Rotated by half a turn, for data augmentation.
    fn turned(&self) -> Self {
        let last = self.input.cells().count() as u16 - 1;
        let target = self.target.iter().map(|&(cell, share)| (last - cell, share)).collect();
        Self { input: self.input.turned(), target }
    }

    /// Loss `Σ pᵢ·ln(pᵢ/qᵢ)` with `q = softmax(logits)` over the empty cells, and its gradient `q −
    /// p` by logit.
    fn loss(&self, logits: &[f32]) -> (f32, Vec<f32>) {
        let free = self.input.empty_cells();
        let best = likeliest(logits, &free).map_or(0.0, |cell| logits[cell]);
        let odds = |(&logit, &free): (&f32, &bool)| if free { (logit - best).exp() } else { 0.0 };
        let mut gradients: Vec<f32> = logits.iter().zip(&free).map(odds).collect();
        let sum: f32 = gradients.iter().sum();
        for gradient in &mut gradients {
            *gradient /= sum;
        }
        let mut loss = 0.0;
        for &(cell, share) in &self.target {
            let gradient = &mut gradients[usize::from(cell)];
            loss += share * (share / gradient.max(f32::MIN_POSITIVE)).ln();
            *gradient -= share;
        }
        (loss, gradients)
    }
}

fn likeliest(logits: &[f32], free: &[bool]) -> Option<usize> {
    let cells = (0..logits.len()).filter(|&cell| free[cell]);
    cells.max_by(|&a, &b| logits[a].total_cmp(&logits[b]))
}

/// Metrics of a network on held-out examples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Metrics {
    /// Kullback-Leibler divergence in nats.
    pub loss: f32,
    /// Share of positions in which the most likely move is the most visited one (top-1 accuracy).
    pub accuracy: f32,
}

/// Metrics of a network on these examples.
pub(super) fn evaluate(network: &PolicyNetwork, examples: &[TrainingExample]) -> Metrics {
    let mut activations = Activations::default();
    let (mut loss, mut accuracy) = (0.0, 0);
    for example in examples {
        activations.forward(network, &example.input);
        loss += example.loss(&activations.logits).0;
        let target = example.target.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        let likeliest = likeliest(&activations.logits, &example.input.empty_cells());
        accuracy += usize::from(likeliest == target.map(|&(cell, _)| usize::from(cell)));
    }
    let count = examples.len().max(1) as f32;
    Metrics { loss: loss / count, accuracy: accuracy as f32 / count }
}

/// A network in training, with the state of the optimiser.
pub(super) struct Trainer {
    pub(super) network: PolicyNetwork,
    /// Moving averages of the gradient and of its square (Adam's moments).
    means: [Vec<Channels>; 2],
    steps: i32,
}

/// Batch size.
const BATCH: usize = 64;
/// Threads per batch. Fixed, because floating-point sums depend on it.
const PARTS: usize = 2;

impl Trainer {
    /// Random initialisation.
    pub(super) fn new(dice: &mut Dice) -> Self {
        let mut network = PolicyNetwork::zero();
        for (i, channels) in network.weights.iter_mut().enumerate() {
            let spread = match i {
                0..INPUT_BIAS => 0.25,
                HEAD => 0.3,
                _ if (i - INPUT_BIAS).is_multiple_of(LAYER_SIZE) => 0.0,
                _ => 0.08,
            };
            *channels = channels.map(|_| (dice.below(20_001) as f32 / 10_000.0 - 1.0) * spread);
        }
        Self::of(network)
    }

    fn of(network: PolicyNetwork) -> Self {
        Self { network, means: [vec![ZERO; SIZE], vec![ZERO; SIZE]], steps: 0 }
    }

    /// One epoch: all examples in random order, each as it is or rotated.
    pub(super) fn epoch(&mut self, examples: &[TrainingExample], rate: f32, dice: &mut Dice) {
        let mut order: Vec<(usize, bool)> =
            (0..examples.len()).map(|i| (i, dice.below(2) == 1)).collect();
        for i in 0..examples.len() {
            order.swap(i, i + dice.below(examples.len() - i));
        }
        for batch in order.chunks(BATCH) {
            let gradient = gradient(&self.network, examples, batch);
            self.step(&gradient, 1.0 / batch.len() as f32, rate);
        }
    }

    /// One step of Adam (Kingma and Ba 2015): `m ← β₁m + (1 − β₁)g`, `v ← β₂v + (1 − β₂)g²`, `w ← w
    /// − η·m̂ / (√v̂ + ε)` with bias-corrected m̂ and v̂.
    fn step(&mut self, gradient: &[Channels], scale: f32, rate: f32) {
        const DECAY: [f32; 2] = [0.9, 0.999];
        self.steps += 1;
        let [first, second] = DECAY.map(|kept| 1.0 - kept.powi(self.steps));
        let [means, squares] = &mut self.means;
        for (i, channels) in self.network.weights.iter_mut().enumerate() {
            for (c, weight) in channels.iter_mut().enumerate() {
                let gradient = gradient[i][c] * scale;
                let (mean, square) = (&mut means[i][c], &mut squares[i][c]);
                *mean += (1.0 - DECAY[0]) * (gradient - *mean);
                *square += (1.0 - DECAY[1]) * (gradient * gradient - *square);
                *weight -= rate * *mean / first / ((*square / second).sqrt() + 1e-8);
            }
        }
    }
}

/// Gradient of the loss of a batch by every weight.
fn gradient(
    network: &PolicyNetwork,
    examples: &[TrainingExample],
    batch: &[(usize, bool)],
) -> Vec<Channels> {
    let transposed = &TransposedLayers::of(network);
    let part = |part: &[(usize, bool)]| {
        let mut sum = vec![ZERO; SIZE];
        let mut activations = Activations::default();
        for &(i, turned) in part {
            let example = if turned { &examples[i].turned() } else { &examples[i] };
            activations.forward(network, &example.input);
            let gradients = example.loss(&activations.logits).1;
            transposed.back(&activations, &example.input, &gradients, &mut sum);
        }
        sum
    };
    thread::scope(|scope| {
        let parts = batch.chunks(batch.len().div_ceil(PARTS));
        let threads: Vec<_> = parts.map(|chosen| scope.spawn(move || part(chosen))).collect();
        let mut sum = vec![ZERO; SIZE];
        for thread in threads {
            let part = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            sum.iter_mut().zip(&part).for_each(|(to, channels)| add(to, channels));
        }
        sum
    })
}

/// A network with the transposed weights of its layers, for the backward pass.
struct TransposedLayers<'a> {
    network: &'a PolicyNetwork,
    layers: Vec<Vec<Channels>>,
}

impl<'a> TransposedLayers<'a> {
    fn of(network: &'a PolicyNetwork) -> Self {
        let layers = (0..LAYERS).map(|layer| {
            let weights = network.layer(layer);
            let channels = |i: usize| -> Channels {
                let (step, out) = (i / CHANNELS, i % CHANNELS);
                std::array::from_fn(|from| weights[step * CHANNELS + from][out])
            };
            (0..TAPS * CHANNELS).map(channels).collect()
        });
        Self { network, layers: layers.collect() }
    }

    /// Backward pass: adds the gradients of the weights to `sum`, given those of the logits.
    fn back(
        &self,
        activations: &Activations,
        input: &InputPlanes,
        gradients: &[f32],
        sum: &mut [Channels],
    ) {
        let mut gradient = vec![ZERO; input.places()];
        for (at, &logit) in input.cells().zip(gradients) {
            add_times(&mut sum[HEAD], logit, &activations.layers[LAYERS][at]);
            add_times(&mut gradient[at], logit, self.network.head());
        }
        for layer in (0..LAYERS).rev() {
            gradient = self.back_through_layer(layer, activations, input, &gradient, sum);
        }
        back_to_input(&activations.layers[0], input, &gradient, sum);
    }

    /// Backward pass through one residual layer: gradients of its weights, and of its input.
    fn back_through_layer(
        &self,
        layer: usize,
        activations: &Activations,
        input: &InputPlanes,
        gradient: &[Channels],
        sum: &mut [Channels],
    ) -> Vec<Channels> {
        let (from, to) = (&activations.layers[layer], &activations.layers[layer + 1]);
        let first = INPUT_BIAS + 1 + layer * LAYER_SIZE;
        let sum = &mut sum[first..first + LAYER_SIZE];
        let mut before = vec![ZERO; input.places()];
        for at in input.cells() {
            let own = relu_gradient(&gradient[at], &to[at]);
            add(&mut sum[LAYER_SIZE - 1], &own);
            add(&mut before[at], &own);
            for (i, step) in around::<TAPS>(input.width()).into_iter().enumerate() {
                let there = at.wrapping_add_signed(step);
                let weights = i * CHANNELS..(i + 1) * CHANNELS;
                for (value, gradient) in from[there].iter().zip(&mut sum[weights.clone()]) {
                    add_times(gradient, *value, &own);
                }
                for (gradient, weights) in own.iter().zip(&self.layers[layer][weights]) {
                    add_times(&mut before[there], *gradient, weights);
                }
            }
        }
        before
    }
}

/// Backward pass through the input layer.
fn back_to_input(
    activations: &[Channels],
    input: &InputPlanes,
    gradient: &[Channels],
    sum: &mut [Channels],
) {
    let mut own = vec![ZERO; input.places()];
    for at in input.cells() {
        own[at] = relu_gradient(&gradient[at], &activations[at]);
        add(&mut sum[INPUT_BIAS], &own[at]);
    }
    let steps = around::<INPUT_TAPS>(input.width());
    for &(at, kind) in input.edges().iter().chain(input.stones()) {
        for (i, step) in steps.iter().enumerate() {
            if let Some(channels) = own.get(usize::from(at).wrapping_add_signed(*step)) {
                add(&mut sum[usize::from(kind) * INPUT_TAPS + i], channels);
            }
        }
    }
}

/// Gradient of ReLU.
fn relu_gradient(gradient: &Channels, value: &Channels) -> Channels {
    std::array::from_fn(|i| if value[i] > 0.0 { gradient[i] } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::incremental_board::IncrementalBoard;
    use game::Position as _;
    use hex::Position;

    fn example(text: &str, target: &[(u16, f32)]) -> TrainingExample {
        let position: Position = text.parse().expect("a position");
        let mut board = IncrementalBoard::new(position.board());
        board.update(&position);
        let mut input = InputPlanes::default();
        input.set_position(&board.oriented(position.side_to_move(), None));
        TrainingExample { input, target: target.to_vec() }
    }

    fn examples() -> Vec<TrainingExample> {
        vec![
            example("4/1r2/2b1/4 r swap=off", &[(6, 0.7), (9, 0.3)]),
            example("5/5/2r2/5/3b1 b swap=off", &[(7, 0.5), (20, 0.5)]),
        ]
    }

    #[test]
    fn gradients_match_finite_differences() {
        const STEP: f32 = 0.01;
        let mut network = Trainer::new(&mut Dice::new(3)).network;
        let examples = examples();
        let batch = [(0, false), (1, true)];
        let loss = |network: &PolicyNetwork| {
            let turned = [examples[0].clone(), examples[1].turned()];
            evaluate(network, &turned).loss * 2.0
        };
        let gradients = gradient(&network, &examples, &batch);
        let mut dice = Dice::new(4);
        let mut compared = 0;
        for _ in 0..300 {
            let (i, c) = (dice.below(SIZE), dice.below(CHANNELS));
            let kept = network.weights[i][c];
            let [up, down] = [STEP, -STEP].map(|step| {
                network.weights[i][c] = kept + step;
                loss(&network)
            });
            network.weights[i][c] = kept;
            let (measured, told) = ((up - down) / (2.0 * STEP), gradients[i][c]);
            // Where a value crosses zero within the step, the loss has a bend.
            let close = (measured - told).abs() < 0.02 + 0.1 * told.abs();
            compared += i32::from(close && told.abs() > 0.01);
            assert!(close || (measured - told).abs() < 0.2, "{i} {c}: {measured} {told}");
        }
        assert!(compared > 30, "only {compared} weights mattered");
    }

    #[test]
    fn training_makes_the_target_likely() {
        let mut dice = Dice::new(1);
        let mut trainer = Trainer::new(&mut dice);
        let examples = examples();
        let before = evaluate(&trainer.network, &examples);
        (0..200).for_each(|_| trainer.epoch(&examples, 0.01, &mut dice));
        let after = evaluate(&trainer.network, &examples);
        assert!(before.loss > 0.5 && after.loss < 0.05, "{before:?} {after:?}");
    }
}
