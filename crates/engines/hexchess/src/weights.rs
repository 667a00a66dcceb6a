//! What each feature is worth, and how that is written: one line a feature, its name and its
//! weight, as in `weights.txt`.

use crate::features::{FEATURES, feature_names};
use game::{ParseError, excerpt};
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// A weight for every feature, in the evaluation's units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights([i32; FEATURES]);

/// Weights beyond this are a mistake: some hundred of them must fit what a search counts with.
pub(crate) const HEAVIEST: i32 = 1 << 16;

impl Weights {
    /// These weights, each cut off at ±2¹⁶.
    pub fn new(weights: [i32; FEATURES]) -> Self {
        Self(weights.map(|weight| weight.clamp(-HEAVIEST, HEAVIEST)))
    }

    /// Every weight, in the order of the features.
    pub fn all(&self) -> &[i32; FEATURES] {
        &self.0
    }
}

/// Those that full strength plays with.
impl Default for Weights {
    fn default() -> Self {
        static OWN: LazyLock<Weights> = LazyLock::new(|| {
            include_str!("../weights.txt").parse().expect("the weights that come with the engine")
        });
        OWN.clone()
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, weight) in feature_names().iter().zip(&self.0) {
            writeln!(f, "{name} {weight}")?;
        }
        Ok(())
    }
}

impl FromStr for Weights {
    type Err = ParseError;

    /// Reads what `Display` writes; every feature once, in order.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut weights = [0; FEATURES];
        let mut lines = text.lines();
        let mut at = 0;
        for (weight, name) in weights.iter_mut().zip(feature_names()) {
            let line = lines.next().unwrap_or_default();
            *weight = read_weight(line, name).ok_or_else(|| {
                let what = format!("expected `{name}` and its weight, found {}", excerpt(line));
                ParseError::new(at, what)
            })?;
            at += line.len() + 1;
        }
        match lines.next() {
            None => Ok(Self(weights)),
            Some(more) => {
                let what = format!("expected nothing after the last weight, not {}", excerpt(more));
                Err(ParseError::new(at, what))
            }
        }
    }
}

fn read_weight(line: &str, name: &str) -> Option<i32> {
    let number = line.strip_prefix(name)?.strip_prefix(' ')?.trim().parse::<i32>().ok()?;
    (number.abs() <= HEAVIEST).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_as_they_are_written() {
        let weights = Weights::default();
        assert_eq!(weights.to_string().parse(), Ok(weights));
    }

    #[test]
    fn other_texts_are_refused_in_one_short_line() {
        let good = Weights::default().to_string();
        let name = &feature_names()[0];
        for bad in [
            String::new(),
            good.replacen(name.as_str(), "tempi", 1),
            format!("{good}more 1\n"),
            good.replacen('\n', "9999999\n", 1),
            "x".repeat(10_000_000),
        ] {
            let error = bad.parse::<Weights>().unwrap_err().to_string();
            assert!(error.len() < 200, "{error}");
        }
    }
}
