//! Weights of the pattern prior (Coulom 2007).

use super::features::{FEATURES, feature_names};
use search::Features;

/// The move features of Havannah.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PatternFeatures {}

impl Features<FEATURES> for PatternFeatures {
    const DEFAULT: &'static str = include_str!("../../weights.txt");

    fn names() -> &'static [String; FEATURES] {
        feature_names()
    }
}

/// A weight for every feature, in [`LIKELIHOOD_UNIT`]s.
pub type Weights = search::Weights<PatternFeatures, FEATURES>;

/// A weight difference of this much makes a move e times as likely.
pub const LIKELIHOOD_UNIT: f64 = 100.0;
