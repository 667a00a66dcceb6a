//! One ply deep: takes what looks best at once, and never misses a win in one.

use crate::Playable;
use crate::foresight::win_in_one;
use crate::random::{dice, single};
use game::{Outcome, Record};
use search::{Evaluator, Limits, Report, Score, Search};

/// Plays the move after which its game's evaluator is happiest.
pub struct Greedy<P: Playable> {
    opinion: P::Opinion,
    seed: u64,
}

impl<P: Playable> Greedy<P> {
    /// Equally good moves fall as this seed says.
    pub fn new(seed: u64) -> Self {
        Self { opinion: P::opinion(), seed }
    }

    /// What `mv` is worth, on average over the worlds.
    pub(crate) fn worth(&mut self, worlds: &[P], mv: P::Move) -> i32 {
        let sum: i64 = worlds.iter().map(|world| i64::from(self.worth_in(world, mv))).sum();
        (sum / worlds.len().max(1) as i64) as i32
    }

    /// One of the moves that are worth most.
    fn best_of(&mut self, moves: &[P::Move], worlds: &[P], ply: usize) -> Report<P> {
        let rated: Vec<_> = moves.iter().map(|&mv| (self.worth(worlds, mv), mv)).collect();
        let best = rated.iter().map(|(worth, _)| *worth).max();
        let equal: Vec<_> = rated.into_iter().filter(|(worth, _)| Some(*worth) == best).collect();
        let chosen = dice(self.seed, ply, worlds).choose(&equal);
        chosen.map_or_else(Report::empty, |(worth, mv)| single(mv, Score::Estimate(worth)))
    }

    fn worth_in(&mut self, world: &P, mv: P::Move) -> i32 {
        const DECIDED: i32 = 1 << 27;
        let side = world.side_to_move();
        let after = world.after(mv);
        match after.outcome() {
            Some(Outcome::Draw) => 0,
            Some(Outcome::Win(winner)) if winner == side => DECIDED,
            Some(Outcome::Win(_)) => -DECIDED,
            None => {
                self.opinion.begin(&after);
                let worth = self.opinion.evaluate(&after).clamp(-DECIDED, DECIDED);
                if after.side_to_move() == side { worth } else { -worth }
            }
        }
    }
}

impl<P: Playable> Search<P> for Greedy<P> {
    fn search(
        &mut self,
        record: &Record<P>,
        _: &Limits,
        progress: &mut dyn FnMut(&Report<P>),
    ) -> Report<P> {
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
