//! A game that can be played against: the one seam between a game's engine and everything else.

use crate::{Config, Course, Greedy, Level, Levelled, Mark, Tuning};
use game::{Position, Record, Side};
use search::alphabeta::Techniques;
use search::{Evaluator, Search};

/// Somebody who thinks, wherever and on whatever thread.
pub type Engine<P> = Box<dyn Search<P> + Send>;

/// A game with an engine.
pub trait Playable: Position {
    /// What a one-ply player goes by.
    type Opinion: Evaluator<Self> + Clone + Send + 'static;

    /// What each level below the highest may spend on a move: nodes, or playouts.
    const NODES: [u64; Level::FULL.number() as usize - 1];

    /// What a level may spend on a move of this game: `of_level` is its place in [`NODES`](Self::NODES).
    fn nodes(&self, of_level: usize) -> u64 {
        let _ = self;
        Self::NODES[of_level]
    }

    /// How many random plies make an opening that neither side has chosen.
    const OPENING_PLIES: usize;

    /// What the engine's speed and signature are taken on.
    const COURSE: Course;

    /// The opinion that [`Opinion`](Self::Opinion) starts with.
    fn opinion() -> Self::Opinion;

    /// The full engine; the level is not its business.
    fn engine(config: &Config) -> Engine<Self>;

    /// The engine without its deeper knowledge, where it has some that can be left out: a
    /// yardstick for what that is worth.
    fn bare(_config: &Config) -> Option<Engine<Self>> {
        None
    }

    /// The techniques that the full engine uses; `None` if it knows none.
    fn techniques() -> Option<Techniques> {
        None
    }

    /// The full engine with other techniques, to see what each is worth; `None` if it knows none.
    fn engine_with(_techniques: Techniques, _config: &Config) -> Option<Engine<Self>> {
        None
    }

    /// Every position that the side to move must reckon with: the one on the board, unless
    /// something is hidden from it.
    ///
    /// Laws: never empty; the same for any two records that look the same to the side to move; the
    /// side to move has the same legal moves in each.
    fn worlds(record: &Record<Self>) -> Vec<Self> {
        vec![record.position().clone()]
    }

    /// A game that looks the same to the side to move, and is the same one whichever of those that
    /// look the same is true; see [`Sight`](crate::Sight).
    fn likeness(record: &Record<Self>) -> Record<Self> {
        record.clone()
    }

    /// The likeness of a game of which `player` saw these moves, and these views after them; games
    /// without secrets need no views. Nothing if there is no such game.
    ///
    /// Law: it is the [`likeness`](Self::likeness) of the game that was seen, when it is the
    /// player's turn.
    fn recalled(
        start: &Self,
        _player: Side,
        moves: &[Self::Move],
        _views: &[Self::View],
    ) -> Option<Record<Self>> {
        let mut record = Record::from_position(start.clone());
        moves.iter().all(|&mv| record.play(mv).is_ok()).then_some(record)
    }

    /// What can be seen of a position without searching, to be drawn over the board.
    fn marks(_position: &Self) -> Vec<Mark> {
        Vec::new()
    }

    /// How the engine's weights are fitted, if it has any.
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
