//! Random player: uniformly random legal moves.

use crate::Playable;
use game::{Dice, Position, Record};
use search::{Limits, Line, Report, Score, Search};

/// Plays uniformly random legal moves, the same ones for the same seed.
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
}

impl Random {
    /// A player with this seed.
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }
}

impl<P: Playable> Search<P> for Random {
    fn search(
        &mut self,
        record: &Record<P>,
        _: &Limits,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let choice =
            dice(self.seed, record.ply(), &P::worlds(record)).choose(&record.position().moves());
        let report = choice.map_or_else(Report::empty, |mv| single(mv, Score::Estimate(0)));
        progress(&report);
        report
    }
}

/// Random numbers that depend on the seed, the ply and the information set of the side to move, and
/// on nothing else: the same game gives the same moves, whatever is hidden.
pub(crate) fn dice<P: Position>(seed: u64, ply: usize, worlds: &[P]) -> Dice {
    let place = worlds.first().map_or(0, |world| world.key().0);
    Dice::new(Dice::new(seed).roll() ^ place ^ (ply as u64).rotate_left(32))
}

/// A report of one move.
pub(crate) fn single<M>(mv: M, score: Score) -> Report<M> {
    let line = Line::new(vec![mv], score);
    Report { lines: vec![line], depth: 1, seldepth: 1, nodes: 1, ..Report::empty() }
}
