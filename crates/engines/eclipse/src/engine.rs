//! The engine: alpha-beta search (PVS; Marsland and Campbell 1982) with the evaluation of Eclipse.

use crate::evaluation::Evaluation;
use crate::weights::Weights;
use eclipse::Position;
use search::alphabeta::{AlphaBetaEngine, Technique, Techniques, TunedEvaluator};

/// The engine of Eclipse at full strength.
pub type Engine = AlphaBetaEngine<Position, Evaluation>;

impl TunedEvaluator<Position> for Evaluation {
    type Weights = Weights;

    /// `docs/strength.md` has the ablation. There is no null move, because zugzwang is common, and
    /// no quiescence search: there are no captures, and wins in one are found by the evaluator.
    const TECHNIQUES: Techniques =
        Techniques::ALL.without(Technique::NullMove).without(Technique::Quiescence);

    fn with_weights(weights: &Weights) -> Self {
        Self::new(weights)
    }
}
