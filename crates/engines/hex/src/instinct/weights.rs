//! What each feature is worth.

use super::features::{FEATURES, feature_names};
use search::Features;

/// What is counted of a move of Hex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Counted {}

impl Features<FEATURES> for Counted {
    const DEFAULT: &'static str = include_str!("../../weights.txt");

    fn names() -> &'static [String; FEATURES] {
        feature_names()
    }
}

/// A weight for every feature, in [`LIKELIHOOD_UNIT`]s.
pub type Weights = search::Weights<Counted, FEATURES>;

/// A move whose features weigh so much more than another's is e times as likely.
pub const LIKELIHOOD_UNIT: f64 = 100.0;
