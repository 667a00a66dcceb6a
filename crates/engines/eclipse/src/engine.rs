//! The player: alpha-beta with what is known of Eclipse.

use crate::evaluation::Evaluation;
use crate::weights::Weights;
use eclipse::Position;
use game::Record;
use search::alphabeta::{AlphaBetaSettings, Technique, Techniques};
use search::{AlphaBeta, Limits, Report, Search};

/// Eclipse at full strength.
pub struct Engine {
    search: AlphaBeta<Position, Evaluation>,
}

impl Engine {
    /// The techniques that pay in Eclipse; `docs/strength.md` tells what each is worth. Passing is
    /// too often the best there would be, and nothing is noisy beyond the horizon: what wins at
    /// once is seen without following it.
    pub const TECHNIQUES: Techniques =
        Techniques::ALL.without(Technique::NullMove).without(Technique::Quiescence);

    /// A player with so many threads, so much memory in MiB, and so many lines to report.
    pub fn new(threads: usize, memory_mib: usize, lines: usize) -> Self {
        Self::with_weights(&Weights::default(), threads, memory_mib, lines)
    }

    /// The same with other weights.
    pub fn with_weights(weights: &Weights, threads: usize, table_mib: usize, lines: usize) -> Self {
        let settings =
            AlphaBetaSettings { techniques: Self::TECHNIQUES, table_mib, threads, lines };
        Self { search: AlphaBeta::new(Evaluation::new(weights), settings) }
    }

    /// The search inside, to be set up for an experiment.
    pub fn alphabeta(&mut self) -> &mut AlphaBeta<Position, Evaluation> {
        &mut self.search
    }
}

impl Search<Position> for Engine {
    fn search(
        &mut self,
        record: &Record<Position>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<Position>),
    ) -> Report<Position> {
        self.search.search(record, limits, progress)
    }

    fn forget(&mut self) {
        self.search.forget();
    }
}
