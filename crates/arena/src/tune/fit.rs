//! Logistic regression of weights with Gaussian prior (L2 regularisation) and the optimiser Adam
//! (Kingma and Ba 2015).
//!
//! The expected result is `1 / (1 + e^(−s/scale))`, where s is the dot product of features and
//! weights. Unless it is given, the scale is fitted first, for the initial weights, and then kept,
//! so that the weights stay in their units. The prior is centred on the initial weights: weights
//! that the games say little about stay as they are, and the more games there are, the less the
//! prior matters.

use super::Sample;

/// Settings of the fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitSettings {
    /// One game of so many is held out.
    pub held_out_every: usize,
    /// Epochs.
    pub rounds: usize,
    /// Initial learning rate, in units of the weights.
    pub step: f64,
    /// The evaluation difference of odds e : 1; fitted to the initial weights if not given.
    pub scale: Option<f64>,
    /// Standard deviation of the prior, in units of the weights.
    pub known_within: f64,
}

impl Default for FitSettings {
    fn default() -> Self {
        Self { held_out_every: 5, rounds: 400, step: 4.0, scale: None, known_within: 30.0 }
    }
}

/// Result of the fit. The loss is the mean cross-entropy in nats; ln 2 = 0.693 is that of a coin.
#[derive(Clone, PartialEq, Debug)]
pub struct FitResult {
    /// The new weights.
    pub weights: Vec<f32>,
    /// The evaluation difference of odds e : 1.
    pub scale: f64,
    /// Numbers of training and held-out samples.
    pub samples: [usize; 2],
    /// Loss on training games, before and after.
    pub training: [f64; 2],
    /// Loss on held-out games, before and after.
    pub held_out: [f64; 2],
}

/// Fits weights to samples, starting from `weights`; `None` without samples on both sides of the
/// split. `progress` gets the number of rounds done.
pub fn fit(
    samples: &[Sample],
    weights: &[f32],
    how: &FitSettings,
    progress: &mut dyn FnMut(usize),
) -> Option<FitResult> {
    let every = how.held_out_every.max(2);
    let (held_out, training): (Vec<&Sample>, Vec<&Sample>) =
        samples.iter().partition(|sample| sample.game % every == every - 1);
    if held_out.is_empty() || training.is_empty() {
        return None;
    }
    let start: Vec<f64> = weights.iter().map(|&weight| f64::from(weight)).collect();
    let scale = how.scale.unwrap_or_else(|| best_scale(&training, &start));
    let end = descend(&training, &start, scale, how, progress);
    let losses = |samples: &[&Sample]| [loss(samples, &start, scale), loss(samples, &end, scale)];
    Some(FitResult {
        weights: end.iter().map(|&weight| weight as f32).collect(),
        scale,
        samples: [training.len(), held_out.len()],
        training: losses(&training),
        held_out: losses(&held_out),
    })
}

/// The loss of weights on samples.
pub(super) fn loss(samples: &[&Sample], weights: &[f64], scale: f64) -> f64 {
    let total: f64 = samples
        .iter()
        .map(|sample| {
            let x = sum(sample, weights) / scale;
            // −y·ln σ(x) − (1−y)·ln σ(−x), written so that nothing overflows.
            let softplus = x.max(0.0) + (-x.abs()).exp().ln_1p();
            softplus - f64::from(sample.result) * x
        })
        .sum();
    total / samples.len().max(1) as f64
}

fn sum(sample: &Sample, weights: &[f64]) -> f64 {
    let terms = sample.features.iter();
    terms.map(|&(i, x)| f64::from(x) * weights.get(usize::from(i)).unwrap_or(&0.0)).sum()
}

/// The scale of least loss, by golden-section search over its logarithm.
fn best_scale(samples: &[&Sample], weights: &[f64]) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    let at = |log: f64| loss(samples, weights, log.exp());
    let (mut low, mut high) = (1f64.ln(), 100_000f64.ln());
    for _ in 0..60 {
        let (a, b) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
        if at(a) < at(b) { high = b } else { low = a }
    }
    f64::midpoint(low, high).exp()
}

/// Adam (Kingma and Ba 2015) with a decreasing learning rate.
fn descend(
    samples: &[&Sample],
    start: &[f64],
    scale: f64,
    how: &FitSettings,
    progress: &mut dyn FnMut(usize),
) -> Vec<f64> {
    const KEEP_FIRST: f64 = 0.9;
    const KEEP_SECOND: f64 = 0.999;
    let mut weights = start.to_vec();
    let mut first = vec![0.0; start.len()];
    let mut second = vec![0.0; start.len()];
    let pull = 1.0 / (how.known_within.powi(2) * samples.len() as f64);
    for round in 1..=how.rounds {
        let gradient = gradient(samples, &weights, start, scale, pull);
        let step = how.step * (1.0 - (round - 1) as f64 / how.rounds as f64);
        let warm = |keep: f64| 1.0 - keep.powi(round as i32);
        for i in 0..weights.len() {
            first[i] = KEEP_FIRST * first[i] + (1.0 - KEEP_FIRST) * gradient[i];
            second[i] = KEEP_SECOND * second[i] + (1.0 - KEEP_SECOND) * gradient[i].powi(2);
            let (mean, spread) = (first[i] / warm(KEEP_FIRST), second[i] / warm(KEEP_SECOND));
            weights[i] -= step * mean / (spread.sqrt() + 1e-12);
        }
        progress(round);
    }
    weights
}

/// Gradient of loss and prior.
fn gradient(
    samples: &[&Sample],
    weights: &[f64],
    start: &[f64],
    scale: f64,
    pull: f64,
) -> Vec<f64> {
    let mut gradient: Vec<f64> =
        weights.iter().zip(start).map(|(weight, start)| pull * (weight - start)).collect();
    let share = 1.0 / (scale * samples.len() as f64);
    for sample in samples {
        let chance = 1.0 / (1.0 + (-sum(sample, weights) / scale).exp());
        let surprise = (chance - f64::from(sample.result)) * share;
        for &(i, x) in &sample.features {
            if let Some(slope) = gradient.get_mut(usize::from(i)) {
                *slope += surprise * f64::from(x);
            }
        }
    }
    gradient
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Dice;

    /// Games whose results are drawn with chances that known weights give.
    fn made_up(truth: &[f64], scale: f64, count: usize) -> Vec<Sample> {
        let mut dice = Dice::new(1);
        let mut sample = |game| {
            let features: Vec<(u16, f32)> =
                (0..truth.len()).map(|i| (i as u16, (dice.below(9) as f32) - 4.0)).collect();
            let mut sample = Sample { game, features, result: 0.0 };
            let chance = 1.0 / (1.0 + (-sum(&sample, truth) / scale).exp());
            sample.result = if dice.fraction() < chance { 1.0 } else { 0.0 };
            sample
        };
        (0..count).map(&mut sample).collect()
    }

    #[test]
    fn what_made_the_games_is_found_again() {
        let truth = [100.0, -40.0, 0.0, 250.0];
        let samples = made_up(&truth, 400.0, 20_000);
        let start = [100.0, 10.0, 50.0, 100.0];
        let fitted = fit(&samples, &start, &FitSettings::default(), &mut |_| ()).expect("samples");
        // Only ratios can be found: the scale that the start suggests is kept.
        let ratio = |i: usize| f64::from(fitted.weights[i]) / f64::from(fitted.weights[3]);
        for (i, expected) in [(0, 0.4), (1, -0.16), (2, 0.0)] {
            assert!((ratio(i) - expected).abs() < 0.03, "{i}: {}", ratio(i));
        }
        assert!(fitted.held_out[1] < fitted.held_out[0] - 0.02, "{:?}", fitted.held_out);
        assert!((fitted.training[1] - fitted.held_out[1]).abs() < 0.02, "nothing was memorised");
        assert_eq!(fitted.samples, [16_000, 4_000]);
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let samples = made_up(&[10.0, -20.0], 50.0, 200);
        let samples: Vec<&Sample> = samples.iter().collect();
        let weights = [5.0, 3.0];
        let slope = gradient(&samples, &weights, &weights, 50.0, 0.0);
        for i in 0..2 {
            let (mut up, mut down) = (weights, weights);
            up[i] += 1e-3;
            down[i] -= 1e-3;
            let measured = (loss(&samples, &up, 50.0) - loss(&samples, &down, 50.0)) / 2e-3;
            assert!((slope[i] - measured).abs() < 1e-8, "{} {measured}", slope[i]);
        }
    }

    #[test]
    fn a_coin_loses_ln_two_and_a_certainty_nothing() {
        let samples = made_up(&[0.0], 1.0, 100);
        let all: Vec<&Sample> = samples.iter().collect();
        assert!((loss(&all, &[0.0], 1.0) - std::f64::consts::LN_2).abs() < 1e-12);
        let sure = Sample { game: 0, features: vec![(0, 1.0)], result: 1.0 };
        assert!(loss(&[&sure], &[1000.0], 1.0) < 1e-12);
        assert!((loss(&[&sure], &[-1000.0], 1.0) - 1000.0).abs() < 1e-6, "and no overflow");
    }

    #[test]
    fn few_games_move_weights_a_little_and_many_move_them_far() {
        let distance = |count| {
            let samples = made_up(&[100.0, 200.0], 400.0, count);
            let fitted = fit(&samples, &[100.0, 0.0], &FitSettings::default(), &mut |_| ());
            f64::from(fitted.expect("samples").weights[1])
        };
        let (few, many) = (distance(40), distance(4_000));
        assert!(few.abs() < many.abs() / 1.5, "{few} {many}");
    }

    #[test]
    fn without_samples_there_is_nothing_to_fit() {
        assert_eq!(fit(&[], &[1.0], &FitSettings::default(), &mut |_| ()), None);
        let one = [Sample { game: 0, features: Vec::new(), result: 0.5 }];
        assert_eq!(fit(&one, &[1.0], &FitSettings::default(), &mut |_| ()), None);
    }
}
