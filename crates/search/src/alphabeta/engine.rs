//! Alpha-beta engine of one game: the search (Knuth and Moore 1975) with an evaluator made of tuned
//! weights and the techniques that gain strength in the game.

use super::{AlphaBeta, AlphaBetaSettings, Techniques};
use crate::{Evaluator, Limits, Report, Search, SharedTable};
use game::{Position, Record};

/// The game-specific part of an alpha-beta engine.
pub trait TunedEvaluator<P: Position>: Evaluator<P> + Clone + Send + Sized {
    /// Weights of the evaluation.
    type Weights: Default;

    /// The techniques that gain strength in the game.
    const TECHNIQUES: Techniques;

    /// The evaluator with these weights.
    fn with_weights(weights: &Self::Weights) -> Self;

    /// Searches the current position of `record`. Overridden where one alpha-beta search is not
    /// enough, as with hidden information.
    fn search_record(
        engine: &mut AlphaBetaEngine<P, Self>,
        record: &Record<P>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        engine.search.search(record, limits, progress)
    }
}

/// The engine of a game at full strength.
pub struct AlphaBetaEngine<P, E> {
    search: AlphaBeta<P, E>,
    seed: Option<u64>,
}

impl<P: Position, E: TunedEvaluator<P>> AlphaBetaEngine<P, E> {
    /// The default techniques.
    pub const TECHNIQUES: Techniques = E::TECHNIQUES;

    /// An engine with this number of threads, memory in MiB and number of variations.
    ///
    /// ```
    /// use game::Record;
    /// use search::alphabeta::{AlphaBetaEngine, Techniques, TunedEvaluator};
    /// use search::{Evaluator, Limits, Score, Search};
    /// #[derive(Clone)]
    /// struct Even;
    /// impl Evaluator<hex::Position> for Even {
    ///     fn evaluate(&mut self, _: &hex::Position) -> i32 {
    ///         0
    ///     }
    /// }
    /// impl TunedEvaluator<hex::Position> for Even {
    ///     type Weights = ();
    ///     const TECHNIQUES: Techniques = Techniques::NONE;
    ///     fn with_weights((): &()) -> Self {
    ///         Self
    ///     }
    /// }
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// let mut engine = AlphaBetaEngine::<_, Even>::new(1, 1, 1).with_seed(7);
    /// assert_eq!(engine.seed(), Some(7));
    /// let record = Record::from_position(position);
    /// let report = engine.search(&record, &Limits::depth(2), &mut |_| ());
    /// assert_eq!(report.score(), Some(Score::WinIn(1)));
    /// ```
    pub fn new(threads: usize, memory_mib: usize, lines: usize) -> Self {
        Self::with_weights(&E::Weights::default(), threads, memory_mib, lines)
    }

    /// The same with other evaluation weights.
    pub fn with_weights(
        weights: &E::Weights,
        threads: usize,
        table_mib: usize,
        lines: usize,
    ) -> Self {
        let settings = AlphaBetaSettings { techniques: E::TECHNIQUES, table_mib, threads, lines };
        Self { search: AlphaBeta::new(E::with_weights(weights), settings), seed: None }
    }

    /// The same with other techniques, for ablation.
    #[must_use]
    pub fn with_techniques(mut self, techniques: Techniques) -> Self {
        self.search.set(AlphaBetaSettings { techniques, ..self.search.settings() });
        self
    }

    /// Sets the seed of random choices that the opponent must not predict, such as the hidden piece of a
    /// setup.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed: Some(seed), ..self }
    }

    /// The seed of choices that must not be foreseen; without one they are always the same.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The search.
    pub fn alphabeta(&mut self) -> &mut AlphaBeta<P, E> {
        &mut self.search
    }
}

impl<P: Position, E: TunedEvaluator<P>> Search<P> for AlphaBetaEngine<P, E> {
    fn search(
        &mut self,
        record: &Record<P>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        E::search_record(self, record, limits, progress)
    }

    fn forget(&mut self) {
        self.search.forget();
    }

    fn share_table(&mut self, table: Option<SharedTable>) {
        self.search.share_table(table);
    }
}
