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
use search::alphabeta::{AlphaBetaEngine, Technique, Techniques, TunedEvaluator};
use search::{Budget, Limits, Report, Search as _};

/// The engine of Hex Chess at full strength. With a seed it draws its setup from line-ups of about
/// equal strength, and which horse is the fool by a coin: an opponent who does not know the seed cannot tell
/// where the fool stands.
pub type Engine = AlphaBetaEngine<Position, Evaluation>;

impl TunedEvaluator<Position> for Evaluation {
    type Weights = Weights;

    /// `docs/strength.md` has the ablation. Null-move pruning saves nodes but loses games, and there
    /// are too few late moves for late move pruning.
    const TECHNIQUES: Techniques =
        Techniques::ALL.without(Technique::NullMove).without(Technique::LateMovePruning);

    fn with_weights(weights: &Weights) -> Self {
        Self::new(weights)
    }

    fn search_record(
        engine: &mut Engine,
        record: &Record<Position>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let games = possible_games(record);
        let budget = Budget::start(limits);
        let (seed, search) = (engine.seed(), engine.alphabeta());
        let lines = search.settings().lines;
        match games.as_slice() {
            [game, ..] if game.position().phase() == Phase::Setup => match seed {
                Some(seed) => setup::choose_mixed(search, game.position(), &budget, seed, progress),
                None => setup::choose(search, game.position(), &budget, lines, progress),
            },
            [game] => search.search(game, limits, progress),
            games => WorldSearch::new(search, games, lines, &budget).run(progress),
        }
    }
}
