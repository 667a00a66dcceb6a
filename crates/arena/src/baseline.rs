//! Baseline: fixed-depth alpha-beta (Knuth and Moore 1975) with mobility as its evaluation.
//!
//! No transposition table, no move ordering, no quiescence search, no repetition. It shares no code
//! with the searches it is compared with.

use game::{Outcome, Position, Record};
use search::{Limits, Line, Report, Score, Search};

/// A player of fixed depth, whatever the limits.
#[derive(Clone, Debug)]
pub struct BaselineAlphaBeta {
    depth: usize,
    nodes: u64,
}

/// Value of a won game: larger than any mobility.
const WON: i32 = 1_000_000;

impl BaselineAlphaBeta {
    /// Searches to `depth`, at least 1.
    pub fn new(depth: usize) -> Self {
        Self { depth: depth.max(1), nodes: 0 }
    }

    /// Value of `position` for the side to move, reached from a position with `choices` moves.
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
            best = best.max(self.move_value(position, mv, depth, alpha, beta, moves.len()));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Value of `mv` for the side that plays it.
    fn move_value<P: Position>(
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

impl<P: Position> Search<P> for BaselineAlphaBeta {
    fn search(
        &mut self,
        record: &Record<P>,
        _: &Limits,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        self.nodes = 0;
        let position = record.position();
        let moves = position.moves();
        let mut best: Option<(i32, P::Move)> = None;
        for &mv in moves.iter() {
            let alpha = best.map_or(-i32::MAX, |(move_value, _)| move_value);
            let move_value =
                self.move_value(position, mv, self.depth, alpha, i32::MAX, moves.len());
            if move_value > alpha {
                best = Some((move_value, mv));
            }
        }
        let line = best.map(|(move_value, mv)| Line::new(vec![mv], Score::Estimate(move_value)));
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
            return BaselineAlphaBeta::new(1).value(position, depth, -i32::MAX, i32::MAX, choices);
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
            let report = BaselineAlphaBeta::new(2).search(&record, &Limits::default(), &mut |_| ());
            let expected = minimax(record.position(), 2, 0);
            assert_eq!(report.score(), Some(Score::Estimate(expected)));
        }
    }
}
