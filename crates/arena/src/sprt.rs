//! Generalised sequential probability ratio test (SPRT; Wald 1945, GSPRT: Van den Bergh) on pairs
//! of games.
//!
//! Under each of the two hypotheses the maximum-likelihood distribution with that expectation is
//! compared with the observed pentanomial counts: `LLR = N · Σᵢ pᵢ · ln(p¹ᵢ / p⁰ᵢ)`; N pairs, pᵢ the
//! observed share of class i, p⁰ᵢ and p¹ᵢ its likeliest probability if the difference is elo0 or elo1.
//! The test ends where `|LLR| ≥ ln((1 − α) / α)`, α the probability of either error.

use crate::DescriptionError;
use crate::elo::{Pairs, to_score};
use std::str::FromStr;

/// Probability of either type of error.
const ERROR: f64 = 0.05;

/// Two hypotheses about a rating difference.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// H0, the smaller difference.
    pub elo0: f64,
    /// H1, the larger difference.
    pub elo1: f64,
}

/// The decision of the test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtDecision {
    /// H1 is accepted.
    Accepted,
    /// H0 is accepted.
    Rejected,
    /// Undecided.
    Open,
}

impl Sprt {
    /// Bound of the log-likelihood ratio, ±: `ln((1 − α) / α)`.
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    /// The log-likelihood ratio, `LLR = N · Σᵢ pᵢ · ln(p¹ᵢ / p⁰ᵢ)`.
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        /// Regularisation: a class without pairs gets a small count.
        const HARDLY: f64 = 1e-3;
        let total: u64 = pairs.iter().sum();
        if total == 0 {
            return 0.0;
        }
        let counts = pairs.map(|count| (count as f64).max(HARDLY));
        let sum: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / sum);
        let null = likeliest(&seen, to_score(self.elo0));
        let alternative = likeliest(&seen, to_score(self.elo1));
        let terms = (0..5).map(|i| seen[i] * (alternative[i] / null[i]).ln());
        total as f64 * terms.sum::<f64>()
    }

    /// The decision for these pairs.
    pub fn decision(&self, pairs: &Pairs) -> SprtDecision {
        match self.ratio(pairs) {
            ratio if ratio >= Self::bound() => SprtDecision::Accepted,
            ratio if ratio <= -Self::bound() => SprtDecision::Rejected,
            _ => SprtDecision::Open,
        }
    }
}

/// Maximum-likelihood distribution for the observed `seen` with expected score `mean`.
///
/// By Lagrange multipliers: `seen[i] / (1 + t·(score[i] − mean))` for the one `t` that makes the
/// expectation right; the left side decreases with `t`, so bisection finds it.
fn likeliest(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    let off: [f64; 5] = std::array::from_fn(|i| i as f64 / 4.0 - mean);
    let excess = |t: f64| (0..5).map(|i| seen[i] * off[i] / (1.0 + t * off[i])).sum::<f64>();
    let (mut low, mut high) = (-1.0 / off[4], -1.0 / off[0]);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let t = f64::midpoint(low, high);
    std::array::from_fn(|i| seen[i] / (1.0 + t * off[i]))
}

impl FromStr for Sprt {
    type Err = DescriptionError;

    /// `0,10`.
    fn from_str(text: &str) -> Result<Self, DescriptionError> {
        let read = || {
            let (elo0, elo1) = text.split_once(',')?;
            let (elo0, elo1) = (elo0.trim().parse::<f64>().ok()?, elo1.trim().parse::<f64>().ok()?);
            let sane = elo0 < elo1 && elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0;
            sane.then_some(Self { elo0, elo1 })
        };
        read().ok_or_else(|| DescriptionError::Sprt(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published tests of a chess engine: pairs, hypotheses and the ratio that was reported.
    #[test]
    fn published_tests_are_reproduced() {
        for (pairs, elo0, elo1, ratio) in [
            ([292, 5905, 28939, 6129, 299], -0.25, 1.25, 2.95),
            ([5, 418, 6043, 506, 12], 0.25, 1.25, 2.92),
        ] {
            let found = Sprt { elo0, elo1 }.ratio(&pairs);
            assert!((found - ratio).abs() < 0.006, "{found}");
        }
    }

    #[test]
    fn the_bounds_are_those_of_wald() {
        assert!((Sprt::bound() - 2.944_439).abs() < 1e-6);
        let sprt = Sprt { elo0: 0.0, elo1: 20.0 };
        assert_eq!(sprt.decision(&[0; 5]), SprtDecision::Open);
        assert_eq!(sprt.decision(&[10, 20, 60, 20, 10]), SprtDecision::Open);
        assert_eq!(sprt.decision(&[0, 0, 2, 0, 400]), SprtDecision::Accepted);
        assert_eq!(sprt.decision(&[400, 0, 2, 0, 0]), SprtDecision::Rejected);
    }

    #[test]
    fn the_likeliest_distribution_keeps_its_promises() {
        let seen = [0.1, 0.2, 0.4, 0.2, 0.1];
        for mean in [0.3, 0.5, 0.71] {
            let found = likeliest(&seen, mean);
            let sum: f64 = found.iter().sum();
            let expectation: f64 = (0..5).map(|i| found[i] * i as f64 / 4.0).sum();
            assert!((sum - 1.0).abs() < 1e-9 && (expectation - mean).abs() < 1e-9, "{found:?}");
        }
    }

    #[test]
    fn hypotheses_are_two_numbers_in_order() {
        assert_eq!("0, 10".parse(), Ok(Sprt { elo0: 0.0, elo1: 10.0 }));
        for text in ["", "5", "10,0", "0,0", "a,b", "0,1e9", "nan,3"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}
