//! Beyond the horizon: noisy moves are followed until the position can be taken at face value.

use super::frame::Frame;
use super::settings::Technique;
use super::value::Value;
use super::worker::Worker;
use crate::evaluator::{Evaluator, Rank};
use game::Position;

impl<P: Position, E: Evaluator<P>> Worker<'_, P, E> {
    /// The value of a quiet end of the line.
    ///
    /// Standing pat is sound wherever some quiet move is no worse than the face value says, which
    /// is what an evaluation means. Settled positions were settled by the caller.
    pub(super) fn quiesce(
        &mut self,
        position: &P,
        frames: &mut [Frame<P>],
        ply: usize,
        alpha: Value,
        beta: Value,
    ) -> Value {
        let mut best = self.estimate(position);
        let Some((frame, deeper)) = frames.split_first_mut() else { return best };
        if best >= beta || deeper.is_empty() || !self.uses(Technique::Quiescence) {
            return best;
        }
        self.list_noisy(position, frame);
        let mut alpha = alpha.max(best);
        for i in 0..frame.moves.len() {
            let mv = frame.moves[i];
            let value = self.follow(position, mv, deeper, ply + 1, alpha, beta);
            if self.aborted {
                return Value::DRAW;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                frame.set_line(mv, &deeper[0].line);
            }
            if value >= beta {
                break;
            }
        }
        best
    }

    /// Lists the noisy moves, the most promising first.
    #[inline]
    fn list_noisy(&self, position: &P, frame: &mut Frame<P>) {
        frame.moves.clear();
        self.evaluator.noisy_moves(position, &mut frame.moves);
        if frame.moves.len() > 1 {
            frame.moves.as_mut_slice().sort_by_key(|&mv| match self.evaluator.rank(position, mv) {
                Rank::Noisy(n) | Rank::Quiet(n) => -i64::from(n),
            });
        }
    }

    /// The value of a noisy move, from the view of whoever makes it.
    fn follow(
        &mut self,
        position: &P,
        mv: P::Move,
        frames: &mut [Frame<P>],
        ply: usize,
        alpha: Value,
        beta: Value,
    ) -> Value {
        let child = position.after(mv);
        self.evaluator.step(position, Some(mv), &child);
        let value = if child.side_to_move() == position.side_to_move() {
            self.look(&child, frames, ply, alpha, beta)
        } else {
            -self.look(&child, frames, ply, -beta, -alpha)
        };
        self.evaluator.back();
        value
    }

    /// The value of a node reached by noisy moves only.
    fn look(
        &mut self,
        position: &P,
        frames: &mut [Frame<P>],
        ply: usize,
        alpha: Value,
        beta: Value,
    ) -> Value {
        self.count(ply);
        if self.aborted {
            return Value::DRAW;
        }
        frames[0].line.clear();
        if let Some(outcome) = position.outcome() {
            return Value::over(outcome, position.side_to_move(), ply);
        }
        if let Some(win) = self.evaluator.win_in_one(position) {
            frames[0].set_line(win, &[]);
            return Value::win_at(ply + 1);
        }
        self.quiesce(position, frames, ply, alpha, beta)
    }
}
