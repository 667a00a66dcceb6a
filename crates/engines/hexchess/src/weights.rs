//! What each feature is worth.

use crate::features::{FEATURES, feature_names};
use search::Features;

/// What is counted in a position of Hex Chess.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Counted {}

impl Features<FEATURES> for Counted {
    const DEFAULT: &'static str = include_str!("../weights.txt");

    fn names() -> &'static [String; FEATURES] {
        feature_names()
    }
}

/// A weight for every feature, in the evaluation's units.
pub type Weights = search::Weights<Counted, FEATURES>;
