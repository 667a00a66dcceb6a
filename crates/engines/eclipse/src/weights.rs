//! What each feature is worth, and how that is written: one line a feature, its name and its
//! weight, as in `weights.txt`.

use crate::features::{FEATURES, feature_names};
use game::{ParseError, excerpt};
use std::fmt;
use std::str::FromStr;

/// A weight for every feature, in the evaluation's units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights([i32; FEATURES]);

/// Weights beyond this are a mistake: some hundred of them must fit what a search counts with.
pub(crate) const HEAVIEST: i32 = 1 << 16;

impl Weights {
    /// These weights, each cut off at ±65,536.
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
        include_str!("../weights.txt").parse().expect("the weights that come with the engine")
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
        let mut rest = text;
        for (weight, name) in weights.iter_mut().zip(feature_names()) {
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            *weight = weight_of(name, line).ok_or_else(|| {
                let what = format!("expected `{name}` and its weight, found {}", excerpt(line));
                ParseError::new(text.len() - rest.len(), what)
            })?;
            rest = after;
        }
        if rest.is_empty() {
            return Ok(Self(weights));
        }
        let what = format!("expected nothing after the last weight, found {}", excerpt(rest));
        Err(ParseError::new(text.len() - rest.len(), what))
    }
}

/// The weight that a line gives to the feature of this name.
fn weight_of(name: &str, line: &str) -> Option<i32> {
    let number = line.strip_prefix(name)?.strip_prefix(' ')?;
    number.trim().parse().ok().filter(|weight: &i32| weight.abs() <= HEAVIEST)
}
