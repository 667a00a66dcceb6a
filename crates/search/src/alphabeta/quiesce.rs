//! Quiescence search (Harris 1975): beyond the nominal depth only noisy moves are searched, with
//! standing pat.

use super::settings::Technique;
use super::stack::StackFrame;
use super::value::Value;
use super::worker::Worker;
use crate::evaluator::{Evaluator, Rank};
use game::Position;

impl<P: Position, E: Evaluator<P>> Worker<'_, P, E> {
    /// The value of a leaf by quiescence search.
    ///
    /// Standing pat (the static evaluation is a lower bound) is sound wherever some quiet move is
    /// no worse than the static evaluation. Terminal positions were handled by the caller.
    pub(super) fn quiesce(
        &mut self,
        position: &P,
        stack: &mut [StackFrame<P>],
        ply: usize,
        alpha: Value,
        beta: Value,
    ) -> Value {
        let mut best = self.static_eval(position);
        let Some((frame, deeper)) = stack.split_first_mut() else { return best };
        if best >= beta || deeper.is_empty() || !self.uses(Technique::Quiescence) {
            return best;
        }
        self.generate_noisy(position, frame);
        let mut alpha = alpha.max(best);
        for i in 0..frame.moves.len() {
            let mv = frame.moves[i];
            let value = self.search_noisy(position, mv, deeper, ply + 1, alpha, beta);
            if self.aborted {
                return Value::DRAW;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                frame.set_pv(mv, &deeper[0].pv);
            }
            if value >= beta {
                break;
            }
        }
        best
    }

    /// Generates the noisy moves, ordered by the evaluator's rank.
    #[inline]
    fn generate_noisy(&self, position: &P, frame: &mut StackFrame<P>) {
        frame.moves.clear();
        self.evaluator.noisy_moves(position, &mut frame.moves);
        if frame.moves.len() > 1 {
            frame.moves.as_mut_slice().sort_by_key(|&mv| match self.evaluator.rank(position, mv) {
                Rank::Noisy(n) | Rank::Quiet(n) => -i64::from(n),
            });
        }
    }

    /// The value of a noisy move, from the view of the side that makes it.
    fn search_noisy(
        &mut self,
        position: &P,
        mv: P::Move,
        stack: &mut [StackFrame<P>],
        ply: usize,
        alpha: Value,
        beta: Value,
    ) -> Value {
        self.counts.count(Technique::Quiescence);
        let child = position.after(mv);
        self.evaluator.step(position, Some(mv), &child);
        let value = if child.side_to_move() == position.side_to_move() {
            self.quiesce_node(&child, stack, ply, alpha, beta)
        } else {
            -self.quiesce_node(&child, stack, ply, -beta, -alpha)
        };
        self.evaluator.back();
        value
    }

    /// The value of a node of the quiescence search.
    fn quiesce_node(
        &mut self,
        position: &P,
        stack: &mut [StackFrame<P>],
        ply: usize,
        alpha: Value,
        beta: Value,
    ) -> Value {
        self.count(ply);
        if self.aborted {
            return Value::DRAW;
        }
        stack[0].pv.clear();
        if let Some(outcome) = position.outcome() {
            return Value::over(outcome, position.side_to_move(), ply);
        }
        if let Some(win) = self.evaluator.win_in_one(position) {
            stack[0].set_pv(win, &[]);
            return Value::win_at(ply + 1);
        }
        self.quiesce(position, stack, ply, alpha, beta)
    }
}
