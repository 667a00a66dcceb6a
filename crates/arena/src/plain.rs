//! The yardstick: fixed-depth alpha-beta with nothing but mobility, as people usually write it.
//!
//! No table, no move ordering, no quiescence, no repetition: whoever cannot beat this clearly is
//! not worth its cleverness. It shares no code with the searches it measures.

use game::{Outcome, Position, Record};
use search::{Limits, Line, Report, Score, Search};

/// A player that looks so many plies ahead, whatever the limits say.
#[derive(Clone, Debug)]
pub struct Plain {
    depth: usize,
    nodes: u64,
}

/// Beyond every count of moves.
const WON: i32 = 1_000_000;

impl Plain {
    /// Looks `depth` plies ahead, at least one.
    pub fn new(depth: usize) -> Self {
        Self { depth: depth.max(1), nodes: 0 }
    }

    /// What `position` is worth to the side to move, which came here from a position with
    /// `choices` moves.
    fn value<P: Position>(
        &mut self,
        position: &P,
        depth: usize,
        mut alpha: i32,
        beta: i32,
        choices: usize,
    ) -> i32 {
        self.nodes += 1;
        if let Some(outcome) = position.outcome() {
            return match outcome {
                Outcome::Draw => 0,
                Outcome::Win(side) if side == position.side_to_move() => WON + depth as i32,
                Outcome::Win(_) => -WON - depth as i32,
            };
        }
        let moves = position.moves();
        if depth == 0 {
            return moves.len() as i32 - choices as i32;
        }
        let mut best = -i32::MAX;
        for &mv in moves.iter() {
            best = best.max(self.worth(position, mv, depth, alpha, beta, moves.len()));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// What `mv` is worth to the side that plays it.
    fn worth<P: Position>(
        &mut self,
        position: &P,
        mv: P::Move,
        depth: usize,
        alpha: i32,
        beta: i32,
        choices: usize,
    ) -> i32 {
        let after = position.after(mv);
        if after.side_to_move() == position.side_to_move() {
            self.value(&after, depth - 1, alpha, beta, choices)
        } else {
            -self.value(&after, depth - 1, -beta, -alpha, choices)
        }
    }
}

impl<P: Position> Search<P> for Plain {
    fn search(
        &mut self,
        record: &Record<P>,
        _: &Limits,
        progress: &mut dyn FnMut(&Report<P>),
    ) -> Report<P> {
        self.nodes = 0;
        let position = record.position();
        let moves = position.moves();
        let mut best: Option<(i32, P::Move)> = None;
        for &mv in moves.iter() {
            let alpha = best.map_or(-i32::MAX, |(worth, _)| worth);
            let worth = self.worth(position, mv, self.depth, alpha, i32::MAX, moves.len());
            if worth > alpha {
                best = Some((worth, mv));
            }
        }
        let line = best.map(|(worth, mv)| Line {
            moves: vec![mv],
            score: Score::Estimate(worth),
            visits: None,
        });
        let report = Report {
            lines: line.into_iter().collect(),
            depth: self.depth,
            seldepth: self.depth,
            nodes: self.nodes,
            ..Report::empty()
        };
        progress(&report);
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::games::eclipse;
    use game::Dice;

    /// The same without cutting anything.
    fn minimax<P: Position>(position: &P, depth: usize, choices: usize) -> i32 {
        let outcome = position.outcome();
        if outcome.is_some() || depth == 0 {
            return Plain::new(1).value(position, depth, -i32::MAX, i32::MAX, choices);
        }
        let moves = position.moves();
        let values = moves.iter().map(|&mv| -minimax(&position.after(mv), depth - 1, moves.len()));
        values.max().expect("a game that goes on has moves")
    }

    #[test]
    fn cutting_changes_nothing() {
        for seed in 0..10 {
            let mut dice = Dice::new(seed);
            let mut record = Record::<eclipse::Position>::new(eclipse::Options::Standard);
            for _ in 0..seed * 3 {
                let mv = dice.choose(&record.position().moves());
                let _ = mv.map(|mv| record.play(mv));
            }
            if record.position().outcome().is_some() {
                continue;
            }
            let report = Plain::new(2).search(&record, &Limits::default(), &mut |_| ());
            let expected = minimax(record.position(), 2, 0);
            assert_eq!(report.score(), Some(Score::Estimate(expected)));
        }
    }
}
