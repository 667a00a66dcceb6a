//! The engine: alpha-beta search (PVS) with the evaluation of Eclipse.

use crate::evaluation::Evaluation;
use crate::weights::Weights;
use eclipse::{Move, Position};
use game::Record;
use search::alphabeta::{AlphaBetaSettings, Technique, Techniques};
use search::{AlphaBeta, Limits, Report, Search};

/// The engine of Eclipse at full strength.
pub struct Engine {
    search: AlphaBeta<Position, Evaluation>,
}

impl Engine {
    /// The techniques that gain strength in Eclipse; `docs/strength.md` has the ablation. There is
    /// no null move, because zugzwang is common, and no quiescence search: there are no captures,
    /// and wins in one are found by the evaluator.
    pub const TECHNIQUES: Techniques =
        Techniques::ALL.without(Technique::NullMove).without(Technique::Quiescence);

    /// An engine with this number of threads, memory in MiB and number of variations.
    pub fn new(threads: usize, memory_mib: usize, lines: usize) -> Self {
        Self::with_weights(&Weights::default(), threads, memory_mib, lines)
    }

    /// The same with other evaluation weights.
    pub fn with_weights(weights: &Weights, threads: usize, table_mib: usize, lines: usize) -> Self {
        let settings =
            AlphaBetaSettings { techniques: Self::TECHNIQUES, table_mib, threads, lines };
        Self { search: AlphaBeta::new(Evaluation::new(weights), settings) }
    }

    /// The search, to be configured for experiments.
    pub fn alphabeta(&mut self) -> &mut AlphaBeta<Position, Evaluation> {
        &mut self.search
    }
}

impl Search<Position> for Engine {
    fn search(
        &mut self,
        record: &Record<Position>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        self.search.search(record, limits, progress)
    }

    fn forget(&mut self) {
        self.search.forget();
    }
}
