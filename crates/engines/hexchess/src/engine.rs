//! The engine: determinization (perfect-information search of every possible world; Ginsberg 2001,
//! Long et al. 2010) with alpha-beta, and a search of its own for the setup.
//!
//! Its choice depends only on the information set of the side to move (HC-5.3): the record is read
//! in `worlds` and nowhere else. All worlds are searched, so nothing is sampled.

use crate::evaluation::Evaluation;
use crate::setup;
use crate::weights::Weights;
use crate::world_search::WorldSearch;
use crate::worlds::possible_games;
use game::Record;
use hexchess::{Move, Phase, Position};
use search::alphabeta::{AlphaBetaSettings, Technique, Techniques};
use search::{AlphaBeta, Budget, Limits, Report, Search};

/// The engine of Hex Chess at full strength.
pub struct Engine {
    search: AlphaBeta<Position, Evaluation>,
    lines: usize,
    setup_seed: Option<u64>,
}

impl Engine {
    /// The techniques that gain strength in Hex Chess; `docs/strength.md` has the ablation.
    /// Null-move pruning saves nodes but loses games, and there are too few late moves for late
    /// move pruning.
    pub const TECHNIQUES: Techniques =
        Techniques::ALL.without(Technique::NullMove).without(Technique::LateMovePruning);

    /// An engine with this number of threads, memory in MiB and number of variations.
    pub fn new(threads: usize, memory_mib: usize, lines: usize) -> Self {
        Self::with_weights(&Weights::default(), threads, memory_mib, lines)
    }

    /// The same with other evaluation weights.
    pub fn with_weights(weights: &Weights, threads: usize, table_mib: usize, lines: usize) -> Self {
        let settings =
            AlphaBetaSettings { techniques: Self::TECHNIQUES, table_mib, threads, lines };
        let search = AlphaBeta::new(Evaluation::new(weights), settings);
        Self { search, lines, setup_seed: None }
    }

    /// Draws the setup from line-ups of about equal strength, and which horse is the fool by a coin.
    /// Whoever does not know the seed cannot tell where the fool stands.
    #[must_use]
    pub fn with_setup_seed(self, seed: u64) -> Self {
        Self { setup_seed: Some(seed), ..self }
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
        let games = possible_games(record);
        let budget = Budget::start(limits);
        match games.as_slice() {
            [game, ..] if game.position().phase() == Phase::Setup => {
                let (search, position) = (&mut self.search, game.position());
                match self.setup_seed {
                    Some(seed) => setup::choose_mixed(search, position, &budget, seed, progress),
                    None => setup::choose(search, position, &budget, self.lines, progress),
                }
            }
            [game] => self.search.search(game, limits, progress),
            games => WorldSearch::new(&mut self.search, games, self.lines, &budget).run(progress),
        }
    }

    fn forget(&mut self) {
        self.search.forget();
    }
}
