//! Softmax and logistic function by sums, products and quotients alone: the same on every machine,
//! which `f32::exp` is not.

use super::layer::NAT;

/// `e^x` for x ≤ 0: `2ᵏ·eʳ` with |r| ≤ ln 2 / 2 and the series of eʳ.
fn exp(x: f32) -> f32 {
    const LEAST: f32 = -87.0;
    let x = x.clamp(LEAST, 0.0);
    let power = (x * std::f32::consts::LOG2_E - 0.5) as i32;
    let r = x - power as f32 * std::f32::consts::LN_2;
    let series = 1.0
        + r * (1.0
            + r * (0.5 + r * (1.0 / 6.0 + r * (1.0 / 24.0 + r * (1.0 / 120.0 + r / 720.0)))));
    series * f32::from_bits(((127 + power) as u32) << 23)
}

/// Probabilities of logits, given in 1/1024 nats, in their order.
pub(super) fn softmax(logits: impl Iterator<Item = i32> + Clone, into: &mut Vec<f32>) {
    into.clear();
    let most = logits.clone().max().unwrap_or(0);
    into.extend(logits.map(|logit| exp((logit - most) as f32 / NAT as f32)));
    let sum: f32 = into.iter().sum();
    for probability in into {
        *probability /= sum;
    }
}

/// `1 / (1 + e^−x)`, x in 1/1024 nats.
pub(super) fn logistic(logit: i32) -> f32 {
    let small = exp(-(logit.unsigned_abs() as f32) / NAT as f32);
    let share = small / (1.0 + small);
    if logit < 0 { share } else { 1.0 - share }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponentials_are_near_enough() {
        for k in 0..8_700 {
            let x = k as f32 / -100.0;
            let exact = f64::from(x).exp();
            assert!((f64::from(exp(x)) / exact - 1.0).abs() < 1e-5, "{x}: {} {exact}", exp(x));
        }
        assert!(exp(-1e9) > 0.0 && exp(-1e9) < 1e-37);
    }

    #[test]
    fn probabilities_sum_to_one() {
        let mut found = Vec::new();
        softmax([0, NAT, -NAT, -100 * NAT].into_iter(), &mut found);
        assert!((found.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!((found[1] / found[0] - std::f32::consts::E).abs() < 1e-4, "{found:?}");
        let chances = [-5 * NAT, 0, 2 * NAT].map(logistic);
        assert!((chances[0] - 0.006_693).abs() < 1e-5 && (chances[2] - 0.880_797).abs() < 1e-5);
        assert!((chances[1] - 0.5).abs() < 1e-7);
    }
}
