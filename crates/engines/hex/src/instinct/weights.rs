//! What each feature of a move is worth. How that is written is told in [`search::weights`].

use super::features::{FEATURES, feature_names};
use game::ParseError;
use search::weights::{self, HEAVIEST};
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// A weight for every feature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights([i32; FEATURES]);

impl Weights {
    /// A move whose features weigh so much more than another's is e times as likely.
    pub const UNIT: f64 = 100.0;

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
        static OWN: LazyLock<Weights> = LazyLock::new(|| {
            include_str!("../../weights.txt")
                .parse()
                .expect("the weights that come with the engine")
        });
        OWN.clone()
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        weights::write(f, feature_names(), &self.0)
    }
}

impl FromStr for Weights {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        weights::read(feature_names(), text).map(Self)
    }
}
