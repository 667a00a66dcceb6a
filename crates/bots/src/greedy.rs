//! Greedy player: the best move by static evaluation after one ply, and never a missed win in one.

use crate::Playable;
use crate::random::{dice, single};
use crate::two_ply::win_in_one;
use game::{Outcome, Record};
use search::{Evaluator, Limits, Report, Score, Search};

/// Plays the move with the best static evaluation after it.
pub struct Greedy<P: Playable> {
    evaluation: P::Evaluation,
    seed: u64,
}

impl<P: Playable> Greedy<P> {
    /// Ties are broken by this seed.
    pub fn new(seed: u64) -> Self {
        Self { evaluation: P::evaluation(), seed }
    }

    /// Value of `mv`, the mean over the possible worlds.
    pub(crate) fn value(&mut self, worlds: &[P], mv: P::Move) -> i32 {
        let sum: i64 = worlds.iter().map(|world| i64::from(self.value_in(world, mv))).sum();
        (sum / worlds.len().max(1) as i64) as i32
    }

    /// One of the moves of highest value.
    fn best_of(&mut self, moves: &[P::Move], worlds: &[P], ply: usize) -> Report<P::Move> {
        let rated: Vec<_> = moves.iter().map(|&mv| (self.value(worlds, mv), mv)).collect();
        let best = rated.iter().map(|(value, _)| *value).max();
        let equal: Vec<_> = rated.into_iter().filter(|(value, _)| Some(*value) == best).collect();
        let chosen = dice(self.seed, ply, worlds).choose(&equal);
        chosen.map_or_else(Report::empty, |(value, mv)| single(mv, Score::Estimate(value)))
    }

    fn value_in(&mut self, world: &P, mv: P::Move) -> i32 {
        const DECIDED: i32 = 1 << 27;
        let side = world.side_to_move();
        let after = world.after(mv);
        match after.outcome() {
            Some(Outcome::Draw) => 0,
            Some(Outcome::Win(winner)) if winner == side => DECIDED,
            Some(Outcome::Win(_)) => -DECIDED,
            None => {
                self.evaluation.begin(&after);
                let value = self.evaluation.evaluate(&after).clamp(-DECIDED, DECIDED);
                if after.side_to_move() == side { value } else { -value }
            }
        }
    }
}

impl<P: Playable> Search<P> for Greedy<P> {
    fn search(
        &mut self,
        record: &Record<P>,
        _: &Limits,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let worlds = P::worlds(record);
        let moves = record.position().moves();
        let report = match win_in_one(&worlds) {
            Some(win) => single(win, Score::WinIn(1)),
            None => self.best_of(&moves, &worlds, record.ply()),
        };
        let report = Report { nodes: moves.len() as u64, ..report };
        progress(&report);
        report
    }
}
