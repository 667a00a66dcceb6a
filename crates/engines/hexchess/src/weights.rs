//! Weights of the linear evaluation (Samuel 1959).

use crate::features::{FEATURES, feature_names};
use search::Features;

/// The features of Hex Chess.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HexChessFeatures {}

impl Features<FEATURES> for HexChessFeatures {
    const DEFAULT: &'static str = include_str!("../weights.txt");

    fn names() -> &'static [String; FEATURES] {
        feature_names()
    }
}

/// A weight for every feature, in the evaluation's units.
pub type Weights = search::Weights<HexChessFeatures, FEATURES>;
