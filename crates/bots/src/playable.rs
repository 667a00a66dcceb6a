//! `Playable`: the interface between a game's engine and the rest of the workspace.

use crate::{BenchSuite, Config, Greedy, Level, Levelled, MemoryDefaults, Tuning};
use analysis::{Countdown, Mark};
use game::{Dice, Position, Record, Side, nothing_is_hidden};
use search::alphabeta::Techniques;
use search::{Evaluator, Score, Search};

/// A boxed search that can move to another thread.
pub type Engine<P> = Box<dyn Search<P> + Send>;

/// How several workers without common memory search a position together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parallelism {
    /// Root parallelisation: the statistics of the root moves are added up.
    RootStatistics,
    /// Lazy SMP: the lines of the deepest search are reported.
    Deepest,
}

/// A game with an engine.
pub trait Playable: Position {
    /// The static evaluation of a one-ply player.
    type Evaluation: Evaluator<Self> + Clone + Send + 'static;

    /// Whether the evaluation tells positions apart; that of the default player does not.
    const HAS_EVALUATION: bool = true;

    /// Nodes, or playouts, per move of each level below the highest.
    const NODES: [u64; Level::FULL.number() as usize - 1];

    /// Epsilon of each level below the highest (epsilon-greedy): the share of its moves that are chosen
    /// at random. `docs/strength.md` has the levels against a one-ply greedy player.
    const EPSILON: [f64; Level::FULL.number() as usize - 1];

    /// Memory of the engine where no option sets it.
    const MEMORY: MemoryDefaults = MemoryDefaults::USUAL;

    /// Nodes per move of a level in this position: `of_level` is its index in
    /// [`NODES`](Self::NODES).
    fn nodes(&self, of_level: usize) -> u64 {
        let _ = self;
        Self::NODES[of_level]
    }

    /// How several workers without common memory search a position together.
    const PARALLELISM: Parallelism = Parallelism::RootStatistics;

    /// Whether a solver tells who wins.
    const HAS_SOLVER: bool = false;

    /// Whether the engine has a network that is trained by self-play.
    const HAS_NETWORK: bool = false;

    /// Number of random plies of an opening in matches.
    const OPENING_PLIES: usize;

    /// Nodes of a deeper search that judges whether such an opening is balanced, where the usual
    /// short one is not enough.
    const OPENING_NODES: Option<u64> = None;

    /// The bench suite of the engine.
    const BENCH: BenchSuite;

    /// The default [`Evaluation`](Self::Evaluation).
    fn evaluation() -> Self::Evaluation;

    /// The full engine; `config.level` only selects what it knows.
    fn engine(config: &Config) -> Engine<Self>;

    /// The engine without its domain knowledge, if it can be left out: the baseline of ablation
    /// matches.
    fn without_knowledge(_config: &Config) -> Option<Engine<Self>> {
        None
    }

    /// The techniques that the full engine uses; `None` if it has no switches.
    fn techniques() -> Option<Techniques> {
        None
    }

    /// The full engine with other techniques, for ablation; `None` if it has no switches.
    fn engine_with(_techniques: Techniques, _config: &Config) -> Option<Engine<Self>> {
        None
    }

    /// The possible worlds: every position of the information set of the side to move. One, unless
    /// something is hidden from it.
    ///
    /// Laws: never empty; the same for any two records that look the same to the side to move; the
    /// side to move has the same legal moves in each.
    ///
    /// This default and the two below are for games without hidden information only.
    fn worlds(record: &Record<Self>) -> Vec<Self> {
        nothing_is_hidden::<Self>();
        vec![record.position().clone()]
    }

    /// The canonical member of the information set of the side to move: a game that looks the same
    /// to it, and is the same one for every member; see [`InformationSet`](crate::InformationSet).
    fn canonical_member(record: &Record<Self>) -> Record<Self> {
        nothing_is_hidden::<Self>();
        record.clone()
    }

    /// The canonical member of a game of which `player` saw these moves, and these views after
    /// them; games without hidden information need no views. Nothing if there is no such game.
    ///
    /// Law: it is the [`canonical_member`](Self::canonical_member) of the game that was seen, when
    /// it is the player's turn.
    fn canonical_member_from_views(
        start: &Self,
        _player: Side,
        moves: &[Self::Move],
        _views: &[Self::View],
    ) -> Option<Record<Self>> {
        nothing_is_hidden::<Self>();
        let mut record = Record::from_position(start.clone());
        moves.iter().all(|&mv| record.play(mv).is_ok()).then_some(record)
    }

    /// A line-up by chance for all that is left to place in a setup, such that a fair game begins; nothing
    /// where there is no setup, or it is over.
    fn random_line_up(&self, _dice: &mut Dice) -> Option<Self::Move> {
        None
    }

    /// How many stones, or moves, of the winner a proven score of `mv` means; `None` where the plies
    /// of the score are exact.
    fn countdown(_position: &Self, _mv: Self::Move, _score: Score) -> Option<Countdown> {
        None
    }

    /// Proven facts of a position to be drawn over the board, found without search.
    fn marks(_position: &Self) -> Vec<Mark> {
        Vec::new()
    }

    /// How the engine's weights are tuned, if it has any.
    fn tuning() -> Option<&'static dyn Tuning<Self>> {
        None
    }
}

/// The player that `config` asks for.
pub fn player<P: Playable>(config: &Config) -> Engine<P> {
    if config.level == Level::FULL {
        P::engine(config)
    } else {
        Box::new(Levelled::<P>::new(config.level, config.seed))
    }
}

impl<P: Playable> Default for Greedy<P> {
    fn default() -> Self {
        Self::new(0)
    }
}
